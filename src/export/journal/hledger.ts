/**
 * A journal for hledger. Balances are asserted after the last transaction of their day: hledger checks those of one day
 * in the order of the file.
 */
import { negated } from './exact.ts'
import type { BalanceItem, BookedItem, JournalItem } from './items.ts'
import { hledgerText, oneLine, plainId } from './texts.ts'

export async function* hledgerJournal(
  title: string,
  pages: AsyncIterable<readonly JournalItem[]>,
): AsyncGenerator<string, void, undefined> {
  const accounts = new Set<string>()
  // Else 1.000 could be read as a thousand.
  yield `; ${oneLine(title).replaceAll(':', ' ')}\ndecimal-mark .\n\n`
  for await (const items of pages) {
    if (items.length > 0) yield items.map(item => entry(item, accounts)).join('')
  }
  yield [...accounts].map(name => `account ${name}\n`).join('')
}

/** hledger's own accounts begin in lower case. */
const nameOf = (path: string): string => path.charAt(0).toLowerCase() + path.slice(1)

function entry(item: JournalItem, accounts: Set<string>): string {
  return item.kind === 'transaction' ? booked(item, accounts) : balance(item, accounts)
}

function noted(path: string, accounts: Set<string>): string {
  const name = nameOf(path)
  accounts.add(name)
  return name
}

function booked(item: BookedItem, accounts: Set<string>): string {
  const text = [item.payee, item.narration].map(hledgerText).filter(each => each !== '')
  return (
    `${item.day} * ${text.join(' | ')}  ; id:${plainId(item.id)}\n` +
    `    ${noted(item.account, accounts)}  ${item.amount} ${item.currency}\n` +
    `    ${noted(item.other, accounts)}  ${negated(item.amount)} ${item.currency}\n\n`
  )
}

function balance(item: BalanceItem, accounts: Set<string>): string {
  const { day, kind, account, amount, currency } = item
  if (kind === 'remark') {
    return `; ${day}: the bank's balance of ${nameOf(account)} is ${item.balance} ${currency}; the entries up to this day differ by ${amount} ${currency}\n\n`
  }
  const name = noted(account, accounts)
  const asserted = `= ${item.balance} ${currency}`
  if (kind === 'assertion') return `${day} * Balance\n    ${name}  0 ${currency} ${asserted}\n\n`
  const other = kind === 'opening' ? 'equity:Opening-Balances' : 'equity:Adjustments'
  const text = kind === 'opening' ? 'Opening balance' : 'Adjustment: entries are missing before this day'
  accounts.add(other)
  return (
    `${day} * ${text}\n    ${name}  ${amount} ${currency} ${asserted}\n` +
    `    ${other}  ${negated(amount)} ${currency}\n\n`
  )
}
