/**
 * The data of the bench as functions of a row's number, so that SQL can create millions of rows in seconds
 * and the bench knows each of them without a query. The same numbers always give the same data.
 */
import { createHash } from 'node:crypto'

export interface DataSize {
  transactions: number
  workspaces: number
}

/** Five years; the newest transaction was added at the end. */
export const firstDay = '2021-01-01'
export const endInstant = '2026-01-01T00:00:00.000Z'
export const daysTotal = 1_826
/** All workspaces were last changed an hour after their newest transaction, for example by a payee. */
export const clockInstant = '2026-01-01T01:00:00.000Z'

const dayMs = 24 * 60 * 60 * 1000
const firstDayMs = Date.parse(`${firstDay}T00:00:00Z`)

/** The day with that number; negative numbers are days before the first. */
export const dayOf = (number: number): string =>
  new Date(firstDayMs + number * dayMs).toISOString().slice(0, 10)

export const companiesOf = (workspace: number): number => (workspace === 0 ? 5 : 2)
export const accountsOf = (workspace: number): number => (workspace === 0 ? 12 : 4)

export const workspaceId = (workspace: number): string => idOf('wsp', `${workspace}`)
export const companyId = (workspace: number, company: number): string =>
  idOf('com', `${workspace}/${company}`)
export const accountId = (workspace: number, account: number): string =>
  idOf('acc', `${workspace}/${account}`)
export const categoryId = (workspace: number, category: number): string =>
  idOf('cat', `${workspace}/${category}`)

/** An id as long as the service's. `fill.ts` has the same in SQL. */
function idOf(kind: string, name: string): string {
  return `${kind}_${md5(`${kind}/${name}`).slice(0, 26)}`
}

/** Transaction ids increase with time, like those of the service. */
export function transactionId(row: number): string {
  return `txn_${row.toString(16).toUpperCase().padStart(10, '0')}${md5(`${row}`).slice(0, 16)}`
}

/** The same in SQL. */
export const transactionIdSql = (row: string): string =>
  `('txn_' || upper(lpad(to_hex(${row}), 10, '0') || substr(md5((${row})::text), 1, 16)))`

const md5 = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase()

/** Workspace 0 has every second row, and so half of them; the others share the rest. */
export const largestCount = ({ transactions, workspaces }: DataSize): number =>
  workspaces === 1 ? transactions : Math.floor(transactions / 2)

/** The nth row of workspace 0, counted from 1. */
export const rowOfLargest = ({ workspaces }: DataSize, nth: number): number =>
  workspaces === 1 ? nth : nth * 2

/** The workspace of a row, in SQL. */
export const workspaceSql = ({ workspaces }: DataSize, row: string): string =>
  workspaces === 1 ? '0' : `case when ${row} % 2 = 0 then 0 else 1 + (${row} / 2) % ${workspaces - 1} end`
