/** The filters of listBills. */
import type { Query } from '../../../../src/client/index.ts'
import { wordsOf } from '../../ui/text/Badge.tsx'
import { listFilters } from '../lists/filters.ts'
import type { Companies } from '../lists/useCompanies.ts'
import { billStatusOrder } from './text.ts'

const statusOptions = [
  { value: '', label: 'Any status' },
  ...billStatusOrder.map(status => ({ value: status, label: wordsOf(status) })),
]

export const billFilters = listFilters<Query<'listBills'>, Companies>({
  companyId: { label: 'Company', kind: 'choice', choices: companies => companies },
  status: { label: 'Status', kind: 'choice', choices: () => ({ options: statusOptions, nameOf: wordsOf }) },
  updatedAfter: { label: 'Updated after', kind: 'instant' },
})
