/**
 * Writes the entries of one statement to the store, a few hundred at a time and in constant memory. While
 * the database stores one batch, the next is being read.
 */
import { newId } from '../../domain/ids.ts'
import type { KnownAccount } from '../../store/accountDetails.ts'
import { planAnew } from '../../store/engine/longWork.ts'
import { asArrays } from '../../store/engine/table.ts'
import { upsertRows } from '../../store/engine/upsert.ts'
import { insertBatches } from '../../store/imports/batches.ts'
import { type Charge, insertCharges } from '../../store/imports/charges.ts'
import { keepRowsBefore, transactionRows } from '../../store/imports/imports.ts'
import { accountHas, insertSightings, type Sighting, sightedBy } from '../../store/imports/sightings.ts'
import {
  completeStatement,
  findStatement,
  insertStatement,
  type StoredStatement,
} from '../../store/imports/statements.ts'
import { enterSightings } from '../../store/imports/waitingSightings.ts'
import { transactionsTable } from '../../store/transactions.ts'
import type { Categoriser } from '../categorise.ts'
import type { ImportRun } from '../importRun.ts'
import { BalanceCheck, type BalanceResult } from '../statements/balance.ts'
import type { Balance, Entry, StatementHead, StatementPart } from '../statements/statement.ts'
import { disjointFrom } from './disjoint.ts'
import { type FreshRows, freshRows } from './freshRows.ts'
import { Recogniser } from './identity.ts'
import { chargeOf, type KeptIn, newBatches, sightingOf, withKeptReferences } from './keptEntries.ts'
import { factsOf, type Incoming, type Known } from './knownEntries.ts'
import { factsOfRow, fitsRow, fittedToRow } from './newTransaction.ts'
import type { ReportDay } from './pendingEntries.ts'
import { mayKnow, type Place, type Recognised, recogniseEntries } from './recogniseEntries.ts'
import { fingerprintOf, recordOf } from './statementRecord.ts'
import { checked, reportedStatement } from './statementReport.ts'

export const entriesPerWrite = 500
/** Number of writes that may be in progress while the next entries are being read. */
const writesAheadMax = 1

export interface StatementPlace {
  account: KnownAccount
  accountCreated: boolean
  format: string
  /** Identifies a statement that has neither an id nor balances. */
  placeInFile: string
  categoriser: Categoriser
}

interface Begun {
  statement: StoredStatement
  isNew: boolean
  recogniser: Recogniser
  place: Place
}

export class StatementWriter {
  readonly #run: ImportRun
  readonly #head: StatementHead
  readonly #place: StatementPlace
  readonly #balances: Balance[] = []
  readonly #check = new BalanceCheck()
  readonly #days: { first: string | null; last: string | null } = { first: null, last: null }
  readonly #counts = { entries: 0, added: 0, changed: 0, known: 0 }
  #buffer: Entry[] = []
  #fullBatches = 0
  #begun: Begun | null = null
  /** Writes in progress, each waiting for the one before it. */
  readonly #writes: Promise<void>[] = []

  constructor(run: ImportRun, head: StatementHead, place: StatementPlace) {
    this.#run = run
    this.#head = head
    this.#place = place
    run.accountIds.add(place.account.id)
    run.companyIds.add(place.account.companyId)
  }

  /** Returns a promise only if there is something to wait for: most entries are just buffered. */
  add(part: StatementPart): Promise<void> | null {
    this.#check.add(part)
    if (part.kind === 'balance') this.#balances.push(part.balance)
    if (part.kind !== 'entry') return null
    const { entry } = part
    this.#buffer.push(this.#noted(withKeptReferences(entry)))
    // Keep the parts of a batch together.
    const isWhole = entry.batch === null || entry.batch.part === entry.batch.parts
    return this.#buffer.length >= entriesPerWrite && isWhole ? this.#flush() : null
  }

