/** A digest is of one clock, also while writers and other readers are at work between its queries. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import type { Connection, Database } from '../../../src/store/engine/door.ts'
import { readDigest } from '../../../src/store/feed/digest.ts'
import { account, company, smallWorkspace, transaction, workspaceFile } from '../../support/builders.ts'
import { actor } from '../../support/service.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

const query = { resource: 'transaction', by: 'day' } as const

/** Runs after a query that matches, before its rows are returned. */
type After = (sql: string) => Promise<void>

function interrupted(db: Database, after: After): Database {
  const of = <Interrupted extends Connection>(connection: Interrupted): Interrupted => ({
    ...connection,
    query: async (sql, values) => {
      const rows = await connection.query(sql, values)
      await after(sql)
      return rows as never
    },
  })
  return { ...of(db), transaction: (work, options) => db.transaction(each => work(of(each)), options) }
}

const readsMonths = (sql: string): boolean => sql.includes('transaction_periods')
const readsDays = (sql: string): boolean => sql.includes('sha256') && sql.includes('from transactions')

describeOnBothStores('A digest', name => {
  let store: TestStore
  let nowMs = Date.parse('2026-06-01T12:00:00.000Z')
  const owner = company()
  const on = account(owner)

  beforeAll(async () => {
    store = await freshStore(name)
    await loadWorkspace(store.db, smallWorkspace(), { nowMs, actor })
  })
  afterAll(async () => await store?.remove())

  /** A workspace with rows in three months, and writers that remember the digest at each clock. */
  async function workspace() {
    const rows = ['2026-01-10', '2026-02-10', '2026-03-10'].map(bookingDate =>
      transaction(on, { bookingDate }),
    )
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions: rows })
    const id = file.workspace.id
    await loadWorkspace(store.db, file, { nowMs, actor })
    const byClock = new Map<string, unknown>()
    const remember = async () => {
      // Nothing is kept under a new object.
      const { clock, data } = await readDigest({ ...store.db }, id, query)
      byClock.set(clock, data)
    }
    await remember()
    const write = async (bookingDate = '2026-02-11') => {
      nowMs += 1_000
      const added = rows.map(row => ({ ...row, reference: String(nowMs) }))
      const file = { ...workspaceFile({ transactions: [...added, transaction(on, { bookingDate })] }) }
      await loadWorkspace(store.db, { ...file, workspace: { id, name: 'Same' } }, { nowMs, actor })
      await remember()
    }
    const expectRight = ({ clock, data }: { clock: string; data: unknown }) => {
      expect([...byClock.keys()]).toContain(clock)
      expect(data).toEqual(byClock.get(clock))
    }
    return { id, write, expectRight }
  }

  it('that a writer overtakes between its queries shows one state, and says which', async () => {
    for (const writes of [1, 2]) {
      const { id, write, expectRight } = await workspace()
      let left = writes
      const db = interrupted(store.db, async sql => {
        if (left === 0 || !(readsMonths(sql) || readsDays(sql))) return
        left -= 1
        await write()
      })
      expectRight(await readDigest(db, id, query))
      expect(left).toBe(0)
      expectRight(await readDigest(db, id, query))
    }
  })

  it('that another reader overtakes after a write does not show that reader’s newer months', async () => {
    const { id, write, expectRight } = await workspace()
    let isFirst = true
    const db: Database = interrupted(store.db, async sql => {
      if (!isFirst || !readsMonths(sql)) return
      isFirst = false
      await write()
      // The other reader keeps its months under the same database.
      expectRight(await readDigest(db, id, query))
    })
    expectRight(await readDigest(db, id, query))
    expect(isFirst).toBe(false)
  })

  it.runIf(name !== 'embedded')('under a writer that never rests is read from a snapshot', async () => {
    const { id, write, expectRight } = await workspace()
    let count = 0
    const db = interrupted(store.db, async sql => {
      if (!readsMonths(sql) && !readsDays(sql)) return
      count += 1
      await write(`2026-0${1 + (count % 9)}-20`)
    })
    expectRight(await readDigest(db, id, query))
    expect(count).toBeGreaterThan(3)
  })
})
