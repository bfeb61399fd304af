/** On a distributed store, a node that is away concerns only the workspaces that it holds. */
import { describe, expect, it } from 'vitest'
import { citusUrl, whileNodeIsAway } from '../../support/servers/citus.ts'
import { useService } from '../../support/service.ts'
import { twoApart } from './twoApart.ts'

describe.runIf(citusUrl !== null)('a node that is away (citus)', () => {
  const service = useService('citus')

  it('leaves the others working, and serves its own again as soon as it is back', async () => {
    const [there, away] = await twoApart(service)
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
})
