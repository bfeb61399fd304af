/** One MT940 entry: its :61: line, the line below it, and its details (:86:, or :NS: if there are none). */
import { readDecimal } from '../../../domain/money/decimal.ts'
import { folded, ibanOf, label, plainEntry, problem, quoted, referenceOf } from '../fields.ts'
import type { Entry, StatementPart } from '../statement.ts'
import { typeByDutchCode, typeByGermanCode, typeBySwiftCode, typeByWords } from './mt940Codes.ts'
import { readDetails } from './mt940Details.ts'
import { type Mt940Details, noDetails } from './mt940DetailsShape.ts'
import { type EntryLine, readEntryLine } from './mt940Fields.ts'
import { readNonSwift } from './mt940NonSwift.ts'

const detailLinesMax = 200

/** What an entry needs from its statement. */
export interface Mt940Context {
  currency: string | null
  status: Entry['status']
  /** The first four letters of the BIC, for banks with their own codes. */
  bank: string | null
}

export class Mt940Entry {
  private readonly lines: string[]
  private readonly line: number
  private readonly context: Mt940Context
  private readonly details: string[] = []
  private readonly nonSwift: string[] = []

  constructor(lines: string[], line: number, context: Mt940Context) {
    this.lines = lines
    this.line = line
    this.context = context
  }

  /** Some banks repeat :86: for each line. */
  addDetails(lines: string[]): void {
    if (this.details.length < detailLinesMax) this.details.push(...lines)
  }

  addNonSwift(lines: string[]): void {
    if (this.nonSwift.length < detailLinesMax) this.nonSwift.push(...lines)
  }

  parts(): StatementPart[] {
    const [first = '', ...below] = this.lines
    const read = readEntryLine(first)
    if (typeof read === 'string') return [problem('error', this.line, ':61:', `${read}: ${quoted(first)}`)]
    const { currency } = this.context
    if (currency === null) {
      return [
        problem('error', this.line, ':61:', 'its currency is unknown, because no balance comes before it'),
      ]
    }
    const supplement = supplementOf(below.join('').trim(), currency, this.context.bank)
    const details = this.detailsOf(read, supplement)
    const entry = this.entryOf(read, details, supplement, currency)
    const wrongIban = entry.counterpartyIban === null ? (details.wrongIban ?? supplement.wrongIban) : null
    return [
      { kind: 'entry', entry },
      ...(wrongIban === null
        ? []
        : [problem('note', this.line, ':86:', `${quoted(wrongIban)} is not a valid IBAN and is ignored`)]),
      ...read.notes.map(note => problem('note', this.line, ':61:', note)),
    ]
  }

  private detailsOf({ ownerReference }: EntryLine, supplement: Supplement): Mt940Details {
    const name = supplement.label ?? ''
    if (this.details.some(line => line.trim() !== '')) {
      return readDetails(this.details, { account: ownerReference, name }, this.context.bank)
    }
    return { ...noDetails, ...readNonSwift(this.nonSwift) }
  }

  private entryOf(read: EntryLine, details: Mt940Details, supplement: Supplement, currency: string): Entry {
    const { status, bank } = this.context
    const { side, amount, valueDate, code } = read
    const amounts = details.amounts === null ? supplement : amountsOf(details.amounts, currency)
    const below = supplement.label === details.name ? null : supplement.label
    return {
      ...plainEntry({ amount, currency, side, line: this.line }),
      status,
      reversal: read.reversal || details.returned,
      bookingDate: status === 'pending' ? null : read.bookingDate,
      valueDate,
      type:
        (details.germanCode === null ? null : typeByGermanCode(details.germanCode, side, currency)) ??
        typeByWords(details, side, currency) ??
        (supplement.card ? 'Card' : null) ??
        typeByDutchCode(code, bank, side, currency) ??
        typeBySwiftCode(code, side, currency),
      description: folded(details.label ?? below),
      reference: folded(details.reference ?? ownReference(read, details, bank)),
      counterpartyName: folded(details.name ?? read.surplus),
      counterpartyIban: details.iban ?? supplement.iban,
      bankReference: folded(bankReferenceOf(read, details) ?? supplement.bankReference),
      endToEndId: folded(details.endToEndId),
      originalAmount: amounts.originalAmount,
      charges: amounts.charges,
    }
  }
}

/** If :86: does not give the purpose, the owner's reference of :61: does, unless it is an account number. */
function ownReference(
  { ownerReference }: EntryLine,
  { iban, wrongIban }: Mt940Details,
  bank: string | null,
): string | null {
  const account = ownerReference === iban || ownerReference === wrongIban
  return account || isDomestic(ownerReference, bank) ? null : referenceOf(ownerReference)
}

/** Before IBANs, Rabobank wrote the other side's account: ten digits, or P and nine for the post office's bank. */
const isDomestic = (text: string, bank: string | null): boolean =>
  bank === 'RABO' && /^(?:\d{9,10}|P\d{9})$/.test(text)

/** Some banks split a text at the slashes and repeat it in :86:; it does not identify the entry. */
function bankReferenceOf(
  { ownerReference, bankReference }: EntryLine,
  { reference }: Mt940Details,
): string | null {
  const text = [ownerReference, bankReference].join('').replace(/\s/g, '')
  const broken = ownerReference !== '' && reference?.replace(/\s/g, '').startsWith(text)
  return broken ? null : referenceOf(bankReference)
}

type Amounts = Pick<Entry, 'originalAmount' | 'charges'>

interface Supplement extends Amounts {
  bankReference: string | null
  iban: string | null
  wrongIban: string | null
  label: string | null
  /** ING's code for a card payment. */
  card: boolean
}

/** The line below :61:: amounts in SWIFT notation, the counterparty's IBAN, a long reference, or text. */
function supplementOf(text: string, currency: string, bank: string | null): Supplement {
  const none = {
    originalAmount: null,
    charges: [],
    bankReference: null,
    iban: null,
    wrongIban: null,
    label: null,
    card: false,
  }
  if (text === '' || isDomestic(text, bank)) return none
  if (/^\/[A-Z]{4}\//.test(text)) {
    return { ...none, ...amountsOf(text, currency), card: /^\/TRCD\/02\d{3}\//.test(text) }
  }
  const iban = ibanOf(text)
  if (iban) return { ...none, iban }
  if (/^[A-Z]{2}\d{2}[A-Z]{4}\d{6,}$/.test(text)) return { ...none, wrongIban: text }
  if (/^\d{20,34}$/.test(text)) return { ...none, bankReference: text }
  // Polish banks repeat the operation number here.
  return /^[\d ]{1,6}$/.test(text) ? none : { ...none, label: label(text) }
}

function amountsOf(text: string, currency: string): Amounts {
  const original = moneyOf(originalMoney, text)
  const charges = moneyOf(chargedMoney, text)
  return {
    originalAmount: original && original.currency !== currency ? original : null,
    charges: charges ? [{ ...charges, side: 'debit' }] : [],
  }
}

const originalMoney = /\/OCMT\/([A-Z]{3})(\d{1,20}(?:,\d{0,20})?)\//
const chargedMoney = /\/CHGS\/([A-Z]{3})(\d{1,20}(?:,\d{0,20})?)\//

function moneyOf(pattern: RegExp, text: string): { amount: string; currency: string } | null {
  const [, currency, written] = pattern.exec(text) ?? []
  const read = written === undefined ? null : readDecimal(written)
  return read && currency ? { amount: read.amount, currency } : null
}
