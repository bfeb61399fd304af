/** What the palette can find without asking the service: pages, actions, saved views and companies. */

import type { Company } from '../../../../src/contract/companies.ts'
import type { SavedView } from '../../../../src/contract/console/lists.ts'
import type { Role } from '../../../../src/contract/console/roles.ts'
import type { Payee } from '../../../../src/contract/payees.ts'
import { mayOpen, pages } from '../../pages.ts'
import type { IconName } from '../../ui/text/Icon.tsx'

export interface Entry {
  id: string
  group: string
  icon: IconName
  title: string
  note?: string | undefined
  /** The page to go to. */
  to: string
}

/** As the service compares: without case and accents. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const matches = ({ title, note = '' }: Entry, words: readonly string[]): boolean => {
  const text = folded(`${title} ${note}`)
  return words.every(word => text.includes(word))
}

const shortcuts: readonly Entry[] = [
  { id: 'no-category', title: 'Transactions without a category', to: '/transactions?categoryId=none' },
  { id: 'pending', title: 'Transactions that are not booked yet', to: '/transactions?status=pending' },
  {
    id: 'to-pay',
    title: 'Bills to pay, due first',
    to: '/bills?status=approved,scheduled,pending_approval&sort=due',
  },
  { id: 'failed', title: 'Bills that could not be read', to: '/bills?status=extract_failed' },
  { id: 'import', title: 'Import a file', to: '/imports' },
].map(one => ({ ...one, group: 'Actions', icon: 'right' as const }))

export const pageEntries = (role: Role): Entry[] => [
  ...pages
    .filter(page => mayOpen(page, role))
    .map(({ path, title, icon }) => ({ id: path, group: 'Pages', icon, title, to: path })),
  ...shortcuts,
]

export const viewEntry = ({ id, list, name, query }: SavedView): Entry => ({
  id,
  group: 'Saved views',
  icon: 'filter',
  title: name,
  note: list === 'bills' ? 'Bills' : 'Transactions',
  to: `/${list}?${query}`,
})

export const companyEntry = ({ id, name, tradingName }: Company): Entry => ({
  id,
  group: 'Companies',
  icon: 'building',
  title: name,
  note: tradingName ?? undefined,
  to: `/transactions?companyId=${encodeURIComponent(id)}`,
})

export const payeeEntry = ({ id, name, iban }: Payee): Entry => ({
  id,
  group: 'Payees',
  icon: 'payee',
  title: name,
  note: iban,
  to: `/payees?payee=${encodeURIComponent(id)}`,
})
