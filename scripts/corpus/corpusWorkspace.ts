/** A workspace for the files of a folder. Each table without an account number has an account of its own. */
import { readFileSync } from 'node:fs'
import type { Account } from '../../src/contract/accounts.ts'
import { type CsvMapping, csvMapping } from '../../src/contract/console/csvMapping.ts'
import type { ImportReport } from '../../src/contract/console/imports.ts'
import { UnreadableFile } from '../../src/import/files/problem.ts'
import { zipOf } from '../../src/import/files/zip.ts'
import { filesOf } from '../../src/import/files.ts'
import { headBytes } from '../../src/import/format.ts'
import { ImportInUse } from '../../src/import/importErrors.ts'
import { type ImportChoices, importFiles } from '../../src/import/importFile.ts'
import { guessCsv } from '../../src/import/statements/csv/csvGuess.ts'
import { decodeTable } from '../../src/import/statements/csv/guess/guessEncoding.ts'
import { undoImport } from '../../src/import/undo/undoImport.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { account, company, workspaceFile } from '../../test/support/builders.ts'
import { withCurrency } from './statements.ts'

const actor = { kind: 'command', id: 'corpus' } as const

export interface Rows {
  transactions: string[]
  accounts: string[]
  bills: string[]
}

export class CorpusWorkspace {
  readonly #db: Database
  readonly #workspaceId: string
  readonly #paths: readonly string[]
  #nowMs = Date.parse('2026-01-01')

  private constructor(db: Database, workspaceId: string, paths: readonly string[]) {
    this.#db = db
    this.#workspaceId = workspaceId
    this.#paths = paths
  }

  static async create(db: Database, paths: readonly string[]): Promise<CorpusWorkspace> {
    const owner = company()
    const file = workspaceFile({ companies: [owner] })
    const workspace = new CorpusWorkspace(db, file.workspace.id, paths)
    const accounts: Account[] = []
    for (const [index, path] of paths.entries()) {
      const currency = await currencyOfTable(path)
      const id = accountId(file.workspace.id, index)
      if (currency !== null) accounts.push(account(owner, { id, currency, iban: null }))
    }
    await loadWorkspace(db, { ...file, accounts }, { nowMs: workspace.#nowMs, actor })
    return workspace
  }

  async importAll(order: readonly string[]) {
    const result = { refused: 0, added: 0, importIds: [] as string[] }
    for (const path of order) {
      for (const report of await this.#import(path)) {
        if (report.outcome === 'refused') result.refused += 1
        result.added += report.counts.added
        if (report.importId !== null) result.importIds.push(report.importId)
      }
    }
    return result
  }

  /** As a person would: a guess is accepted, and a table without an account number goes to its own account. */
  async #import(path: string): Promise<ImportReport[]> {
    const first = await this.#take(path, {})
    const mapping = first.flatMap(({ csv }) => (csv?.origin === 'guessed' ? [csv.mapping] : []))[0]
    if (mapping === undefined) return first
    const accepted = csvMapping.parse(withCurrency(mapping))
    const named = await this.#take(path, { csvMapping: accepted })
    if (named.every(({ outcome }) => outcome !== 'refused')) return named
    return await this.#take(path, { csvMapping: accepted, accountId: this.#accountOf(path) })
  }

  #accountOf(path: string): string {
    return accountId(this.#workspaceId, this.#paths.indexOf(path))
  }

  async #take(path: string, choices: Partial<ImportChoices> & { csvMapping?: CsvMapping }) {
    this.#nowMs += 1_000
    const place = { workspaceId: this.#workspaceId, actor, nowMs: this.#nowMs, dryRun: false }
    return await importFiles(this.#db, path, zipOf(readFileSync(path)), {
      ...place,
      choices: { partial: false, ...choices },
    })
  }

  /** In any order: what later imports depend on is undone after them. Returns what could not be undone. */
  async undoAll(importIds: readonly string[]): Promise<string[]> {
    let waiting = [...importIds]
    for (let isMoving = true; isMoving && waiting.length > 0; ) {
      const inUse: string[] = []
      for (const importId of waiting) if (!(await this.#undo(importId))) inUse.push(importId)
      isMoving = inUse.length < waiting.length
      waiting = inUse
    }
    return waiting
  }

  async #undo(importId: string): Promise<boolean> {
    this.#nowMs += 1_000
    try {
      await undoImport(this.#db, { workspaceId: this.#workspaceId, importId, actor, nowMs: this.#nowMs })
      return true
    } catch (error) {
      if (error instanceof ImportInUse) return false
      throw error
    }
  }

  /** Without ids and timestamps, which always differ. */
  async rows(): Promise<Rows> {
    const read = async (query: string) =>
      (await this.#db.query<{ row: string }>(query, [this.#workspaceId])).map(({ row }) => row).sort()
    return {
      transactions: await read(
        `select concat_ws('|', coalesce(a.iban, ltrim(d.other_id, '0')), t.booking_date, t.value_date, t.side, t.amount, t.currency, t.status,
           t.type, t.counterparty_name, t.counterparty_iban, t.reference, t.description) as row
         from transactions t join accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
         left join account_details d on d.workspace_id = a.workspace_id and d.account_id = a.id
         where t.workspace_id = $1`,
      ),
      accounts: await read(
        `select concat_ws('|', coalesce(a.iban, ltrim(d.other_id, '0')), a.currency, a.balance, a.available_balance,
           a.balance_updated_at) as row
         from accounts a left join account_details d on d.workspace_id = a.workspace_id and d.account_id = a.id
         where a.workspace_id = $1`,
      ),
      bills: await read(
        `select concat_ws('|', supplier_name, invoice_number, invoice_date, due_date, total_amount, currency, status) as row
         from bills where workspace_id = $1`,
      ),
    }
  }
}

const accountId = (workspaceId: string, index: number): string => `acc_${workspaceId.slice(-10)}_${index}`

/** The currency of the first table of a file; null if it has none. */
async function currencyOfTable(path: string): Promise<string | null> {
  try {
    for (const { format, bytes } of await filesOf(path, zipOf(readFileSync(path)))) {
      if (format.kind !== 'csv') continue
      const pieces: Uint8Array[] = []
      for await (const piece of bytes()) pieces.push(piece)
      const guess = guessCsv(decodeTable(Buffer.concat(pieces).subarray(0, headBytes)).text)
      if (guess === null) return null
      const { currency, columns } = guess.mapping
      const column = [columns.currency ?? []].flat()[0]
      const written = guess.rows.map(row => row[column ?? -1]?.trim().toUpperCase()).find(isCurrencyCode)
      return currency ?? written ?? 'EUR'
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
  }
  return null
}

const isCurrencyCode = (text: string | undefined): text is string => /^[A-Z]{3}$/.test(text ?? '')
