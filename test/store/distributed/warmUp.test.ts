/** What a service asks of the nodes at its start, so that its first requests need not wait for plans. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { warmUp } from '../../../src/main/serve/warmUp.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { ping } from '../../../src/store/engine/locks.ts'
import { connectionsMax, openPostgres } from '../../../src/store/engine/postgres.ts'
import { findKeyStatesIn } from '../../../src/store/keys/apiKeys.ts'
import { listTransactions } from '../../../src/store/transactions.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { citusUrl, freshCitus } from '../../support/servers/citus.ts'
import { actor, startOfTime } from '../../support/service.ts'
import type { TestStore } from '../../support/stores.ts'

describe.runIf(citusUrl !== null)('the first request of a workspace after a start (citus)', () => {
  const files = Array.from({ length: 6 }, () => smallWorkspace())
  let store: TestStore
  beforeAll(async () => {
    store = await freshCitus(inject('citusTemplate'))
    for (const file of files) await loadWorkspace(store.db, file, { nowMs: Date.parse(startOfTime), actor })
  })
  afterAll(() => store?.remove())

  /** How many queries the nodes prepare for the first requests of all workspaces. */
  async function preparedFor(prepare: (db: Database) => Promise<void>): Promise<number> {
    const db = await openPostgres({ url: store.databaseUrl ?? '' })
    try {
      await ping(db)
      await prepare(db)
      let count = 0
      for (const { workspace } of files) {
        const kept = async () => {
          const [row] = await db.query<{ count: number }>(
            `select (select count(*)::int from pg_prepared_statements where name ~ '^s[0-9a-f]+_') as count
             from workspaces where workspace_id = $1`,
            [workspace.id],
          )
          return row?.count ?? 0
        }
        // Twice, because the query itself is prepared as well.
        await kept()
        const before = await kept()
        await findKeyStatesIn(db, workspace.id, ['none'])
        await listTransactions(db, workspace.id, { filters: {}, changed: null, after: null, limit: 50 })
        count += (await kept()) - before
      }
      return count
    } finally {
      await db.close()
    }
  }

  it('is planned already', async () => {
    expect(await preparedFor(async () => undefined)).toBeGreaterThan(0)
    expect(await preparedFor(db => warmUp(db, connectionsMax, () => false))).toBe(0)
  })

  it('is not planned if the service stops meanwhile', async () => {
    expect(await preparedFor(db => warmUp(db, connectionsMax, () => true))).toBeGreaterThan(0)
  })
})
