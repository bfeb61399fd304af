/** Messages that carry the changed rows. */
import { beforeEach, expect, it } from 'vitest'
import { changesPerMessageMax, messageBytesMax } from '../../../src/domain/webhooks/messages.ts'
import { restMs } from '../../../src/main/webhooks/deliver.ts'
import { renewEpochs } from '../../../src/store/workspaces.ts'
import { iban, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { verified } from '../../support/webhooks.ts'
import { ObjectMirror, readOn, wholeCopy } from './copies.ts'
import { type Received, useReceiver } from './receiver.ts'
import { Followed, secondMs } from './sending.ts'

describeOnBothStores('A webhook that carries the changed rows', store => {
  const service = useService(store)
  const receiver = useReceiver()
  let followed: Followed

  beforeEach(async () => {
    await service.current.store.db.query('delete from webhooks')
    followed = await Followed.by(service.current, receiver.current, {
      include: 'objects',
      start: 'beginning',
    })
    followed.pass(secondMs)
  })

  async function loadMany(count: number): Promise<void> {
    const [on] = followed.file.accounts
    if (!on) throw new Error('The workspace has no account.')
    const transactions = Array.from({ length: count }, () => transaction(on))
    await service.current.load(workspaceFile({ workspace: followed.file.workspace, transactions }))
  }

  const dataOf = (received: readonly Received[]) => received.map(({ message }) => message.data)

  it('keeps a copy equal to the workspace, in the order of the feed, each message after the one before', async () => {
    const mirror = new ObjectMirror()
    await loadMany(120)
    await followed.sending.settle()
    const first = receiver.current.taken()
    for (const each of first) expect(verified(followed.secret, each)).toEqual(each.message)
    mirror.take(first)
    expect(mirror.copy).toEqual(await wholeCopy(service.current, await followed.key()))
    const everything = await readOn(service.current, await followed.key(), '/v1/changes')
    expect(dataOf(first).flatMap(({ changes }) => changes)).toEqual(everything.changes)
    const counts = dataOf(first).map(({ changes }) => changes.length)
    expect(Math.max(...counts)).toBe(changesPerMessageMax)
    expect(dataOf(first).map(({ upToDate }) => upToDate)).toEqual(
      counts.map((_, at) => at === counts.length - 1),
    )

    followed.pass(restMs)
    const client = service.current.client(await followed.key())
    const { id } = await client.payees.create({ companyId: followed.companyId, name: 'New', iban: iban() })
    await client.payees.delete(followed.file.payees[0]?.id ?? '')
    await followed.sending.settle()
    const second = receiver.current.taken()
    expect(dataOf(second).flatMap(({ changes }) => changes)).toMatchObject([
      { id, resource: 'payee' },
      { id: followed.file.payees[0]?.id, object: null },
    ])
    mirror.take(second)
    expect(mirror.copy).toEqual(await wholeCopy(service.current, await followed.key()))
    expect((await followed.stored()).upToDate).toBe(true)
  })

  it('goes on at once while there is more, and rests once it is up to date', async () => {
    await loadMany(2 * changesPerMessageMax)
    await followed.sending.settle()
    expect(receiver.current.taken().length).toBeGreaterThanOrEqual(3)
    await loadMany(1)
    expect(await followed.sending.settle()).toBe(0)
    followed.pass(restMs)
    await followed.sending.settle()
    expect(receiver.current.only().changes).toHaveLength(1)
  })

  it('has at most 128 kB, and a row that is larger by itself is announced instead, in its place', async () => {
    await loadMany(3)
    await followed.sending.settle()
    receiver.current.taken()
    followed.pass(restMs)
    const [on] = followed.file.accounts
    if (!on) throw new Error('The workspace has no account.')
    const transactions = Array.from({ length: 3 }, (_, index) =>
      transaction(on, { id: `txn_large_${index}` }),
    )
    await service.current.load(workspaceFile({ workspace: followed.file.workspace, transactions }))
    // Longer than the contract allows, as only a file from elsewhere could be.
    await service.current.store.db.query(
      `update transactions set description = repeat('ä', case id when 'txn_large_1' then 70000 else 40000 end)
       where workspace_id = $1 and id like 'txn_large%'`,
      [followed.workspaceId],
    )
    await followed.sending.settle()
    const received = receiver.current.taken()
    for (const { body } of received) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(messageBytesMax)
    expect(received.map(({ message }) => message.type)).toEqual([
      'workspace.changes',
      'workspace.changed',
      'workspace.changes',
    ])
    const [before, bell, after] = dataOf(received)
    expect(before?.changes).toMatchObject([{ id: 'txn_large_0' }])
    expect(bell).toMatchObject({ changes: 1, resources: ['transaction'], cursor: before?.nextCursor })
    expect(after?.changes).toMatchObject([{ id: 'txn_large_2' }])
  })

  it('after a restore is told so first, and then gets everything again', async () => {
    await followed.sending.settle()
    receiver.current.taken()
    await renewEpochs(service.current.store.db)
    followed.pass(restMs)
    await followed.sending.settle()
    const [resync, ...rest] = receiver.current.taken()
    expect(resync?.message).toMatchObject({ type: 'workspace.resync', data: { reason: 'restored' } })
    expect(rest[0]?.message.data.cursor).toBeNull()
    const mirror = new ObjectMirror()
    mirror.take(rest)
    expect(mirror.copy).toEqual(await wholeCopy(service.current, await followed.key()))
  })
})
