/** What people read after a command, made from the same result that --json prints. */
import type { CommandName, CommandResult } from '../main/commands/commands.ts'
import { billOutput } from './billOutput.ts'
import { doctorOutput } from './doctorOutput.ts'
import { importOutput } from './importOutput.ts'
import { matchOutput } from './matchOutput.ts'
import { table } from './table.ts'

type Describe = { [Name in CommandName]: (result: CommandResult<Name>) => string[] }

const describe: Describe = {
  load: ({ workspaceId, created, added, changed, unchanged }) => [
    `${created ? 'Created' : 'Updated'} workspace ${workspaceId}: ` +
      `${added} added, ${changed} changed, ${unchanged} as they were.`,
  ],
  export: ({ workspaceId, elements }) => [`Exported workspace ${workspaceId}: ${elements} elements.`],
  'workspaces list': ({ workspaces }) =>
    workspaces.length === 0
      ? ['There is no workspace yet. florin load FILE makes one.']
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
      `${!networks ? '' : `; it works from ${networks.join(', ')} only`}.`,
    'The secret is shown this once and cannot be recovered:',
    '',
    `  ${secret}`,
    '',
  ],
  'keys list': ({ keys }) =>
    keys.length === 0
      ? ['There is no key yet. florin keys create makes one.']
      : table(
          [
            'ID',
            'NAME',
            'BEGINS',
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
    `Key ${id} (${name}) ${changed ? 'now works' : 'already works'} from ` +
      `${networks === null ? 'anywhere' : `${networks.join(', ')} only`}.`,
  ],
  'keys revoke': ({ id, name, revokedAt, alreadyRevoked }) => [
    alreadyRevoked
      ? `Key ${id} (${name}) was revoked already, at ${revokedAt}.`
      : `Revoked key ${id} (${name}). The next request with it fails.`,
  ],
  'users create': ({ email, name, role, workspaceId }) => [
    `Created the account of ${name} (${email}), ${role} of workspace ${workspaceId}.`,
  ],
  'users invite': ({ email, role, workspaceId, expiresAt, link }) => [
    `Invited ${email} to workspace ${workspaceId}, as ${role}. The link works once, until ${expiresAt}:`,
    '',
    `  ${link}`,
    '',
  ],
  'users list': ({ users }) =>
    users.length === 0
      ? ['Nobody has an account yet. florin users create or florin users invite makes one.']
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
    `A link for ${email} to choose a new password. It works once, for a day, and turns the second factor off:`,
    '',
    `  ${link}`,
    '',
  ],
  'rules list': ({ rules }) =>
    rules.length === 0
      ? ['There is no rule yet. The Rules page of the console makes them.']
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
      ? `Of ${looked} transactions ${changed} would get another category, or none. Nothing was changed.`
      : `Of ${looked} transactions ${changed} got another category, or none.`,
  ],
  ...billOutput,
  ...matchOutput,
  ...importOutput,
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
  counterparty: 'other side has',
  words: 'text has',
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

/** A name may hold anything, also what a terminal would take for a command. */
export const withoutControls = (line: string): string => line.replace(/\p{Cc}/gu, '\u{fffd}')
