/** A writer for races with the change feed: inserts, changes, deletes, imports, undoes, renames and moves, at random. */
import type { Account } from '../../../src/contract/accounts.ts'
import type { Category } from '../../../src/contract/categories.ts'
import type { Payee } from '../../../src/contract/payees.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { type RandomStream, randomStream } from '../../../src/demo/random.ts'
import { ibanWithCheckDigits } from '../../../src/domain/money/iban.ts'
import { zipOf } from '../../../src/import/files/zip.ts'
import { ImportInUse } from '../../../src/import/importErrors.ts'
import { importFiles } from '../../../src/import/importFile.ts'
import { undoImport } from '../../../src/import/undo/undoImport.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { billsTable } from '../../../src/store/bills.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { asArrays } from '../../../src/store/engine/table.ts'
import { upsertRows } from '../../../src/store/engine/upsert.ts'
import { deletePayee, insertPayee } from '../../../src/store/payees.ts'
import { transactionsTable } from '../../../src/store/transactions.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { camtText } from '../../import/statementTexts.ts'
import { account, bill, category, company, payee, transaction, workspaceFile } from '../builders.ts'

const actor = { kind: 'command', id: 'race' } as const
/** Rows are written again and again, so that lists stay short enough to be compared. */
const ownTransactions = 600
const ownBills = 100
const ownPayees = 40
const importsMax = 6

export interface FeedTask {
  workspaceId: string
  /** Another workspace, which is written to as well. */
  foreignId: string
  companyIds: [string, string]
  /** From 1. Part of the ids of this writer's rows. */
  writer: number
  /** The seed of its choices. */
  seed: number
}

/** The workspace of a race: two companies, and for each writer an account in each of them, and categories. */
export function raceWorkspace(writers: number): { file: WorkspaceFile; companyIds: [string, string] } {
  const [first, second] = [company({ id: 'com_first' }), company({ id: 'com_second' })]
  const seeds = Array.from({ length: writers }, (_, index) => index + 1)
  const file = workspaceFile({
    companies: [first, second],
    accounts: seeds.flatMap(seed => [accountOf(seed, first.id), accountOf(seed, second.id)]),
    categories: seeds.flatMap(seed => Array.from({ length: 8 }, (_, nth) => categoryOf(seed, nth))),
  })
  return { file, companyIds: [first.id, second.id] }
}

const ibanOf = (seed: number, nth: number): string =>
  ibanWithCheckDigits('DE', `12030000${String(seed * 1_000_000 + nth).padStart(10, '0')}`)
const accountOf = (seed: number, companyId: string): Account =>
  account(
    { id: companyId },
    { id: `acc_${seed}_${companyId}`, iban: ibanOf(seed, companyId === 'com_first' ? 0 : 1) },
  )
const categoryOf = (seed: number, nth: number): Category =>
  category({ id: `cat_${seed}_${nth}`, slug: `category-${seed}-${nth}`, name: `Category ${seed} ${nth}` })

export class FeedWriter {
  readonly #db: Database
  readonly #task: FeedTask
  readonly #random: RandomStream
  /** Ids of imports that are not undone. */
  readonly #imports: string[] = []
  readonly #deletedPayees: Payee[] = []
  readonly #payees = new Map<string, Payee>()
  #writes = 0

  constructor(db: Database, task: FeedTask) {
    this.#db = db
    this.#task = task
    this.#random = randomStream(`feed writer ${task.seed}`)
  }

  /** One write. */
  async step(): Promise<void> {
    this.#writes += 1
    const dice = this.#random.below(100)
    if (dice < 40) await this.#upsert()
    else if (dice < 55) await this.#changePayees()
    else if (dice < 70) await (this.#imports.length < importsMax ? this.#import() : this.#undo())
    else if (dice < 76) await this.#undo()
    else if (dice < 84) await this.#renameCategory()
    else if (dice < 94) await this.#load()
    else await this.#writeElsewhere()
  }

  /** Clocks of several machines differ, and sometimes go back. */
  get #nowMs(): number {
    return Date.now() + this.#random.below(200) - 100
  }

