/** Imports a file of bank statements, part by part as its reader yields them. */
import { keepMapping } from '../store/accountDetails.ts'
import type { StoredStatement } from '../store/imports/statements.ts'
import { noteSighted } from '../store/imports/unsighted.ts'
import type { Categoriser } from './categorise.ts'
import { updateBalances } from './entries/accountBalances.ts'
import { accountName } from './entries/bankAccounts.ts'
import { continuityOf } from './entries/continuity.ts'
import { type AccountChoices, StatementAccounts } from './entries/statementAccounts.ts'
import { type StatementPlace, StatementWriter } from './entries/statementWriter.ts'
import { Refusal } from './importErrors.ts'
import type { ImportRun } from './importRun.ts'
import { type StatementHead, type StatementPart, unknownCurrency } from './statements/statement.ts'

/** Maximum number of statements in a file; anything with more is not a statement file. */
const statementsMax = 100_000
/** Maximum number of new statements whose neighbours we look up. */
const continuityMax = 500

export interface StatementFile {
  /** One by one, or several together. */
  parts: AsyncIterable<StatementPart | readonly StatementPart[]>
  /** camt.053, mt940, ofx or csv. */
  format: string
  choices: AccountChoices
  categoriser: Categoriser
}

export async function importStatements(run: ImportRun, file: StatementFile): Promise<void> {
  const statements = new StatementsOfFile(run, file)
  for await (const given of file.parts) {
    for (const part of 'kind' in given ? [given] : given) {
      if (part.kind === 'problem') run.addProblem(part.problem)
      else {
        const waiting = statements.add(part)
        if (waiting !== null) await waiting
      }
    }
  }
  const written = await statements.end()
  for (const accountId of run.accountIds) {
    if (await updateBalances(run.connection, run.workspaceId, accountId)) run.changed = true
    if (run.changed) await noteSighted(run.connection, run.workspaceId, accountId, run.stamp)
  }
  const reported = new Set<string>()
  for (const statement of written
    .filter(({ importId }) => importId === run.importId)
    .slice(0, continuityMax)) {
    for (const found of await continuityOf(run.connection, run.workspaceId, statement)) {
      if (!reported.has(found.sentence)) run.addContinuity(found)
      reported.add(found.sentence)
    }
  }
}

class StatementsOfFile {
  readonly #run: ImportRun
  readonly #file: StatementFile
  readonly #accounts: StatementAccounts
  readonly #written: StoredStatement[] = []
  /** A CSV may mix accounts line by line, so each writer stays open until the end. */
  readonly #open = new Map<string, StatementWriter>()
  #head: StatementHead | null = null
  #writer: StatementWriter | null = null
  /** The account's currency, if the statement states none. */
  #currency: string | null = null
  /** Statements so far. */
  #count = 0

  constructor(run: ImportRun, file: StatementFile) {
    this.#run = run
    this.#file = file
    this.#accounts = new StatementAccounts(run, file.choices)
  }

  /** Returns a promise only if there is something to wait for. */
  add(part: Exclude<StatementPart, { kind: 'problem' }>): Promise<void> | null {
    const isInside = part.kind === 'entry' || part.kind === 'balance'
    return isInside && this.#writer ? this.#writer.add(this.#inCurrency(part)) : this.#addFirst(part)
  }

  #inCurrency<Part extends StatementPart>(part: Part): Part {
    const currency = this.#currency
    if (currency === null) return part
    if (part.kind === 'entry' && part.entry.currency === unknownCurrency)
      return { ...part, entry: { ...part.entry, currency } }
    if (part.kind === 'balance' && part.balance.currency === unknownCurrency)
      return { ...part, balance: { ...part.balance, currency } }
    return part
  }

  async #addFirst(part: Exclude<StatementPart, { kind: 'problem' }>): Promise<void> {
    if (part.kind === 'statement') {
      this.#head = part.statement
      this.#writer = null
      this.#count += 1
      if (this.#count > statementsMax) throw new Refusal(`It has more than ${statementsMax} statements.`)
      return
    }
    this.#writer ??= await this.#writerFor(part)
    if (part.kind === 'end') await this.#endStatement()
    else await this.#writer?.add(this.#inCurrency(part))
  }

  async #writerFor(part: StatementPart): Promise<StatementWriter | null> {
    const head = this.#head
    if (head === null) throw new Error('A reader yielded an entry before its statement.')
    const { account: ref } = head
    const resolved = await this.#accounts.resolve(ref, ref.currency ?? currencyOf(part))
    if (resolved === null) {
      if (part.kind !== 'end') {
        throw new Refusal(
          `The file does not state the currency of ${accountName(ref)}, which is new here. Choose the account.`,
        )
      }
      const reason = `account ${accountName(ref)} is new, and without entries or balances its currency is unknown`
      this.#run.addProblem({ line: head.line, at: 'account', reason, severity: 'note' })
      return null
    }
    const { account, created } = resolved
    this.#currency = ref.currency === null ? account.currency : null
    const open = this.#open.get(account.id)
    if (open) return open
    const { mark } = this.#run.file
    const { categoriser } = this.#file
    const isTable = this.#file.format === 'csv'
    const placeInFile = isTable ? mark : `${mark} ${this.#count}`
    const format = formatOf(this.#file.format, head)
    const place: StatementPlace = { account, accountCreated: created, format, placeInFile, categoriser }
    const writer = new StatementWriter(this.#run, head, place)
    if (isTable) this.#open.set(account.id, writer)
    return writer
  }

  async #endStatement(): Promise<void> {
    if (this.#writer && this.#file.format !== 'csv') this.#written.push(await this.#writer.end())
    this.#writer = null
    this.#head = null
  }

  async end(): Promise<StoredStatement[]> {
    for (const writer of this.#open.values()) this.#written.push(await writer.end())
    return this.#written
  }
}

function currencyOf(part: StatementPart): string | null {
  if (part.kind !== 'balance' && part.kind !== 'entry') return null
  const { currency } = part.kind === 'balance' ? part.balance : part.entry
  return currency === unknownCurrency ? null : currency
}

/** Interim reports write their details differently, so they count as a separate format. */
const formatOf = (format: string, { scope }: StatementHead): string =>
  format.startsWith('camt') || scope === 'statement' ? format : `${format} ${scope}`

/** Stores a mapping that the user has confirmed by importing with it, for each account it was used for. */
export async function keepMappings(
  { connection, workspaceId, accountIds }: ImportRun,
  mapping: Parameters<typeof keepMapping>[3],
): Promise<void> {
  for (const accountId of accountIds) await keepMapping(connection, workspaceId, accountId, mapping)
}
