/** Links from figures to the lists that they are made of. */
import type { Query } from '../../../../src/client/index.ts'

/** The path of a page with these filters. Undefined ones are left out. */
export function pathWith(path: string, filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

type Filters = Pick<Query<'listTransactions'>, 'companyId' | 'side' | 'ownTransfers'>

/** Booked transactions of the months from `first` to `last`, which are 'YYYY-MM'. */
export function bookedIn(first: string, last: string, filters: Filters): string {
  const [year = 0, month = 1] = last.split('-').map(Number)
  const dateTo = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return pathWith('/transactions', { ...filters, status: 'booked', dateFrom: `${first}-01`, dateTo })
}

/** Accounts whose balance is in a total, or the reason why it is not. */
export const accountsWith = (filters: {
  companyId?: string | undefined
  currency: string
  balance: string
}) => pathWith('/accounts', filters)
