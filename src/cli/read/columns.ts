/** The columns of a resource: all of its fields for CSV, from the contract, and a selection for the terminal. */
import type { Account } from '../../contract/accounts.ts'
import type { Bill } from '../../contract/bills.ts'
import type { Category } from '../../contract/categories.ts'
import type { Company } from '../../contract/companies.ts'
import { operations } from '../../contract/operations.ts'
import type { Payee } from '../../contract/payees.ts'
import { decimalPattern, unsignedDecimalPattern } from '../../contract/primitives.ts'
import type { Transaction } from '../../contract/transactions.ts'
import type { Column, ColumnKind } from '../../export/rows.ts'
import { type Field, objectFields } from './fields.ts'
import { type ListName, listOperations } from './shapes.ts'

export interface FieldColumn extends Column {
  /** Where the value is in a row. */
  path: readonly string[]
}

const decimals = [decimalPattern.source, unsignedDecimalPattern.source]

/** Every field, in the contract's order; those of an object within are named such as category.name. */
export function columnsOf(list: ListName): FieldColumn[] {
  const { data } = operations[listOperations[list]].success.schema.shape
  return fieldsOf(objectFields(data.element, 'output'), [])
}

function fieldsOf({ properties = {} }: Field, path: readonly string[]): FieldColumn[] {
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = given.anyOf?.find(({ type }) => type !== 'null') ?? given
    const own = [...path, name]
    if (field.type === 'object') return fieldsOf(field, own)
    return [{ name: own.join('.'), kind: kindOf(field), path: own }]
  })
}

function kindOf({ format, pattern }: Field): ColumnKind {
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'instant'
  return pattern !== undefined && decimals.includes(pattern) ? 'decimal' : 'text'
}

export function cellOf(row: unknown, path: readonly string[]): string | null {
  let value = row
  for (const name of path) value = (value as Record<string, unknown> | null)?.[name]
  return value === null || value === undefined ? null : String(value)
}

type Shown<Row> = readonly (readonly [head: string, cell: (row: Row) => string | null])[]

const signed = ({ amount, side }: Transaction): string => (side === 'debit' ? `-${amount}` : amount)

interface Rows {
  transactions: Transaction
  accounts: Account
  bills: Bill
  companies: Company
  categories: Category
  payees: Payee
}

/** What a terminal has room for. */
export const shownColumns: { readonly [Name in ListName]: Shown<Rows[Name]> } = {
  transactions: [
    ['ID', row => row.id],
    ['BOOKED', row => row.bookingDate],
    ['AMOUNT', signed],
    ['CURRENCY', row => row.currency],
    ['STATUS', row => row.status],
    ['COUNTERPARTY', row => row.merchantName ?? row.counterpartyName],
    ['REFERENCE', row => row.reference ?? row.description],
    ['CATEGORY', row => row.category?.name ?? null],
  ],
  accounts: [
    ['ID', row => row.id],
    ['NAME', row => row.nickname ?? row.name],
    ['IBAN', row => row.iban],
    ['BALANCE', row => row.balance],
    ['CURRENCY', row => row.currency],
    ['BANK', row => row.institutionName],
    ['COMPANY', row => row.companyId],
  ],
  bills: [
    ['ID', row => row.id],
    ['STATUS', row => row.status],
    ['SUPPLIER', row => row.supplierName],
    ['INVOICE', row => row.invoiceNumber],
    ['TOTAL', row => row.totalAmount],
    ['CURRENCY', row => row.currency],
    ['DUE', row => row.dueDate],
  ],
  companies: [
    ['ID', row => row.id],
    ['NAME', row => row.name],
    ['COUNTRY', row => row.country],
    ['VAT NUMBER', row => row.vatNumber],
    ['VERIFICATION', row => row.verificationStatus],
  ],
  categories: [
    ['ID', row => row.id],
    ['NAME', row => row.name],
    ['SLUG', row => row.slug],
    ['DESCRIPTION', row => row.description],
  ],
  payees: [
    ['ID', row => row.id],
    ['NAME', row => row.name],
    ['IBAN', row => row.iban],
    ['REFERENCE', row => row.defaultReference],
    ['COMPANY', row => row.companyId],
  ],
}
