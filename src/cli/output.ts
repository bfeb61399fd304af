/** The text output of each command, made from the same result that --json prints. */
import type { CommandName, CommandResult } from '../main/commands/commands.ts'
import { billOutput } from './billOutput.ts'
import { distributeOutput } from './distribute/output.ts'
import { doctorOutput } from './doctorOutput.ts'
import { importOutput } from './importOutput.ts'
import { exportOutput } from './imports/exportOutput.ts'
import { matchOutput } from './matchOutput.ts'
import { table } from './table.ts'
import { withoutControls } from './terminalText.ts'
import { webhookOutput } from './webhooks/output.ts'

type Describe = { [Name in CommandName]: (result: CommandResult<Name>) => string[] }

const describe: Describe = {
  load: ({ workspaceId, created, added, changed, unchanged }) => [
    `${created ? 'Created' : 'Updated'} workspace ${workspaceId}: ` +
      `${added} added, ${changed} changed, ${unchanged} unchanged.`,
  ],
  export: exportOutput,
  'workspaces list': ({ workspaces }) =>
    workspaces.length === 0
      ? ['There is no workspace yet. florin load FILE creates one.']
      : table(
          ['ID', 'NAME', 'COMPANIES', 'CREATED', 'LAST CHANGE'],
          workspaces.map(({ id, name, companies, createdAt, version }) => [
            id,
            name,
            String(companies),
            createdAt,
            version,
          ]),
        ),
  'keys create': ({ id, name, scopes, expiresAt, networks, secret }) => [
    `Created key ${id} (${name}): ${scopes.join(', ') || 'no scopes'}; ` +
      `${expiresAt === null ? 'it does not expire' : `it expires at ${expiresAt}`}` +
      `${!networks ? '' : `; it works only from ${networks.join(', ')}`}.`,
    'The secret is shown only once and cannot be recovered:',
    '',
    `  ${secret}`,
    '',
  ],
  'keys list': ({ keys }) =>
    keys.length === 0
      ? ['There is no key yet. florin keys create creates one.']
      : table(
          [
            'ID',
            'NAME',
            'STARTS WITH',
            'STATE',
            'SCOPES',
            'CREATED',
            'BY',
            'EXPIRES',
            'LAST USED',
            'WORKSPACE',
            'NETWORKS',
          ],
          keys.map(key => [
            key.id,
            key.name,
            key.visibleStart,
            key.state,
            key.scopes.join(',') || '(none)',
            key.createdAt,
            key.createdBy,
            key.expiresAt ?? 'never',
            key.lastUsedAt ?? 'never',
            key.workspaceId,
            key.networks?.join(',') ?? 'any',
          ]),
        ),
  'keys networks': ({ id, name, networks, changed }) => [
    `Key ${id} (${name}) ${changed ? 'now works' : 'already works'} ` +
      `${networks === null ? 'from anywhere' : `only from ${networks.join(', ')}`}.`,
  ],
  'keys revoke': ({ id, name, revokedAt, alreadyRevoked }) => [
    alreadyRevoked
      ? `Key ${id} (${name}) was already revoked at ${revokedAt}.`
      : `Revoked key ${id} (${name}). The next request with it fails.`,
  ],
  ...webhookOutput,
  'users create': ({ email, name, role, workspaceId }) => [
    `Created an account for ${name} (${email}), ${role} of workspace ${workspaceId}.`,
  ],
  'users invite': ({ email, role, workspaceId, expiresAt, link }) => [
    `Invited ${email} to workspace ${workspaceId} as ${role}. The link works once, until ${expiresAt}:`,
    '',
    `  ${link}`,
    '',
  ],
  'users list': ({ users }) =>
    users.length === 0
      ? ['Nobody has an account yet. Create one with florin users create or florin users invite.']
      : table(
          ['EMAIL', 'NAME', 'SECOND FACTOR', 'CREATED', 'WORKSPACES'],
          users.map(({ email, name, secondFactor, createdAt, workspaces }) => [
            email,
            name,
            secondFactor ? 'on' : 'off',
            createdAt,
            workspaces.map(({ workspaceId, role }) => `${workspaceId} (${role})`).join(', ') || '(none)',
          ]),
        ),
  'users reset': ({ email, link }) => [
    `Password reset link for ${email}. It works once, for a day, and switches the second factor off:`,
    '',
    `  ${link}`,
    '',
  ],
  'rules list': ({ rules }) =>
    rules.length === 0
      ? ['There is no rule yet. Create rules on the Rules page of the console.']
      : table(
          ['ORDER', 'NAME', 'CATEGORY', 'WHERE', 'ID'],
          rules.map(rule => [
            String(rule.position + 1),
            rule.name,
            rule.category ?? rule.categoryId,
            conditionsOf(rule),
            rule.id,
          ]),
        ),
  'rules apply': ({ dryRun, looked, changed }) => [
    dryRun
      ? `${changed} of ${looked} transactions would change their category. Nothing was changed.`
      : `${changed} of ${looked} transactions changed their category.`,
  ],
  ...billOutput,
  ...matchOutput,
  ...importOutput,
  distribute: distributeOutput,
  doctor: doctorOutput,
  'store copy': ({ folder }) => [`Copied the store to ${folder}.`],
  migrate: ({ applied, version }) => [
    applied.length === 0
      ? `The schema is up to date, at version ${version}.`
      : `Applied ${applied.join(', ')}. The schema is at version ${version}.`,
  ],
}

const conditionWords = {
  companyId: 'company is',
  counterparty: 'counterparty contains',
  words: 'text contains',
  type: 'type is',
  side: 'side is',
  amountMin: 'amount is at least',
  amountMax: 'amount is at most',
  currency: 'currency is',
} as const

type Conditions = Record<keyof typeof conditionWords, string | null>

const conditionsOf = (rule: Conditions): string =>
  Object.entries(conditionWords)
    .flatMap(([name, words]) => {
      const value = rule[name as keyof Conditions]
      return value === null ? [] : [`${words} ${value}`]
    })
    .join(', ')

export function describeResult(command: CommandName, result: object): string[] {
  return (describe[command] as (result: object) => string[])(result).map(withoutControls)
}
