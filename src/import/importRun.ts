/** What the parts of one import share while it runs: the transaction, the stamp, and what there is to report of it. */
import {
  type Continuity,
  type ImportedBill,
  type ImportedStatement,
  type ImportReport,
  reportProblemsMax,
  reportStatementsMax,
} from '../contract/console/imports.ts'
import type { Connection } from '../store/engine/door.ts'
import type { Problem } from './files/problem.ts'

export interface ImportedFile {
  name: string
  bytes: number
  /** Tells it from other files before it has been read to its end. */
  mark: string
  /** Of all of its bytes, once they have been read. */
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
  /** Something in the JSON of a row that the API shows has changed. */
  changed = false
  /** Something was stored, if only that a statement has what is there already. */
  kept = false
  /** Errors that entries were left out for. */
  errors = 0
  /** Statements that do not add up, in the words that say so. */
  readonly doNotAddUp: string[] = []
  /** How many rows were found there, by the stamp of whoever made them. */
  readonly grounds = new Map<string, number>()
  /** Money that went out, new or changed: what may settle a bill. */
  readonly debits: string[] = []
  /** Transactions that were pending and are booked now. */
  readonly nowBooked: string[] = []
  readonly accountIds = new Set<string>()
  /** Whose bills and payments it brought. */
  readonly companyIds = new Set<string>()
  readonly newBills: string[] = []
  /** Transactions that were found there and had been changed since they were made. */
  readonly foundChanged: string[] = []
  /** Imports that had brought what was found and is no transaction: an account, a statement, a bill. */
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

  addContinuity(continuity: Continuity): void {
    if (this.report.continuity.length < reportStatementsMax) this.report.continuity.push(continuity)
  }

  noteFound(stamp: string): void {
    this.grounds.set(stamp, (this.grounds.get(stamp) ?? 0) + 1)
  }
}

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