  get #companyId(): string {
    return this.#random.pick(this.#task.companyIds)
  }

  async #upsert(): Promise<void> {
    const { workspaceId, writer } = this.#task
    await writeWorkspace(this.#db, workspaceId, this.#nowMs, async (connection, stamp) => {
      const start = this.#random.below(ownTransactions)
      const transactions = Array.from({ length: 1 + this.#random.below(60) }, (_, index) =>
        this.#transaction((start + index) % ownTransactions, stamp),
      )
      const arrays = asArrays(transactionsTable, transactions)
      const written = await upsertRows(connection, transactionsTable, workspaceId, arrays, stamp)
      // Simulates a busy database.
      await connection.query('select pg_sleep($1::float8 / 1000)', [this.#random.below(3)])
      const bills = Array.from({ length: 1 + this.#random.below(5) }, (_, index) => {
        const id = `bil_${writer}_${(start + index) % ownBills}`
        return bill(
          { id: this.#companyId },
          { id, supplierName: `Supplier ${this.#random.below(3)}`, createdAt: stamp },
        )
      })
      const added = await upsertRows(connection, billsTable, workspaceId, asArrays(billsTable, bills), stamp)
      return { result: undefined, changed: written.added + written.changed + added.added + added.changed > 0 }
    })
  }

  /** A row whose account, company, day, category and amount vary. */
  #transaction(nth: number, createdAt: string) {
    const { writer } = this.#task
    const companyId = this.#random.percent(90) ? 'com_first' : 'com_second'
    const { category: _none, ...row } = transaction(
      { id: `acc_${writer}_${companyId}`, companyId },
      {
        id: `txn_${writer}_${nth}`,
        bookingDate: this.#random.percent(10)
          ? null
          : `2026-0${1 + this.#random.below(9)}-1${this.#random.below(9)}`,
        amount: `${this.#random.below(1000)}.00`,
        side: this.#random.pick(['credit', 'debit', null]),
      },
    )
    const categoryId = this.#random.percent(30) ? `cat_${writer}_${this.#random.below(8)}` : null
    return { ...row, categoryId, createdAt }
  }

  async #changePayees(): Promise<void> {
    const { workspaceId, writer } = this.#task
    const [oldest] = this.#payees.values()
    if (oldest && (this.#payees.size >= ownPayees || this.#random.percent(40))) {
      await writeWorkspace(this.#db, workspaceId, this.#nowMs, async connection => ({
        result: undefined,
        changed: await deletePayee(connection, workspaceId, oldest.id),
      }))
      this.#payees.delete(oldest.id)
      this.#deletedPayees.push(oldest)
      return
    }
    const nth = 1_000 + this.#writes
    const made = payee({ id: this.#companyId }, { id: `pye_${writer}_${nth}`, iban: ibanOf(writer, nth) })
    const { createdAt: _, updatedAt: __, ...added } = made
    await writeWorkspace(this.#db, workspaceId, this.#nowMs, async (connection, stamp) => {
      await insertPayee(connection, workspaceId, added, stamp)
      return { result: undefined, changed: true }
    })
    this.#payees.set(made.id, made)
  }

  async #import(): Promise<void> {
    const { workspaceId, writer } = this.#task
    // Half of the statements are of an account that does not exist yet.
    const nth = this.#random.percent(50) ? this.#random.below(2) : 500_000 + this.#writes
    const day = `2026-0${1 + this.#random.below(9)}-1${this.#random.below(9)}`
    const entries = Array.from({ length: 1 + this.#random.below(30) }, (_, index) => ({
      ...{ amount: `${index}.${String(this.#writes % 100).padStart(2, '0')}`, side: 'credit' as const, day },
      ...{ text: `${writer} ${this.#writes} ${index}`, reference: `${writer}-${this.#writes}-${index}` },
    }))
    const file = camtText([
      {
        id: `S${writer}x${this.#writes}`,
        iban: ibanOf(writer, nth),
        opening: '0.00',
        from: day,
        to: day,
        entries,
      },
    ])
    const given = { workspaceId, actor, nowMs: this.#nowMs, dryRun: false }
    const choices = { partial: false, companyId: nth === 1 ? 'com_second' : 'com_first' }
    const [report] = await importFiles(this.#db, 's.xml', zipOf(Buffer.from(file)), { ...given, choices })
    if (report?.outcome === 'refused') throw new Error(`The import was refused: ${report.reason}`)
    if (report?.importId) this.#imports.push(report.importId)
  }

  async #undo(): Promise<void> {
    const [importId] = this.#imports.splice(this.#random.below(this.#imports.length || 1), 1)
    if (importId === undefined) return
    const { workspaceId } = this.#task
    try {
      await undoImport(this.#db, { workspaceId, importId, actor, nowMs: this.#nowMs })
    } catch (error) {
      if (!(error instanceof ImportInUse)) throw error
    }
  }

  async #renameCategory(): Promise<void> {
    const renamed = categoryOf(this.#task.writer, this.#random.below(8))
    await this.#loadRows({ categories: [{ ...renamed, name: `Renamed ${this.#writes}` }] })
  }

  /** Account names, company names, rows that move to another company, and payees that come back. */
  async #load(): Promise<void> {
    const { writer } = this.#task
    const back = this.#deletedPayees.splice(0, 2)
    for (const each of back) this.#payees.set(each.id, each)
    const companyId = this.#companyId
    const nickname = `Nickname ${this.#writes}`
    await this.#loadRows({
      companies: this.#random.percent(30)
        ? [company({ id: companyId, name: `Company ${this.#writes}` })]
        : [],
      accounts: this.#random.percent(50) ? [{ ...accountOf(writer, companyId), nickname }] : [],
      bills: [bill({ id: companyId }, { id: `bil_${writer}_${this.#random.below(ownBills)}` })],
      payees: back.map(each => ({ ...each, companyId })),
    })
  }

  async #loadRows(rows: Partial<WorkspaceFile>, id = this.#task.workspaceId): Promise<void> {
    const file = { ...workspaceFile(rows), workspace: { id, name: 'Race' } }
    await loadWorkspace(this.#db, file, { nowMs: this.#nowMs, actor })
  }

  async #writeElsewhere(): Promise<void> {
    const name = `Company ${this.#writes}`
    await this.#loadRows(
      { companies: [company({ id: `com_${this.#task.writer}`, name })] },
      this.#task.foreignId,
    )
  }
}
