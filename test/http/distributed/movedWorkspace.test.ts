/** On a distributed store, a workspace can move to another node while it is read and written to. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { company, iban, smallWorkspace } from '../../support/builders.ts'
import { citusUrl } from '../../support/servers/citus.ts'
import { useService } from '../../support/service.ts'

interface Place {
  shard: string
  host: string
  port: number
}

describe.runIf(citusUrl !== null)('a workspace that moves to another node (citus)', () => {
  const service = useService('citus')

  async function onCoordinator<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(service.current.store.databaseUrl ?? '')
    await client.connect()
    try {
      return (await client.query(sql, values)).rows as Row[]
    } finally {
      await client.end()
    }
  }

  /** Moves all shards of the workspace, and returns where they were. */
  async function move(workspaceId: string): Promise<Place> {
    const [from] = await onCoordinator<Place>(
      `select p.shardid as shard, n.nodename as host, n.nodeport as port from pg_dist_placement p
       join pg_dist_node n on n.groupid = p.groupid
       where p.shardid = get_shard_id_for_distribution_column('workspaces', $1::text)`,
      [workspaceId],
    )
    const [to] = await onCoordinator<Place>(
      'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> $1',
      [from?.port],
    )
    if (from === undefined || to === undefined) throw new Error('The cluster needs two nodes with shards.')
    await onCoordinator(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')`, [
      ...[from.shard, from.host, from.port, to.host, to.port],
    ])
    return from
  }

  it('loses no write that was confirmed, and refuses none with anything but 503', async () => {
    const owner = company()
    const file: WorkspaceFile = {
      ...smallWorkspace(),
      ...{ companies: [owner], accounts: [], transactions: [], bills: [], payees: [] },
    }
    await service.current.load(file)
    const secret = await service.current.key(file)
    const statuses = new Map<number, number>()
    const saved: string[] = []
    let isOver = false

    async function write(): Promise<void> {
      while (!isOver) {
        const reply = await service.current.request('/v1/payees', {
          secret,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ companyId: owner.id, name: 'Papierwerk', iban: iban() }),
        })
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        if (reply.status === 201) saved.push(((await reply.json()) as { id: string }).id)
      }
    }
    const reads = new Set<number>()
    async function read(): Promise<void> {
      while (!isOver) reads.add((await service.current.request('/v1/companies', { secret })).status)
    }

    const working = [write(), write(), read()]
    const first = await move(file.workspace.id)
    const second = await move(file.workspace.id)
    isOver = true
    await Promise.all(working)

    expect(second).not.toEqual(first)
    expect([...statuses.keys()].filter(status => status !== 201 && status !== 503)).toEqual([])
    expect([...reads].filter(status => status !== 200 && status !== 503)).toEqual([])
    expect(saved.length).toBeGreaterThan(5)
    const listed = await service.current.request('/v1/payees', { secret })
    const { data } = (await listed.json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(saved))
    console.log(
      JSON.stringify({ writes: [...statuses], reads: [...reads], saved: saved.length, found: data.length }),
    )
  })
})
