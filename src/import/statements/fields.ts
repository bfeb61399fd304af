/** Helpers shared by the statement formats. */
import { canonicalInstant, isCalendarDate } from '../../contract/calendar.ts'
import { type IbanResult, parseIban } from '../../domain/money/iban.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { Problem } from '../files/problem.ts'
import type { AccountRef, Entry, StatementPart } from './statement.ts'

/** What banks write if they have no reference. */
const blankReferences = new Set([
  '',
  'NONREF',
  'NOTPROVIDED',
  'NOT PROVIDED',
  'NONE',
  'NOREF',
  'KREF+',
  'KREF',
  'EREF',
  'PREF',
  'MARF',
])

const blankLengthMax = Math.max(...[...blankReferences].map(({ length }) => length))

export const noAccount: AccountRef = {
  iban: null,
  otherId: null,
  bankCode: null,
  bic: null,
  bankName: null,
  ownerName: null,
  currency: null,
}

/** An entry with only the fields that every entry must have. */
export function plainEntry({
  amount,
  currency,
  side,
  line,
}: Pick<Entry, 'amount' | 'currency' | 'side' | 'line'>): Entry {
  return {
    amount,
    currency,
    side,
    status: 'booked',
    reversal: false,
    bookingDate: null,
    valueDate: null,
    type: 'Other',
    description: null,
    reference: null,
    counterpartyName: null,
    counterpartyIban: null,
    bankReference: null,
    endToEndId: null,
    originalAmount: null,
    charges: [],
    batch: null,
    line,
  }
}

export function referenceOf(text: string | null | undefined): string | null {
  const trimmed = label(text)
  if (trimmed === null || trimmed.length > blankLengthMax) return trimmed
  return blankReferences.has(trimmed.toUpperCase()) ? null : trimmed
}

/** Up to U+1680, the next blank, and without half characters. It is what the steps below would leave as it is. */
const cleanText = /^[\x21-\x7e\xa1-\u167f]+(?: [\x21-\x7e\xa1-\u167f]+)*$/

/** Text for people: one line, without invisible or unstorable characters; null if nothing is left. */
export function label(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  if (cleanText.test(text)) return text
  const clean = text
    .toWellFormed()
    .replace(/[\t\r\n]+/g, ' ')
    .replace(/[\0-\x1f\x7f]/g, '')
    .trim()
  return clean === '' ? null : clean
}

/** The same with runs of blanks folded: formats with fixed positions fill names and texts with them. */
export function folded(text: string | null | undefined): string | null {
  return label(text)?.replace(/\s+/g, ' ') ?? null
}

/** Normalised and valid, or null. */
export function ibanOf(text: string | null | undefined): string | null {
  if (!text || !/^\s*[A-Za-z]{2}\s?\d/.test(text)) return null
  let checked = checkedIbans.get(text)
  if (checked === undefined) {
    checked = parseIban(text)
    checkedIbans.set(text, checked)
  }
  return checked.ok ? checked.iban : null
}

/**
 * An account pays the same few parties over and over, and checking an IBAN takes longer than all other
 * fields of an entry.
 */
const checkedIbansMax = 1_000
const checkedIbans = new RecentMap<IbanResult>(checkedIbansMax)

/** Polish banks omit the country code from their own account numbers. */
export function polishIban(text: string | null | undefined): string | null {
  const digits = text?.replace(/\s/g, '') ?? ''
  return /^\d{26}$/.test(digits) ? ibanOf(`PL${digits}`) : null
}

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)

/** The calendar date of an ISO date or date-time in the bank's local time; null if it is not one. */
export function isoDate(text: string): string | null {
  if (text !== lastDate.text) lastDate = { text, date: readIsoDate(text) }
  return lastDate.date
}

/** Entries come in the order of their days, so most have the same as the one before. */
let lastDate: { text: string; date: string | null } = { text: '', date: null }

function readIsoDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}(?:[T+Z-].*)?$/.test(text)) return null
  const date = text.slice(0, 10)
  return isCalendarDate(date) ? date : null
}

/** An instant if the text has a time and an offset, otherwise its date. */
export function isoInstant(text: string): string | null {
  return canonicalInstant(text) ?? isoDate(text)
}

/** YYMMDD. Statements go back to the eighties at most, and never reach the year 2080. */
export function sixDigitDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  const date = `${Number(year) >= 80 ? '19' : '20'}${year}-${month}-${day}`
  return isCalendarDate(date) ? date : null
}

export function problem(
  severity: Problem['severity'],
  line: number | null,
  at: string,
  reason: string,
): StatementPart {
  return { kind: 'problem', problem: { line, at, reason, severity } }
}

/** The file's text, short enough for a sentence. */
export function quoted(text: string): string {
  const shown = [...(label(text) ?? '')]
  return shown.length > 40 ? `"${shown.slice(0, 40).join('')}…"` : `"${shown.join('')}"`
}
