/** Every connection has the settings that its plans and values depend on. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectionSettings } from '../../src/postgres/settings.ts'
import type { Connection } from '../../src/store/engine/door.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'

describeOnBothStores('the settings of a connection', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  const names = Object.keys(connectionSettings)

  /** On a cluster, nodes plan as one server does. Citus plans anew for each query which node that is. */
  const coordinatorSettings = { ...connectionSettings, plan_cache_mode: 'force_custom_plan' }
  const onNode = (connection: Connection) => connection.nodeOf?.('wsp_none') ?? connection

  async function settingsOf(connection: Pick<Connection, 'query'>): Promise<Record<string, string>> {
    const rows = await connection.query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from unnest($1::text[]) as name',
      [names],
    )
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }

  it('are ours, on all connections for queries and for transactions', async () => {
    const together = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0 ? settingsOf(store.db) : store.db.transaction(settingsOf),
    )
    const expected = name === 'citus' ? coordinatorSettings : connectionSettings
    for (const settings of await Promise.all(together)) expect(settings).toEqual(expected)
    expect(await store.db.transaction(connection => settingsOf(onNode(connection)))).toEqual(
      connectionSettings,
    )
  })

  it('make PostgreSQL plan each query once, whatever its values are', async () => {
    const planned = await store.db.transaction(async connection => {
      const sql = 'select id as planned_once from transactions where workspace_id = $1 and id = $2'
      for (const id of ['a', 'b']) await connection.query(sql, ['wsp_none', id])
      return await onNode(connection).query<{ generic: string; custom: string }>(
        `select generic_plans::text as generic, custom_plans::text as custom from pg_prepared_statements
         where statement like $1`,
        // On a node, more is around it, and the name of the table is that of a shard.
        ['%planned_once%'],
      )
    })
    expect(planned).toEqual([{ generic: '2', custom: '0' }])
  })
})
