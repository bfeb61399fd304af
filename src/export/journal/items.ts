/** The items of a journal in the order of their days: transactions, and between them what the bank says about balances. */
import type { Checkpoint } from './checkpoints.ts'
import { negated } from './exact.ts'
import { partOf, UniqueNames } from './names.ts'

export interface JournalRow {
  id: string
  accountId: string
  amount: string
  currency: string
  side: 'credit' | 'debit' | null
  status: string
  type: string | null
  description: string | null
  reference: string | null
  counterpartyName: string | null
  merchantName: string | null
  bookingDate: string | null
  categoryId: string | null
  categoryName: string | null
}

export interface BookedItem {
  kind: 'transaction'
  day: string
  id: string
  payee: string
  narration: string
  account: string
  /** Of the account; the other account gets the opposite. */
  amount: string
  currency: string
  other: string
}

export interface BalanceItem extends Checkpoint {
  account: string
  currency: string
}

export type JournalItem = BookedItem | BalanceItem

export interface JournalCounts {
  transactions: number
  /** Not booked, without a day, or without a direction. */
  leftOut: number
  assertions: number
  adjustments: number
}

const internal = /^Internal/

/** Checkpoints must be in the order of their days. Rows come in that order, and those without a day last. */
export async function* journalItems(
  pages: AsyncIterable<readonly JournalRow[]>,
  checkpoints: readonly BalanceItem[],
  names: ReadonlyMap<string, string>,
  counts: JournalCounts,
): AsyncGenerator<JournalItem[], void, undefined> {
  const categories = new UniqueNames()
  let next = 0
  const upTo = (day: string | null): BalanceItem[] => {
    const start = next
    while (next < checkpoints.length && (day === null || (checkpoints[next]?.day ?? '') < day)) next += 1
    const due = checkpoints.slice(start, next)
    counts.assertions += due.filter(({ kind }) => kind !== 'remark').length
    counts.adjustments += due.filter(({ kind }) => kind === 'adjustment').length
    return due
  }
  for await (const rows of pages) {
    const items = rows.flatMap((row): JournalItem[] => {
      const item = booked(row, names, categories)
      if (item === null) {
        counts.leftOut += 1
        return []
      }
      counts.transactions += 1
      return [...upTo(item.day), item]
    })
    yield items
  }
  yield upTo(null)
}

function booked(
  row: JournalRow,
  names: ReadonlyMap<string, string>,
  categories: UniqueNames,
): BookedItem | null {
  const { id, amount, currency, side, status, bookingDate: day } = row
  if (status !== 'booked' || side === null || day === null) return null
  return {
    kind: 'transaction',
    day,
    id,
    payee: row.merchantName ?? row.counterpartyName ?? '',
    narration: row.reference ?? row.description ?? '',
    account: names.get(row.accountId) ?? '',
    amount: side === 'debit' ? negated(amount) : amount,
    currency,
    other: otherAccount(row, categories),
  }
}

/** Transfers between own accounts meet in one account, where they cancel out. */
function otherAccount({ type, side, categoryId, categoryName }: JournalRow, categories: UniqueNames): string {
  if (type !== null && internal.test(type)) return 'Assets:Transfers'
  const root = side === 'credit' ? 'Income' : 'Expenses'
  if (categoryId === null) return `${root}:Uncategorised`
  return `${root}:${categories.nameFor(categoryId, partOf(categoryName ?? '', 'Category'))}`
}
