/** The output of florin webhooks. */
import {
  attemptErrorDescriptions,
  type Webhook,
  type WebhookAttempt,
} from '../../contract/console/webhooks.ts'
import type { webhookCommands } from '../../main/commands/webhookCommands.ts'
import { table } from '../table.ts'

type Commands = typeof webhookCommands
type Result<Name extends keyof Commands> = Awaited<ReturnType<Commands[Name]>>
type Outputs = { [Name in keyof Commands]: (result: Result<Name>) => string[] }

export const webhookOutput: Outputs = {
  'webhooks list': ({ webhooks, unavailable }) => [
    ...(unavailable === null ? [] : [unavailable]),
    ...(webhooks.length === 0
      ? ['There is no webhook yet. florin webhooks create creates one.']
      : table(
          ['ID', 'NAME', 'STATE', 'DELIVERED UP TO', 'LAST DELIVERY', 'URL', 'WORKSPACE'],
          webhooks.map(webhook => [
            webhook.id,
            webhook.name,
            stateOf(webhook),
            webhook.upToDate ? 'everything' : (webhook.deliveredTo ?? 'nothing yet'),
            webhook.lastDeliveryAt ?? 'never',
            webhook.url,
            webhook.workspaceId,
          ]),
        )),
  ],
  'webhooks create': ({ id, name, secret }) => [`Created webhook ${id} (${name}).`, ...secretLines(secret)],
  'webhooks show': webhook => [
    `Webhook ${webhook.id} (${webhook.name}) of workspace ${webhook.workspaceId}`,
    '',
    `  URL            ${webhook.url}`,
    `  State          ${stateOf(webhook)}`,
    `  Resources      ${webhook.resources.join(', ')}`,
    `  Company        ${webhook.companyId ?? 'all'}`,
    `  Messages       ${webhook.include === 'objects' ? 'carry the changed rows' : 'say that something changed'}`,
    `  Delivered      ${webhook.upToDate ? 'everything' : `up to ${webhook.deliveredTo ?? 'the beginning: nothing yet'}`}`,
    `  Last delivery  ${webhook.lastDeliveryAt ?? 'never'}`,
    ...(webhook.previousSecretUntil === null
      ? []
      : [`  Old secret     signs too until ${webhook.previousSecretUntil}`]),
    `  Created        ${webhook.createdAt} by ${webhook.createdBy}`,
  ],
  'webhooks rotate': ({ id, name, secret, previousSecretUntil }) => [
    previousSecretUntil === null
      ? `Webhook ${id} (${name}) has a new secret. The old one no longer signs.`
      : `Webhook ${id} (${name}) has a new secret. The old one signs too until ${previousSecretUntil}.`,
    ...secretLines(secret),
  ],
  'webhooks enable': ({ id, name }) => [`Webhook ${id} (${name}) is enabled.`],
  'webhooks disable': ({ id, name }) => [
    `Webhook ${id} (${name}) is disabled. Enabled again, it goes on where it was.`,
  ],
  'webhooks delete': ({ id, name }) => [`Deleted webhook ${id} (${name}).`],
  'webhooks test': attempt => [
    attempt.delivered
      ? `Delivered in ${attempt.durationMs} ms, with status ${attempt.status}.`
      : `Not delivered${attempt.status === null ? '' : ` (status ${attempt.status})`}: ${reasonOf(attempt)}`,
  ],
  'webhooks replay': ({ id, name, from }) => [
    `Webhook ${id} (${name}) delivers ${from === null ? 'everything' : `what changed since ${from}`} again.`,
  ],
  'webhooks attempts': ({ attempts }) =>
    attempts.length === 0
      ? ['Nothing was sent in the last 30 days.']
      : table(
          ['AT', 'MESSAGE', 'TYPE', 'RESULT', 'MS'],
          attempts.map(({ at, messageId, type, status, error, durationMs }) => [
            ...[at, messageId, type],
            error === null ? `delivered (${status})` : status === null ? error : `${error} (${status})`,
            String(durationMs),
          ]),
        ),
}

const secretLines = (secret: string): string[] => [
  'The secret is shown only once and cannot be recovered:',
  '',
  `  ${secret}`,
  '',
]

const reasonOf = ({ error }: WebhookAttempt): string =>
  error === null ? '' : attemptErrorDescriptions[error]

const reasons: Record<NonNullable<Webhook['disabledReason']>, string> = {
  person: 'disabled by a person',
  gone: 'disabled: the receiver replied 410',
  failing: 'disabled: it failed for five days',
  secret_changed: 'disabled: FLORIN_SECRET has changed; florin webhooks rotate makes a new secret',
}

function stateOf({ disabledReason, failingSince }: Webhook): string {
  if (disabledReason !== null) return reasons[disabledReason]
  return failingSince === null ? 'active' : `failing since ${failingSince}`
}
