/** The entries and balances of OFX. An amount has its sign, and is in the statement's currency unless it says otherwise. */
import { canonicalInstant, isCalendarDate } from '../../contract/calendar.ts'
import { readDecimal } from '../decimal.ts'
import { child, textAt, type XmlElement } from '../xmlTree.ts'
import { ibanOf, isCurrency, label, plainEntry, problem, quoted, referenceOf } from './fields.ts'
import { feeOf } from './mt940Codes.ts'
import type { Entry, StatementPart } from './statement.ts'

export function readOfxEntry(
  element: XmlElement,
  accountCurrency: string | null,
  status: Entry['status'],
): StatementPart[] {
  const parts: StatementPart[] = []
  const report = (severity: 'error' | 'note', name: string, reason: string): void => {
    parts.push(
      problem(severity, child(element, name)?.line ?? element.line, `${element.name}/${name}`, reason),
    )
  }
  const written = textAt(element, 'TRNAMT')
  const amount = written === null ? null : readDecimal(written)
  if (!amount)
    report('error', 'TRNAMT', written === null ? 'it is missing' : `${quoted(written)} is no amount`)
  const currency = textAt(element, 'CURRENCY', 'CURSYM') ?? accountCurrency
  const known = currency !== null && isCurrency(currency)
  if (!known) report('error', 'CURRENCY', 'the currency of the entry is not known')
  const dates = datesOf(element, status, report)
  const correction = textAt(element, 'CORRECTACTION')
  if (correction === 'DELETE')
    report('error', 'CORRECTACTION', 'it takes back an earlier entry, which is not read')
  if (!amount || !known || !dates || correction === 'DELETE') return parts
  if (correction !== null)
    report('note', 'CORRECTACTION', `it replaces ${quoted(textAt(element, 'CORRECTFITID') ?? '')}`)

  const side = amount.negative ? 'debit' : 'credit'
  const name = label(textAt(element, 'NAME'))
  const memo = label(textAt(element, 'MEMO'))
  const entry: Entry = {
    ...plainEntry({ amount: amount.amount, currency, side, line: element.line }),
    ...dates,
    status,
    type: typeOf(textAt(element, 'TRNTYPE'), side, currency),
    description: name ?? memo,
    reference: memo ?? checkNumber(element),
    counterpartyName: label(textAt(element, 'PAYEE', 'NAME') ?? textAt(element, 'EXTDNAME')) ?? name,
    counterpartyIban: ibanOf(textAt(element, 'BANKACCTTO', 'ACCTID')),
    bankReference: referenceOf(textAt(element, 'FITID')),
    endToEndId: null,
  }
  return [...parts, { kind: 'entry', entry }]
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
  else if (posted === null) report('error', name, `${quoted(written)} is no date that exists`)
  const available = textAt(element, 'DTAVAIL')
  const valueDate = available === null ? null : ofxDate(available)
  if (available !== null && valueDate === null)
    report('note', 'DTAVAIL', `${quoted(available)} is no date that exists`)
  if (posted === null) return null
  return status === 'pending' ? { bookingDate: null, valueDate: posted } : { bookingDate: posted, valueDate }
}

function checkNumber(element: XmlElement): string | null {
  const number = label(textAt(element, 'CHECKNUM'))
  return number === null || /^0+$/.test(number) ? null : number
}

/** Of the two transfers, SEPA is a matter of the euro; the words say nothing of it. */
function typeOf(word: string | null, side: Entry['side'], currency: string): Entry['type'] {
  if (word === 'FEE' || word === 'SRVCHG') return feeOf(side)
  if (word === 'POS' || word === 'ATM') return 'Card'
  if (word === 'CHECK') return 'Check'
  if (currency !== 'EUR') return 'Other'
  if (word === 'DIRECTDEBIT') return 'SepaDirect'
  return word === 'XFER' || word === 'DIRECTDEP' || word === 'REPEATPMT' ? 'SepaCredit' : 'Other'
}

/** The ledger's balance must be readable; what is available is more than most files say. */
export function readOfxBalance(element: XmlElement, currency: string | null): StatementPart {
  const written = textAt(element, 'BALAMT') ?? ''
  const amount = readDecimal(written)
  const ledger = element.name === 'LEDGERBAL'
  if (!amount || currency === null) {
    const reason = amount
      ? 'its currency is not known'
      : written === ''
        ? 'it is missing'
        : `${quoted(written)} is no amount`
    return problem(ledger ? 'error' : 'note', element.line, `${element.name}/BALAMT`, reason)
  }
  return {
    kind: 'balance',
    balance: {
      kind: ledger ? 'closing' : 'available',
      amount: amount.amount,
      side: amount.negative ? 'debit' : 'credit',
      currency,
      at: ofxInstant(textAt(element, 'DTASOF') ?? ''),
    },
  }
}

const written = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})(?:\.(\d{1,3}))?)?(?:\[([^\]]*)\])?$/

/** The date as the bank's own clock has it. */
export function ofxDate(text: string): string | null {
  const [, year, month, day] = written.exec(text.trim()) ?? []
  const date = `${year}-${month}-${day}`
  return isCalendarDate(date) ? date : null
}

/** A time without a zone is of Greenwich, as OFX says; with one that cannot be read, only the date is certain. */
function ofxInstant(text: string): string | null {
  const date = ofxDate(text)
  const [, , , , hours, minutes, seconds, fraction = '0', zone] = written.exec(text.trim()) ?? []
  if (date === null || hours === undefined) return date
  const offset = zone === undefined ? 'Z' : offsetOf(zone)
  if (offset === null) return date
  return canonicalInstant(`${date}T${hours}:${minutes}:${seconds}.${fraction}${offset}`) ?? date
}

/** -5:EST, +5.5 and 0:GMT. */
function offsetOf(zone: string): string | null {
  const [, sign = '+', hours, part = ''] = /^([+-]?)(\d{1,2})(?:\.(\d{1,2}))?(?::.*)?$/.exec(zone) ?? []
  if (hours === undefined) return null
  const minutes = part === '' ? 0 : Math.round(Number(`0.${part}`) * 60)
  return `${sign || '+'}${hours.padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
