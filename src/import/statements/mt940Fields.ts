/** The single fields of MT940: the account, the balances, and the line of an entry. */
import { readDecimal } from '../decimal.ts'
import { ibanOf, isBic, label, noAccount, sixDigitDate } from './fields.ts'
import type { AccountRef, Balance, Entry } from './statement.ts'

/** An IBAN, or a number in the bank's own way behind its code; the currency may hang at the end. */
export function accountOfTag(value: string): AccountRef {
  const [, number = value, currency = null] = /^(.*\d)\s?([A-Z]{3})$/.exec(value) ?? []
  const iban = ibanOf(value) ?? ibanOf(number)
  if (iban) return { ...noAccount, iban, currency: ibanOf(value) ? null : currency }
  const [, bank, account = number] = /^([^/]+)\/+(.*)$/.exec(number) ?? []
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

/** Block 2 names the sender of a message that was received; block 1 is the bank's own in all others. */
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

/** C260331EUR1250,00. The comma must be there, as a balance without it may be cut off. */
export function balanceOfTag(name: string, value: string): Balance | null {
  const match = /^([CD])(\d{6})([A-Z]{3})(\d+,\d*)$/.exec(value)
  const kind = balanceKinds[name.slice(0, 2)]
  const [, mark, day = '', currency = '', amount = ''] = match ?? []
  const at = sixDigitDate(day)
  const read = readDecimal(amount)
  if (!kind || !read || at === null) return null
  return { kind, amount: read.amount, side: mark === 'C' ? 'credit' : 'debit', currency, at }
}

export interface EntryLine {
  valueDate: string
  bookingDate: string
  side: Entry['side']
  reversal: boolean
  amount: string
  /** The amount is written without the comma that it must have. */
  withoutComma: boolean
  code: string
  ownerReference: string
  bankReference: string
  /** What stands behind sixteen characters of reference: some banks put the name there. */
  surplus: string
}

/** Value date, booking date, side, funds code, amount, code, the owner's reference, the bank's. */
const entryLine = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d+)(,\d*)? ?([A-Z])([A-Z0-9]{3}|[A-Z]{2} )(.*)$/s

/** A sentence where it cannot be read. */
export function readEntryLine(value: string): EntryLine | string {
  const match = entryLine.exec(value)
  if (!match) return reasonOf(value)
  const [, day = '', monthDay, mark = '', , whole = '', places, , code = '', references = ''] = match
  const valueDate = sixDigitDate(day)
  if (valueDate === null) return `the value date ${day} does not exist`
  const bookingDate = monthDay === undefined ? valueDate : bookingDateOf(monthDay, valueDate)
  if (bookingDate === null) return `the booking date ${monthDay} does not exist`
  const read = readDecimal(whole + (places ?? ''))
  if (!read) return 'the amount has more digits than any has'
  const reversal = mark.startsWith('R')
  const slashes = references.indexOf('//')
  const owner = slashes === -1 ? references.slice(0, 16) : references.slice(0, slashes)
  return {
    valueDate,
    bookingDate,
    side: mark.endsWith('C') === reversal ? 'debit' : 'credit',
    reversal,
    amount: read.amount,
    withoutComma: places === undefined,
    code: code.trim(),
    ownerReference: owner.trim(),
    bankReference: slashes === -1 ? '' : references.slice(slashes + 2).trim(),
    surplus: slashes === -1 ? references.slice(16).trim() : '',
  }
}

/** The booking date has no year: it is the one that brings it nearest to the value date. */
function bookingDateOf(monthDay: string, valueDate: string): string | null {
  const year = Number(valueDate.slice(0, 4))
  const month = Number(monthDay.slice(0, 2))
  const valueMonth = Number(valueDate.slice(5, 7))
  const shift = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0
  return sixDigitDate(`${String(year + shift).slice(2)}${monthDay}`)
}

function reasonOf(value: string): string {
  if (!/^\d{6}/.test(value)) return 'it does not begin with a value date, YYMMDD'
  if (!/^\d{6}(\d{4})?(R?[CD]|E[CD])/.test(value)) return 'no C, D, RC or RD follows the dates'
  if (!/^\d{6}(\d{4})?(R?[CD]|E[CD])[A-Z]?\d/.test(value)) return 'no amount follows the side'
  return 'no transaction code, such as NTRF, follows the amount'
}
