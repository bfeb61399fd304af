/**
 * One movement of CODA: records 2.1 to 2.3, and the information in records 3.1 to 3.3 behind it. Positions
 * are those of version 2.6 of the standard.
 */
import { folded, plainEntry, problem, quoted, referenceOf } from '../fields.ts'
import { at, dayFirstDate } from '../fixed.ts'
import type { Entry, StatementPart } from '../statement.ts'
import { amountOf, counterpartyIban, isCancellation, readCommunication, typeOf } from './codaFields.ts'

/** All information behind one movement. The longest from banks have a few thousand characters. */
const informationLengthMax = 20_000
/** The text of a record 3.1 that a record 3.2 and 3.3 may continue. */
const partyNameLength = 70

export class CodaMovement {
  readonly line: number
  readonly sequence: string
  /** 0000 for a movement of the account; its details count from 1. */
  readonly detail: string
  readonly code: string
  readonly amount: string | null
  readonly side: Entry['side']
  private readonly first: string
  private second = ''
  private third = ''
  /** What records 3 say without a structure. */
  private information = ''
  private party: string | null = null
  private isStructured = false

  constructor(record: string, line: number, currency: string) {
    this.first = record
    this.line = line
    this.sequence = at(record, 3, 6)
    this.detail = at(record, 7, 10)
    this.code = at(record, 54, 61)
    this.side = at(record, 32, 32) === '1' ? 'debit' : 'credit'
    this.amount = amountOf(at(record, 33, 47), currency)
  }

  /** Types 5 to 9 are details; the same number may start again at 0000 after 9,999 of them. */
  get isDetail(): boolean {
    return this.detail !== '0000' || /^[5-9]/.test(this.code)
  }

  /** Details of types 8 and 9 are charges and taxes inside an amount, not payments. */
  get isPayment(): boolean {
    return !/^[89]/.test(this.code)
  }

  /** A total made by the customer or the bank. Its reference names the order, not a payment. */
  get isTotal(): boolean {
    return /^[12]/.test(this.code)
  }

  get customerReference(): string | null {
    return referenceOf(folded(at(this.second, 64, 98)))
  }

  get bankReference(): string | null {
    const reference = referenceOf(folded(at(this.first, 11, 31)))
    return reference === null || /^0+$/.test(reference) ? null : reference
  }

  continueWith(article: string, record: string): void {
    if (article === '2') this.second = record
    else this.third = record
  }

  inform(article: string, record: string): void {
    if (article === '1') {
      this.isStructured = at(record, 40, 40) === '1'
      const type = at(record, 41, 43)
      if (this.isStructured && type === '001') this.party ??= folded(at(record, 44, 43 + partyNameLength))
      else if (!this.isStructured) this.addInformation(at(record, 41, 113))
    } else if (!this.isStructured) this.addInformation(at(record, 11, article === '2' ? 115 : 100))
  }

  private addInformation(text: string): void {
    if (this.information.length < informationLengthMax) this.information += text
  }

  /** Why it cannot be an entry, if so. */
  fault(): StatementPart | null {
    const place = this.isDetail ? 'detail' : 'movement'
    if (this.amount === null)
      return problem(
        'error',
        this.line,
        place,
        `${quoted(at(this.first, 33, 47))} is not an amount of 15 digits`,
      )
    const sign = at(this.first, 32, 32)
    return sign === '0' || sign === '1'
      ? null
      : problem('error', this.line, place, `${quoted(sign)} is not a sign: 0 is credit and 1 is debit`)
  }

  /** The entry, and notes about it. `createdOn` is the day of the file, for a movement without a date. */
  parts(currency: string, createdOn: string | null): StatementPart[] {
    const fault = this.fault()
    if (fault || this.amount === null) return fault ? [fault] : []
    const valueDate = dayFirstDate(at(this.first, 48, 53))
    const booked = dayFirstDate(at(this.first, 116, 121))
    const bookingDate = booked ?? createdOn ?? valueDate
    if (bookingDate === null) return [problem('error', this.line, 'movement', 'it has no entry date')]
    const entry: Entry = {
      ...plainEntry({ amount: this.amount, currency, side: this.side, line: this.line }),
      bookingDate,
      valueDate,
      type: typeOf(this.code, this.side, currency),
      ...this.details(currency),
      counterpartyIban: counterpartyIban(at(this.third, 11, 47)),
      bankReference: this.bankReference,
      endToEndId: this.isTotal ? null : this.customerReference,
    }
    const note = `it has no valid entry date; ${bookingDate} is used`
    const notes = booked === null ? [problem('note', this.line, 'movement', note)] : []
    return [{ kind: 'entry', entry }, ...notes]
  }

  private details(
    currency: string,
  ): Pick<Entry, 'description' | 'reference' | 'counterpartyName' | 'originalAmount' | 'reversal'> {
    const text = (
      at(this.first, 63, 115).padEnd(53) +
      at(this.second, 11, 63).padEnd(53) +
      at(this.third, 83, 125)
    ).trimEnd()
    const said = at(this.first, 62, 62) === '1' ? readCommunication(text) : null
    const information = folded(this.information)
    const communication = said ? said.reference : folded(text)
    const original = said?.originalAmount ?? null
    return {
      description: communication === null ? null : information,
      reference: communication ?? information,
      counterpartyName: this.name() ?? said?.terminal ?? null,
      originalAmount: original?.currency === currency ? null : original,
      reversal:
        isCancellation(this.code) || /[1-5]/.test(at(this.second, 113, 113)) || said?.isReturn === true,
    }
  }

  /** The record of the other side has room for 70 characters, the movement for 35. */
  private name(): string | null {
    const short = folded(at(this.third, 48, 82))
    return short === null || this.party?.startsWith(short) ? this.party : short
  }
}
