/** Triggers that look at all rows of a write: exact, and with a cost that grows as the rows do. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { account, company, iban, transaction, workspaceFile } from '../../support/builders.ts'
import { actor } from '../../support/service.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

const ownTransfers = 2_000
const stamp = '2027-01-01T00:00:00.000Z'

describeOnBothStores('triggers on many rows', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(() => store.remove())

  it('keep no plan that joins the changed rows: it would be the plan of a first call with few of them', async () => {
    const functions = await store.db.query<{ name: string; source: string }>(
      `select distinct p.proname::text as name, p.prosrc as source
       from pg_trigger g join pg_proc p on p.oid = g.tgfoid
       where g.tgoldtable is not null or g.tgnewtable is not null`,
    )
    expect(functions.map(one => one.name).sort()).toEqual([
      'mark_own_transfers',
      'mark_own_transfers_of_accounts',
      'mark_own_transfers_of_categories',
      'note_left_periods',
      'note_months',
      'note_transactions',
    ])
    // Texts are queries that are planned anew each time.
    const kept = functions.map(one => ({ ...one, source: one.source.replace(/'(?:[^']|'')*'/g, "''") }))
    const joining = kept.filter(({ source }) =>
      /\bjoin\b|\bfrom\s+(?:before|written)\b\s*\w*\s*,/.test(source),
    )
    expect(joining.map(one => one.name)).toEqual([])
  })

  it('find the other side of an own transfer by its amount, however many there are', async () => {
    const owner = company()
    const [giro, savings] = [account(owner, { iban: iban() }), account(owner, { iban: iban() })]
    const other = { bookingDate: '2026-03-02', counterpartyIban: giro.iban }
    const rows = Array.from({ length: ownTransfers }, (_, number) =>
      transaction(savings, { ...other, side: 'debit', amount: `${1_000 + number}.00` }),
    )
    const file = workspaceFile({ companies: [owner], accounts: [giro, savings], transactions: rows })
    await loadWorkspace(store.db, file, { nowMs: Date.UTC(2026, 9, 1), actor })
    const { id: workspaceId } = file.workspace
    await store.db.script('analyze transactions')
    const read = await store.db.transaction(async connection => {
      const fetched = async () => {
        const [row] = await connection.query<{ count: string }>(
          `select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'transactions'`,
        )
        return Number(row?.count)
      }
      const before = await fetched()
      await connection.query(
        `insert into transactions (workspace_id, id, company_id, account_id, amount, currency, side, status, booking_date,
           created_at, updated_at)
         values ($1, 'txn_other', $2, $3, '1500.00', 'EUR', 'credit', 'booked', '2026-03-03', $4, $4)`,
        [workspaceId, owner.id, giro.id, stamp],
      )
      return (await fetched()) - before
    })
    expect(read).toBeLessThan(20)
    const marked = await store.db.query<{ reason: string; count: number }>(
      `select own_transfer as reason, count(*)::int as count from transactions
       where workspace_id = $1 group by 1 order by 1`,
      [workspaceId],
    )
    expect(marked).toEqual([
      { reason: 'iban', count: ownTransfers },
      { reason: 'pair', count: 1 },
    ])
  })

  it('a row that moves to another day changes the period that it leaves, and no other one', async () => {
    const owner = company()
    const giro = account(owner)
    const days = ['2026-01-10', '2026-03-10', '2026-05-10', '2026-07-10', '2026-09-10']
    const rows = days.flatMap(bookingDate => [
      transaction(giro, { bookingDate }),
      transaction(giro, { bookingDate }),
    ])
    const file = workspaceFile({ companies: [owner], accounts: [giro], transactions: rows })
    await loadWorkspace(store.db, file, { nowMs: Date.UTC(2026, 9, 1), actor })
    const { id: workspaceId } = file.workspace
    const changed = async () =>
      await store.db.query<{ day: string }>(
        `select (date '1970-01-01' - (period << 4))::text as day from transaction_periods
         where workspace_id = $1 and account_id = '' and changed_at = $2 order by period desc`,
        [workspaceId, stamp],
      )
    expect(await changed()).toEqual([])
    // From January to November, in July to another day of the same period, and only a stamp in March.
    await store.db.query(
      `update transactions set updated_at = $2, booking_date = case id
         when $3 then date '2026-11-10' when $4 then booking_date + 1 else booking_date end
       where workspace_id = $1 and id in ($3, $4, $5)`,
      [workspaceId, stamp, rows[0]?.id ?? '', rows[6]?.id ?? '', rows[2]?.id ?? ''],
    )
    const periodOf = (day: string) => Math.floor(-Date.parse(day) / 86_400_000) >> 4
    const expected = ['2026-01-10', '2026-03-10', '2026-07-10', '2026-11-10'].map(periodOf)
    expect((await changed()).map(({ day }) => periodOf(day))).toEqual(expected)
    expect(periodOf('2026-07-11')).toBe(periodOf('2026-07-10'))
  })
})
