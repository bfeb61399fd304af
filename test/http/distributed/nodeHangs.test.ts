/** On a distributed store, a node that hangs concerns only the workspaces that it holds. */
import { describe, expect, it } from 'vitest'
import { citusUrl, whileNodeHangs } from '../../support/servers/citus.ts'
import { useService } from '../../support/service.ts'
import { twoApart } from './twoApart.ts'

describe.runIf(citusUrl !== null)('a node that hangs (citus)', () => {
  const service = useService('citus')

  it.each([
    ['before a request is admitted', 'workspaces'],
    ['once it is admitted', 'transactions'],
  ])('keeps nobody else waiting, %s', async (_, table) => {
    const [there, hung] = await twoApart(service)
    const get = (secret: string, number: number) =>
      service.current.request(`/v1/transactions?limit=${number + 1}`, { secret })
    for (const { secret } of [there, hung]) expect((await get(secret, 0)).status).toBe(200)
    await whileNodeHangs(service.current.store.databaseUrl ?? '', { ...hung, table }, async () => {
      // More than the service has connections. They end when the node's time limit is over, not before.
      const waiting = Array.from({ length: 12 }, (_, number) => get(hung.secret, number))
      const firstOfThem = Promise.race(waiting)
      for (let number = 0; number < 20; number += 1) {
        const first = await Promise.race([get(there.secret, number), firstOfThem])
        expect({ number, status: first.status }).toEqual({ number, status: 200 })
      }
      for (const { status } of await Promise.all(waiting)) expect(status).toBe(503)
    })
    expect((await get(hung.secret, 0)).status).toBe(200)
  })
})
