/** Webhooks that owners and admins make and change. Who may do what is in access.test.ts. */
import { expect, it } from 'vitest'
import type { Webhook } from '../../../src/contract/console/webhooks.ts'
import { noneAllowed } from '../../../src/domain/webhooks/addresses.ts'
import { notReplied, type Outgoing, replied } from '../../../src/domain/webhooks/exchange.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { recordAttempt } from '../../../src/store/webhooks/attempts.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { masterSecret, verified } from '../../support/webhooks.ts'
import { dayMs, expectUnchanged, type Home, home, type Person } from '../access/people.ts'
import { statusAndCode } from '../wire.ts'

const url = 'https://ledger.example/florin?token=hidden'

describeOnBothStores('Webhooks in the console', store => {
  let result = replied(200, undefined)
  const sent: Outgoing[] = []
  const tools = {
    master: masterSecret,
    allowed: noneAllowed,
    transport: async (outgoing: Outgoing) => {
      sent.push(outgoing)
      return result
    },
    wake: () => undefined,
  }
  const service = useService(store, { webhooks: tools })

  async function ownHome(): Promise<{ own: Home; owner: Person }> {
    const own = await home(service.current)
    return { own, owner: await own.person('owner', { name: 'Ada' }) }
  }
  async function create(owner: Person, own: Home, given: object = {}) {
    const reply = await owner.post(own.at('/webhooks'), { name: 'Ledger', url, ...given })
    expect(reply.status).toBe(201)
    return reply.body as { webhook: Webhook; secret: string }
  }
  const listed = async (owner: Person, own: Home) => (await owner.get(own.at('/webhooks'))).body
  const auditOf = async ({ workspaceId }: Home) =>
    (await listAudit(service.current.store.db, workspaceId))
      .filter(({ action }) => action.startsWith('webhook.'))
      .map(({ action, details }) => ({ action, details }))

  it('are made with a secret that is shown once, and are listed without it', async () => {
    const { own, owner } = await ownHome()
    const { webhook, secret } = await create(owner, own)
    const createdAt = new Date(service.current.nowMs).toISOString()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whe_/),
      name: 'Ledger',
      url,
      resources: ['account', 'bill', 'category', 'company', 'payee', 'transaction'],
      companyId: null,
      include: 'nothing',
      state: 'active',
      disabledReason: null,
      disabledAt: null,
      createdBy: 'Ada',
      createdAt,
      upToDate: true,
      deliveredTo: expect.any(String),
      lastDeliveryAt: null,
      failingSince: null,
      failedAttempts: 0,
      nextAttemptAt: null,
      previousSecretUntil: null,
    })
    const reply = await owner.get(own.at('/webhooks'))
    expect(reply.body).toEqual({ data: [webhook], unavailable: null })
    expect(reply.text).not.toContain('whsec_')
    expect(await auditOf(own)).toEqual([
      {
        action: 'webhook.created',
        details: {
          name: 'Ledger',
          host: 'ledger.example',
          resources: webhook.resources,
          companyId: null,
          include: 'nothing',
          start: 'now',
        },
      },
    ])
  })

  it('can start at the beginning, for some resources of one company', async () => {
    const { own, owner } = await ownHome()
    const companyId = own.file.companies[0]?.id
    const resources = ['transaction', 'bill', 'transaction']
    const { webhook } = await create(owner, own, {
      start: 'beginning',
      resources,
      companyId,
      include: 'objects',
    })
    expect(webhook).toMatchObject({
      resources: ['bill', 'transaction'],
      companyId,
      include: 'objects',
      deliveredTo: null,
      upToDate: false,
    })
  })

  it.each([
    [{ url: 'http://ledger.example/' }, 'url must start with https://.'],
    [{ url: 'https://127.0.0.1/' }, 'url must not name this machine or a private network'],
    [{ url: 'https://a:b@ledger.example/' }, 'url must not contain a user name'],
    [{ url: `https://ledger.example/${'x'.repeat(3_000)}` }, 'url must be 1 to 2000 characters long'],
    [{ name: ' ' }, 'name must be 1 to 100 characters long'],
    [{ resources: [] }, 'must have at least one resource'],
    [{ resources: ['key'] }, 'must be one of account'],
    [{ include: 'all' }, 'must be one of nothing, objects'],
    [{ secret: 'x' }, 'secret'],
  ])('are not made from %j', async (given, message) => {
    const { own, owner } = await ownHome()
    await expectUnchanged(service.current, async () => {
      const reply = await owner.post(own.at('/webhooks'), { name: 'Ledger', url, ...given })
      expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
      expect(reply.body.message).toContain(message)
    })
  })

  it('are not made for a company of another workspace, nor changed to one', async () => {
    const { own, owner } = await ownHome()
    const companyId = service.current.foreign.companies[0]?.id
    const refused = await owner.post(own.at('/webhooks'), { name: 'Ledger', url, companyId })
    expect(statusAndCode(refused)).toEqual([404, 'NOT_FOUND'])
    const { webhook } = await create(owner, own)
    const reply = await owner.patch(own.at(`/webhooks/${webhook.id}`), { companyId })
    expect(statusAndCode(reply)).toEqual([404, 'NOT_FOUND'])
  })

  it('are at most 20 in a workspace', async () => {
    const { own, owner } = await ownHome()
    for (let count = 0; count < 20; count += 1) await create(owner, own)
    const reply = await owner.post(own.at('/webhooks'), { name: 'Ledger', url })
    expect(statusAndCode(reply)).toEqual([409, 'TOO_MANY_WEBHOOKS'])
  })

  it('are changed field by field, disabled and enabled, each with an audit record', async () => {
    const { own, owner } = await ownHome()
    const { webhook } = await create(owner, own)
    const at = own.at(`/webhooks/${webhook.id}`)
    service.current.nowMs += 1
    const changed = await owner.patch(at, { name: 'Books', url: 'https://books.example/new' })
    expect(changed.body).toEqual({ ...webhook, name: 'Books', url: 'https://books.example/new' })
    service.current.nowMs += 1
    const disabled = await owner.patch(at, { state: 'disabled' })
    expect(disabled.body).toMatchObject({ state: 'disabled', disabledReason: 'person' })
    expect((await owner.patch(at, { state: 'disabled' })).body).toEqual(disabled.body)
    service.current.nowMs += 1
    const enabled = await owner.patch(at, { state: 'active' })
    expect(enabled.body).toEqual(changed.body)
    expect((await owner.patch(at, {})).body).toEqual(changed.body)
    const refused = await owner.patch(at, { url: 'https://10.0.0.1/' })
    expect(statusAndCode(refused)).toEqual([400, 'BAD_REQUEST'])
    const records = await auditOf(own)
    expect(records.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.disabled',
      'webhook.enabled',
    ])
    expect(records[1]?.details).toMatchObject({ host: 'books.example', changed: ['name', 'url'] })
    expect(JSON.stringify(records)).not.toContain('hidden')
  })

  it('get a new secret, and the old one signs too for a day', async () => {
    const { own, owner } = await ownHome()
    const { webhook, secret } = await create(owner, own)
    const reply = await owner.post(own.at('/webhook-secrets'), { webhookId: webhook.id })
    const until = new Date(service.current.nowMs + dayMs).toISOString()
    expect(reply.body).toEqual({
      webhook: { ...webhook, previousSecretUntil: until },
      secret: expect.stringMatching(/^whsec_/),
    })
    sent.length = 0
    await owner.post(own.at('/webhook-tests'), { webhookId: webhook.id })
    const [outgoing] = sent
    if (outgoing === undefined) throw new Error('Nothing was sent.')
    for (const each of [secret, reply.body.secret])
      verified(each, { ...outgoing, headers: { ...outgoing.headers } })
  })

  it('are tested at once, also while disabled, and the attempt is listed', async () => {
    const { own, owner } = await ownHome()
    const { webhook, secret } = await create(owner, own)
    await owner.patch(own.at(`/webhooks/${webhook.id}`), { state: 'disabled' })
    sent.length = 0
    const delivered = await owner.post(own.at('/webhook-tests'), { webhookId: webhook.id })
    expect(delivered.body).toMatchObject({ type: 'webhook.test', delivered: true, status: 200, error: null })
    const [outgoing] = sent
    expect(outgoing?.url).toBe(url)
    const message = verified(secret, { headers: { ...outgoing?.headers }, body: outgoing?.body ?? '' })
    expect(message).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } })
    service.current.nowMs += 1
    result = notReplied('unreachable', 'a.b.example has the address 10.0.0.1, which is not public')
    const failed = await owner.post(own.at('/webhook-tests'), { webhookId: webhook.id })
    expect(failed.body).toMatchObject({ delivered: false, status: null, error: 'unreachable' })
    expect(failed.text).not.toContain('10.0.0.1')
    result = replied(200, undefined)
    const attempts = await owner.get(own.at(`/webhook-attempts/${webhook.id}`))
    expect(attempts.body).toEqual({ data: [failed.body, delivered.body], nextCursor: null })
    expect((await auditOf(own)).filter(({ action }) => action === 'webhook.tested')).toHaveLength(2)
  })

  it('list their attempts page by page, newest first, and drop those of more than 30 days', async () => {
    const { own, owner } = await ownHome()
    const { webhook } = await create(owner, own)
    const { db } = service.current.store
    for (let day = 0; day < 40; day += 5) {
      await recordAttempt(db, own.workspaceId, webhook.id, {
        ...{ id: `wha_${day}`, messageId: 'msg_1', type: 'workspace.changed', status: 200, error: null },
        at: new Date(service.current.nowMs - day * dayMs).toISOString(),
        durationMs: 12,
      })
    }
    const path = `/webhook-attempts/${webhook.id}?limit=3`
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: { data: { id: string }[]; nextCursor: string | null } } = await owner.get(
        own.at(cursor === '' ? path : `${path}&cursor=${cursor}`),
      )
      ids.push(...body.data.map(({ id }) => id))
      cursor = body.nextCursor
    }
    expect(ids).toEqual([0, 5, 10, 15, 20, 25, 30, 35].map(day => `wha_${day}`))
    await service.current.tidy()
    const left = await owner.get(own.at(`/webhook-attempts/${webhook.id}`))
    expect(left.body.data).toHaveLength(6)
  })

  it('are set back, but not forward', async () => {
    const { own, owner } = await ownHome()
    const { webhook } = await create(owner, own)
    const replay = (from: string | null) =>
      owner.post(own.at('/webhook-replays'), { webhookId: webhook.id, from })
    expect((await replay('2026-01-01T00:00:00+01:00')).body).toMatchObject({
      deliveredTo: '2025-12-31T22:59:59.999Z',
      upToDate: false,
    })
    expect((await replay(null)).body).toMatchObject({ deliveredTo: null })
    expect(statusAndCode(await replay('2026-01-01T00:00:00Z'))).toEqual([409, 'NOT_YET_DELIVERED'])
    expect(statusAndCode(await replay('yesterday'))).toEqual([400, 'BAD_REQUEST'])
  })

  it('are deleted with their attempts', async () => {
    const { own, owner } = await ownHome()
    const { webhook } = await create(owner, own)
    await owner.post(own.at('/webhook-tests'), { webhookId: webhook.id })
    expect((await owner.delete(own.at(`/webhooks/${webhook.id}`))).status).toBe(204)
    expect(await listed(owner, own)).toEqual({ data: [], unavailable: null })
    for (const path of [`/webhook-attempts/${webhook.id}`]) {
      expect(statusAndCode(await owner.get(own.at(path)))).toEqual([404, 'NOT_FOUND'])
    }
    expect(statusAndCode(await owner.delete(own.at(`/webhooks/${webhook.id}`)))).toEqual([404, 'NOT_FOUND'])
  })

  it('of other workspaces are as unknown as those that do not exist', async () => {
    const { own, owner } = await ownHome()
    const { own: theirs, owner: other } = await ownHome()
    const { webhook } = await create(other, theirs)
    await expectUnchanged(service.current, async () => {
      for (const id of [webhook.id, 'whe_nothing']) {
        const replies = [
          await owner.patch(own.at(`/webhooks/${id}`), { state: 'disabled' }),
          await owner.delete(own.at(`/webhooks/${id}`)),
          await owner.get(own.at(`/webhook-attempts/${id}`)),
          await owner.post(own.at('/webhook-secrets'), { webhookId: id }),
          await owner.post(own.at('/webhook-tests'), { webhookId: id }),
          await owner.post(own.at('/webhook-replays'), { webhookId: id, from: null }),
        ]
        expect(replies.map(statusAndCode)).toEqual(replies.map(() => [404, 'NOT_FOUND']))
      }
    })
    expect(await listed(owner, own)).toEqual({ data: [], unavailable: null })
  })
})