  #noted(entry: Entry): Entry {
    this.#counts.entries += 1
    const { bookingDate: day } = entry
    if (day !== null) {
      if (this.#days.first === null || day < this.#days.first) this.#days.first = day
      if (this.#days.last === null || day > this.#days.last) this.#days.last = day
    }
    if (fitsRow(entry)) return entry
    const reason =
      'one of its texts is too long to store, or has characters that cannot be stored, and was cut'
    this.#run.addProblem({ line: entry.line, at: 'entry', reason, severity: 'note' })
    return fittedToRow(entry)
  }

  async end(): Promise<StoredStatement> {
    await this.#flush(true)
    await this.#waitForWrites(0)
    const { statement, isNew } = this.#begun ?? (await this.#begin(true))
    const result = this.#check.result()
    const whole: StoredStatement = { ...statement, ...this.#record(), ...checked(result) }
    if (isNew) await completeStatement(this.#run.connection, this.#run.workspaceId, whole)
    this.#report(whole, result)
    return whole
  }

  #record() {
    const facts = { head: this.#head, format: this.#place.format, balances: this.#balances, days: this.#days }
    return { ...recordOf(facts), entries: this.#counts.entries }
  }

  /** As late as possible, when most is known about the statement: all of it, if it has been read to its end. */
  async #begin(isRead: boolean): Promise<Begun> {
    const { connection, workspaceId, importId, nowMs } = this.#run
    const { account, format, placeInFile } = this.#place
    const { scope, id: bankId, number } = this.#head
    const facts = { head: this.#head, format, balances: this.#balances, days: this.#days }
    const fingerprint = fingerprintOf(facts, placeInFile)
    const found = await findStatement(connection, workspaceId, account.id, fingerprint)
    const unchecked = { checkState: 'cannot_be_told', difference: null } as const
    const own = { id: newId('stm', nowMs), accountId: account.id, importId, format, scope, bankId, number }
    const statement = found ?? { ...own, fingerprint, ...this.#record(), ...unchecked }
    if (!found) {
      await insertStatement(connection, workspaceId, statement)
      this.#run.kept = true
    } else if (found.importId !== null && found.importId !== importId) {
      this.#run.groundImports.add(found.importId)
    }
    const has = await accountHas(connection, workspaceId, account.id)
    if (has.waiting) await enterSightings(connection, workspaceId)
    const place = {
      connection,
      workspaceId,
      accountId: account.id,
      statementId: statement.id,
      isNew: !found,
      format,
      day: this.#day(),
      has,
    }
    const recogniser = new Recogniser(format, await this.#disjointFrom(statement, isRead))
    this.#begun = { statement, isNew: !found, recogniser, place }
    return this.#begun
  }

  #day(): ReportDay {
    const facts = { head: this.#head, format: this.#place.format, balances: this.#balances }
    const said = recordOf({ ...facts, days: { first: null, last: null } }).toDay
    const today = new Date(this.#run.nowMs).toISOString().slice(0, 10)
    return { said, taken: said ?? this.#days.last ?? today }
  }

  async #disjointFrom(statement: StoredStatement, isRead: boolean): Promise<Set<string>> {
    const { connection, workspaceId } = this.#run
    const amountsOn = async (day: string) =>
      isRead && this.#check.result().state === 'adds up' ? signedAmounts(this.#buffer, day) : null
    return await disjointFrom(connection, workspaceId, statement, amountsOn)
  }

  async #flush(isRead = false): Promise<void> {
    if (this.#buffer.length === 0) return
    const begun = this.#begun ?? (await this.#begin(isRead))
    const entries = this.#buffer
    this.#buffer = []
    const incoming = entries.map(entry => ({ entry, facts: factsOf(entry) }))
    const { has } = begun.place
    if (entries.length >= entriesPerWrite) await this.#replan()
    // A lookup may need what was written last; without lookups, reading continues.
    await this.#waitForWrites(mayKnow(has) ? 0 : writesAheadMax)
    const recognised = await recogniseEntries(begun.place, begun.recogniser, incoming)
    // The rows are made now, so that the database gets the next ones as soon as it has stored the last.
    const fresh = this.#freshRows(begun, recognised.fresh)
    const last = this.#writes.at(-1) ?? Promise.resolve()
    const writeThem = () => this.#write(begun, incoming, recognised, fresh)
    // A server gets the next rows while it stores the last, and stores them in order.
    const isQueued = this.#run.connection.copyAllIn !== undefined && !mayKnow(has)
    const write = isQueued ? writeThem() : last.then(writeThem)
    // The write is awaited before the statement ends. Until then, its rejection must not count as unhandled.
    write.catch(() => undefined)
    this.#writes.push(write)
  }

  /** The tables grow with each batch. So queries are planned anew whenever the number of batches has doubled. */
  async #replan(): Promise<void> {
    this.#fullBatches += 1
    if ((this.#fullBatches & (this.#fullBatches - 1)) === 0) await planAnew(this.#run.connection)
  }

  async #waitForWrites(ahead: number): Promise<void> {
    while (this.#writes.length > ahead) await this.#writes.shift()
  }

  async #write(
    { statement, isNew }: Begun,
    incoming: Incoming[],
    recognised: Recognised,
    fresh: FreshRows,
  ): Promise<void> {
    const { connection, workspaceId } = this.#run
    const keptIn = this.#keptIn(statement)
    const { known, changed, merged } = recognised
    const there = [...known, ...changed]
    const ids = isNew ? [] : there.map(({ known: { transactionId } }) => transactionId)
    const sighted = ids.length > 0 ? await sightedBy(connection, workspaceId, statement.id, ids) : new Set()
    const sightings: Sighting[] = []
    const charges: Charge[] = []
    const sight = (each: Incoming, transactionId: string) => {
      sightings.push(sightingOf(keptIn, each, transactionId))
      const charge = chargeOf(keptIn, each, transactionId)
      if (charge) charges.push(charge)
    }
    for (const { incoming: each, known: found } of there) {
      this.#run.noteFound(found.createdAt)
      if (found.updatedAt !== found.createdAt) this.#run.foundChanged.push(found.transactionId)
      if (sighted.has(found.transactionId)) continue
      sight(each, found.transactionId)
    }
    this.#counts.known += known.length + merged
    await this.#change(changed)
    await fresh.insert()
    await insertSightings(connection, workspaceId, sightings)
    await insertCharges(connection, workspaceId, charges)
    await insertBatches(connection, workspaceId, newBatches(keptIn, incoming, recognised.fresh))
    if (sightings.length > 0 || fresh.ids.length > 0) this.#run.kept = true
  }

  #keptIn({ id: statementId }: StoredStatement): KeptIn {
    const { importId, nowMs } = this.#run
    return { statementId, importId, accountId: this.#place.account.id, nowMs }
  }

  #freshRows({ statement, recogniser, place }: Begun, fresh: readonly Incoming[]): FreshRows {
    const { account, categoriser } = this.#place
    const looksUp = mayKnow(place.has)
    const mayWait = !looksUp && fresh.length >= entriesPerWrite
    const rows = freshRows(
      this.#run,
      { account, categoriser, keptIn: this.#keptIn(statement), mayWait },
      fresh,
    )
    // Transactions added by this statement belong to it: an equal entry further on is another one.
    if (looksUp) for (const id of rows.ids) recogniser.claim(id)
    this.#counts.added += rows.ids.length
    return rows
  }

  /** Updates pending transactions that the bank reports again: the same rows with their new values. */
  async #change(changed: readonly { incoming: Incoming; known: Known }[]): Promise<void> {
    if (changed.length === 0) return
    const { connection, workspaceId, importId, stamp } = this.#run
    const entries = new Map(changed.map(({ incoming, known }) => [known.transactionId, incoming.entry]))
    const before = await transactionRows(connection, workspaceId, [...entries.keys()])
    await keepRowsBefore(connection, workspaceId, importId, before)
    const after = before.map(row => ({ ...row, ...updated(entries.get(row.id)) }))
    await upsertRows(connection, transactionsTable, workspaceId, asArrays(transactionsTable, after), stamp)
    this.#run.changed = true
    this.#counts.changed += after.length
    for (const { id, side, status } of after) {
      if (side === 'debit') this.#run.debits.push(id)
      if (status === 'booked') this.#run.nowBooked.push(id)
    }
  }

  #report(statement: StoredStatement, result: BalanceResult): void {
    const { entries, added, changed, known } = this.#counts
    for (const [name, count] of Object.entries({ entries, added, changed, known })) {
      this.#run.count(name as 'entries', count)
    }
    const reported = reportedStatement(statement, result, this.#place, this.#counts)
    this.#run.addStatement(reported)
    if (result.state === 'does not add up') this.#run.doNotAddUp.push(reported.remark ?? '')
  }
}

const signedAmounts = (entries: readonly Entry[], day: string): string[] =>
  entries
    .filter(({ bookingDate, status }) => status === 'booked' && bookingDate === day)
    .map(({ side, amount }) => (side === 'debit' ? `-${amount}` : amount))

const updated = (entry: Entry | undefined) => (entry ? factsOfRow(entry) : {})
