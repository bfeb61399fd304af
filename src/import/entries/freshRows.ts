/** The rows for new entries of a statement: their transactions, sightings, charges and categories. */
import { grouped } from '../../domain/grouped.ts'
import type { KnownAccount } from '../../store/accountDetails.ts'
import { preparedInserts } from '../../store/engine/table.ts'
import { type Charge, chargesInsert } from '../../store/imports/charges.ts'
import type { TransactionRow } from '../../store/imports/imports.ts'
import { type Sighting, sightingsInsert } from '../../store/imports/sightings.ts'
import { waitingInsert } from '../../store/imports/waitingSightings.ts'
import { type CategoryAssignment, insertAssignments } from '../../store/rules/categoryAssignments.ts'
import { transactionsTable } from '../../store/transactions.ts'
import type { Categoriser } from '../categorise.ts'
import type { ImportRun } from '../importRun.ts'
import { chargeOf, type KeptIn, sightingOf } from './keptEntries.ts'
import type { Incoming } from './knownEntries.ts'
import { transactionOf } from './newTransaction.ts'

export interface FreshPlace {
  account: KnownAccount
  categoriser: Categoriser
  keptIn: KeptIn
  /** No entry of this statement is looked up in the sightings of others. */
  mayWait: boolean
}

export interface FreshRows {
  /** The ids of the new transactions. */
  ids: string[]
  insert(): Promise<void>
}

/** Makes the rows at once. They are inserted later, in the connection's turn. */
export function freshRows(run: ImportRun, place: FreshPlace, fresh: readonly Incoming[]): FreshRows {
  const { connection, workspaceId, stamp } = run
  const { id: accountId, companyId } = place.account
  const rows: TransactionRow[] = []
  const sightings: Sighting[] = []
  const charges: Charge[] = []
  const assignments: CategoryAssignment[] = []
  for (const each of inOrderOfDays(fresh)) {
    const id = run.newTransactionId()
    const row = transactionOf(each.entry, { id, companyId, accountId, stamp, categoryId: null })
    const given = place.categoriser.categoryFor(row)
    if (given) {
      const { categoryId, ruleId: sourceId } = given
      row.categoryId = categoryId
      assignments.push({ transactionId: id, source: 'rule', sourceId, categoryId, at: stamp })
    }
    rows.push(row)
    sightings.push(sightingOf(place.keptIn, each, id))
    const charge = chargeOf(place.keptIn, each, id)
    if (charge) charges.push(charge)
    if (row.side === 'debit') run.debits.push(id)
  }
  run.showRows(rows)
  run.count('categorised', assignments.length)
  if (rows.length > 0) run.changed = true
  const sightingsOf = place.mayWait ? waitingInsert : sightingsInsert
  const inserts = [{ table: transactionsTable, rows }, sightingsOf(sightings), chargesInsert(charges)]
  const insertAll = preparedInserts(connection, workspaceId, inserts)
  return {
    ids: rows.map(({ id }) => id),
    async insert() {
      await insertAll()
      await insertAssignments(connection, workspaceId, assignments)
    },
  }
}

/**
 * In the order of the walk: latest day first, entries without a day before all others, and within a day in the order of the
 * file. Ids follow this order, so every index gets the rows next to each other.
 */
function inOrderOfDays(incoming: readonly Incoming[]): Incoming[] {
  const byDay = grouped(incoming, ({ entry }) => entry.bookingDate ?? '9')
  const days = [...byDay].sort(([one], [other]) => (one < other ? 1 : -1))
  return days.flatMap(([, ofDay]) => ofDay)
}
