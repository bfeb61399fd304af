/**
 * Takes the entries of one statement into the store, a few thousand at a time and in constant memory. While the database
 * stores the last ones, the next are being read.
 */
import type { ImportedStatement } from '../contract/console/imports.ts'
import { newId } from '../domain/ids.ts'
import type { KnownAccount } from '../store/accountDetails.ts'
import { type Batch, insertBatches } from '../store/batches.ts'
import { type CategoryAssignment, insertAssignments } from '../store/categoryAssignments.ts'
import { keepRowsBefore, type TransactionRow, transactionRows } from '../store/imports.ts'
import { accountHas, insertSightings, type Sighting } from '../store/sightings.ts'
import {
  completeStatement,
  findStatement,
  insertStatement,
  type StoredStatement,
  statementsTouching,
} from '../store/statements.ts'
import { asArrays, insertRows, upsertRows } from '../store/table.ts'
import { inWalkOrder, transactionsTable } from '../store/transactions.ts'
import { accountName } from './bankAccounts.ts'
import type { Categoriser } from './categorise.ts'
import { factsOf, type Incoming, type Known, Recogniser } from './identity.ts'
import type { ImportRun } from './importRun.ts'
import { factsOfRow, fitsRow, fittedToRow, transactionOf } from './newTransaction.ts'
import { type Place, type Recognised, recogniseEntries, wholeBatches } from './recogniseEntries.ts'
import { areDisjoint, fingerprintOf, hasBalances, recordOf } from './statementRecord.ts'
import { BalanceCheck, type BalanceResult } from './statements/balance.ts'
import type { Balance, Entry, StatementHead, StatementPart } from './statements/statement.ts'

const entriesPerWrite = 1_000

