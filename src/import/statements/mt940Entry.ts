/** One entry of MT940: its line (:61:), what stands below it, and its details (:86:). */
import { readDecimal } from '../decimal.ts'
import { ibanOf, label, plainEntry, problem, quoted, referenceOf } from './fields.ts'
import { typeByGermanCode, typeBySwiftCode } from './mt940Codes.ts'
import { readDetails } from './mt940Details.ts'
import { readEntryLine } from './mt940Fields.ts'
import type { Entry, StatementPart } from './statement.ts'

const detailLinesMax = 200

export class Mt940Entry {
  private readonly lines: string[]
  private readonly line: number
  private readonly currency: string | null
  private readonly status: Entry['status']
  private details: string[] = []

  constructor(lines: string[], line: number, currency: string | null, status: Entry['status']) {
    this.lines = lines
    this.line = line
    this.currency = currency
    this.status = status
  }

  /** Some banks repeat :86: for each line of it. */
  addDetails(lines: string[]): void {
    if (this.details.length < detailLinesMax) this.details.push(...lines)
  }

  parts(): StatementPart[] {
    const [first = '', ...below] = this.lines
    const read = readEntryLine(first)
    if (typeof read === 'string') return [problem('error', this.line, ':61:', `${read}: ${quoted(first)}`)]
    if (this.currency === null) {
      return [problem('error', this.line, ':61:', 'its currency is not known, as no balance comes before it')]
    }
    const { side, amount, bookingDate, valueDate, reversal, code } = read
    const { currency } = this
    const details = readDetails(this.details)
    const supplement = supplementOf(below.join('').trim(), currency)
    const entry: Entry = {
      ...plainEntry({ amount, currency, side, line: this.line }),
      status: this.status,
      reversal,
      bookingDate: this.status === 'pending' ? null : bookingDate,
      valueDate,
      type:
        (details.germanCode === null ? null : typeByGermanCode(details.germanCode, side)) ??
        typeBySwiftCode(code, side, currency),
      description: details.label ?? supplement.label,
      reference: details.reference,
      counterpartyName: details.name ?? label(read.surplus),
      counterpartyIban: details.iban ?? supplement.iban,
      bankReference: referenceOf(read.bankReference) ?? supplement.bankReference,
      endToEndId: details.endToEndId,
      originalAmount: supplement.originalAmount,
      charges: supplement.charges,
    }
    const parts: StatementPart[] = [{ kind: 'entry', entry }]
    if (details.wrongIban !== null) {
      parts.push(
        problem('note', this.line, ':86:', `${quoted(details.wrongIban)} is no valid IBAN and is left out`),
      )
    }
    if (read.withoutComma) {
      parts.push(
        problem('note', this.line, ':61:', `the amount ${amount} has no decimal comma; it is taken as whole`),
      )
    }
    return parts
  }
}

type Supplement = Pick<Entry, 'originalAmount' | 'charges' | 'bankReference'> & {
  iban: string | null
  label: string | null
}

/** The line below :61: has amounts in SWIFT's way, the other side's IBAN, a long reference, or words. */
function supplementOf(text: string, currency: string): Supplement {
  const none: Supplement = { originalAmount: null, charges: [], bankReference: null, iban: null, label: null }
  if (text === '') return none
  if (/^\/[A-Z]{4}\//.test(text)) {
    const original = moneyOf('OCMT', text)
    const charges = moneyOf('CHGS', text)
    return {
      ...none,
      originalAmount: original && original.currency !== currency ? original : null,
      charges: charges ? [{ ...charges, side: 'debit' }] : [],
    }
  }
  const iban = ibanOf(text)
  if (iban) return { ...none, iban }
  return /^\d{20,34}$/.test(text) ? { ...none, bankReference: text } : { ...none, label: label(text) }
}

function moneyOf(name: string, text: string): { amount: string; currency: string } | null {
  const [, currency, written] = new RegExp(`/${name}/([A-Z]{3})(\\d{1,20},?\\d{0,20})/`).exec(text) ?? []
  const read = written === undefined ? null : readDecimal(written)
  return read && currency ? { amount: read.amount, currency } : null
}
