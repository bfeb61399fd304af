/** Commands for webhooks. Like keys, webhooks are named by their id only. */
import * as z from 'zod'
import { shownWebhook } from '../../actions/shownWebhook.ts'
import {
  changeExisting,
  createWebhook,
  removeWebhook,
  replay,
  rotateSecret,
  type WebhookRequest,
} from '../../actions/webhooks.ts'
import { sendTest } from '../../actions/webhookTests.ts'
import { noWebhooks, type WebhookWork, webhooksOff } from '../../actions/webhookTools.ts'
import { requireWorkspace } from '../../actions/workspaces.ts'
import { changeResources } from '../../contract/changes.ts'
import {
  webhookIncludes,
  webhookName,
  webhookResources,
  webhookUrl,
} from '../../contract/console/webhooks.ts'
import { instant, pageRowsMax } from '../../contract/primitives.ts'
import { listAttemptPage } from '../../store/webhooks/attempts.ts'
import { findWebhook, findWebhookWorkspace, listWebhooks } from '../../store/webhooks/webhooks.ts'
import { listWorkspaces } from '../../store/workspaces.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'
import { Failure } from '../failure.ts'

interface CreateInput {
  workspace: string
  name: string
  url: string
  resources?: string
  company?: string
  include?: string
  start?: string
}

export const webhookCommands = {
  'webhooks list': async (context: CommandContext, { workspace }: { workspace?: string }) => {
    const { db, nowMs } = context
    if (workspace !== undefined) await requireWorkspace(db, workspace)
    const ids = workspace === undefined ? (await listWorkspaces(db)).map(({ id }) => id) : [workspace]
    const webhooks = []
    for (const workspaceId of ids) {
      const found = await listWebhooks(db, workspaceId)
      webhooks.push(...found.map(each => ({ workspaceId, ...shownWebhook(each, nowMs) })))
    }
    return { webhooks, unavailable: workOf(context).tools.master === null ? webhooksOff : null }
  },

  'webhooks create': async (context: CommandContext, { workspace, ...input }: CreateInput) => {
    const { webhook, secret } = await createWebhook(workOf(context), workspace, requestOf(input))
    return { workspaceId: workspace, ...shownWebhook(webhook, context.nowMs), secret }
  },

  'webhooks show': async (context: CommandContext, { id }: { id: string }) => {
    const workspaceId = await workspaceOf(context, id)
    const webhook = await findWebhook(context.db, workspaceId, id)
    if (webhook === null) throw unknown(id)
    return { workspaceId, ...shownWebhook(webhook, context.nowMs) }
  },

  'webhooks rotate': async (context: CommandContext, { id }: { id: string }) => {
    const workspaceId = await workspaceOf(context, id)
    const { webhook, secret } = await rotateSecret(workOf(context), workspaceId, id)
    return { workspaceId, ...shownWebhook(webhook, context.nowMs), secret }
  },

  'webhooks enable': async (context: CommandContext, { id }: { id: string }) =>
    await changeState(context, id, 'active'),

  'webhooks disable': async (context: CommandContext, { id }: { id: string }) =>
    await changeState(context, id, 'disabled'),

  'webhooks delete': async (context: CommandContext, { id }: { id: string }) => {
    const workspaceId = await workspaceOf(context, id)
    const { name } = await removeWebhook(workOf(context), workspaceId, id)
    return { id, workspaceId, name }
  },

  'webhooks test': async (context: CommandContext, { id }: { id: string }) => ({
    webhookId: id,
    ...(await sendTest(workOf(context), await workspaceOf(context, id), id)),
  }),

  'webhooks replay': async (
    context: CommandContext,
    { id, from, all }: { id: string; from?: string; all?: string },
  ) => {
    if ((from === undefined) === (all === undefined)) {
      throw new Failure('florin webhooks replay needs either --from INSTANT or --all.', 'usage')
    }
    const since = from === undefined ? null : parsedBy(instant(''), from, '--from')
    const workspaceId = await workspaceOf(context, id)
    const webhook = await replay(workOf(context), workspaceId, id, since)
    return { workspaceId, from: since, ...shownWebhook(webhook, context.nowMs) }
  },

  'webhooks attempts': async (context: CommandContext, { id }: { id: string }) => {
    const workspaceId = await workspaceOf(context, id)
    const newest = await listAttemptPage(context.db, workspaceId, id, { after: null, limit: pageRowsMax })
    return { webhookId: id, attempts: newest.slice(0, pageRowsMax) }
  },
}

const workOf = ({ db, nowMs, webhooks = () => noWebhooks }: CommandContext): WebhookWork => ({
  db,
  tools: webhooks(),
  actor: commandLineActor(),
  nowMs,
})

async function changeState(context: CommandContext, id: string, state: 'active' | 'disabled') {
  const workspaceId = await workspaceOf(context, id)
  const webhook = await changeExisting(workOf(context), workspaceId, id, { state })
  return { workspaceId, ...shownWebhook(webhook, context.nowMs) }
}

async function workspaceOf({ db }: CommandContext, id: string): Promise<string> {
  const workspaceId = await findWebhookWorkspace(db, id)
  if (workspaceId === null) throw unknown(id)
  return workspaceId
}

const unknown = (id: string) =>
  new Failure(`There is no webhook ${id}. florin webhooks list shows all webhooks.`, 'notFound')

function requestOf({
  name,
  url,
  resources,
  company,
  include,
  start,
}: Omit<CreateInput, 'workspace'>): WebhookRequest {
  const words = resources?.split(',').map(word => word.trim())
  return {
    name: parsedBy(webhookName, name, '--name'),
    url: parsedBy(webhookUrl, url, '--url'),
    resources: parsedBy(webhookResources, words ?? [...changeResources], '--resources'),
    companyId: company ?? null,
    include: parsedBy(
      z.enum(webhookIncludes, 'must be nothing or objects'),
      include ?? 'nothing',
      '--include',
    ),
    start: parsedBy(z.enum(['now', 'beginning'], 'must be now or beginning'), start ?? 'now', '--start'),
  }
}

/** The value, checked as the console's operations check it. */
function parsedBy<Parsed>(schema: z.ZodType<Parsed>, value: unknown, option: string): Parsed {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Failure(`${option} ${parsed.error.issues[0]?.message}.`, 'usage')
}
