/** The filters of listTransactions. */
import type { Query } from '../../../../src/client/index.ts'
import { listFilters } from '../lists/filters.ts'
import { currencyChoices } from '../lists/useCurrencies.ts'
import type { TransactionNames } from './names.ts'

type TransactionQuery = Query<'listTransactions'>

export const statusOptions = [
  { value: 'pending', label: 'Pending' },
  { value: 'booked', label: 'Booked' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'released', label: 'Released' },
  { value: 'canceled', label: 'Canceled' },
] satisfies { value: string; label: string }[]

const sideOptions = [
  { value: '', label: 'Any direction' },
  { value: 'credit', label: 'Money in' },
  { value: 'debit', label: 'Money out' },
] satisfies { value: TransactionQuery['side'] | ''; label: string }[]

const none = { value: 'none', label: 'No category' }

/** “No category” comes first, as it is the one to work on. */
function withNone({ options, nameOf, error }: TransactionNames['categories']) {
  const [all, ...others] = options
  return {
    error,
    options: [...(all ? [all] : []), none, ...others],
    nameOf: (id: string) => (id === none.value ? none.label : nameOf(id)),
  }
}

const ownTransferOptions = [
  { value: '', label: 'Included' },
  { value: 'exclude', label: 'Left out' },
  { value: 'only', label: 'Only own transfers' },
] satisfies { value: TransactionQuery['ownTransfers'] | ''; label: string }[]

export const transactionFilters = listFilters<TransactionQuery, TransactionNames>({
  companyId: { label: 'Company', kind: 'choice', choices: ({ companies }) => companies },
  accountId: {
    label: 'Account',
    kind: 'choice',
    choices: ({ accounts }, { companyId }) => ({ ...accounts, options: accounts.optionsOf(companyId) }),
    parent: { filter: 'companyId', of: ({ accounts }, accountId) => accounts.companyOf(accountId) },
  },
  categoryId: { label: 'Category', kind: 'choice', choices: ({ categories }) => withNone(categories) },
  status: { label: 'Status', kind: 'choices', options: statusOptions },
  side: { label: 'Direction', kind: 'choice', choices: () => ({ options: sideOptions }) },
  ownTransfers: { label: 'Own transfers', kind: 'choice', choices: () => ({ options: ownTransferOptions }) },
  dateFrom: { label: 'Booked from', kind: 'day', max: 'dateTo' },
  dateTo: { label: 'Booked to', kind: 'day', min: 'dateFrom' },
  minAmount: { label: 'Amount from', kind: 'amount' },
  maxAmount: { label: 'Amount to', kind: 'amount' },
  currency: {
    label: 'Currency',
    kind: 'choice',
    choices: ({ currencies }, { currency }) => currencyChoices(currencies, currency),
  },
  q: { label: 'Search', kind: 'search' },
  updatedAfter: { label: 'Updated after', kind: 'instant' },
})
