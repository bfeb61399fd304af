/** Lists as files. The rows are read and written batch by batch, at the pace of the download. */
import type { Bill } from '../../../contract/bills.ts'
import { exportMediaTypes } from '../../../contract/console/lists.ts'
import type { BillColumn, TransactionColumn } from '../../../contract/console/listWords.ts'
import type { Transaction } from '../../../contract/transactions.ts'
import { csvRows } from '../../../export/csv.ts'
import type { Column, Row, RowBatches } from '../../../export/rows.ts'
import { xlsxRows } from '../../../export/xlsx/xlsx.ts'
import { listAccounts } from '../../../store/accounts.ts'
import { listCompanies } from '../../../store/companies.ts'
import { requireCompany } from '../../companies.ts'
import { tooManyRequests } from '../../errors.ts'
import type { Handler } from '../call.ts'
import type { ServedFile } from '../files/fileReply.ts'
import { billBatches, type ListCall, transactionBatches } from './batches.ts'
import { sortedBatches, sortedBills, sortedTransactions } from './sorted.ts'

type Format = keyof typeof exportMediaTypes

interface FileColumn<Source> extends Column {
  cell(row: Source, names: Names): string | null
}

interface Names {
  accounts: ReadonlyMap<string, string | null>
  companies: ReadonlyMap<string, string>
}

const transactionColumns: Record<TransactionColumn, FileColumn<Transaction>> = {
  bookingDate: { name: 'Booked', kind: 'date', cell: row => row.bookingDate },
  valueDate: { name: 'Value date', kind: 'date', cell: row => row.valueDate },
  counterparty: { name: 'Counterparty', kind: 'text', cell: row => row.merchantName ?? row.counterpartyName },
  description: { name: 'Description', kind: 'text', cell: row => row.description },
  reference: { name: 'Reference', kind: 'text', cell: row => row.reference },
  iban: { name: 'IBAN', kind: 'text', cell: row => row.counterpartyIban },
  category: { name: 'Category', kind: 'text', cell: row => row.category?.name ?? null },
  account: {
    name: 'Account',
    kind: 'text',
    cell: (row, { accounts }) => accounts.get(row.accountId) ?? null,
  },
  company: {
    name: 'Company',
    kind: 'text',
    cell: (row, { companies }) => companies.get(row.companyId) ?? null,
  },
  status: { name: 'Status', kind: 'text', cell: row => row.status },
  type: { name: 'Type', kind: 'text', cell: row => row.type },
  amount: { name: 'Amount', kind: 'decimal', cell: signedAmount },
  currency: { name: 'Currency', kind: 'text', cell: row => row.currency },
  id: { name: 'Id', kind: 'text', cell: row => row.id },
}

const billColumns: Record<BillColumn, FileColumn<Bill>> = {
  supplier: { name: 'Supplier', kind: 'text', cell: row => row.supplierName },
  invoiceNumber: { name: 'Invoice number', kind: 'text', cell: row => row.invoiceNumber },
  invoiceDate: { name: 'Invoice date', kind: 'date', cell: row => row.invoiceDate },
  dueDate: { name: 'Due', kind: 'date', cell: row => row.dueDate },
  status: { name: 'Status', kind: 'text', cell: row => row.status },
  company: {
    name: 'Company',
    kind: 'text',
    cell: (row, { companies }) => companies.get(row.companyId) ?? null,
  },
  reference: { name: 'Reference', kind: 'text', cell: row => row.paymentReference },
  iban: { name: 'IBAN', kind: 'text', cell: row => row.supplierIban },
  vat: { name: 'VAT', kind: 'decimal', cell: row => row.vatAmount },
  total: { name: 'Total', kind: 'decimal', cell: row => row.totalAmount },
  currency: { name: 'Currency', kind: 'text', cell: row => row.currency },
  createdAt: { name: 'Added', kind: 'instant', cell: row => row.createdAt },
  id: { name: 'Id', kind: 'text', cell: row => row.id },
}

/** Money out is negative. Without a direction, the amount is shown as it is. */
function signedAmount({ amount, side }: Transaction): string {
  return side === 'debit' && /[1-9]/.test(amount) ? `-${amount}` : amount
}

export const exportTransactions: Handler<'exportTransactions'> = async (call, { query }) => {
  const { sort, format, columns, ...filters } = query
  await requireCompany(call.db, call.workspaceId, filters.companyId)
  const rows =
    sort === 'newest'
      ? transactionBatches(call, filters)
      : await sortedBatches(sortedTransactions, call, filters, sort)
  return await fileOf(
    call,
    'transactions',
    format,
    rows,
    columns.map(name => transactionColumns[name]),
  )
}

export const exportBills: Handler<'exportBills'> = async (call, { query }) => {
  const { sort, format, columns, ...filters } = query
  await requireCompany(call.db, call.workspaceId, filters.companyId)
  const rows =
    sort === 'newest' ? billBatches(call, filters) : await sortedBatches(sortedBills, call, filters, sort)
  return await fileOf(
    call,
    'bills',
    format,
    rows,
    columns.map(name => billColumns[name]),
  )
}

async function fileOf<Source>(
  call: ListCall & { nowMs: number },
  list: 'transactions' | 'bills',
  format: Format,
  rows: AsyncIterable<Source[]>,
  columns: readonly FileColumn<Source>[],
): Promise<ServedFile> {
  const names = await namesOf(call)
  const batches = cellsOf(rows, columns, names)
  const bytes =
    format === 'csv' ? csvRows(columns, batches, { bom: true }) : xlsxRows(columns, batches, { sheet: list })
  const day = new Date(call.nowMs).toISOString().slice(0, 10)
  return { name: `${list}-${day}.${format}`, mediaType: exportMediaTypes[format], bytes: withinLimit(bytes) }
}

async function* cellsOf<Source>(
  rows: AsyncIterable<Source[]>,
  columns: readonly FileColumn<Source>[],
  names: Names,
): RowBatches {
  for await (const batch of rows) {
    yield batch.map((row): Row => columns.map(({ cell }) => cell(row, names)))
  }
}

async function namesOf({ db, workspaceId }: ListCall): Promise<Names> {
  const accounts = await listAccounts(db, workspaceId, {})
  const companies = await listCompanies(db, workspaceId, {})
  return {
    accounts: new Map(accounts.map(({ id, nickname, name, iban }) => [id, nickname ?? name ?? iban])),
    companies: new Map(companies.map(({ id, name }) => [id, name])),
  }
}

/** Files that a process writes at once. */
const exportsMax = 4
const retryAfterSeconds = 5
let running = 0

function withinLimit(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (running >= exportsMax)
    throw tooManyRequests(retryAfterSeconds, 'Other files are being exported at the moment.')
  return counted(bytes)
}

async function* counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  running += 1
  try {
    yield* bytes
  } finally {
    running -= 1
  }
}