export interface StatementPlace {
  account: KnownAccount
  accountCreated: boolean
  format: string
  /** Where in the file it is, for one that says nothing of itself. */
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
  #begun: Begun | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(run: ImportRun, head: StatementHead, place: StatementPlace) {
    this.#run = run
    this.#head = head
    this.#place = place
    run.accountIds.add(place.account.id)
    run.companyIds.add(place.account.companyId)
  }

  /** Gives a promise only where there is something to wait for: most entries are just put by. */
  add(part: StatementPart): Promise<void> | null {
    this.#check.add(part)
    if (part.kind === 'balance') this.#balances.push(part.balance)
    if (part.kind !== 'entry') return null
    const { entry } = part
    this.#buffer.push(this.#noted(entry))
    // The parts of a batch stay together.
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
    const reason = 'a text of it is longer than can be stored, or has what no text may have, and was cut'
    this.#run.addProblem({ line: entry.line, at: 'entry', reason, severity: 'note' })
    return fittedToRow(entry)
  }

  async end(): Promise<StoredStatement> {
    await this.#flush()
    await this.#writing
    const { statement, isNew } = this.#begun ?? (await this.#begin())
    const result = this.#check.result()
    const whole: StoredStatement = { ...statement, ...this.#record(), ...checked(result) }
    if (isNew) await completeStatement(this.#run.session, this.#run.workspaceId, whole)
    this.#report(whole, result)
    return whole
  }

  #record() {
    const facts = { head: this.#head, format: this.#place.format, balances: this.#balances, days: this.#days }
    return { ...recordOf(facts), entries: this.#counts.entries }
  }

  /** As late as can be, when most is known of the statement. */
  async #begin(): Promise<Begun> {
    const { session, workspaceId, importId, nowMs } = this.#run
    const { account, format, placeInFile } = this.#place
    const { scope, id: bankId, number } = this.#head
    const facts = { head: this.#head, format, balances: this.#balances, days: this.#days }
    const fingerprint = fingerprintOf(facts, placeInFile)
    const found = await findStatement(session, workspaceId, account.id, fingerprint)
    const unchecked = { checkState: 'cannot_be_told', difference: null } as const
    const own = { id: newId('stm', nowMs), accountId: account.id, importId, format, scope, bankId, number }
    const statement = found ?? { ...own, fingerprint, ...this.#record(), ...unchecked }
    if (!found) {
      await insertStatement(session, workspaceId, statement)
      this.#run.kept = true
    }
    const place = {
      session,
      workspaceId,
      accountId: account.id,
      newStatementId: found ? null : statement.id,
      format,
      day: this.#record().toDay ?? new Date(nowMs).toISOString().slice(0, 10),
      has: await accountHas(session, workspaceId, account.id),
    }
    const recogniser = new Recogniser(format, await this.#disjointFrom(statement))
    this.#begun = { statement, isNew: !found, recogniser, place }
    return this.#begun
  }

  async #disjointFrom(statement: StoredStatement): Promise<Set<string>> {
    if (!hasBalances(statement)) return new Set()
    const { session, workspaceId } = this.#run
    const { accountId, fromDay, toDay } = statement
    const touching = await statementsTouching(session, workspaceId, accountId, fromDay, toDay)
    return new Set(touching.filter(each => areDisjoint(each, statement)).map(({ id }) => id))
  }

  async #flush(): Promise<void> {
    const entries = this.#buffer
    if (entries.length === 0) return
    this.#buffer = []
    const begun = this.#begun ?? (await this.#begin())
    const incoming = entries.map(entry => ({ entry, facts: factsOf(entry) }))
    await this.#writing
    const recognised = await recogniseEntries(begun.place, begun.recogniser, incoming)
    this.#writing = this.#write(begun, incoming, recognised)
    // It is waited for before the next ones are looked up; until then its failure is nobody's.
    this.#writing.catch(() => undefined)
  }

  async #write({ statement }: Begun, incoming: Incoming[], recognised: Recognised): Promise<void> {
    const { session, workspaceId } = this.#run
    const { fresh, known, changed, merged } = recognised
    const sightings: Sighting[] = []
    for (const { incoming: each, known: found } of [...known, ...changed]) {
      this.#run.noteFound(found.createdAt)
      if (found.updatedAt !== found.createdAt) this.#run.noteFound(found.updatedAt)
      const isSighted = found.sightings.some(({ statementId }) => statementId === statement.id)
      if (!isSighted) sightings.push(this.#sighting(statement.id, each, found.transactionId))
    }
    this.#counts.known += known.length + merged
    await this.#change(changed)
    await this.#addFresh(fresh, statement.id, sightings)
    await insertSightings(session, workspaceId, sightings)
    await insertBatches(session, workspaceId, this.#batches(incoming, new Set(fresh), statement.id))
    if (sightings.length > 0) this.#run.kept = true
  }

  async #addFresh(fresh: readonly Incoming[], statementId: string, sightings: Sighting[]): Promise<void> {
    if (fresh.length === 0) return
    const { session, workspaceId, stamp, nowMs, debits } = this.#run
    const { id: accountId, companyId } = this.#place.account
    const rows: TransactionRow[] = []
    const assignments: CategoryAssignment[] = []
    for (const each of fresh) {
      const id = newId('txn', nowMs)
      const row = transactionOf(each.entry, { id, companyId, accountId, stamp, categoryId: null })
      const given = this.#place.categoriser.categoryFor(row)
      if (given) {
        const { categoryId, ruleId: sourceId } = given
        row.categoryId = categoryId
        assignments.push({ transactionId: id, source: 'rule', sourceId, categoryId, at: stamp })
      }
      rows.push(row)
      sightings.push(this.#sighting(statementId, each, id))
      if (row.side === 'debit') debits.push(id)
    }
    this.#counts.added += rows.length
    this.#run.count('categorised', assignments.length)
    this.#run.changed = true
    await insertRows(session, transactionsTable, workspaceId, inWalkOrder(rows))
    await insertAssignments(session, workspaceId, assignments)
  }

  /** Pending transactions that the bank tells anew: the same rows, with what they are now. */
  async #change(changed: readonly { incoming: Incoming; known: Known }[]): Promise<void> {
    if (changed.length === 0) return
    const { session, workspaceId, importId, stamp } = this.#run
    const entries = new Map(changed.map(({ incoming, known }) => [known.transactionId, incoming.entry]))
    const before = await transactionRows(session, workspaceId, [...entries.keys()])
    await keepRowsBefore(session, workspaceId, importId, before)
    const after = before.map(row => ({ ...row, ...told(entries.get(row.id)) }))
    await upsertRows(session, transactionsTable, workspaceId, asArrays(transactionsTable, after), stamp)
    this.#run.changed = true
    this.#counts.changed += after.length
    for (const { id, side, status } of after) {
      if (side === 'debit') this.#run.debits.push(id)
      if (status === 'booked') this.#run.nowBooked.push(id)
    }
  }

  #sighting(statementId: string, { entry, facts }: Incoming, transactionId: string): Sighting {
    const { amount, bookingDate: day, bankReference, endToEndId } = entry
    return {
      statementId,
      transactionId,
      accountId: this.#place.account.id,
      amount,
      day,
      bankReference: shortened(bankReference),
      endToEndId: shortened(endToEndId),
      facts,
    }
  }

  /** Those of which at least a part is new: the others are kept from before. */
  #batches(incoming: readonly Incoming[], fresh: ReadonlySet<Incoming>, statementId: string): Batch[] {
    const wholes = [...wholeBatches(incoming)].filter(([, parts]) => parts.some(part => fresh.has(part)))
    return wholes.map(([{ entry }, parts]) => ({
      statementId,
      position: parts[0]?.entry.line ?? 0,
      accountId: this.#place.account.id,
      amount: entry.amount,
      side: entry.side,
      currency: entry.currency,
      day: entry.bookingDate,
      bankReference: shortened(entry.bankReference),
      parts: parts.length,
    }))
  }

  #report(statement: StoredStatement, result: BalanceResult): void {
    const { entries, added, changed, known } = this.#counts
    for (const [name, count] of Object.entries({ entries, added, changed, known })) {
      this.#run.count(name as 'entries', count)
    }
    const { account, accountCreated } = this.#place
    const reported: ImportedStatement = {
      accountId: account.id,
      account: accountName(account),
      accountCreated,
      bankId: statement.bankId,
      number: statement.number,
      from: statement.fromDay,
      to: statement.toDay,
      currency: statement.currency,
      opening: statement.opening,
      closing: statement.closing,
      entries,
      added,
      changed,
      known,
      check: statement.checkState,
      difference: statement.difference,
      remark: remarkOf(result, statement),
    }
    this.#run.addStatement(reported)
    if (result.state === 'does not add up') this.#run.doNotAddUp.push(reported.remark ?? '')
  }
}

const told = (entry: Entry | undefined) => (entry ? factsOfRow(entry) : {})

const referenceLengthMax = 200
const shortened = (reference: string | null): string | null => reference?.slice(0, referenceLengthMax) ?? null

function checked(result: BalanceResult): Pick<StoredStatement, 'checkState' | 'difference'> {
  if (result.state === 'adds up') return { checkState: 'adds_up', difference: null }
  return result.state === 'does not add up'
    ? { checkState: 'does_not_add_up', difference: result.difference }
    : { checkState: 'cannot_be_told', difference: null }
}

function remarkOf(result: BalanceResult, { opening, closing, currency }: StoredStatement): string | null {
  if (result.state === 'cannot be told') return `Whether it adds up cannot be told: ${result.reason}.`
  if (result.state === 'adds up') return null
  return (
    `It opens with ${opening} ${currency} and closes with ${closing}, ` +
    `which is ${result.difference} more than its entries make of it.`
  )
}
