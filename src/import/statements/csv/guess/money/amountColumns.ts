/** Columns of amounts by their names, the most likely first. */
import { amountKey, sumOf } from '../../../../../domain/money/decimal.ts'
import { readMoney } from '../../cells/csvAmount.ts'
import { plainText } from '../../cells/plainText.ts'
import { type TableColumn, withRole } from '../columns.ts'
import { isNamedMinor } from './minorNames.ts'

export const isMoney = ({ kind }: TableColumn): boolean => kind === 'money'

export const isNothing = (cell: string): boolean => !/[1-9]/.test(cell)

/** An amount in the account's currency, which may be in the name, before one of any currency. */
export function amountColumns(columns: readonly TableColumn[]): TableColumn[] {
  const named = withRole(columns, 'amount').filter(isMoney)
  const gross = withRole(columns, 'gross').filter(isMoney)
  const net = withRole(columns, 'net').filter(isMoney)
  const lists = [named, gross, net].filter(each => each.length > 0)
  const beforeTax = columnsBeforeTax(columns, [...named, ...net], [...gross, ...named])
  // Amounts that are all zero are those of something else, such as postage.
  const all = lists.find(each => each.some(({ filled }) => !filled.every(isNothing))) ?? lists[0] ?? []
  const found =
    beforeTax === null
      ? all
      : [beforeTax.paid, ...all].filter(
          (each, at, some) => each !== beforeTax.before && some.indexOf(each) === at,
        )
  // Purchases abroad have different currencies, the account has one.
  const hasCurrencies = ({ kind, distinct }: TableColumn) => kind === 'currency' && distinct > 1
  const isAbroad = (at: number) => columns.some(next => next.at === at + 1 && hasCurrencies(next))
  const rank = ({ at, exact, currency, name, filled }: TableColumn) =>
    (currency === null ? 0 : 2) -
    (isAbroad(at) ? 0.25 : 0) +
    (exact ? 1 : 0) +
    (accountWords.test(plainText(name)) ? 0.5 : 0) -
    (filled.every(isNothing) ? 4 : 0) -
    // Next to cents, the same amounts in the currency.
    (isNamedMinor({ name }) ? 1 : 0)
  return [...found].sort((one, other) => rank(other) - rank(one) || other.filled.length - one.filled.length)
}

const taxName =
  /(?:^| )(?:vat|gst|tax(?:es)?|mwst|ust|steuer\w*|iva|tva|btw|moms|dph|afa|pdv|ddv|alv|kdv|imposte?|impuestos?)(?: |$)/

/** A column that makes another one with that of the tax in every row: what was paid includes the tax. */
function columnsBeforeTax(
  columns: readonly TableColumn[],
  before: readonly TableColumn[],
  after: readonly TableColumn[],
): { before: TableColumn; paid: TableColumn } | null {
  const taxes = columns.filter(column => isMoney(column) && taxName.test(plainText(column.name)))
  for (const tax of taxes.filter(({ filled }) => !filled.every(isNothing))) {
    for (const one of before) {
      const paid = after.find(each => each !== one && each !== tax && one !== tax && isSumOf(each, one, tax))
      if (paid !== undefined) return { before: one, paid }
    }
  }
  return null
}

const isSumOf = (whole: TableColumn, one: TableColumn, other: TableColumn): boolean =>
  whole.cells.every((cell, row) => {
    const parts = [one.cells[row] ?? '', other.cells[row] ?? ''].map(decimalOf)
    return amountKey(sumOf(parts)) === amountKey(decimalOf(cell))
  })

function decimalOf(cell: string): string {
  const money = readMoney(cell, '.') ?? readMoney(cell, ',')
  return money === null ? '0' : `${money.negative ? '-' : ''}${money.amount}`
}

/** Next to the amount of the purchase, the one in the account's currency. */
export const accountWords =
  /account currency|\bbill(?:ing|ed)\b|kontowahrung|walucie rachunku|mene uctu|saskaitos valiuta|devise du compte|валют[еу] (?:счета|карты)|^сумма платежа$|валюті картки|记账金额|入账金额|结算金额|^סכום חיוב$/
