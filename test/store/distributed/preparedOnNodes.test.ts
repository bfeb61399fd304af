/** How many queries a connection to a node keeps prepared: it must not grow, and a query that is used stays quick. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createKey } from '../../../src/actions/keys.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { preparedPerAge } from '../../../src/store/distributed/nodeFunctions.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { citusUrl, freshCitus } from '../../support/servers/citus.ts'
import { actor, startOfTime } from '../../support/service.ts'
import type { TestStore } from '../../support/stores.ts'

describe.runIf(citusUrl !== null)('queries that a node keeps prepared (citus)', () => {
  const file = smallWorkspace()
  const workspaceId = file.workspace.id
  let store: TestStore
  beforeAll(async () => {
    store = await freshCitus(inject('citusTemplate'))
    await loadWorkspace(store.db, file, { nowMs: Date.parse(startOfTime), actor })
  })
  afterAll(async () => {
    await store?.remove()
  })

  /** The nth of any number of queries. */
  const ask = async (connection: Connection, nth: number): Promise<unknown> => {
    const [row] = await connection.query<{ number: number }>(
      `select ${nth}::int as number from workspaces where workspace_id = $1`,
      [workspaceId],
    )
    return row?.number
  }

  const keptOn = async (connection: Connection): Promise<number> => {
    const [row] = await connection.query<{ count: number }>(
      `select (select count(*)::int from pg_prepared_statements where name ~ '^s[0-9a-f]+_[0-9]+_[0-9]+$') as count
       from workspaces where workspace_id = $1`,
      [workspaceId],
    )
    return row?.count ?? 0
  }

  it('are limited, whatever was asked before', async () => {
    await store.db.transaction(async connection => {
      for (let nth = 0; nth < 5 * preparedPerAge; nth += 1) {
        // One that is always used.
        expect(await ask(connection, -1)).toBe(-1)
        expect(await ask(connection, nth)).toBe(nth)
      }
      for (let nth = 0; nth < 10; nth += 1) expect(await ask(connection, nth)).toBe(nth)
      expect(await keptOn(connection)).toBeLessThanOrEqual(3 * preparedPerAge)
    })
  })

  it('work after a transaction was rolled back, wherever it stood', async () => {
    // One connection, so that all of this happens to the same queries. Two ages begin, each within a few of these transactions.
    for (let turn = 0; turn < 24; turn += 1) {
      const first = turn * Math.ceil(preparedPerAge / 10)
      const undone = store.db.transaction(async connection => {
        for (let nth = first; nth < first + preparedPerAge / 4; nth += 1) await ask(connection, 10_000 + nth)
        throw new Error('on purpose')
      })
      await expect(undone).rejects.toThrow('on purpose')
      await store.db.transaction(async connection => {
        for (let nth = first; nth < first + preparedPerAge / 8; nth += 1) {
          expect(await ask(connection, 10_000 + nth)).toBe(10_000 + nth)
        }
        expect(await keptOn(connection)).toBeLessThanOrEqual(4 * preparedPerAge)
      })
    }
    const request = { workspaceId, name: 'Key', scopes: [], expiresInDays: null }
    expect((await createKey(store.db, request, actor, Date.parse(startOfTime))).secret).toMatch(/^florin_/)
  })
})
