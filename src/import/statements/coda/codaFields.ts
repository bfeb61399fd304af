/** The fields of CODA that have a format of their own: accounts, transaction codes, structured communications. */
import { ibanWithCheckDigits } from '../../../domain/money/iban.ts'
import { folded, ibanOf } from '../fields.ts'
import { impliedDecimal } from '../fixed.ts'
import type { AccountRef, Entry } from '../statement.ts'

/** Amounts have twelve digits and three decimal places. */
export const amountOf = (digits: string, currency: string): string | null =>
  impliedDecimal(digits, 3, currency)

export interface CodaAccount extends Pick<AccountRef, 'iban' | 'otherId'> {
  currency: string | null
}

/** The account of records 1 and 8, 37 characters. The structure is 0 to 3: national or IBAN, Belgian or not. */
export function accountOf(structure: string, text: string): CodaAccount {
  const isBelgianNumber = structure === '0'
  const number = text.slice(0, isBelgianNumber ? 12 : 34).replace(/\s/g, '')
  const currency = isBelgianNumber ? text.slice(13, 16) : text.slice(34, 37)
  const iban = ibanOf(number) ?? belgianIban(number)
  return {
    iban,
    otherId: iban === null && number !== '' ? number : null,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
  }
}

/** The account of the other side is in any structure, with or without a currency behind it. */
export function counterpartyIban(text: string): string | null {
  return ibanOf(text.slice(0, 34).trim()) ?? (text[12] === ' ' ? belgianIban(text.slice(0, 12)) : null)
}

/** A Belgian number has twelve digits; the last two are the rest of the others by 97. */
function belgianIban(number: string): string | null {
  if (!/^\d{12}$/.test(number)) return null
  return isBelgianCheck(number) ? ibanWithCheckDigits('BE', number) : null
}

function isBelgianCheck(digits: string): boolean {
  return /[1-9]/.test(digits) && (Number(digits.slice(0, 10)) % 97 || 97) === Number(digits.slice(10))
}

/** +++090/9337/55493+++, as people know it; as it is if the check digits are wrong. */
export function structuredReference(digits: string): string | null {
  if (!/^\d{12}$/.test(digits) || !isBelgianCheck(digits)) return folded(digits)
  return `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`
}

/** What a structured communication says; its first three characters are its type. */
export interface Communication {
  reference: string | null
  /** Shop and place of a card payment. */
  terminal: string | null
  originalAmount: Entry['originalAmount']
  isReturn: boolean
}

const nothingSaid: Communication = { reference: null, terminal: null, originalAmount: null, isReturn: false }

export function readCommunication(text: string): Communication {
  const [type, rest] = [text.slice(0, 3), text.slice(3)]
  if (type === '100') return { ...nothingSaid, reference: folded(rest.slice(0, 25)) }
  if (type === '101' || type === '102')
    return { ...nothingSaid, reference: structuredReference(rest.slice(0, 12)) }
  if (type === '103') return { ...nothingSaid, reference: folded(rest.slice(0, 12)) }
  if (type === '105') {
    const reference = structuredReference(rest.slice(45, 57).trim())
    return { ...nothingSaid, reference, originalAmount: moneyOf(rest.slice(15, 30), rest.slice(42, 45)) }
  }
  if (type === '111' || type === '114')
    return {
      ...nothingSaid,
      terminal: folded(rest.slice(type === '111' ? 35 : 27, type === '111' ? 61 : 53)),
    }
  if (type === '113') {
    const terminal = folded(rest.slice(40, 66))
    return { ...nothingSaid, terminal, originalAmount: moneyOf(rest.slice(66, 81), rest.slice(93, 96)) }
  }
  if (type === '127') {
    const isReturn = /[1-5]/.test(rest.slice(141, 142))
    return { ...nothingSaid, reference: folded(rest.slice(79, 141)), isReturn }
  }
  return { ...nothingSaid, reference: folded(rest) }
}

function moneyOf(digits: string, currency: string): Entry['originalAmount'] {
  const amount = /^[A-Z]{3}$/.test(currency) ? amountOf(digits, currency) : null
  return amount !== null && /[1-9]/.test(amount) ? { amount, currency } : null
}

/** Family and transaction are digits 2 to 5 of the code. */
export function typeOf(code: string, side: Entry['side'], currency: string): Entry['type'] {
  const [family, transaction] = [code.slice(1, 3), code.slice(3, 5)]
  if (family === '80' || transaction === '37' || transaction === '87')
    return side === 'credit' ? 'FeeCredit' : 'FeeDebit'
  if (family === '03' || family === '43') return 'Check'
  if (family === '04') return 'Card'
  if (family === '01' || family === '02') {
    if (transaction === '13' || transaction === '64') return 'InternalCredit'
    // SEPA only exists in euro.
    return currency === 'EUR' ? 'SepaCredit' : 'Other'
  }
  return family === '05' && currency === 'EUR' ? 'SepaDirect' : 'Other'
}

/** Codes for a cancellation or correction. */
export const isCancellation = (code: string): boolean => /^.{3}[49]9/.test(code)
