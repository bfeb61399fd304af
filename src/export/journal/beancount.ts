/**
 * A file for Beancount. It checks a balance at the beginning of a day, so the balance at the end of a day is that of the
 * next; and it allows for rounding by default.
 */
import { dayAfter, isZero, negated } from './exact.ts'
import type { BalanceItem, BookedItem, JournalItem } from './items.ts'
import { beancountText } from './texts.ts'

export async function* beancountJournal(
  title: string,
  pages: AsyncIterable<readonly JournalItem[]>,
): AsyncGenerator<string, void, undefined> {
  const opened = new Map<string, string>()
  yield `option "title" ${beancountText(title)}\n\n`
  for await (const items of pages) {
    if (items.length > 0) yield items.map(item => entry(item, opened)).join('')
  }
  // Beancount sorts by day itself, so these may come last, when all names are known.
  yield [...opened].map(([name, day]) => `${day} open ${name}\n`).join('')
}

function entry(item: JournalItem, opened: Map<string, string>): string {
  return item.kind === 'transaction' ? booked(item, opened) : balance(item, opened)
}

/** Items come in the order of their days, so an account opens with the first. */
function noted(name: string, day: string, opened: Map<string, string>): string {
  if (!opened.has(name)) opened.set(name, day)
  return name
}

function booked(item: BookedItem, opened: Map<string, string>): string {
  const { day, account, amount, currency, other } = item
  return (
    `${day} * ${beancountText(item.payee)} ${beancountText(item.narration)}\n` +
    `  florin-id: ${beancountText(item.id)}\n` +
    `  ${noted(account, day, opened)}  ${amount} ${currency}\n` +
    `  ${noted(other, day, opened)}  ${negated(amount)} ${currency}\n\n`
  )
}

function balance(item: BalanceItem, opened: Map<string, string>): string {
  const { day, kind, account, amount, currency } = item
  if (kind === 'remark') {
    return `; ${day}: the bank's balance of ${account} is ${item.balance} ${currency}; the entries up to this day differ by ${amount} ${currency}\n\n`
  }
  const name = noted(account, day, opened)
  const asserted = `${dayAfter(day)} balance ${name}  ${item.balance} ~ 0 ${currency}\n\n`
  if (kind === 'assertion' || isZero(amount)) return asserted
  const other = kind === 'opening' ? 'Equity:Opening-Balances' : 'Equity:Adjustments'
  const text = kind === 'opening' ? 'Opening balance' : 'Adjustment: entries are missing before this day'
  return (
    `${day} * ${beancountText(text)}\n  ${name}  ${amount} ${currency}\n` +
    `  ${noted(other, day, opened)}  ${negated(amount)} ${currency}\n\n${asserted}`
  )
}
