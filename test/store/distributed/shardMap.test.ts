/** The service computes which shard has a workspace, so its hash has to be that of PostgreSQL. */

import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { newId } from '../../../src/domain/ids.ts'
import { openServer } from '../../../src/postgres/door.ts'
import { askRanges } from '../../../src/store/nodes/distributedQueries.ts'
import { ShardMap, type ShardRange } from '../../../src/store/nodes/shardMap.ts'
import { textHash } from '../../../src/store/nodes/textHash.ts'
import { citusUrl, freshCitus } from '../../support/servers/citus.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

/** Of any length up to three blocks of the hash, with letters of one to four bytes. */
const texts = Array.from({ length: 200 }, (_, length) =>
  Array.from({ length: length % 40 }, (_, at) => 'aZ9_żł€漢😀'.at((length * 7 + at * at) % 9) ?? 'x').join(
    '',
  ),
)

describeOnBothStores('the hash of a text', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(() => store.remove())

  it('is that of PostgreSQL', async () => {
    const rows = await store.db.query<{ hash: number }>(
      'select hashtext(text) as hash from unnest($1::text[]) with ordinality as t (text, place) order by place',
      [texts],
    )
    expect(texts.map(textHash)).toEqual(rows.map(({ hash }) => hash))
  })
})

describe('the map of shards', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is asked for once, again after a minute, and at once after an error', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let answer = async (): Promise<ShardRange[]> => [{ least: -2_147_483_648, node: 'first' }]
    let asked = 0
    const map = new ShardMap(() => {
      asked += 1
      return answer()
    })
    const nodes = () => Promise.all(['one', 'other'].map(async id => (await map.shardOf(id)).node))
    expect(await nodes()).toEqual(['first', 'first'])
    answer = async () => [{ least: -2_147_483_648, node: 'second' }]
    expect(await nodes()).toEqual(['first', 'first'])
    expect(asked).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(await nodes()).toEqual(['second', 'second'])
    expect(asked).toBe(2)
    answer = async () => Promise.reject(new Error('away'))
    vi.advanceTimersByTime(60_000)
    await expect(nodes()).rejects.toThrow('away')
    answer = async () => [{ least: -2_147_483_648, node: 'third' }]
    expect(await nodes()).toEqual(['third', 'third'])
    expect(asked).toBe(4)
  })

  it('has the place of a workspace among the ranges', async () => {
    const ranges = [-2_147_483_648, -1_000_000_000, 0, 1_000_000_000].map(least => ({
      least,
      node: `${least}`,
    }))
    const map = new ShardMap(async () => ranges)
    for (const text of texts) {
      const { node, place } = await map.shardOf(text)
      const hash = textHash(text)
      expect([node, place]).toEqual([
        String(ranges[place]?.least),
        ranges.filter(each => each.least <= hash).length - 1,
      ])
    }
  })
})

describe.runIf(citusUrl !== null)('the map of shards of a cluster (citus)', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshCitus(inject('citusTemplate'))
  })
  afterAll(async () => {
    await store?.remove()
  })

  it('names the node that Citus asks', async () => {
    const url = store.databaseUrl ?? ''
    const server = openServer({ url, connections: 1 })
    const client = new pg.Client(url)
    await client.connect()
    try {
      const map = new ShardMap(() => server.queries.use(askRanges))
      const ids = Array.from({ length: 100 }, () => newId('wsp', Date.now()))
      const { rows } = await client.query<{ node: string }>(
        `select p.groupid::text as node from unnest($1::text[]) with ordinality as w (id, place)
         join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('workspaces', w.id)
         order by w.place`,
        [ids],
      )
      const nodes = await Promise.all(ids.map(async id => (await map.shardOf(id)).node))
      expect(nodes).toEqual(rows.map(({ node }) => node))
      expect(new Set(nodes).size).toBe(2)
    } finally {
      await client.end()
      await server.close()
    }
  })
})
