/** The individual fields of MT940: account, balances, and the entry line. */
import { readDecimal } from '../../../domain/money/decimal.ts'
import { ibanOf, isBic, label, noAccount, sixDigitDate } from '../fields.ts'
import type { AccountRef, Balance, Entry } from '../statement.ts'

/** An IBAN, or a bank code with an account number; a currency may follow. */
export function accountOfTag(written: string): AccountRef {
  const value = written.replace(/^\/+/, '')
  const [, number = value, currency = null] =
    /^(.*[\dA-Z])\/([A-Z]{3})$/.exec(value) ?? /^(.*\d)\s?([A-Z]{3})$/.exec(value) ?? []
  const iban = ibanOf(value) ?? ibanOf(number)
  if (iban) return { ...noAccount, iban, currency: ibanOf(value) ? null : currency }
  const [, bank, account = number] = /^([^/]+)\/+([^/].*|)$/.exec(number) ?? []
  const inner = ibanOf(account)
  return {
    ...noAccount,
    iban: inner,
    otherId: inner ? null : label(account),
    bankCode: bank && !(inner && isBic(bank)) ? label(bank) : null,
    bic: bank && inner && isBic(bank) ? bank : null,
    currency,
  }
}

/** Block 2 names the sender of a received message; in all others, block 1 is the bank. */
export function bicOfBlocks(blocks: string): string | null {
  const received = /\{2:O94\d{8,11}([A-Z]{6}[A-Z0-9]{2})[A-Z0-9]([A-Z0-9]{3})/.exec(blocks)
  const own = /\{1:[A-Z]\d{2}([A-Z]{6}[A-Z0-9]{2})[A-Z0-9]([A-Z0-9]{3})/.exec(blocks)
  const [, bank, branch] = received ?? own ?? []
  if (!bank || /^X+$/.test(bank)) return null
  return branch === undefined || branch === 'XXX' ? bank : bank + branch
}

const balanceKinds: Readonly<Record<string, Balance['kind']>> = {
  '60': 'opening',
  '62': 'closing',
  '64': 'available',
  '65': 'forward',
}

export interface BalanceLine {
  balance: Balance
  /** It has no currency, so the one already known was used. */
  withoutCurrency: boolean
}

/** C260331EUR1250,00. The comma is required, because a balance without it may be cut off. */
export function balanceOfTag(name: string, value: string, known: string | null): BalanceLine | null {
  const match = /^([CD])(\d{6})([A-Z]{3})?(\d+(?:,\d*|\.\d{0,2}))$/.exec(value)
  const kind = balanceKinds[name.slice(0, 2)]
  const [, mark, day = '', written, amount = ''] = match ?? []
  const currency = written ?? known
  const at = sixDigitDate(day)
  const read = readDecimal(amount)
  if (!kind || !read || at === null || currency === null) return null
  const side = mark === 'C' ? 'credit' : 'debit'
  return {
    balance: { kind, amount: read.amount, side, currency, at },
    withoutCurrency: written === undefined,
  }
}

export interface EntryLine {
  valueDate: string
  bookingDate: string
  side: Entry['side']
  reversal: boolean
  amount: string
  /** Unusual things in the line and how they were read. */
  notes: string[]
  code: string
  ownerReference: string
  bankReference: string
  /** Text after the sixteen characters of the reference, where some banks put the name. */
  surplus: string
}

/** Value date, booking date (perhaps four spaces), side, funds code, amount, and what comes after it. */
const entryLine = /^(\d{6})(\d{4}| {4})?(R?[CD]|E[CD])([A-Z])?(\d+)(,\d*|\.\d{0,2})? ?(.*)$/s

/** The code and the references. Without a code, one of the references must show where the amount ends. */
function codeAndReferences(text: string): { code: string; references: string } | null {
  if (text.startsWith('NONREF') || text.startsWith('//')) return { code: '', references: text }
  const code = /^[A-Z]([A-Z0-9 ]{3})/.exec(text)?.[1]
  return code === undefined ? null : { code, references: text.slice(4) }
}

/** Returns the reason if it cannot be read. */
export function readEntryLine(value: string): EntryLine | string {
  const match = entryLine.exec(value)
  const rest = match && codeAndReferences(match[7] ?? '')
  if (!rest) return reasonOf(value)
  const { code, references } = rest
  const [, day = '', monthDay = '', mark = '', , whole = '', places] = match
  const notes: string[] = []
  const valueDate = dayOf(day, notes)
  if (valueDate === null) return `the value date ${day} does not exist`
  const bookingDate = monthDay.trim() === '' ? valueDate : bookingDateOf(monthDay, valueDate, notes)
  if (bookingDate === null) return `the booking date ${monthDay} does not exist`
  const read = readDecimal(whole + (places ?? ''))
  if (!read) return 'the amount has too many digits'
  if (places === undefined)
    notes.push(`the amount ${read.amount} has no decimal comma; it is read as a whole number`)
  const reversal = mark.startsWith('R')
  return {
    valueDate,
    bookingDate,
    side: mark.endsWith('C') === reversal ? 'debit' : 'credit',
    reversal,
    amount: read.amount,
    notes,
    code: code.trim(),
    ...referencesOf(references),
  }
}

function referencesOf(text: string): Pick<EntryLine, 'ownerReference' | 'bankReference' | 'surplus'> {
  const slashes = text.indexOf('//')
  if (slashes !== -1) {
    const [ownerReference, bankReference] = [text.slice(0, slashes).trim(), text.slice(slashes + 2).trim()]
    return { ownerReference, bankReference, surplus: '' }
  }
  // A reference padded with spaces has sixteen characters; a longer one is an IBAN that exceeds the limit.
  const filled = text.length <= 16 || text[15] === ' '
  const ownerReference = (filled ? text.slice(0, 16) : text).trim()
  return { ownerReference, bankReference: '', surplus: filled ? text.slice(16).trim() : '' }
}

/** Banks that calculate interest with 30-day months write days in February that do not exist. */
function dayOf(sixDigits: string, notes: string[]): string | null {
  const date = sixDigitDate(sixDigits)
  if (date !== null || !/^\d{2}02(29|30)$/.test(sixDigits)) return date
  const last = sixDigitDate(`${sixDigits.slice(0, 4)}29`) ?? sixDigitDate(`${sixDigits.slice(0, 4)}28`)
  notes.push(`the day ${sixDigits} assumes a month of 30 days; ${last} is used`)
  return last
}

/** The booking date has no year; choose the year that brings it closest to the value date. */
function bookingDateOf(monthDay: string, valueDate: string, notes: string[]): string | null {
  const year = Number(valueDate.slice(0, 4))
  const month = Number(monthDay.slice(0, 2))
  const valueMonth = Number(valueDate.slice(5, 7))
  const shift = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0
  return dayOf(`${String(year + shift).slice(2)}${monthDay}`, notes)
}

function reasonOf(value: string): string {
  if (!/^\d{6}/.test(value)) return 'it does not start with a value date, YYMMDD'
  if (!/^\d{6}(\d{4}| {4})?(R?[CD]|E[CD])/.test(value)) return 'no C, D, RC or RD follows the dates'
  if (!/^\d{6}(\d{4}| {4})?(R?[CD]|E[CD])[A-Z]?\d/.test(value)) return 'no amount follows the side'
  return 'no transaction code, such as NTRF, follows the amount'
}
