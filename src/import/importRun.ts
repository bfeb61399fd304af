/** State that the parts of an import share while it runs: the transaction, the timestamp and the report. */
import {
  type Continuity,
  type ImportedBill,
  type ImportedStatement,
  type ImportReport,
  type PreviewRow,
  previewRowsMax,
  reportProblemsMax,
  reportStatementsMax,
} from '../contract/console/imports.ts'
import { idSequence } from '../domain/ids.ts'
import type { Connection } from '../store/engine/door.ts'
import type { TransactionRow } from '../store/transactionColumns.ts'
import type { Problem } from './files/problem.ts'

export interface ImportedFile {
  name: string
  bytes: number
  /** Identifies the file before it has been read completely. */
  mark: string
  /** The digest of all bytes, once they have been read. */
  digest: string
  format: string
}

export class ImportRun {
  readonly connection: Connection
  readonly workspaceId: string
  readonly importId: string
  readonly stamp: string
  readonly nowMs: number
  readonly file: ImportedFile
  readonly report: ImportReport
  /** Whether the report lists the first rows, as in a preview. */
  showsRows = false
  readonly newTransactionId: () => string
  /** Something visible through the API has changed. */
  changed = false
  /** Something was stored, if only a statement whose entries were all known. */
  kept = false
  /** Errors that caused entries to be skipped. */
  errors = 0
  /** Sentences about statements that do not add up. */
  readonly doNotAddUp: string[] = []
  /** How many rows were already stored, by their creation timestamp. */
  readonly grounds = new Map<string, number>()
  /** Outgoing payments, new or changed: they may settle a bill. */
  readonly debits: string[] = []
  /** Transactions that were pending and are now booked. */
  readonly nowBooked: string[] = []
  readonly accountIds = new Set<string>()
  /** Companies whose bills or payments it imported. */
  readonly companyIds = new Set<string>()
  readonly newBills: string[] = []
  /** Transactions that were already stored and have been changed since they were created. */
  readonly foundChanged: string[] = []
  /** Earlier imports that stored an account, statement or bill this import uses. */
  readonly groundImports = new Set<string>()

  constructor(
    place: Pick<ImportRun, 'connection' | 'workspaceId' | 'importId' | 'stamp' | 'nowMs'>,
    file: ImportedFile,
    partial: boolean,
  ) {
    this.connection = place.connection
    this.workspaceId = place.workspaceId
    this.importId = place.importId
    this.stamp = place.stamp
    this.nowMs = place.nowMs
    this.file = file
    this.newTransactionId = idSequence('txn', place.nowMs)
    this.report = emptyReport(file.name, file.bytes, file.format, partial)
  }

  count(name: keyof ImportReport['counts'], by = 1): void {
    this.report.counts[name] += by
  }

  addProblem({ line, at, reason, severity }: Problem): void {
    this.count('problems')
    if (severity === 'error') this.errors += 1
    if (this.report.problems.length < reportProblemsMax) {
      this.report.problems.push({ line, at, reason, severity })
    }
  }

  addStatement(statement: ImportedStatement): void {
    this.count('statements')
    if (this.report.statements.length < reportStatementsMax) this.report.statements.push(statement)
  }

  addBill(bill: ImportedBill): void {
    this.report.bills.push(bill)
  }

  showRows(rows: readonly ShownRow[]): void {
    if (!this.showsRows) return
    const shown = this.report.rows ?? []
    const more = rows.slice(0, previewRowsMax - shown.length).map(previewRowOf)
    this.report.rows = [...shown, ...more]
  }

  addContinuity(continuity: Continuity): void {
    if (this.report.continuity.length < reportStatementsMax) this.report.continuity.push(continuity)
  }

  noteFound(stamp: string): void {
    this.grounds.set(stamp, (this.grounds.get(stamp) ?? 0) + 1)
  }
}

type ShownRow = Pick<
  TransactionRow,
  | 'bookingDate'
  | 'counterpartyName'
  | 'merchantName'
  | 'description'
  | 'amount'
  | 'currency'
  | 'side'
  | 'categoryId'
>

const previewRowOf = (row: ShownRow): PreviewRow => ({
  bookingDate: row.bookingDate,
  name: row.counterpartyName ?? row.merchantName ?? row.description,
  amount: row.amount,
  currency: row.currency,
  side: row.side,
  categoryId: row.categoryId,
})

export function emptyReport(
  fileName: string,
  bytes: number,
  format: string | null,
  partial: boolean,
): ImportReport {
  return {
    importId: null,
    fileName,
    bytes,
    format,
    outcome: 'refused',
    reason: null,
    partial,
    counts: {
      entries: 0,
      added: 0,
      changed: 0,
      known: 0,
      leftOut: 0,
      categorised: 0,
      matched: 0,
      suggested: 0,
      statements: 0,
      problems: 0,
    },
    statements: [],
    continuity: [],
    bills: [],
    problems: [],
    csv: null,
  }
}
