/** On a distributed store, a node that is away concerns only the workspaces that it holds. */
import { beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/store/engine/door.ts'
import { listKeys } from '../../../src/store/keys/apiKeys.ts'
import { readUsage } from '../../../src/store/keys/keyUses.ts'
import { useReceiver } from '../../main/webhooks/receiver.ts'
import { Followed } from '../../main/webhooks/sending.ts'
import { iban } from '../../support/builders.ts'
import { citusUrl, whileNodeIsAway } from '../../support/servers/citus.ts'
import { useService } from '../../support/service.ts'
import { twoApart, type WorkspaceOnNode } from './twoApart.ts'

describe.runIf(citusUrl !== null)('a node that is away (citus)', () => {
  const service = useService('citus')
  const receiver = useReceiver()
  let there: WorkspaceOnNode
  let away: WorkspaceOnNode
  beforeAll(async () => {
    ;[there, away] = await twoApart(service)
  })

  it('leaves the others working, and serves its own again as soon as it is back', async () => {
    const paths = ['/v1/workspace', '/v1/transactions', '/v1/companies']
    /** Sent together, so that they share their look-ups. */
    const statuses = async () => {
      const replies = [there, away, there, away].flatMap(({ secret }) =>
        paths.map(path => service.current.request(path, { secret })),
      )
      const all = (await Promise.all(replies)).map(({ status }) => status)
      const ofAway = (index: number) => Math.floor(index / paths.length) % 2 === 1
      return {
        there: [...new Set(all.filter((_, index) => !ofAway(index)))],
        away: [...new Set(all.filter((_, index) => ofAway(index)))],
      }
    }
    expect(await statuses()).toEqual({ there: [200], away: [200] })
    await whileNodeIsAway(service.current.store.databaseUrl ?? '', away.port, async () => {
      for (let turn = 0; turn < 5; turn += 1) expect(await statuses()).toEqual({ there: [200], away: [503] })
      // A load balancer must go on sending requests here.
      expect((await service.current.request('/readyz')).status).toBe(200)
    })
    expect(await statuses()).toEqual({ there: [200], away: [200] })
  })

  it('is a reason to try again for writes on all nodes, and nothing else once it is back', async () => {
    const { databaseUrl } = service.current.store
    const make = async () => await service.current.key(there.file)
    await whileNodeIsAway(databaseUrl ?? '', away.port, async () => {
      for (let turn = 0; turn < 3; turn += 1) await expect(make()).rejects.toThrow(StoreUnavailable)
    })
    // The coordinator's connections have yet to notice that the node is back.
    const outcomes: unknown[] = []
    const attempt = async () => {
      const failure = await make().then(
        () => null,
        (error: unknown) => error,
      )
      outcomes.push(failure)
      return failure
    }
    await expect.poll(attempt).toBeNull()
    expect(outcomes.filter(each => each !== null && !(each instanceof StoreUnavailable))).toEqual([])
  })

  it('keeps back only the webhooks of its own workspaces', async () => {
    const following = async ({ file, secret }: WorkspaceOnNode) => {
      const client = service.current.client(secret)
      const { sending, webhookId, companyId } = await Followed.again(service.current, receiver.current, file)
      await sending.settle()
      const change = async () => await client.payees.create({ companyId, name: 'Papierwerk', iban: iban() })
      return { sending, webhookId, change }
    }
    const one = await following(there)
    const other = await following(away)
    const received = () => receiver.current.taken().map(({ message }) => message.data.webhookId)
    received()
    await other.change()
    await whileNodeIsAway(service.current.store.databaseUrl ?? '', away.port, async () => {
      await one.change()
      await one.sending.settle()
      expect(received()).toEqual([one.webhookId])
    })
    // It counts again once it has answered, about a second later.
    const receivedLater = async () => {
      await other.sending.settle()
      return received()
    }
    await expect.poll(receivedLater).toEqual([other.webhookId])
  })

  it('keeps back only the uses of its own keys, and loses none of them', async () => {
    const { db, databaseUrl } = service.current.store
    const ask = async ({ secret }: WorkspaceOnNode) =>
      expect((await service.current.request('/v1/workspace', { secret })).status).toBe(200)
    service.current.nowMs += 1_000
    const used = new Date(service.current.nowMs).toISOString()
    const day = used.slice(0, 10)
    const counted = async ({ id }: WorkspaceOnNode) => {
      const { requests } = await readUsage(db, id, { from: day, to: day })
      return requests.reduce((sum, { status, count }) => (status === 200 ? sum + count : sum), 0)
    }
    const lastUse = async ({ id }: WorkspaceOnNode) =>
      (await listKeys(db, id))
        .map(({ lastUsedAt }) => lastUsedAt ?? '')
        .sort()
        .at(-1)
    await service.current.tidy()
    const before = { there: await counted(there), away: await counted(away) }
    for (const each of [there, there, away]) await ask(each)
    await whileNodeIsAway(databaseUrl ?? '', away.port, async () => {
      for (let turn = 0; turn < 2; turn += 1) await expect(service.current.tidy()).rejects.toThrow()
      expect(await counted(there)).toBe(before.there + 2)
      expect(await lastUse(there)).toBe(used)
    })
    await ask(away)
    await service.current.tidy()
    expect(await counted(there)).toBe(before.there + 2)
    expect(await counted(away)).toBe(before.away + 2)
    expect(await lastUse(away)).toBe(used)
  })
})
