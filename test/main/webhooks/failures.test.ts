/** Receivers that fail, go away and come back. */
import { beforeEach, expect, it } from 'vitest'
import { changeExisting, removeWebhook, replay } from '../../../src/actions/webhooks.ts'
import { notReplied } from '../../../src/domain/webhooks/exchange.ts'
import { restMs } from '../../../src/main/webhooks/deliver.ts'
import { listAttemptPage } from '../../../src/store/webhooks/attempts.ts'
import { iban } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { verified } from '../../support/webhooks.ts'
import { ObjectMirror, wholeCopy } from './copies.ts'
import { type Received, useReceiver } from './receiver.ts'
import { dayMs, Followed, hourMs, minuteMs, Sending, secondMs } from './sending.ts'

describeOnBothStores('A webhook whose receiver fails', store => {
  const service = useService(store)
  const receiver = useReceiver()
  let followed: Followed

  beforeEach(async () => {
    await service.current.store.db.query('delete from webhooks')
    followed = await Followed.by(service.current, receiver.current)
    followed.pass(secondMs)
  })

  const status = (code: number, headers: Record<string, string> = {}) => {
    receiver.current.reply = response =>
      void response.writeHead(code, headers).end('a reply that nobody may see')
  }
  const change = async () =>
    await service.current
      .client(await followed.key())
      .payees.create({ companyId: followed.companyId, name: 'Papierwerk', iban: iban() })
  const attempts = () =>
    listAttemptPage(service.current.store.db, followed.workspaceId, followed.webhookId, {
      after: null,
      limit: 50,
    })
  const sameMessage = ([first, ...others]: readonly Received[]) => {
    for (const { headers, body } of others) {
      expect(body).toBe(first?.body)
      expect(headers['webhook-id']).toBe(first?.headers['webhook-id'])
    }
  }

  it('repeats the same message with a new time and signature until it is accepted', async () => {
    status(503)
    await change()
    await followed.sending.settle()
    expect(await followed.stored()).toMatchObject({ failedAttempts: 1, upToDate: false })
    await change()
    for (const pauseMs of [5 * secondMs, 5 * minuteMs, 30 * minuteMs]) {
      followed.pass(pauseMs - 1)
      expect(await followed.sending.settle()).toBe(0)
      followed.pass(1)
      expect(await followed.sending.settle()).toBe(1)
    }
    receiver.current.reply = response => void response.writeHead(200).end()
    followed.pass(2 * hourMs)
    await followed.sending.settle()
    const received = receiver.current.taken()
    expect(received).toHaveLength(5)
    sameMessage(received)
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5)
    for (const each of received) verified(followed.secret, each)
    // The change that came meanwhile has a message of its own.
    followed.pass(restMs)
    await followed.sending.settle()
    expect(receiver.current.only()).toMatchObject({ changes: 1 })
    expect(await followed.stored()).toMatchObject({ failedAttempts: 0, failingSince: null, upToDate: true })
  })

  it('notes each attempt with status, word and duration, and nothing of the reply', async () => {
    status(500)
    await change()
    await followed.sending.settle()
    followed.pass(5 * secondMs)
    status(302, { Location: 'https://127.0.0.1/elsewhere' })
    await followed.sending.settle()
    followed.pass(5 * minuteMs)
    status(204)
    await followed.sending.settle()
    const [delivered, redirected, failed] = await attempts()
    expect([delivered, redirected, failed]).toMatchObject([
      { delivered: true, status: 204, error: null },
      { delivered: false, status: 302, error: 'redirect' },
      { delivered: false, status: 500, error: 'status' },
    ])
    expect(new Set([delivered, redirected, failed].map(each => each?.messageId)).size).toBe(1)
    const stored = await service.current.store.db.query('select * from webhook_attempts')
    expect(JSON.stringify(stored)).not.toContain('nobody may see')
  })

  it('waits as long as Retry-After asks', async () => {
    status(429, { 'Retry-After': '3600' })
    await change()
    await followed.sending.settle()
    followed.pass(hourMs - 1)
    expect(await followed.sending.settle()).toBe(0)
    followed.pass(1)
    expect(await followed.sending.settle()).toBe(1)
  })

  it('is disabled at once by a 410, audited, and goes on with the same message once enabled', async () => {
    status(410)
    await change()
    await followed.sending.settle()
    expect(await followed.stored()).toMatchObject({ state: 'disabled', disabledReason: 'gone' })
    followed.pass(30 * dayMs)
    expect(await followed.sending.settle()).toBe(0)
    const audit = await service.current.store.db.query<{ details: unknown }>(
      `select details from audit_records where workspace_id = $1 and action = 'webhook.disabled'`,
      [followed.workspaceId],
    )
    expect(audit).toEqual([{ details: { name: 'Ledger', reason: 'gone' } }])
    status(200)
    await changeExisting(followed.work, followed.workspaceId, followed.webhookId, { state: 'active' })
    await followed.sending.settle()
    const received = receiver.current.taken()
    expect(received).toHaveLength(2)
    sameMessage(received)
    expect(await followed.stored()).toMatchObject({ state: 'active', disabledReason: null, upToDate: true })
  })

  it('away for ten days is disabled after five, and its copy is complete and in order afterwards', async () => {
    const objects = await Followed.again(service.current, receiver.current, followed.file, {
      include: 'objects',
      start: 'beginning',
    })
    await objects.sending.settle()
    const mirror = new ObjectMirror()
    const own = (received: Received[]) =>
      received.filter(({ message }) => message.data.webhookId === objects.webhookId)
    mirror.take(own(receiver.current.taken()))
    let tries = 0
    const away = new Sending(service.current, receiver.current, {
      random: () => 0.3,
      transport: async () => {
        tries += 1
        return notReplied('unreachable', 'away')
      },
    })
    const client = service.current.client(await followed.key())
    let disabledAfterMs: number | null = null
    const startMs = service.current.nowMs
    for (let hour = 0; hour < 10 * 24; hour += 4) {
      if (hour % 12 === 0) {
        const { id } = await change()
        if (hour % 24 === 0) await client.payees.delete(id)
      }
      await away.settle()
      const { state, disabledReason } = await objects.stored()
      if (state === 'disabled' && disabledAfterMs === null) {
        expect(disabledReason).toBe('failing')
        disabledAfterMs = service.current.nowMs - startMs
      }
      followed.pass(4 * hourMs)
    }
    expect(disabledAfterMs).toBeGreaterThanOrEqual(5 * dayMs)
    expect(disabledAfterMs).toBeLessThan(7 * dayMs)
    // Two webhooks, each tried about a dozen times in ten days.
    expect(tries).toBeLessThanOrEqual(2 * 14)
    await changeExisting(objects.work, objects.workspaceId, objects.webhookId, { state: 'active' })
    await objects.sending.settle()
    followed.pass(restMs)
    await objects.sending.settle()
    const received = own(receiver.current.taken())
    expect(received.length).toBeLessThanOrEqual(3)
    mirror.take(received)
    expect(mirror.copy).toEqual(await wholeCopy(service.current, await followed.key()))
    expect(await objects.stored()).toMatchObject({ upToDate: true, failingSince: null })
  })

  it('can be set back to an instant or the beginning, but not forward', async () => {
    await change()
    await followed.sending.settle()
    followed.pass(restMs)
    const between = new Date(service.current.nowMs).toISOString()
    const { id } = await change()
    await followed.sending.settle()
    receiver.current.taken()
    await replay(followed.work, followed.workspaceId, followed.webhookId, between)
    await followed.sending.settle()
    expect(receiver.current.only()).toMatchObject({ changes: 1 })
    followed.pass(restMs)
    await replay(followed.work, followed.workspaceId, followed.webhookId, null)
    await followed.sending.settle()
    expect(receiver.current.only().changes).toBeGreaterThan(5)
    const later = new Date(service.current.nowMs + dayMs).toISOString()
    await expect(replay(followed.work, followed.workspaceId, followed.webhookId, later)).rejects.toThrow(
      'has not been delivered yet',
    )
    expect(id).toMatch(/^pye_/)
  })

  it('is tried again at once with a new URL, and makes a new message for other resources', async () => {
    status(500)
    const { id } = await change()
    for (const ms of [0, 5 * secondMs, 5 * minuteMs]) {
      followed.pass(ms)
      await followed.sending.settle()
    }
    const { workspaceId, webhookId } = followed
    const failed = receiver.current.taken()
    status(200)
    await changeExisting(followed.work, workspaceId, webhookId, { name: 'Books' })
    expect(await followed.sending.settle()).toBe(0)
    await changeExisting(followed.work, workspaceId, webhookId, { url: `${receiver.current.url}/new` })
    expect(await followed.stored()).toMatchObject({ failedAttempts: 0, failingSince: null })
    await followed.sending.settle()
    const received = receiver.current.taken()
    expect(received).toMatchObject([{ path: '/florin/new' }])
    sameMessage([...failed, ...received])
    // A message for other resources is another one, from the same place.
    status(500)
    followed.pass(restMs)
    await change()
    await followed.sending.settle()
    const [before] = receiver.current.taken()
    status(200)
    await changeExisting(followed.work, workspaceId, webhookId, { include: 'objects', resources: ['payee'] })
    followed.pass(5 * secondMs)
    await followed.sending.settle()
    const [after] = receiver.current.taken()
    expect(after?.headers['webhook-id']).not.toBe(before?.headers['webhook-id'])
    expect(after?.message.data.changes).toMatchObject([{ resource: 'payee' }])
    expect(after?.message.data.changes[0].id).not.toBe(id)
  })

  it('that is set back while a message is on its way sends nothing next to it, and then everything', async () => {
    let accept = () => undefined as unknown
    receiver.current.reply = response => {
      accept = () => response.writeHead(200).end()
    }
    await change()
    const [sent] = await followed.sending.start()
    await expect.poll(() => receiver.current.received.length).toBe(1)
    await replay(followed.work, followed.workspaceId, followed.webhookId, null)
    expect(await new Sending(service.current, receiver.current, { by: 'two' }).settle()).toBe(0)
    receiver.current.reply = response => void response.writeHead(200).end()
    accept()
    await sent
    receiver.current.taken()
    await followed.sending.settle()
    expect(receiver.current.only()).toMatchObject({ cursor: null })
  })

  it('that is deleted while a message is on its way leaves nothing behind', async () => {
    let accept = () => undefined as unknown
    receiver.current.reply = response => {
      accept = () => response.writeHead(200).end()
    }
    await change()
    const [sent] = await followed.sending.start()
    await expect.poll(() => receiver.current.received.length).toBe(1)
    await removeWebhook(followed.work, followed.workspaceId, followed.webhookId)
    accept()
    await sent
    const left = await service.current.store.db.query(
      'select id from webhook_attempts where workspace_id = $1 union all select id from webhooks where workspace_id = $1',
      [followed.workspaceId],
    )
    expect(left).toEqual([])
  })
})
