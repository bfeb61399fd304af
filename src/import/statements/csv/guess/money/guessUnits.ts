/** Whether amounts are in the currency or in its smallest unit, such as cents. Nothing in a table proves it. */
import { decimalPlaces } from '../../../../../domain/money/currencies.ts'
import { fromMinorUnits } from '../../cells/csvAmount.ts'
import type { TableColumn } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import { currenciesOf, type GuessedCurrency } from './guessCurrency.ts'
import { isNamedMinor, withoutCents } from './minorNames.ts'

export interface GuessedUnits {
  isMinor: boolean
  doubts: Doubt[]
}

export function guessUnits(
  money: readonly TableColumn[],
  all: readonly TableColumn[],
  currency: GuessedCurrency,
): GuessedUnits {
  const codes = currenciesOf(currency)
  const places = Math.max(...codes.map(decimalPlaces))
  const numbers = money.flatMap(({ filled }) => filled).filter(cell => /[1-9]/.test(cell))
  const [example] = numbers
  if (places === 0 || example === undefined) return { isMinor: false, doubts: [] }
  if (money.some(isNamedMinor)) return asked(true, example, places, 'the column name says cents')
  const isWritten = codes.every(code => code !== null && withoutCents.has(code))
  if (isWritten || !areWhole(numbers, all)) return { isMinor: false, doubts: [] }
  const isMinor = !isEastern(all) && isLikelyMinor(numbers, codes)
  return asked(isMinor, example, places, 'no amount has decimal places')
}

function asked(isMinor: boolean, example: string, places: number, why: string): GuessedUnits {
  const digits = example.replace(/\D/g, '')
  const meaning = isMinor ? `${fromMinorUnits(digits, places)}, in cents` : 'a whole amount, not cents'
  return { isMinor, doubts: [{ at: 'amounts', reason: `${why}; is "${example}" ${meaning}?` }] }
}

const wholeLeast = 100n

/** Some exports write cents. Amounts that are mostly below a hundred are hardly cents. */
function areWhole(numbers: readonly string[], all: readonly TableColumn[]): boolean {
  const money = all.filter(({ kind, roles }) => kind === 'money' && roles.some(role => role !== 'otherMoney'))
  if (money.some(({ filled }) => filled.some(cell => /[.,]\d/.test(cell)))) return false
  if (!numbers.every(cell => /^\D?\d{1,9}\D?$/.test(cell))) return false
  return numbers.filter(cell => unitsIn(cell) >= wholeLeast).length * 3 >= numbers.length * 2
}

const unitsIn = (cell: string): bigint => BigInt(cell.replace(/\D/g, '') || '0')

/** Where banks write cents even if all amounts are whole. Elsewhere, whole amounts are common. */
const withCents = new Set('EUR USD GBP CHF CAD AUD NZD SGD BRL'.split(' '))

/** In Japan, Korea and Taiwan, nobody writes cents. */
const isEastern = (columns: readonly TableColumn[]): boolean =>
  columns.some(({ name }) => /[\p{Script=Han}\p{Script=Hangul}\u3040-\u30ff]/u.test(name))

const likelyMin = 3

/** Whole amounts are mostly round. Few amounts say nothing about it. */
function isLikelyMinor(numbers: readonly string[], codes: readonly (string | null)[]): boolean {
  if (numbers.length < likelyMin || codes.some(code => code !== null && !withCents.has(code))) return false
  const unround = (by: bigint) => numbers.filter(cell => unitsIn(cell) % by !== 0n).length
  return unround(100n) * 2 >= numbers.length && unround(10n) * 3 >= numbers.length
}
