/** Several senders on one store, and senders that die. */
import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import type { ExchangeResult } from '../../../src/domain/webhooks/exchange.ts'
import { replied } from '../../../src/domain/webhooks/exchange.ts'
import { restMs } from '../../../src/main/webhooks/deliver.ts'
import { leaseMs, startSender } from '../../../src/main/webhooks/sender.ts'
import { ping } from '../../../src/store/engine/locks.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { listWebhooks } from '../../../src/store/webhooks/webhooks.ts'
import { iban } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { masterSecret } from '../../support/webhooks.ts'
import { useReceiver } from './receiver.ts'
import { Followed, Sending, secondMs, transportTo } from './sending.ts'

describeOnBothStores('Senders', store => {
  const service = useService(store)
  const receiver = useReceiver()
  let followed: Followed

  beforeEach(async () => {
    await service.current.store.db.query('delete from webhooks')
    followed = await Followed.by(service.current, receiver.current)
    followed.pass(secondMs)
  })

  const change = async () =>
    await service.current
      .client(await followed.key())
      .payees.create({ companyId: followed.companyId, name: 'Papierwerk', iban: iban() })
  /** How many webhooks have yet to deliver something. */
  const underWay = async () => {
    const webhooks = await listWebhooks(service.current.store.db, followed.workspaceId)
    return webhooks.filter(({ upToDate }) => !upToDate).length
  }
  const ids = () => receiver.current.taken().map(({ headers }) => headers['webhook-id'])

  it('on one store deliver each message once', async () => {
    for (let count = 1; count < 8; count += 1) {
      await Followed.again(service.current, receiver.current, followed.file)
    }
    const { databaseUrl } = service.current.store
    const second = databaseUrl === null ? null : await openPostgres({ url: databaseUrl })
    // The first connection tells whether the store is distributed; a service has one before it sends.
    if (second !== null) await ping(second)
    try {
      const one = new Sending(service.current, receiver.current, { by: 'one' })
      const two = new Sending(service.current, receiver.current, { by: 'two', ...(second && { db: second }) })
      for (let round = 0; round < 3; round += 1) {
        await change()
        await Promise.all([one, two, one, two].map(each => each.settle()))
        const sent = receiver.current.taken()
        expect(new Set(sent.map(({ message }) => message.data.webhookId)).size).toBe(8)
        expect(sent).toHaveLength(8)
        followed.pass(restMs)
      }
    } finally {
      await second?.close()
    }
  })

  it('leave a message alone while another one is sending it', async () => {
    receiver.current.reply = () => undefined
    await change()
    const [sent] = await followed.sending.start()
    await expect.poll(() => receiver.current.received.length).toBe(1)
    expect(await new Sending(service.current, receiver.current, { by: 'two' }).settle()).toBe(0)
    followed.sending.abort()
    await sent
  })

  it('repeat the message of one that died, with the same bytes, and its late result changes nothing', async () => {
    let finish: (result: ExchangeResult) => void = () => undefined
    const dying = new Sending(service.current, receiver.current, {
      by: 'dying',
      transport: outgoing => {
        void transportTo(receiver.current)(outgoing)
        return new Promise(settle => {
          finish = settle
        })
      },
    })
    await change()
    const [late] = await dying.start()
    await expect.poll(() => receiver.current.received.length).toBe(1)
    const next = new Sending(service.current, receiver.current, { by: 'next' })
    followed.pass(leaseMs - 1)
    expect(await next.settle()).toBe(0)
    followed.pass(1)
    await next.settle()
    const [first, again] = receiver.current.taken()
    expect(again?.body).toBe(first?.body)
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    await change()
    followed.pass(restMs)
    const before = await followed.stored()
    finish(replied(500, undefined))
    await late
    expect(await followed.stored()).toEqual(before)
    await next.settle()
    expect(ids()).toHaveLength(1)
  })

  it('that stop end what they are sending, and the next one repeats it at once', async () => {
    receiver.current.reply = () => undefined
    await change()
    const [sent] = await followed.sending.start()
    await expect.poll(() => receiver.current.received.length).toBe(1)
    followed.sending.abort()
    expect(await sent).toBe(false)
    expect(await followed.stored()).toMatchObject({ failedAttempts: 0, failingSince: null })
    receiver.current.reply = response => void response.writeHead(200).end()
    await new Sending(service.current, receiver.current, { by: 'next' }).settle()
    const [first, again] = receiver.current.taken()
    expect(again?.body).toBe(first?.body)
  })

  it('running by themselves deliver a change soon, and many webhooks at once', async () => {
    const sender = await startSender({
      db: service.current.store.db,
      master: masterSecret,
      transport: transportTo(receiver.current),
      clock: () => service.current.nowMs,
      log: pino({ level: 'silent' }),
    })
    try {
      for (let count = 1; count < 10; count += 1) {
        await Followed.again(service.current, receiver.current, followed.file)
      }
      sender.wake()
      await change()
      await expect.poll(underWay).toBe(0)
      expect(receiver.current.taken()).toHaveLength(10)
      followed.pass(restMs)
      await change()
      await expect.poll(underWay).toBe(0)
    } finally {
      await sender.close()
    }
    expect(receiver.current.taken()).toHaveLength(10)
  })
})
