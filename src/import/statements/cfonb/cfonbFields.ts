/** The fields of CFONB 120: signed amounts, the account, and the interbank codes. */
import { decimalPlaces } from '../../../domain/money/currencies.ts'
import { ibanWithCheckDigits } from '../../../domain/money/iban.ts'
import { folded, noAccount } from '../fields.ts'
import { at, impliedDecimal } from '../fixed.ts'
import type { AccountRef, Entry } from '../statement.ts'

export interface CfonbAmount {
  amount: string
  side: Entry['side']
}

/** The last digit carries the sign: { and A to I are credits of 0 to 9, } and J to R are debits. */
const credits = '{ABCDEFGHI'
const debits = '}JKLMNOPQR'

/** Positions 91 to 104. The record says how many decimal places it has; if not, the currency does. */
export function amountOf(record: string, currency: string): CfonbAmount | null {
  const text = at(record, 91, 104)
  const last = signOf(text.slice(-1))
  const side = credits.includes(last) ? 'credit' : 'debit'
  const digit = (side === 'credit' ? credits : debits).indexOf(last)
  const places = /\d/.test(at(record, 20, 20)) ? Number(at(record, 20, 20)) : decimalPlaces(currency)
  if (text.length !== 14 || digit === -1) return null
  const amount = impliedDecimal(`${text.slice(0, -1)}${digit}`, places, currency)
  return amount === null ? null : { amount, side }
}

/** In the French variant of ASCII, é and è take the places of the braces. */
const signOf = (character: string): string =>
  ({ é: '{', è: '}' })[character] ?? (/^[a-r]$/.test(character) ? character.toUpperCase() : character)

/** Bank, branch and number. The IBAN also has the French key, which is calculated from them. */
export function accountOf(record: string): AccountRef {
  const [bank, branch, number] = [at(record, 3, 7), at(record, 12, 16), at(record, 22, 32)]
  const bban = bank + branch + number
  if (!/^\d{10}[0-9A-Z]{11}$/.test(bban) || /^0+$/.test(number))
    return { ...noAccount, otherId: folded(number), bankCode: folded(bank) }
  const [banks, branches, numbers] = [bank, branch, number].map(part =>
    BigInt(part.replace(/[A-Z]/g, keyDigit)),
  )
  const key = 97n - ((89n * (banks ?? 0n) + 15n * (branches ?? 0n) + 3n * (numbers ?? 0n)) % 97n)
  return { ...noAccount, iban: ibanWithCheckDigits('FR', bban + String(key).padStart(2, '0')) }
}

/** For the key, letters count as 1 to 9, and S counts as 2. */
function keyDigit(letter: string): string {
  const place = letter.charCodeAt(0) - 65
  return String(((place + (place > 17 ? 1 : 0)) % 9) + 1)
}

/** Branch and number: the bank's code may differ between records after a merger. */
export const accountKey = (record: string): string => at(record, 12, 16) + at(record, 22, 32)

const codes: Readonly<Record<string, Entry['type'] | 'fee'>> = {
  ...byCode('Check', '01 02 03 15'),
  ...byCode('SepaCredit', '05 06 12 18 21 C1 C2 C3 C4 C5'),
  ...byCode('InternalCredit', '13 14 92 93 94 95'),
  ...byCode('SepaDirect', '08 09 10 22 24 26 27 96 97 98 A1 A2 A3 A4 A5 A6 B1 B2 B3 B4 B5 B6'),
  ...byCode('Card', '11 28 29 30 36 38'),
  ...byCode('fee', '62 64 65 66 88'),
}

function byCode<Type>(type: Type, list: string): Record<string, Type> {
  return Object.fromEntries(list.split(' ').map(code => [code, type]))
}

export function typeOf(code: string, side: Entry['side'], currency: string): Entry['type'] {
  const type = Object.hasOwn(codes, code) ? (codes[code] ?? 'Other') : 'Other'
  if (type === 'fee') return side === 'credit' ? 'FeeCredit' : 'FeeDebit'
  // SEPA only exists in euro.
  return currency !== 'EUR' && (type === 'SepaCredit' || type === 'SepaDirect') ? 'Other' : type
}

/** Rejected, unpaid, returned and cancelled payments. */
const returns = new Set('03 10 12 26 27 33 38 98 99 A3 A4 A5 A6 B3 B4 B5 B6 C3 C4 C5'.split(' '))

/** Position 41 has the reason of a rejection. */
export const isReturn = (record: string): boolean =>
  returns.has(at(record, 33, 34)) || /[1-9A-Z]/.test(at(record, 41, 42))
