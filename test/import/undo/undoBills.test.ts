/** Undoing the bills of an import: exactly, and not if later work depends on them. */
import { beforeEach, expect, it } from 'vitest'
import type { Bill } from '../../../src/contract/bills.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import type { InvoiceResult } from '../../../src/import/invoices/readInvoice.ts'
import { billBlockers, undoBills } from '../../../src/import/undo/undoBills.ts'
import { matchBlockers } from '../../../src/import/undo/undoMatches.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { type Arrived, type ArrivedFile, takeInvoice } from '../../support/bills.ts'
import { account, bill, company, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { ciiOf, facts, ublOf } from '../invoices/written.ts'
import { startOfTime, useLoader } from '../workspace/loader.ts'

const startMs = Date.parse(startOfTime)
/** Where an import leaves rows, including those the API does not show. */
const tables = ['bills', 'bill_details', 'documents']

describeOnBothStores('bills of an import', store => {
  const loader = useLoader(store)
  const owner = company()
  let file: WorkspaceFile
  let payment: Transaction
  let older: Bill

  beforeEach(async () => {
    const on = account(owner)
    payment = transaction(on)
    older = bill(owner, {
      supplierName: facts.supplier,
      invoiceNumber: 'H-2025/7',
      invoiceDate: facts.issued,
      totalAmount: facts.payable,
    })
    file = workspaceFile({ companies: [owner], accounts: [on], transactions: [payment], bills: [older] })
    await loader.current.load(file)
  })

  const take = (content: string, given: Partial<ArrivedFile> = {}) =>
    takeInvoice(loader.current.store.db, file, { content, nowMs: startMs + 1000, ...given })
  const blockers = ({ stamp }: Arrived, importId = 'imp_1') =>
    billBlockers(loader.current.store.db, file.workspace.id, importId, stamp)
  const takeBack = (importId = 'imp_1', workspaceId = file.workspace.id) =>
    writeWorkspace(loader.current.store.db, workspaceId, startMs + 2000, async connection => {
      const result = await undoBills(connection, workspaceId, importId)
      return { result, changed: result > 0 }
    })

  async function rows(): Promise<string[]> {
    const all = tables.map(name => `select '${name} ' || t::text as row from ${name} t`).join(' union all ')
    const found = await loader.current.store.db.query<{ row: string }>(all)
    return found.map(({ row }) => row).sort()
  }

  /** As done by the matching of an import, or by a person if it is null. */
  async function match(billId: string, importId: string | null, at: string): Promise<void> {
    await loader.current.store.db.query(
      `insert into bill_matches (workspace_id, bill_id, transaction_id, actor_kind, actor_id, import_id, at, score,
         reasons, status_before)
       values ($1, $2, $3, 'person', 'usr_1', $4, $5, 100, '[]', 'pending_match')`,
      [file.workspace.id, billId, payment.id, importId, at],
    )
    await change(billId, `status = 'matched', matched_transaction_id = '${payment.id}', updated_at = '${at}'`)
  }

  const change = (billId: string, assignments: string) =>
    loader.current.store.db.query(
      `update bills set ${assignments} where workspace_id = '${file.workspace.id}' and id = '${billId}'`,
    )
  const soon = new Date(startMs + 60_000).toISOString()

  it('are removed with everything that came with them, and nothing else changes', async () => {
    await take(ublOf({ number: 'other' }), { importId: 'imp_0' })
    const before = await rows()
    const added = await take(ublOf())
    await take(ciiOf())
    await take(ublOf({ currency: 'euro' }))
    const extra = await take(ublOf({ number: older.invoiceNumber ?? '' }))
    expect(extra).toMatchObject({ outcome: 'known', billId: older.id })
    await take(ublOf({ number: 'later' }), { importId: 'imp_2' })
    expect(await blockers(added)).toEqual([])
    expect(await takeBack()).toBe(2)
    expect(await takeBack('imp_2')).toBe(1)
    expect(await rows()).toEqual(before)
    expect(await takeBack()).toBe(0)
  })

  it('in another workspace stay, even if the import has the same id', async () => {
    const added = await take(ublOf())
    const { foreign, store: of } = loader.current
    expect(await billBlockers(of.db, foreign.workspace.id, 'imp_1', soon)).toEqual([])
    expect(await takeBack('imp_1', foreign.workspace.id)).toBe(0)
    expect(await blockers(added)).toEqual([])
    expect(await takeBack()).toBe(1)
  })

  it.each([
    ['a person', null],
    ['a later import', 'imp_2'],
  ])('matched since by %s are reported once, with all other matches', async (_, importId) => {
    const added = await take(ublOf())
    await match(added.billId, importId, soon)
    const { db } = loader.current.store
    expect(await blockers(added)).toEqual([])
    expect(await matchBlockers(db, file.workspace.id, 'imp_1')).toEqual([
      expect.stringMatching(/^Bill H-2026\/41 of .* is matched with a payment.* Undo that match first\.$/),
    ])
    // Without that check, the store would refuse.
    await expect(takeBack()).rejects.toThrow()
  })

  it('matched by the import itself do not block it', async () => {
    const added = await take(ublOf())
    await match(added.billId, 'imp_1', added.stamp)
    expect(await blockers(added)).toEqual([])
    await change(added.billId, `status = 'paid', paid_at = '${soon}', updated_at = '${soon}'`)
    expect(await blockers(added)).toEqual([])
  })

  it.each([
    ['another due date', "due_date = '2030-01-01'"],
    ['no reference', 'payment_reference = null'],
    ['another status', "status = 'approved'"],
    ['the same total with fewer decimal places', 'total_amount = 200.0'],
    ['a payment date', `paid_at = '${soon}'`],
  ])('that were changed since are named: %s', async (_, assignment) => {
    const added = await take(ublOf())
    await change(added.billId, `${assignment}, updated_at = '${soon}'`)
    expect(await blockers(added)).toEqual([
      `Bill ${facts.number} of ${facts.supplier} has been changed since.`,
    ])
  })

  it('changed in addition to the match of the import are named', async () => {
    const added = await take(ublOf())
    await match(added.billId, 'imp_1', added.stamp)
    await change(added.billId, `status = 'approved', updated_at = '${soon}'`)
    expect(await blockers(added)).toHaveLength(1)
  })

  it('with a newer timestamp but the same values do not block it', async () => {
    const added = await take(ublOf())
    await change(added.billId, `updated_at = '${soon}'`)
    const failed = await take(ublOf({ currency: 'euro' }), { importId: 'imp_2' })
    await change(failed.billId, `updated_at = '${soon}'`)
    expect([await blockers(added), await blockers(failed, 'imp_2')]).toEqual([[], []])
  })

  it('with a document from a later import are named until that import is undone', async () => {
    const added = await take(ublOf())
    await take(ciiOf(), { importId: 'imp_2' })
    expect(await blockers(added)).toEqual([
      `Bill ${facts.number} of ${facts.supplier} got another document from a later import. Undo that import first.`,
    ])
    expect(await takeBack('imp_2')).toBe(0)
    expect(await blockers(added)).toEqual([])
  })

  it('without a name and number are named without an id, which nobody could find', async () => {
    const read: InvoiceResult = {
      outcome: 'failed',
      reason: 'it has no e-invoice',
      missing: [],
      invoice: null,
      attachment: null,
    }
    const added = await take('%PDF-1.7', { read })
    await change(added.billId, `status = 'archived', updated_at = '${soon}'`)
    expect(await blockers(added)).toEqual(['A bill without a number has been changed since.'])
  })
})
