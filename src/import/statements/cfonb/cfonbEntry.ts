/**
 * One entry of CFONB 120: record 04, and the details in the records 05 behind it. Each of them says by three
 * letters what it has: LIB a label, LCC and LC2 the purpose, NPY the payer, and so on.
 */
import { folded, plainEntry, problem, quoted, referenceOf } from '../fields.ts'
import { at, dayFirstDate, impliedDecimal } from '../fixed.ts'
import { flowed } from '../flowed.ts'
import type { Entry, StatementPart } from '../statement.ts'
import { amountOf, isReturn, typeOf } from './cfonbFields.ts'

/** Text of a record 05; a full one continues in the next without a blank. */
const textLength = 70
const detailsMax = 200

export class CfonbEntry {
  private readonly record: string
  private readonly line: number
  private readonly currency: string
  private readonly details: { kind: string; text: string }[] = []

  constructor(record: string, line: number, currency: string) {
    this.record = record
    this.line = line
    this.currency = currency
  }

  add(record: string): void {
    if (this.details.length >= detailsMax) return
    const kind = at(record, 46, 48)
    const isNamed = at(record, 41, 45).trim() === '' && /^[A-Z][A-Z0-9]{2}$/.test(kind)
    // Before the kinds were introduced, the text started five characters earlier.
    const text = isNamed ? at(record, 49, 118) : at(record, 41, 81)
    this.details.push({ kind: isNamed ? kind : 'LIB', text: text.trimEnd() })
  }

  parts(): StatementPart[] {
    const { record, line, currency } = this
    const read = amountOf(record, currency)
    const booked = at(record, 35, 40)
    const bookingDate = dayFirstDate(booked)
    if (read === null || bookingDate === null) {
      const written = at(record, 91, 104)
      const reason = read
        ? `the day ${quoted(booked)} does not exist`
        : `${quoted(written)} is not a signed amount`
      return [problem('error', line, 'record 04', reason)]
    }
    const { amount, side } = read
    const entry: Entry = {
      ...plainEntry({ amount, currency, side, line }),
      bookingDate,
      valueDate: dayFirstDate(at(record, 43, 48)),
      type: typeOf(at(record, 33, 34), side, currency),
      reversal: isReturn(record),
      description: folded(at(record, 49, 79)),
      reference: this.purpose(),
      counterpartyName: this.name(side),
      bankReference: referenceOf(folded(at(record, 105, 120))) ?? this.first('REF'),
      endToEndId: this.first('RCN'),
      originalAmount: this.money('MMO'),
      charges: this.charges(),
    }
    return [{ kind: 'entry', entry }]
  }

  /** The first 35 characters; a second value may follow. */
  private first(kind: string): string | null {
    return referenceOf(folded(this.details.find(each => each.kind === kind)?.text.slice(0, 35)))
  }

  private texts(...kinds: string[]): string | null {
    const found = this.details.filter(({ kind, text }) => kinds.includes(kind) && text !== '')
    return folded(
      flowed(
        found.map(({ text }) => text),
        textLength,
      ),
    )
  }

  private purpose(): string | null {
    const number = at(this.record, 82, 88)
    const given = this.texts('LCS') ?? this.texts('LCC', 'LC2') ?? this.texts('LIB')
    return given ?? (/[1-9]/.test(number) ? folded(number) : null)
  }

  /** The payer of a credit, and the payee of a debit. */
  private name(side: Entry['side']): string | null {
    const [payer, payee] = [this.texts('NPY'), this.texts('NBE')]
    return side === 'credit' ? (payer ?? payee) : (payee ?? payer)
  }

  /** Currency, number of decimal places, and 14 digits. */
  private money(kind: string): { amount: string; currency: string } | null {
    const text = this.details.find(each => each.kind === kind)?.text ?? ''
    const [, currency = '', places = '', digits = ''] = /^([A-Z]{3})(\d)(\d{14})/.exec(text) ?? []
    const amount = currency === '' ? null : impliedDecimal(digits, Number(places), currency)
    return amount === null || (kind === 'MMO' && currency === this.currency) ? null : { amount, currency }
  }

  private charges(): Entry['charges'] {
    const fee = this.money('FEE')
    return fee === null ? [] : [{ ...fee, side: 'debit' }]
  }
}
