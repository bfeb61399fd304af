/** Secrets of webhooks over their life, and what happens when FLORIN_SECRET changes. */
import { beforeEach, expect, it } from 'vitest'
import { changeExisting, rotateSecret } from '../../../src/actions/webhooks.ts'
import { sendTest } from '../../../src/actions/webhookTests.ts'
import { restMs } from '../../../src/main/webhooks/deliver.ts'
import { iban } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { masterSecret, verified } from '../../support/webhooks.ts'
import { type Received, useReceiver } from './receiver.ts'
import { dayMs, Followed, Sending, secondMs, toolsFor } from './sending.ts'

describeOnBothStores('The secret of a webhook', store => {
  const service = useService(store)
  const receiver = useReceiver()
  let followed: Followed

  beforeEach(async () => {
    await service.current.store.db.query('delete from webhooks')
    followed = await Followed.by(service.current, receiver.current)
    followed.pass(secondMs)
  })

  /** What arrives for a new change. */
  async function next(sending = followed.sending): Promise<Received> {
    followed.pass(restMs)
    await service.current
      .client(await followed.key())
      .payees.create({ companyId: followed.companyId, name: 'Papierwerk', iban: iban() })
    await sending.settle()
    const [received] = receiver.current.taken()
    if (received === undefined) throw new Error('Nothing arrived.')
    return received
  }
  const rotate = () => rotateSecret(followed.work, followed.workspaceId, followed.webhookId)

  it('is in no column of the database', async () => {
    await next()
    const rows = await service.current.store.db.query('select * from webhooks')
    const text = JSON.stringify(rows)
    expect(text).toContain(followed.webhookId)
    for (const hidden of [masterSecret, followed.secret, followed.secret.slice('whsec_'.length)]) {
      expect(text).not.toContain(hidden)
    }
  })

  it('signs together with the next one for 24 hours after each rotation', async () => {
    const old = followed.secret
    verified(old, await next())
    const { secret, webhook } = await rotate()
    expect(webhook.rotatedAt).not.toBeNull()
    const during = await next()
    verified(old, during)
    verified(secret, during)
    followed.pass(dayMs)
    const after = await next()
    verified(secret, after)
    expect(() => verified(old, after)).toThrow('No matching signature')
    const third = await rotate()
    const last = await next()
    verified(third.secret, last)
    verified(secret, last)
    expect(() => verified(old, last)).toThrow('No matching signature')
  })

  it('is never used with another FLORIN_SECRET: the webhook is disabled, and says why', async () => {
    const other = 'another secret, of 40 characters or more'
    const sending = new Sending(service.current, receiver.current, { master: other })
    await expect(next(sending)).rejects.toThrow('Nothing arrived.')
    expect(receiver.current.connections).toBe(0)
    expect(await followed.stored()).toMatchObject({ state: 'disabled', disabledReason: 'secret_changed' })
    const work = { ...followed.work, tools: toolsFor(receiver.current, other) }
    const { workspaceId, webhookId } = followed
    const enable = () => changeExisting(work, workspaceId, webhookId, { state: 'active' })
    await expect(enable()).rejects.toThrow('FLORIN_SECRET is not the one')
    await expect(sendTest(work, workspaceId, webhookId)).rejects.toThrow('FLORIN_SECRET is not the one')
    // A new secret is good again, and only that one signs.
    const { secret, webhook } = await rotateSecret(work, workspaceId, webhookId)
    expect(webhook.rotatedAt).toBeNull()
    await enable()
    followed.pass(restMs)
    await sending.settle()
    const [received] = receiver.current.taken()
    if (received === undefined) throw new Error('Nothing arrived.')
    verified(secret, received)
    expect(received.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    // The change that was made while it was disabled is in the message.
    expect(received.message.data.changes).toBe(1)
  })

  it('works again with the first FLORIN_SECRET, once enabled', async () => {
    const other = new Sending(service.current, receiver.current, {
      master: 'another secret, of 40 characters',
    })
    await expect(next(other)).rejects.toThrow('Nothing arrived.')
    await changeExisting(followed.work, followed.workspaceId, followed.webhookId, { state: 'active' })
    verified(followed.secret, await next())
  })
})
