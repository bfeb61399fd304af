/** A store with a workspace to import into, and another workspace that no import may touch. */
import type { ImportReport } from '../../src/contract/console/imports.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { type ZipSource, zipOf } from '../../src/import/files/zip.ts'
import { type ImportChoices, importFiles } from '../../src/import/importFile.ts'
import { undoImport } from '../../src/import/undo/undoImport.ts'
import { company, workspaceFile } from '../support/builders.ts'
import type { StoreName } from '../support/stores.ts'
import type { TextEntry, TextStatement } from './statementTexts.ts'
import { actor, type Loader, startOfTime, useLoader } from './workspace/loader.ts'

export const ownIban = 'DE02120300000000202051'

/** A statement of one day, in which the account has 100.00 at first. */
export const dayStatement = (
  entries: readonly TextEntry[],
  given: Partial<TextStatement> = {},
): TextStatement => ({
  id: 'S1',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-02',
  to: '2026-03-02',
  entries,
  ...given,
})

export interface TakeOptions extends Partial<ImportChoices> {
  name?: string
  dryRun?: boolean
}

/** One workspace with one company. */
export class Importer {
  readonly loader: Loader
  readonly file: WorkspaceFile
  #nowMs = Date.parse(startOfTime)

  constructor(loader: Loader, file: WorkspaceFile) {
    this.loader = loader
    this.file = file
  }

  get workspaceId(): string {
    return this.file.workspace.id
  }

  /** Each import runs a second after the one before. */
  async takeAll(content: string | Uint8Array, options: TakeOptions = {}): Promise<ImportReport[]> {
    return await this.takeSource(zipOf(typeof content === 'string' ? Buffer.from(content) : content), options)
  }

  /** Reads the bytes on demand, piece by piece. */
  async takeSource(source: ZipSource, options: TakeOptions = {}): Promise<ImportReport[]> {
    const { name = 'statement.txt', dryRun = false, partial = false, ...choices } = options
    this.#nowMs += 1_000
    const { workspaceId } = this
    const given = { workspaceId, actor, nowMs: this.#nowMs, dryRun, choices: { partial, ...choices } }
    return await importFiles(this.loader.store.db, name, source, given)
  }

  async take(content: string | Uint8Array, options: TakeOptions = {}): Promise<ImportReport> {
    const [report, ...others] = await this.takeAll(content, options)
    if (report === undefined || others.length > 0) throw new Error('one file was expected')
    return report
  }

  async undo(importId: string | null, choices: { withWork?: boolean } = {}): Promise<void> {
    this.#nowMs += 1_000
    const { workspaceId } = this
    if (importId === null) throw new Error('nothing was imported')
    await undoImport(this.loader.store.db, { workspaceId, importId, actor, nowMs: this.#nowMs, ...choices })
  }

  exported(): Promise<WorkspaceFile> {
    return this.loader.exported(this.file)
  }

  clock(): Promise<string | null> {
    return this.loader.clock(this.file)
  }

  /** Loads the workspace with changes, as if someone had edited it. */
  async change(changed: (file: WorkspaceFile) => WorkspaceFile): Promise<void> {
    this.#nowMs += 1_000
    await this.loader.load(changed(await this.exported()), this.#nowMs - Date.parse(startOfTime))
  }

  /** Every row of the workspace in every table, except the given ones. */
  async rows(...except: string[]): Promise<Record<string, string[]>> {
    const { db } = this.loader.store
    const tables = await db.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c
       where c.table_schema = 'public' and c.column_name = 'workspace_id' order by c.table_name`,
    )
    const rows: Record<string, string[]> = {}
    for (const { name } of tables.filter(table => !except.includes(table.name))) {
      const found = await db.query<{ row: string }>(
        `select t::text as row from ${name} t where t.workspace_id = $1 order by t::text collate "C"`,
        [this.workspaceId],
      )
      rows[name] = found.map(({ row }) => row)
    }
    return rows
  }

  /** The workspace's rows without ids and timestamps. */
  async facts() {
    const { transactions, accounts } = await this.exported()
    const rows = transactions.map(({ id: _, accountId, companyId: __, createdAt, updatedAt, ...row }) => {
      const account = accounts.find(({ id }) => id === accountId)
      return { account: account?.iban ?? account?.id, ...row, isNew: createdAt === updatedAt }
    })
    return {
      transactions: rows.map(({ isNew: _, ...row }) => JSON.stringify(row)).sort(),
      balances: accounts
        .map(({ iban, balance, availableBalance, balanceUpdatedAt }) =>
          JSON.stringify([iban, balance, availableBalance, balanceUpdatedAt]),
        )
        .sort(),
    }
  }
}

export function useImporter(storeName: StoreName) {
  const loader = useLoader(storeName)
  return {
    /** A separate workspace for a test, with one company by default. */
    async workspace(change: (file: WorkspaceFile) => WorkspaceFile = file => file): Promise<Importer> {
      const file = change({ ...workspaceFile(), companies: [company()] })
      await loader.current.load(file)
      return new Importer(loader.current, file)
    },
  }
}
