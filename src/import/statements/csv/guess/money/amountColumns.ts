/** Columns of amounts by their names, the most likely first. */
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
  // Amounts that are all zero are those of something else, such as postage.
  const found = lists.find(each => each.some(({ filled }) => !filled.every(isNothing))) ?? lists[0] ?? []
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

/** Next to the amount of the purchase, the one in the account's currency. */
export const accountWords =
  /account currency|\bbill(?:ing|ed)\b|kontowahrung|walucie rachunku|mene uctu|saskaitos valiuta|devise du compte|валют[еу] (?:счета|карты)|^сумма платежа$|валюті картки|记账金额|入账金额|结算金额|^סכום חיוב$/
