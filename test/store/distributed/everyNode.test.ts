/** Queries over all workspaces of a distributed store: each node is asked once, whatever the number of shards. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { WireConnection } from '../../../src/postgres/server/connection.ts'
import { indexSlice, listsBehind } from '../../../src/store/pages/search/wordIndex.ts'
import { anyActiveWebhook, leaseWebhooks } from '../../../src/store/webhooks/deliveries.ts'
import { clocksOf } from '../../../src/store/workspaceClock.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { citusUrl, freshCitus, whileNodeIsAway } from '../../support/servers/citus.ts'
import { actor, startOfTime } from '../../support/service.ts'
import type { TestStore } from '../../support/stores.ts'

const nodeCount = 2
const lease = { by: 'test', at: startOfTime, until: startOfTime }

describe.runIf(citusUrl !== null)('a query over all workspaces (citus)', () => {
  const files = Array.from({ length: 12 }, () => smallWorkspace())
  let store: TestStore
  let client: pg.Client
  beforeAll(async () => {
    store = await freshCitus(inject('citusTemplate'))
    for (const file of files) await loadWorkspace(store.db, file, { nowMs: Date.parse(startOfTime), actor })
    client = new pg.Client(store.databaseUrl ?? '')
    await client.connect()
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await client?.end()
    await store?.remove()
  })

  const ids = files.map(({ workspace }) => workspace.id).sort()

  async function idsOnNodes(): Promise<string[]> {
    const ask = store.db.onEveryNode
    const rows = await ask?.<{ id: string }>(
      'select w.workspace_id as id from workspaces w where w.name <> $1',
      [''],
    )
    return (rows ?? []).map(({ id }) => id).sort()
  }

  /** To any other node. */
  async function moveShardOf(id: string | undefined): Promise<void> {
    const { rows } = await client.query<{ shard: string; host: string; port: number }>(
      `select p.shardid as shard, n.nodename as host, n.nodeport as port from pg_dist_placement p
       join pg_dist_node n on n.groupid = p.groupid
       where p.shardid = get_shard_id_for_distribution_column('workspaces', $1::text)`,
      [id],
    )
    const [from] = rows
    const { rows: others } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> $1',
      [from?.port],
    )
    await client.query(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')`, [
      ...[from?.shard, from?.host, from?.port, others[0]?.host, others[0]?.port],
    ])
  }

  it('has the rows of all nodes and shards', async () => {
    expect(await idsOnNodes()).toEqual(ids)
    const lists = (await listsBehind(store.db)).map(({ workspaceId, list }) => `${workspaceId} ${list.table}`)
    expect(lists.sort()).toEqual(ids.flatMap(id => [`${id} bills`, `${id} transactions`]))
  })

  it.each([
    ['for lists to index', () => listsBehind(store.db)],
    ['for webhooks with something to send', () => leaseWebhooks(store.db, lease, 100)],
    ['for any webhook', () => anyActiveWebhook(store.db)],
  ])('%s asks each node once', async (_, ask) => {
    // Once before, so that columns and shards are known.
    await ask()
    const sent: string[] = []
    const run = WireConnection.prototype.run
    vi.spyOn(WireConnection.prototype, 'run').mockImplementation(function (
      this: WireConnection,
      ...args: Parameters<WireConnection['run']>
    ) {
      sent.push(args[0])
      return run.apply(this, args)
    } as WireConnection['run'])
    await ask()
    expect(sent.map(sql => sql.includes('from on_workspace_node('))).toEqual(
      Array.from({ length: nodeCount }, () => true),
    )
  })

  it.each([
    ['though its old rows may still be there', 0, 'select'],
    ['and its old rows are gone', 1, 'call citus_cleanup_orphaned_resources()'],
  ])('sees the next write at once after a shard has moved, %s', async (_, at, cleanUp) => {
    expect(await idsOnNodes()).toEqual(ids.slice(at))
    await moveShardOf(ids[at])
    await client.query(cleanUp)
    await client.query(`update workspaces set name = '' where workspace_id = $1`, [ids[at]])
    expect(await idsOnNodes()).toEqual(ids.slice(at + 1))
  })

  it('has the rows of the others while a node is away', async () => {
    const here = await idsOnNodes()
    const places = async () => {
      const { rows } = await client.query<{ port: number; id: string }>(
        `select n.nodeport as port, w.workspace_id as id from workspaces w
         join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('workspaces', w.workspace_id)
         join pg_dist_node n on n.groupid = p.groupid where w.name <> ''`,
      )
      return rows
    }
    // The moves above may have brought all of them to one node.
    if (new Set((await places()).map(({ port }) => port)).size === 1) await moveShardOf(here[0])
    const rows = await places()
    const port = rows[0]?.port ?? 0
    const left = rows.flatMap(row => (row.port === port ? [] : [row.id])).sort()
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(here.length)
    const clocks = async () => [...(await clocksOf(store.db, here)).keys()].sort()
    const behind = async () => {
      const found = new Set((await listsBehind(store.db)).map(({ workspaceId }) => workspaceId))
      return here.filter(id => found.has(id))
    }
    // A query that still remembers where shards were would ask the wrong node once.
    expect(await behind()).toEqual(here)
    await whileNodeIsAway(store.databaseUrl ?? '', port, async () => {
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await idsOnNodes()).toEqual(left)
        expect(await clocks()).toEqual(left)
        expect(await behind()).toEqual(left)
      }
    })
    await expect.poll(idsOnNodes).toEqual(here)
    expect(await clocks()).toEqual(here)
  })

  it('finds the work that is left', async () => {
    for (const one of await listsBehind(store.db)) {
      while ((await indexSlice(store.db, one, 100)) === 'more');
    }
    expect(await listsBehind(store.db)).toEqual([])
  })
})
