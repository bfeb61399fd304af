/** One entry of CSB43: record 22, and the texts and original amount in records 23 and 24 behind it. */
import { currencyOfNumber } from '../../../domain/money/currencies.ts'
import { folded, plainEntry, problem, quoted, sixDigitDate } from '../fields.ts'
import { at, impliedDecimal } from '../fixed.ts'
import { flowed } from '../flowed.ts'
import type { Entry, StatementPart } from '../statement.ts'

/** Each record 23 has two texts of this length; a full one continues in the next without a blank. */
const textLength = 38
/** The standard has five records of two texts. */
const textsMax = 100

/** 1 is debit (debe), 2 is credit (haber). */
export const sideOf = (mark: string): Entry['side'] | null =>
  (({ 1: 'debit', 2: 'credit' }) as const)[mark] ?? null

/** Amounts have two decimal places, whatever the currency. */
export const amountOf = (digits: string, currency: string): string | null =>
  /^\d{14}$/.test(digits) ? impliedDecimal(digits, 2, currency) : null

export class Csb43Entry {
  readonly amount: string | null
  readonly side: Entry['side'] | null
  private readonly record: string
  private readonly line: number
  private readonly currency: string
  private readonly texts: string[] = []
  private originalAmount: Entry['originalAmount'] = null

  constructor(record: string, line: number, currency: string) {
    this.record = record
    this.line = line
    this.currency = currency
    this.amount = amountOf(at(record, 29, 42), currency)
    this.side = sideOf(at(record, 28, 28))
  }

  addTexts(record: string): void {
    if (this.texts.length < textsMax)
      this.texts.push(at(record, 5, 42).trimEnd(), at(record, 43, 80).trimEnd())
  }

  addOriginal(record: string): void {
    const currency = currencyOfNumber(at(record, 5, 7))
    const amount = currency === null ? null : amountOf(at(record, 8, 21), currency)
    if (currency !== null && amount !== null && currency !== this.currency)
      this.originalAmount = { amount, currency }
  }

  parts(): StatementPart[] {
    const { record, line, amount, side, currency } = this
    const booked = at(record, 11, 16)
    const bookingDate = sixDigitDate(booked)
    const reason = this.fault() ?? (bookingDate === null ? `the day ${quoted(booked)} does not exist` : null)
    if (reason !== null || amount === null || side === null)
      return [problem('error', line, 'record 22', reason ?? '')]
    const concept = at(record, 23, 24)
    const entry: Entry = {
      ...plainEntry({ amount, currency, side, line }),
      bookingDate,
      valueDate: sixDigitDate(at(record, 17, 22)),
      type: typeOf(concept, side, currency),
      reversal: returns.has(concept),
      reference: this.reference(),
      originalAmount: this.originalAmount,
    }
    return [{ kind: 'entry', entry }]
  }

  private fault(): string | null {
    if (this.side === null)
      return `${quoted(at(this.record, 28, 28))} is not a side: 1 is debit and 2 is credit`
    return this.amount === null ? `${quoted(at(this.record, 29, 42))} is not an amount of 14 digits` : null
  }

  /** The texts, and the references that they do not repeat. Zeros fill an empty number. */
  private reference(): string | null {
    const texts = this.texts.filter(each => each.trim() !== '')
    const text = folded(flowed(texts, textLength)) ?? ''
    const [one, other] = [at(this.record, 53, 64), at(this.record, 65, 80)]
    // A long reference with letters, such as that of a mandate, takes both fields.
    const isLong = /^\S{12}$/.test(one) && /\d/.test(one) && /[A-Z]/.test(one) && /^\S/.test(other)
    const numbers = [at(this.record, 43, 52), ...(isLong ? [one + other] : [one, other])]
    const given = numbers.map(each => each.trim()).filter(each => /[^0]/.test(each) && !text.includes(each))
    return folded([text, ...new Set(given)].join(' '))
  }
}

/** Returned and unpaid; cancelled and corrected. */
const returns = new Set(['14', '98'])

/** By the concept that all banks share. SEPA only exists in euro. */
function typeOf(concept: string, side: Entry['side'], currency: string): Entry['type'] {
  if (concept === '11' || concept === '12') return 'Card'
  if (concept === '17' && side === 'debit') return 'FeeDebit'
  if (currency !== 'EUR') return 'Other'
  if (concept === '03') return 'SepaDirect'
  return concept === '04' || concept === '15' ? 'SepaCredit' : 'Other'
}
