/** Webhooks of a workspace: endpoints that Florin notifies of changes. Only owners and admins see them. */
import * as z from 'zod'
import { type ChangeResource, changeResources } from '../changes.ts'
import {
  choice,
  cursorParameter,
  id,
  instant,
  limitParameter,
  pageOf,
  requestedId,
  text,
} from '../primitives.ts'
import { attemptErrors } from './attemptErrors.ts'
import { consoleOperation } from './operation.ts'
import { managers } from './roles.ts'

export { type AttemptError, attemptErrorDescriptions, attemptErrors } from './attemptErrors.ts'

export const webhooksMax = 20
export const webhookNameLengthMax = 100
export const webhookUrlLengthMax = 2000

export const webhookIncludes = ['nothing', 'objects'] as const
export type WebhookInclude = (typeof webhookIncludes)[number]

export const webhookStates = ['active', 'disabled'] as const
export type WebhookState = (typeof webhookStates)[number]

/** Why an endpoint is disabled: by a person, by a 410 reply, after five days of failure, or because FLORIN_SECRET changed. */
export const disabledReasons = ['person', 'gone', 'failing', 'secret_changed'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const webhookTypes = [
  'workspace.changed',
  'workspace.changes',
  'workspace.resync',
  'webhook.test',
] as const
export type WebhookType = (typeof webhookTypes)[number]

export const webhookName = text({ min: 1, max: webhookNameLengthMax, trim: true })

/** The contract checks only the length; the service checks that it may send there. */
export const webhookUrl = text({ min: 1, max: webhookUrlLengthMax, trim: true })

const inFeedOrder = (given: readonly ChangeResource[]): ChangeResource[] =>
  changeResources.filter(resource => given.includes(resource))

export const webhookResources = z
  .array(z.enum(changeResources, { error: `must be one of ${changeResources.join(', ')}` }))
  .min(1, 'must have at least one resource')
  .max(100, 'must have at most 100 entries')
  .transform(inFeedOrder)

const include = choice(
  webhookIncludes,
  '`nothing`: messages only say that something changed. `objects`: they carry the changed rows.',
)

const webhookId = id('Opaque id of the webhook.', 'whe_01JZ7Q4W0G3V8N5K2M9R6T1XYW')

export const webhook = z.object({
  id: webhookId,
  name: text(),
  url: z.string(),
  resources: z.array(z.enum(changeResources)).meta({ description: 'Only changes of these.' }),
  companyId: z
    .string()
    .nullable()
    .meta({ description: 'Only rows of this company, and categories; null for all companies.' }),
  include,
  state: choice(webhookStates, 'Whether messages are sent.'),
  disabledReason: choice(disabledReasons, 'Why it is disabled.').nullable(),
  disabledAt: instant('When it was disabled.').nullable(),
  createdBy: z.string().meta({ description: 'The name of the person, or the command.' }),
  createdAt: instant('When it was created.'),
  upToDate: z.boolean().meta({ description: 'Whether every change so far was delivered.' }),
  deliveredTo: instant('Changes up to this instant were delivered; null if none was.').nullable(),
  lastDeliveryAt: instant('When a message was last accepted.').nullable(),
  failingSince: instant('The first failure since then; null if there is none.').nullable(),
  failedAttempts: z.int().meta({ description: 'How often the current message has failed.' }),
  nextAttemptAt: instant('When the current message is sent again; null if none failed.').nullable(),
  previousSecretUntil: instant(
    'After a rotation, the previous secret signs too until then; null if only one secret signs.',
  ).nullable(),
})

export type Webhook = z.infer<typeof webhook>

export const webhookAttempt = z.object({
  id: id('Opaque id of the attempt.', 'wha_01JZ7Q4W0G3V8N5K2M9R6T1XYX'),
  at: instant('When it began.'),
  messageId: z.string().meta({ description: 'The `webhook-id`. A repeated message keeps its id.' }),
  type: choice(webhookTypes, 'What the message says.'),
  delivered: z.boolean().meta({ description: 'Whether the reply was 200 to 299.' }),
  status: z.int().nullable().meta({ description: 'HTTP status; null if there was no reply.' }),
  error: choice(attemptErrors, 'What went wrong; null if it was delivered.').nullable(),
  durationMs: z.int().meta({ description: 'Until the reply or the failure.' }),
})

export type WebhookAttempt = z.infer<typeof webhookAttempt>

const withSecret = (description: string) =>
  ({ status: 201, description, schema: z.object({ webhook, secret: z.string() }) }) as const

const theWebhook = { status: 200, description: 'The webhook, as changed.', schema: webhook } as const

export const listWebhooks = consoleOperation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'The webhooks of the workspace',
  access: managers,
  success: {
    status: 200,
    description: 'Oldest first.',
    schema: z.object({
      data: z.array(webhook),
      unavailable: z
        .string()
        .nullable()
        .meta({ description: 'Why this service sends no webhooks, and what to set; null if it does.' }),
    }),
  },
})

export const createWebhook = consoleOperation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  access: managers,
  body: z.strictObject({
    name: webhookName,
    url: webhookUrl,
    resources: webhookResources.default([...changeResources]),
    companyId: requestedId('Only rows of this company, and categories.').nullable().default(null),
    include: include.default('nothing'),
    start: choice(['now', 'beginning'], 'Whether rows that exist already are delivered too.').default('now'),
  }),
  success: withSecret('The webhook and its secret, which is shown only once.'),
})

export const changeWebhook = consoleOperation({
  id: 'changeWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Change, enable or disable a webhook; enabled again, it goes on where it was',
  access: managers,
  body: z
    .strictObject({
      name: webhookName,
      url: webhookUrl,
      resources: webhookResources,
      companyId: requestedId('Only rows of this company, and categories.').nullable(),
      include,
      state: choice(webhookStates, 'Whether messages are sent.'),
    })
    .partial(),
  success: theWebhook,
})

export const deleteWebhook = consoleOperation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook and its attempts',
  access: managers,
  success: { status: 204, description: 'Deleted.' },
})

export const rotateWebhookSecret = consoleOperation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhook-secrets',
  summary: 'Create a new secret; for 24 hours messages are signed with the old one too',
  access: managers,
  body: z.strictObject({ webhookId: requestedId('The webhook.') }),
  success: withSecret('The webhook and its new secret, which is shown only once.'),
})

export const testWebhook = consoleOperation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhook-tests',
  summary: 'Send a test message now and wait for the reply, at most 15 seconds',
  access: managers,
  body: z.strictObject({ webhookId: requestedId('The webhook; it may be disabled.') }),
  success: { status: 200, description: 'What came of it.', schema: webhookAttempt },
})

export const replayWebhook = consoleOperation({
  id: 'replayWebhook',
  method: 'POST',
  path: '/webhook-replays',
  summary: 'Deliver again what changed since an instant, or everything',
  access: managers,
  body: z.strictObject({
    webhookId: requestedId('The webhook.'),
    from: instant('Rows that changed at this instant or later; null for everything.').nullable(),
  }),
  success: theWebhook,
})

export const listWebhookAttempts = consoleOperation({
  id: 'listWebhookAttempts',
  method: 'GET',
  path: '/webhook-attempts/{id}',
  summary: "The attempts of the last 30 days to deliver messages; the id is the webhook's",
  access: managers,
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  success: { status: 200, description: 'Newest first.', schema: pageOf(webhookAttempt) },
})
