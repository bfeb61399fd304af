/**
 * What triggers note about transactions, on a distributed store: no writer can forget it, whether it copies, inserts on
 * a node, or writes through Citus to many workspaces at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { deleteRows } from '../../../src/store/engine/deleteRows.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { transactionsTable } from '../../../src/store/transactionColumns.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { citusUrl } from '../../support/servers/citus.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'
import { monthsOf } from '../../support/sums/months.ts'
import { randomTransactions } from '../../support/sums/randomTransactions.ts'

const actor = { kind: 'command', id: 'test' } as const
const startMs = Date.parse('2026-06-01T12:00:00.000Z')

/** Cells and periods of transactions that nothing noted. */
const unnoted = (db: Database) =>
  db.query(
    `select t.workspace_id, t.id from transactions t where not exists (
       select 1 from transaction_cells c where c.workspace_id = t.workspace_id and c.account_id = t.account_id
         and c.facet = t.facet and c.category_id = coalesce(t.category_id, '') and c.changed_at >= t.updated_at
     ) or not exists (
       select 1 from transaction_periods p where p.workspace_id = t.workspace_id and p.account_id = t.account_id
         and p.facet = t.facet and p.period = t.walk_day >> 4 and p.changed_at >= t.updated_at
     )`,
  )

describe.runIf(citusUrl !== null)('what is noted about transactions (citus)', () => {
  let store: TestStore
  const files = ['north', 'south', 'east'].map(seed => randomTransactions(300, seed))

  beforeAll(async () => {
    store = await freshStore('citus')
    for (const file of files) await loadWorkspace(store.db, file, { nowMs: startMs, actor })
  })
  afterAll(async () => await store?.remove())

  async function expectAllNoted() {
    expect(await unnoted(store.db)).toEqual([])
    const { noted, added } = await monthsOf(store.db)
    expect(noted.length).toBeGreaterThan(50)
    expect(noted).toEqual(added)
  }

  it('is complete after a load', expectAllNoted)

  it('is complete after an update and a deletion on the node of a workspace', async () => {
    const [file] = files
    const id = file?.workspace.id ?? ''
    await writeWorkspace(store.db, id, startMs + 1_000, async (connection, stamp) => {
      await connection.query(
        `update transactions set amount = amount + 1, updated_at = $2, booking_date = booking_date - 40
         where workspace_id = $1 and side = 'credit'`,
        [id, stamp],
      )
      const gone = file?.transactions.slice(0, 25).map(row => row.id) ?? []
      expect(await deleteRows(connection, transactionsTable, id, gone)).toBe(25)
      return { result: null, changed: true }
    })
    await expectAllNoted()
  })

  it('is complete after a query over all workspaces, which Citus plans', async () => {
    await store.db.query(
      `update transactions set amount = amount * 2, status = 'booked', updated_at = $1 where side = 'debit'`,
      [new Date(startMs + 5_000).toISOString()],
    )
    await expectAllNoted()
  })

  it('marks a transfer between own accounts once the other account has its IBAN', async () => {
    const [, file] = files
    const id = file?.workspace.id ?? ''
    const [one, other] = file?.accounts ?? []
    const iban = 'DE89370400440532013000'
    await writeWorkspace(store.db, id, startMs + 9_000, async (connection, stamp) => {
      await connection.query(
        'update transactions set counterparty_iban = $3, updated_at = $4 where workspace_id = $1 and account_id = $2',
        [id, one?.id ?? '', iban, stamp],
      )
      await connection.query(
        'update accounts set iban = $3, changed_at = default where workspace_id = $1 and id = $2',
        [id, other?.id ?? '', iban],
      )
      return { result: null, changed: true }
    })
    const marked = await store.db.query(
      'select distinct own_transfer from transactions where workspace_id = $1 and account_id = $2',
      [id, one?.id ?? ''],
    )
    expect(marked).toEqual([{ own_transfer: 'iban' }])
    await expectAllNoted()
  })
})
