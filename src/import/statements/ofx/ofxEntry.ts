/** The entries of OFX. Amounts are signed, and in the statement's currency unless they say otherwise. */
import { exactQuotient, readDecimal, type Signed } from '../../../domain/money/decimal.ts'
import { child, textAt, type XmlElement } from '../../files/xmlTree.ts'
import { readFloat, withoutEntryDust } from '../dust.ts'
import { ibanOf, isCurrency, label, plainEntry, problem, quoted, referenceOf } from '../fields.ts'
import { feeOf } from '../mt940/mt940Codes.ts'
import { type Entry, type StatementPart, unknownCurrency } from '../statement.ts'
import { ofxDate } from './ofxDate.ts'

/** What an entry needs from its statement. */
export interface OfxContext {
  /** `unknownCurrency` if the statement states none. */
  currency: string
  status: Entry['status']
  /** The account is a credit card account. */
  card: boolean
  /** Notes that apply to all entries of the statement and are reported only once. */
  noted: Set<string>
}

export function readOfxEntry(element: XmlElement, context: OfxContext): StatementPart[] {
  const { status } = context
  const parts: StatementPart[] = []
  const report = (severity: 'error' | 'note', name: string, reason: string): void => {
    parts.push(
      problem(severity, child(element, name)?.line ?? element.line, `${element.name}/${name}`, reason),
    )
  }
  const written = textAt(element, 'TRNAMT')
  const amount = written === null ? null : readFloat(written)
  if (!amount)
    report('error', 'TRNAMT', written === null ? 'it is missing' : `${quoted(written)} is not an amount`)
  const currency = textAt(element, 'CURRENCY', 'CURSYM') ?? context.currency
  const known = isCurrency(currency)
  if (!known) report('error', 'CURRENCY', 'the currency of the entry is unknown')
  const dates = datesOf(element, status, report)
  const correction = textAt(element, 'CORRECTACTION')
  if (correction === 'DELETE')
    report('error', 'CORRECTACTION', 'it deletes an earlier entry, which is not supported')
  if (!amount || !known || !dates || correction === 'DELETE') return parts
  if (correction !== null)
    report('note', 'CORRECTACTION', `it replaces ${quoted(textAt(element, 'CORRECTFITID') ?? '')}`)

  if (!isSameMoney(currency, context.currency) && !context.noted.has(currency)) {
    context.noted.add(currency)
    report(
      'note',
      'CURRENCY',
      `it is in ${currency}, as others may be, but the account is in ${context.currency}`,
    )
  }
  const exact = withoutFloatDust(amount, currency, context, report)
  const side = amount.negative ? 'debit' : 'credit'
  const name = label(textAt(element, 'NAME'))
  const memo = label(textAt(element, 'MEMO'))
  const entry: Entry = {
    ...plainEntry({ amount: exact, currency, side, line: element.line }),
    ...dates,
    status,
    type: typeOf(textAt(element, 'TRNTYPE')?.toUpperCase() ?? null, side, currency, context.card),
    description: name ?? memo,
    reference: memo ?? checkNumber(element),
    counterpartyName: payeeOf(element) ?? name,
    counterpartyIban: ibanOf(textAt(element, 'BANKACCTTO', 'ACCTID')),
    bankReference: referenceOf(textAt(element, 'FITID')),
    endToEndId: null,
    originalAmount: originalOf(element, exact, currency, report),
  }
  return [...parts, { kind: 'entry', entry }]
}

const isSameMoney = (one: string, other: string): boolean => one === other || other === unknownCurrency

/** One note for all entries of the statement: a program that calculates like this does it everywhere. */
function withoutFloatDust(
  { amount }: Signed,
  currency: string,
  { noted }: OfxContext,
  report: Report,
): string {
  const rounded = withoutEntryDust(amount, currency)
  if (rounded === null) return amount
  if (!noted.has('dust'))
    report('note', 'TRNAMT', `${amount} is rounded to ${rounded}, and so are others like it`)
  noted.add('dust')
  return rounded
}

/** A payee is a group with a name and an address; some banks write only the name. */
function payeeOf(element: XmlElement): string | null {
  const payee = child(element, 'PAYEE')
  return label(textAt(payee, 'NAME')) ?? label(payee?.text) ?? label(textAt(element, 'EXTDNAME'))
}

type Report = (severity: 'error' | 'note', name: string, reason: string) => void

function datesOf(
  element: XmlElement,
  status: Entry['status'],
  report: Report,
): Pick<Entry, 'bookingDate' | 'valueDate'> | null {
  const name = status === 'pending' ? 'DTTRAN' : 'DTPOSTED'
  const written = textAt(element, name)
  const posted = written === null ? null : ofxDate(written)
  if (written === null) report('error', name, 'it is missing')
  else if (posted === null) report('error', name, `${quoted(written)} is not a valid date`)
  const available = textAt(element, 'DTAVAIL')
  const valueDate = available === null ? null : ofxDate(available)
  if (available !== null && valueDate === null)
    report('note', 'DTAVAIL', `${quoted(available)} is not a valid date`)
  if (posted === null) return null
  return status === 'pending' ? { bookingDate: null, valueDate: posted } : { bookingDate: posted, valueDate }
}

/**
 * ORIGCURRENCY gives the currency and the rate of the original payment, but not its amount. If dividing by
 * the rate gives a round amount, that is the original; with a rounded rate it cannot be recovered.
 */
function originalOf(
  element: XmlElement,
  amount: string,
  currency: string,
  report: Report,
): Entry['originalAmount'] {
  const original = textAt(element, 'ORIGCURRENCY', 'CURSYM')
  if (original === null || original === currency) return null
  const written = textAt(element, 'ORIGCURRENCY', 'CURRATE') ?? ''
  const rate = readDecimal(written)
  const quotient = rate && !rate.negative ? exactQuotient(amount, rate.amount, 2) : null
  if (quotient !== null && isCurrency(original)) return { amount: quotient, currency: original }
  const reason = `it was paid in ${quoted(original)} at the rate ${quoted(written)}; the original amount is not given`
  report('note', 'ORIGCURRENCY', reason)
  return null
}

function checkNumber(element: XmlElement): string | null {
  const number = label(textAt(element, 'CHECKNUM'))
  return number === null || /^0+$/.test(number) ? null : number
}

/** SEPA only exists in euro; the words do not say which kind of transfer it is. */
function typeOf(word: string | null, side: Entry['side'], currency: string, card: boolean): Entry['type'] {
  if (word === 'FEE' || word === 'SRVCHG') return feeOf(side)
  if (word === 'POS' || word === 'ATM') return 'Card'
  if (card) return word === 'DEBIT' && side === 'debit' ? 'Card' : 'Other'
  if (word === 'CHECK') return 'Check'
  if (currency !== 'EUR') return 'Other'
  if (word === 'DIRECTDEBIT') return 'SepaDirect'
  return word === 'XFER' || word === 'DIRECTDEP' || word === 'REPEATPMT' ? 'SepaCredit' : 'Other'
}
