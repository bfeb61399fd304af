/** On a distributed store, a node that is away concerns only the workspaces that it holds. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { smallWorkspace } from '../../support/builders.ts'
import { citusUrl, whileNodeIsAway } from '../../support/servers/citus.ts'
import { useService } from '../../support/service.ts'

const workspacesMax = 40

describe.runIf(citusUrl !== null)('a node that is away (citus)', () => {
  const service = useService('citus')

  async function portOf(workspaceId: string): Promise<number> {
    const client = new pg.Client(service.current.store.databaseUrl ?? '')
    await client.connect()
    try {
      const { rows } = await client.query<{ port: number }>(
        `select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
         where p.shardid = get_shard_id_for_distribution_column('workspaces', $1::text)`,
        [workspaceId],
      )
      return rows[0]?.port ?? 0
    } finally {
      await client.end()
    }
  }

  /** Two workspaces on different nodes. */
  async function twoApart() {
    const found = new Map<number, { port: number; secret: string }>()
    for (let made = 0; found.size < 2; made += 1) {
      if (made === workspacesMax) throw new Error('The cluster needs two nodes with shards.')
      const file = smallWorkspace()
      await service.current.load(file)
      const port = await portOf(file.workspace.id)
      if (!found.has(port)) found.set(port, { port, secret: await service.current.key(file) })
    }
    return [...found.values()] as [{ port: number; secret: string }, { port: number; secret: string }]
  }

  it('leaves the others working, and serves its own again as soon as it is back', async () => {
    const [there, away] = await twoApart()
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
