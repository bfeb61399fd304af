/** Workspaces with matching bills and payments, and helpers to run the matching on them. */
import type { Bill } from '../../../src/contract/bills.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { type MatchInput, matchBills } from '../../../src/import/matchBills.ts'
import { findBill } from '../../../src/store/bills.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import { listSuggestionPage } from '../../../src/store/matching/suggestions.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { account, bill, company, iban, transaction, workspaceFile } from '../../support/builders.ts'
import type { TestService } from '../../support/service.ts'

const supplierIban = iban()
const supplier = { supplierName: 'Papierwerk Süd AG', supplierIban }
const open: Partial<Bill> = {
  ...supplier,
  status: 'pending_match',
  totalAmount: '119.00',
  currency: 'EUR',
  invoiceNumber: 'RE-1001',
  invoiceDate: '2026-01-10',
  dueDate: '2026-02-10',
}
export const paid: Partial<Transaction> = {
  amount: '119.00',
  reference: 'Rechnung RE 1001',
  counterpartyName: 'PAPIERWERK SUED AG',
  counterpartyIban: supplierIban,
  bookingDate: '2026-01-20',
}
export const nameAlone = { reference: null, counterpartyIban: null }

export const id = (rows: readonly { id: string }[], index = 0): string => rows[index]?.id ?? ''

/** The state of a bill that nothing has settled. */
export const waiting = ['pending_match', null, null]

export function matchingOn(service: { readonly current: TestService }) {
  /** A workspace with these bills and debits, and another one with the same that must not change. */
  async function workspaceWith(bills: Partial<Bill>[], payments: Partial<Transaction>[]) {
    const made = () => {
      const owner = company()
      const on = account(owner)
      return workspaceFile({
        companies: [owner],
        accounts: [on],
        transactions: payments.map(given => transaction(on, { ...paid, ...given })),
        bills: bills.map(given => bill(owner, { ...open, ...given })),
      })
    }
    const [own, foreign] = [made(), made()]
    await service.current.load(own)
    await service.current.load(foreign)
    return own
  }

  const write = <Result>(
    { workspace }: WorkspaceFile,
    work: (connection: Connection, stamp: string) => Promise<{ result: Result; changed: boolean }>,
  ) => {
    service.current.nowMs += 1_000
    return writeWorkspace(service.current.store.db, workspace.id, service.current.nowMs, work)
  }

  const run = (own: WorkspaceFile, given: Partial<MatchInput> = {}) =>
    write(own, async (connection, stamp) => {
      const { nowMs } = service.current
      const companyId = own.companies[0]?.id ?? ''
      const input = { workspaceId: own.workspace.id, companyId, stamp, nowMs, importId: null, ...given }
      const result = await matchBills(connection, input)
      return { result, changed: result.matched > 0 }
    })

  const billsOf = async ({ workspace, bills }: WorkspaceFile) =>
    await Promise.all(
      bills.map(async ({ id }) => {
        const found = await findBill(service.current.store.db, workspace.id, id)
        return found && [found.status, found.matchedTransactionId, found.paidAt]
      }),
    )
  const suggestionsOf = async ({ workspace }: WorkspaceFile) => {
    const page = { filters: {}, after: null, limit: 50 }
    const found = await listSuggestionPage(service.current.store.db, workspace.id, page)
    return found
      .map(({ transactionId, billIds, state }) => [state, transactionId, ...billIds].join(' '))
      .sort()
  }
  const clockOf = async ({ workspace }: WorkspaceFile) =>
    (
      await service.current.store.db.query<{ clock: string }>(
        'select clock from workspaces where workspace_id = $1',
        [workspace.id],
      )
    )[0]?.clock

  return { workspaceWith, write, run, billsOf, suggestionsOf, clockOf }
}
