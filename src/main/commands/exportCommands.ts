/** florin export: the workspace file, or its transactions in a format for bookkeepers. */

import type { Account } from '../../contract/accounts.ts'
import { grouped } from '../../domain/grouped.ts'
import { csvRows } from '../../export/csv.ts'
import { beancountJournal } from '../../export/journal/beancount.ts'
import { checkpointsOf } from '../../export/journal/checkpoints.ts'
import { hledgerJournal } from '../../export/journal/hledger.ts'
import { type BalanceItem, type JournalCounts, journalItems } from '../../export/journal/items.ts'
import { accountNames } from '../../export/journal/names.ts'
import { parquetRows } from '../../export/parquet/parquet.ts'
import { TooManyDigits } from '../../export/parquet/values.ts'
import { transactionCells, transactionColumns } from '../../export/transactionTable.ts'
import { xlsxRows } from '../../export/xlsx/xlsx.ts'
import { ZipTooLarge } from '../../export/xlsx/zip.ts'
import { exportWorkspace } from '../../import/workspace/exportWorkspace.ts'
import { listAccounts } from '../../store/accounts.ts'
import { listCompanies } from '../../store/companies.ts'
import type { Connection } from '../../store/engine/door.ts'
import { amountScale, dailySums, oldestFirst, statementBalances } from '../../store/sums/journal.ts'
import { UnknownWorkspace } from '../../store/workspaceClock.ts'
import { findWorkspace } from '../../store/workspaces.ts'
import type { CommandContext } from '../commandContext.ts'
import { Failure } from '../failure.ts'
import { spooled, spooledBytes } from '../spool.ts'
import { type ExportFormat, exportFormats } from './exportFormats.ts'

interface ExportInput {
  workspace: string
  format?: string
}

const rowsPerPage = 1_000

export const exportCommands = {
  export: async ({ db, write, onProgress }: CommandContext, { workspace, format = 'json' }: ExportInput) => {
    const known = exportFormats.find(each => each === format)
    if (known === undefined)
      throw new Failure(`--format must be one of ${exportFormats.join(', ')}.`, 'usage')
    if (known === 'json') {
      const elements = await spooled(spool => exportWorkspace(db, workspace, spool, onProgress), write)
      return { workspaceId: workspace, elements }
    }
    const counts = await spooledBytes(
      spool =>
        db.transaction(connection => exportRows(connection, workspace, known, spool), {
          snapshot: true,
          workspaceId: workspace,
        }),
      write,
    )
    return { workspaceId: workspace, format: known, ...counts }
  },
}

type Spool = (piece: string | Uint8Array) => Promise<void>

async function exportRows(
  connection: Connection,
  workspaceId: string,
  format: Exclude<ExportFormat, 'json'>,
  spool: Spool,
): Promise<{ transactions: number } & Partial<JournalCounts>> {
  const workspace = await findWorkspace(connection, workspaceId)
  if (workspace === null) throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
  try {
    if (format === 'hledger' || format === 'beancount')
      return await exportJournal(connection, workspace, format, spool)
    return await exportTable(connection, workspaceId, format, spool)
  } catch (error) {
    if (error instanceof TooManyDigits || error instanceof ZipTooLarge)
      throw new Failure(error.message, 'refused')
    throw error
  }
}

async function exportTable(
  connection: Connection,
  workspaceId: string,
  format: 'csv' | 'xlsx' | 'parquet',
  spool: Spool,
) {
  const accounts = await listAccounts(connection, workspaceId, {})
  const names = {
    companies: new Map((await listCompanies(connection, workspaceId, {})).map(({ id, name }) => [id, name])),
    accounts: new Map(accounts.map(({ id, nickname, name, iban }) => [id, { name: nickname ?? name, iban }])),
  }
  let transactions = 0
  async function* rows() {
    for await (const page of oldestFirst(connection, workspaceId, rowsPerPage)) {
      transactions += page.length
      yield page.map(row => transactionCells(row, names))
    }
  }
  const writers = {
    csv: async () => csvRows(transactionColumns, rows(), { bom: true }),
    xlsx: async () => xlsxRows(transactionColumns, rows(), { sheet: 'Transactions' }),
    parquet: async () =>
      parquetRows(transactionColumns, rows(), { scale: await amountScale(connection, workspaceId) }),
  }
  for await (const piece of await writers[format]()) await spool(piece)
  return { transactions }
}

async function exportJournal(
  connection: Connection,
  workspace: { id: string; name: string },
  format: 'hledger' | 'beancount',
  spool: Spool,
) {
  const accounts = await listAccounts(connection, workspace.id, {})
  const companies = new Map(
    (await listCompanies(connection, workspace.id, {})).map(({ id, name }) => [id, name]),
  )
  const names = accountNames(
    accounts.map(({ id, companyId, nickname, name, iban, type }) => ({
      id,
      companyId,
      companyName: companies.get(companyId) ?? '',
      name: nickname ?? name ?? iban ?? '',
      isCredit: type === 'credit',
    })),
  )
  const counts: JournalCounts = { transactions: 0, leftOut: 0, assertions: 0, adjustments: 0 }
  const balances = await balancesOf(connection, workspace.id, accounts, names)
  const items = journalItems(oldestFirst(connection, workspace.id, rowsPerPage), balances, names, counts)
  const journal = format === 'hledger' ? hledgerJournal : beancountJournal
  for await (const text of journal(workspace.name, items)) await spool(text)
  return { ...counts }
}

async function balancesOf(
  connection: Connection,
  workspaceId: string,
  accounts: readonly Account[],
  names: ReadonlyMap<string, string>,
): Promise<BalanceItem[]> {
  const sums = grouped(await dailySums(connection, workspaceId), ({ accountId }) => accountId)
  const statements = grouped(await statementBalances(connection, workspaceId), ({ accountId }) => accountId)
  const items = accounts.flatMap(({ id, currency, balance, balanceUpdatedAt, createdAt }) =>
    checkpointsOf({
      sums: sums.get(id) ?? [],
      statements: statements.get(id) ?? [],
      reported: balance === null ? null : { balance, day: (balanceUpdatedAt ?? createdAt).slice(0, 10) },
    }).map(checkpoint => ({ ...checkpoint, currency, account: names.get(id) ?? '' })),
  )
  return items.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}
