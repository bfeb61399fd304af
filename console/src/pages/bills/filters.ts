/** The filters of listBills. */
import type { Query } from '../../../../src/client/index.ts'
import { wordsOf } from '../../ui/text/Badge.tsx'
import { listFilters } from '../lists/filters.ts'
import type { Companies } from '../lists/useCompanies.ts'
import { currencyChoices } from '../lists/useCurrencies.ts'
import { billStatusOrder } from './text.ts'

const statusOptions = billStatusOrder.map(status => ({ value: status, label: wordsOf(status) }))

interface BillNames {
  companies: Companies
  currencies: readonly string[]
}

export const billFilters = listFilters<Query<'listBills'>, BillNames>({
  companyId: { label: 'Company', kind: 'choice', choices: ({ companies }) => companies },
  status: { label: 'Status', kind: 'choices', options: statusOptions },
  dueFrom: { label: 'Due from', kind: 'day', max: 'dueTo' },
  dueTo: { label: 'Due to', kind: 'day', min: 'dueFrom' },
  minAmount: { label: 'Total from', kind: 'amount' },
  maxAmount: { label: 'Total to', kind: 'amount' },
  currency: {
    label: 'Currency',
    kind: 'choice',
    choices: ({ currencies }, { currency }) => currencyChoices(currencies, currency),
  },
  q: { label: 'Search', kind: 'search' },
  updatedAfter: { label: 'Updated after', kind: 'instant' },
})
