/** All rows of a list, batch by batch. */
import type { Bill } from '../../../contract/bills.ts'
import type { Transaction } from '../../../contract/transactions.ts'
import type { Position } from '../../../domain/cursor.ts'
import { type BillFilters, listBills } from '../../../store/bills.ts'
import type { Database } from '../../../store/engine/door.ts'
import type { ListPage } from '../../../store/pages/walk.ts'
import { listTransactions, type TransactionFilters } from '../../../store/transactions.ts'

export interface ListCall {
  db: Database
  workspaceId: string
  version: string
}

const batchRows = 1_000

type Given<Filters> = Filters & { updatedAfter?: string | undefined }

export async function* transactionBatches(
  call: ListCall,
  filters: Given<TransactionFilters>,
): AsyncGenerator<Transaction[], void, undefined> {
  const read = async (page: ListPage<TransactionFilters>) => {
    const { data, next } = await listTransactions(call.db, call.workspaceId, page)
    return { data: data.texts().map(text => JSON.parse(text) as Transaction), next }
  }
  yield* batches(call, filters, read)
}

export async function* billBatches(
  call: ListCall,
  filters: Given<BillFilters>,
): AsyncGenerator<Bill[], void, undefined> {
  yield* batches(call, filters, page => listBills(call.db, call.workspaceId, page))
}

/** A batch may be empty: a search can end a page early. */
async function* batches<Row, Filters>(
  { version }: ListCall,
  filters: Given<Filters>,
  read: (page: ListPage<Filters>) => Promise<{ data: Row[]; next: Position | null }>,
): AsyncGenerator<Row[], void, undefined> {
  const { updatedAfter } = filters
  const changed = updatedAfter === undefined ? null : { after: updatedAfter, until: version }
  let after: Position | null = null
  do {
    const page: { data: Row[]; next: Position | null } = await read({
      filters,
      changed,
      after,
      limit: batchRows,
    })
    yield page.data
    after = page.next
  } while (after !== null)
}
