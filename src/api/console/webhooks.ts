/** The workspace's webhooks. */
import { shownWebhook } from '../../actions/shownWebhook.ts'
import {
  changeExisting,
  createWebhook as create,
  removeWebhook,
  replay,
  rotateSecret,
  type WithSecret,
} from '../../actions/webhooks.ts'
import { sendTest } from '../../actions/webhookTests.ts'
import { type WebhookWork, webhooksOff } from '../../actions/webhookTools.ts'
import { listAttemptPage } from '../../store/webhooks/attempts.ts'
import { findWebhook, listWebhooks as stored } from '../../store/webhooks/webhooks.ts'
import { noSuchWebhook } from '../errors.ts'
import type { Handler, WorkspaceCall } from './call.ts'
import { pageByTime } from './http/pageByTime.ts'

export const listWebhooks: Handler<'listWebhooks'> = async ({ db, workspaceId, nowMs, webhooks }) => ({
  data: (await stored(db, workspaceId)).map(webhook => shownWebhook(webhook, nowMs)),
  unavailable: webhooks.master === null ? webhooksOff : null,
})

export const createWebhook: Handler<'createWebhook'> = async (call, { body }) =>
  withSecret(await create(workOf(call), call.workspaceId, body), call.nowMs)

export const changeWebhook: Handler<'changeWebhook'> = async (call, { id, body }) =>
  shownWebhook(await changeExisting(workOf(call), call.workspaceId, id, body), call.nowMs)

export const deleteWebhook: Handler<'deleteWebhook'> = async (call, { id }) => {
  await removeWebhook(workOf(call), call.workspaceId, id)
}

export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async (call, { body }) =>
  withSecret(await rotateSecret(workOf(call), call.workspaceId, body.webhookId), call.nowMs)

export const testWebhook: Handler<'testWebhook'> = async (call, { body }) =>
  await sendTest(workOf(call), call.workspaceId, body.webhookId)

export const replayWebhook: Handler<'replayWebhook'> = async (call, { body: { webhookId, from } }) =>
  shownWebhook(await replay(workOf(call), call.workspaceId, webhookId, from), call.nowMs)

export const listWebhookAttempts: Handler<'listWebhookAttempts'> = async (
  { db, workspaceId },
  { id, query },
) => {
  if ((await findWebhook(db, workspaceId, id)) === null) throw noSuchWebhook()
  return await pageByTime(query, {
    workspaceId,
    list: `webhook attempts ${id}`,
    read: page => listAttemptPage(db, workspaceId, id, page),
    instantOf: ({ at }) => at,
  })
}

const workOf = ({ db, webhooks, actor, nowMs }: WorkspaceCall): WebhookWork => ({
  db,
  tools: webhooks,
  actor,
  nowMs,
})

const withSecret = ({ webhook, secret }: WithSecret, nowMs: number) => ({
  webhook: shownWebhook(webhook, nowMs),
  secret,
})
