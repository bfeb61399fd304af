/** Messages that say that something changed, and lead to what changed. */
import { beforeEach, expect, it } from 'vitest'
import { countedChangesMax } from '../../../src/domain/webhooks/messages.ts'
import { restMs } from '../../../src/main/webhooks/deliver.ts'
import { renewEpochs } from '../../../src/store/workspaces.ts'
import { company, iban, payee, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { verified } from '../../support/webhooks.ts'
import { readOn, wholeCopy } from './copies.ts'
import { useReceiver } from './receiver.ts'
import { Followed, secondMs } from './sending.ts'

describeOnBothStores('A webhook that says that something changed', store => {
  const service = useService(store)
  const receiver = useReceiver()
  let followed: Followed
  const from = (given: Parameters<typeof Followed.by>[2] = {}) =>
    Followed.by(service.current, receiver.current, given)
  const newPayee = async (name = 'Papierwerk') =>
    await service.current
      .client(await followed.key())
      .payees.create({ companyId: followed.companyId, name, iban: iban() })

  beforeEach(async () => {
    await service.current.store.db.query('delete from webhooks')
    followed = await from()
    followed.pass(secondMs)
  })

  it('rings once for a change, at once, signed, with a cursor that leads to exactly that change', async () => {
    expect(await followed.sending.settle()).toBe(0)
    const { id, updatedAt } = await newPayee()
    await followed.sending.settle()
    const [received, ...others] = receiver.current.taken()
    expect(others).toEqual([])
    if (received === undefined) throw new Error('Nothing arrived.')
    expect(verified(followed.secret, received)).toEqual(received.message)
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[0-9A-Z]{26}$/),
    })
    expect(received.message).toEqual({
      type: 'workspace.changed',
      timestamp: new Date(service.current.nowMs).toISOString(),
      data: {
        webhookId: followed.webhookId,
        workspaceId: followed.workspaceId,
        clock: updatedAt,
        resources: ['payee'],
        changes: 1,
        changesCapped: false,
        cursor: expect.any(String),
        changesPath: expect.any(String),
      },
    })
    const { cursor, changesPath } = received.message.data
    const byCursor = await readOn(service.current, await followed.key(), `/v1/changes?cursor=${cursor}`)
    expect(byCursor.changes.map(change => change.id)).toEqual([id])
    expect((await readOn(service.current, await followed.key(), changesPath)).changes).toEqual(
      byCursor.changes,
    )
    expect(await followed.sending.settle()).toBe(0)
    expect(await followed.stored()).toMatchObject({ upToDate: true, placeAt: updatedAt, failedAttempts: 0 })
  })

  it('has a cursor for its own resources: a key with these scopes uses it as it is, others name them', async () => {
    const some = await Followed.again(service.current, receiver.current, followed.file, {
      resources: ['payee'],
    })
    const { id } = await newPayee()
    await followed.sending.settle()
    const message = receiver.current
      .taken()
      .find(({ message: { data } }) => data.webhookId === some.webhookId)
    const { cursor, changesPath } = message?.message.data ?? {}
    const same = await followed.key(['payees:read'])
    expect((await readOn(service.current, same, `/v1/changes?cursor=${cursor}`)).changes).toMatchObject([
      { id },
    ])
    const wider = await followed.key()
    expect((await readOn(service.current, wider, changesPath)).changes).toMatchObject([{ id }])
    const refused = await service.current.request(`/v1/changes?cursor=${cursor}`, { secret: wider })
    expect(refused.status).toBe(400)
  })

  it('is silent about other workspaces, resources and companies, and still goes on', async () => {
    const another = company()
    await service.current.load(workspaceFile({ ...followed.file, companies: [another] }))
    await followed.sending.settle()
    receiver.current.taken()
    followed.pass(restMs)
    const bills = await Followed.again(service.current, receiver.current, followed.file, {
      resources: ['bill'],
    })
    const there = await Followed.again(service.current, receiver.current, followed.file, {
      companyId: another.id,
      resources: ['payee'],
    })
    await newPayee()
    const { foreign, foreignSecret } = service.current
    await service.current
      .client(foreignSecret)
      .payees.create({ companyId: foreign.companies[0]?.id ?? '', name: 'Foreign', iban: iban() })
    await followed.sending.settle()
    expect(receiver.current.only()).toMatchObject({ webhookId: followed.webhookId, changes: 1 })
    for (const each of [bills, there, followed]) expect((await each.stored()).upToDate).toBe(true)
  })

  it('tells of deletions, and of several changes together', async () => {
    const client = service.current.client(await followed.key())
    const { id } = await newPayee()
    await newPayee('Another')
    await client.payees.delete(id)
    await followed.sending.settle()
    const { changes, changesPath } = receiver.current.only()
    expect(changes).toBe(2)
    const read = await readOn(service.current, await followed.key(), changesPath)
    expect(read.changes.filter(({ object }) => object === null)).toMatchObject([{ id }])
  })

  it('rings at most every two seconds while changes keep coming, and misses none', async () => {
    const rings: number[] = []
    const copy = await wholeCopy(service.current, await followed.key())
    for (let step = 0; step < 12; step += 1) {
      await newPayee(`Payee ${step}`)
      await followed.sending.settle()
      for (const { message } of receiver.current.taken()) {
        rings.push(step)
        const { changes } = await readOn(service.current, await followed.key(), message.data.changesPath)
        for (const { resource, id, object } of changes) copy.set(`${resource} ${id}`, object)
      }
      followed.pass(restMs / 4)
    }
    expect(rings).toEqual([0, 4, 8])
    followed.pass(restMs)
    await followed.sending.settle()
    const { changesPath } = receiver.current.only()
    const { changes } = await readOn(service.current, await followed.key(), changesPath)
    for (const { resource, id, object } of changes) copy.set(`${resource} ${id}`, object)
    expect(copy).toEqual(await wholeCopy(service.current, await followed.key()))
  })

  it('rings once for a large commit, with a number that is capped and every resource that changed', async () => {
    const [on] = followed.file.accounts
    const [owner] = followed.file.companies
    if (!on || !owner) throw new Error('The workspace is empty.')
    const transactions = Array.from({ length: countedChangesMax + 1 }, () => transaction(on))
    // Sorts behind all of the transactions' places, so counting alone would not find it.
    const file = workspaceFile({ workspace: followed.file.workspace, transactions, payees: [payee(owner)] })
    await service.current.load(file)
    await followed.sending.settle()
    followed.pass(restMs)
    await followed.sending.settle()
    expect(receiver.current.only()).toMatchObject({
      changes: countedChangesMax,
      changesCapped: true,
      resources: ['payee', 'transaction'],
    })
  })

  it('from the beginning leads to everything, without a cursor', async () => {
    const whole = await from({ start: 'beginning' })
    await whole.sending.settle()
    const { cursor, changesPath, resources } = receiver.current.only()
    expect(cursor).toBeNull()
    expect(resources).toEqual(['account', 'bill', 'category', 'company', 'payee', 'transaction'])
    const read = await readOn(service.current, await whole.key(), changesPath)
    expect(read.changes).toEqual((await readOn(service.current, await whole.key(), '/v1/changes')).changes)
  })

  it('after a restore says that everything must be read again, and goes on from there', async () => {
    await newPayee('Before')
    await renewEpochs(service.current.store.db)
    await followed.sending.settle()
    const resyncs = receiver.current.taken()
    const own = resyncs.filter(({ message }) => message.data.webhookId === followed.webhookId)
    expect(own).toHaveLength(1)
    expect(own[0]?.message).toMatchObject({
      type: 'workspace.resync',
      data: { reason: 'restored', workspaceId: followed.workspaceId },
    })
    expect(verified(followed.secret, own[0] ?? { headers: {}, body: '' })).toEqual(own[0]?.message)
    const again = await readOn(service.current, await followed.key(), own[0]?.message.data.changesPath)
    expect(again.changes.map(({ object }) => object)).toContainEqual(
      expect.objectContaining({ name: 'Before' }),
    )
    followed.pass(restMs)
    const { id } = await newPayee('After')
    await followed.sending.settle()
    const { changesPath } = receiver.current.only()
    const after = await readOn(service.current, await followed.key(), changesPath)
    expect(after.changes).toMatchObject([{ id }])
  })

  it('does not repeat a message from before a restore', async () => {
    receiver.current.reply = response => void response.writeHead(500).end()
    await newPayee()
    await followed.sending.settle()
    expect(receiver.current.taken()).toHaveLength(1)
    await renewEpochs(service.current.store.db)
    followed.pass(10 * secondMs)
    await followed.sending.settle()
    const own = () =>
      receiver.current.taken().filter(({ message }) => message.data.webhookId === followed.webhookId)
    const [failed] = own()
    expect(failed?.message.type).toBe('workspace.resync')
    // The same resync is repeated until it arrives.
    receiver.current.reset()
    followed.pass(10 * secondMs)
    await followed.sending.settle()
    expect(own()).toMatchObject([{ body: failed?.body, message: { type: 'workspace.resync' } }])
  })
})
