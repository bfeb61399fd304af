/** What may need a person: in which words, and where it is decided. */
import type { ToDecide } from '../../../../src/contract/console/bills/toDecide.ts'
import { utcDay } from '../../format/date.ts'
import type { IconName } from '../../ui/text/Icon.tsx'

export interface Entry {
  name: Exclude<keyof ToDecide, 'total'>
  icon: IconName
  one: string
  many: string
  hint: string
  to: () => string
}

const unpaid = 'status=new,processing,extract_failed,pending_match,pending_approval,approved,scheduled'

export const entries: readonly Entry[] = [
  {
    name: 'overdue',
    icon: 'warning',
    one: 'bill is overdue',
    many: 'bills are overdue',
    hint: 'Not paid, and the due date has passed.',
    to: () => `/bills?${unpaid}&dueTo=${utcDay(-1)}`,
  },
  {
    name: 'due',
    icon: 'bill',
    one: 'bill is due within 7 days',
    many: 'bills are due within 7 days',
    hint: 'Not paid yet.',
    to: () => `/bills?${unpaid}&dueFrom=${utcDay()}&dueTo=${utcDay(7)}`,
  },
  {
    name: 'approvals',
    icon: 'check',
    one: 'bill waits for approval',
    many: 'bills wait for approval',
    hint: 'Each one is approved or rejected by a person.',
    to: () => '/bills?status=pending_approval',
  },
  {
    name: 'matches',
    icon: 'transactions',
    one: 'suggested match',
    many: 'suggested matches',
    hint: 'A payment that probably settles a bill. Confirm or decline it.',
    to: () => '/bills?decide=open',
  },
  {
    name: 'unread',
    icon: 'edit',
    one: 'document could not be read',
    many: 'documents could not be read',
    hint: 'Type the values, or reject the bill.',
    to: () => '/bills?status=extract_failed',
  },
  {
    name: 'uploads',
    icon: 'upload',
    one: 'upload of yours was not imported',
    many: 'uploads of yours were not imported',
    hint: 'Import them, or delete them.',
    to: () => '/imports',
  },
  {
    name: 'keys',
    icon: 'key',
    one: 'API key expires within 14 days',
    many: 'API keys expire within 14 days',
    hint: 'Rotate it before programs are refused.',
    to: () => '/settings/developer',
  },
]

export const entriesIn = (counts: ToDecide) =>
  entries.flatMap(entry => (counts[entry.name] > 0 ? [{ ...entry, count: counts[entry.name] }] : []))
