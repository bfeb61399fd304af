/**
 * Reads one camt Ntry as one entry, or as one per transaction of a batch with details. A batch is only
 * broken up if the amounts of its transactions add up exactly to the entry; otherwise the entry stays whole.
 */
import { DecimalSum } from '../../../domain/money/decimal.ts'
import { child, textAt, type XmlElement } from '../../files/xmlTree.ts'
import { isoDate, label, plainEntry, problem, quoted, referenceOf } from '../fields.ts'
import type { Entry, StatementHead, StatementPart } from '../statement.ts'
import { typeByBankCode } from './camtCodes.ts'
import {
  chargesOf,
  counterpartyOf,
  endToEndIdOf,
  foreignMoney,
  type Money,
  moneyOf,
  remittanceOf,
  sideOf,
  transactionMoney,
} from './camtDetails.ts'

/** A batch with more transactions stays whole, so that no single entry can fill up the memory. */
export const batchTransactionsMax = 10_000

/** What an entry needs from its statement. */
export interface CamtContext {
  path: string
  scope: StatementHead['scope']
  ownIban: string | null
  /** The statement's only day; null if it covers several or does not say. */
  day: string | null
  /** The day the bank created the statement. */
  created: string | null
  /** Notes that apply to all entries of the statement and are reported only once. */
  noted: Set<string>
}

export interface CamtEntry {
  element: XmlElement
  /** TxDtls, up to the maximum. */
  transactions: XmlElement[]
  /** The total number of transactions. */
  transactionCount: number
}

const statuses: Readonly<Record<string, Entry['status'] | 'INFO'>> = {
  BOOK: 'booked',
  PDNG: 'pending',
  FUTR: 'pending',
  INFO: 'INFO',
}

export function readCamtEntry(
  { element, transactions, transactionCount }: CamtEntry,
  context: CamtContext,
): StatementPart[] {
  const parts: StatementPart[] = []
  const at = `${context.path}/Ntry`
  const report: Report = (severity, where, reason, line = element.line) => {
    parts.push(problem(severity, line, `${at}${where}`, reason))
  }

  const money = moneyOf(child(element, 'Amt'))
  if (!money) report('error', '/Amt', unreadable(element, 'Amt', 'an unsigned amount with a currency'))
  const side = sideOf(element)
  if (!side) report('error', '/CdtDbtInd', unreadable(element, 'CdtDbtInd', 'CRDT or DBIT'))
  const status = statusOf(element, context)
  if (!status) report('error', '/Sts', unreadable(element, 'Sts', 'BOOK, PDNG, FUTR or INFO'))
  const dates = datesOf(element, status, context, report)
  if (!money || !side || !status || !dates) return parts
  if (status === 'INFO') {
    report('note', '/Sts', 'the entry is for information only (INFO) and was skipped')
    return parts
  }

  const entry = plainEntry({ amount: money.amount, currency: money.currency, side, line: element.line })
  entry.status = status
  // A future entry may have the planned booking date, but it is not booked yet.
  entry.bookingDate = status === 'booked' ? dates.bookingDate : null
  entry.valueDate = dates.valueDate
  entry.reversal = /^(true|1)$/.test(textAt(element, 'RvslInd') ?? '')
  entry.type = typeByBankCode(child(element, 'BkTxCd'), side, money.currency) ?? 'Other'
  entry.description = label(textAt(element, 'AddtlNtryInf'))
  entry.bankReference = referenceOf(textAt(element, 'AcctSvcrRef'))
  entry.originalAmount = foreignMoney(element, money.currency)
  entry.charges = chargesOf(element)

  const amounts = transactionCount > 1 ? batchAmounts(entry, transactions, transactionCount) : []
  if (typeof amounts === 'string') report('note', '/NtryDtls', `the batch is kept as one entry: ${amounts}`)
  const single = transactionCount === 1 ? transactions[0] : undefined
  const detailed: [Entry, XmlElement | undefined][] =
    typeof amounts === 'string' || amounts.length === 0
      ? [[entry, single]]
      : transactions.map((details, index) => [partOf(entry, details, index, amounts), details])
  for (const [each, details] of detailed) {
    if (details) addDetails(each, details, context.ownIban, report)
    parts.push({ kind: 'entry', entry: each })
  }
  return parts
}

type Report = (severity: 'error' | 'note', where: string, reason: string, line?: number) => void

function unreadable(element: XmlElement, name: string, wanted: string): string {
  const found = child(element, name)
  if (!found) return `it is missing; it must be ${wanted}`
  const code = found.attributes.Ccy === undefined ? '' : ` ${found.attributes.Ccy}`
  return `it is ${quoted((found.text || textAt(found, 'Cd') || '') + code)}; it must be ${wanted}`
}

/** Statements and notices contain booked entries by definition, so the status may be omitted there. */
function statusOf(element: XmlElement, { scope }: CamtContext): Entry['status'] | 'INFO' | undefined {
  const status = child(element, 'Sts')
  if (!status) return scope === 'report' ? undefined : 'booked'
  const code = status.text || textAt(status, 'Cd') || ''
  return Object.hasOwn(statuses, code) ? statuses[code] : undefined
}

/** Reports a problem and returns null if a date is invalid or a booked entry has none. */
function datesOf(
  element: XmlElement,
  status: Entry['status'] | 'INFO' | undefined,
  { day, created, noted }: CamtContext,
  report: Report,
): Pick<Entry, 'bookingDate' | 'valueDate'> | null {
  const bookingDate = dateOf(child(element, 'BookgDt'))
  const valueDate = dateOf(child(element, 'ValDt'))
  if (bookingDate === undefined) report('error', '/BookgDt', 'it has no valid date')
  if (valueDate === undefined) report('error', '/ValDt', 'it has no valid date')
  if (bookingDate === undefined || valueDate === undefined) return null
  if (bookingDate !== null || status !== 'booked') return { bookingDate, valueDate }
  const known = day ?? valueDate ?? created
  if (known === null) {
    report('error', '/BookgDt', 'the entry has no date at all')
    return null
  }
  const creationDay = `the day the file was created, ${created},`
  const substitute = day ? `the statement's day, ${day},` : valueDate ? 'the value date' : creationDay
  if (!noted.has(substitute))
    report('note', '/BookgDt', `it is missing; ${substitute} is used, here and in all similar entries`)
  noted.add(substitute)
  return { bookingDate: known, valueDate }
}

/** Null if absent, undefined if unreadable. */
function dateOf(element: XmlElement | undefined): string | null | undefined {
  if (!element) return null
  return isoDate(textAt(element, 'Dt') ?? textAt(element, 'DtTm') ?? '') ?? undefined
}

interface SignedMoney extends Money {
  side: Entry['side']
}

/** The amounts of a batch's transactions, or the reason why it cannot be broken up. */
function batchAmounts(entry: Entry, transactions: XmlElement[], count: number): SignedMoney[] | string {
  if (count > transactions.length) return `it has ${count} transactions, more than ${batchTransactionsMax}`
  const sum = new DecimalSum()
  sum.add({ amount: entry.amount, negative: true })
  const amounts: SignedMoney[] = []
  for (const [index, details] of transactions.entries()) {
    const money = transactionMoney(details)
    if (!money) return `transaction ${index + 1} has no amount`
    if (money.currency !== entry.currency) return `transaction ${index + 1} is in ${money.currency}`
    const side = sideOf(details) ?? entry.side
    sum.add({ amount: money.amount, negative: side !== entry.side })
    amounts.push({ ...money, side })
  }
  return sum.isZero() ? amounts : `its transactions differ from its amount by ${sum}`
}

/** One transaction of a batch, with the fields it shares with the others. */
function partOf(entry: Entry, { line }: XmlElement, index: number, amounts: SignedMoney[]): Entry {
  const batch = {
    part: index + 1,
    parts: amounts.length,
    reference: entry.bankReference,
    total: entry.amount,
    totalSide: entry.side,
  }
  return { ...entry, ...amounts[index], line, batch, bankReference: null, originalAmount: null, charges: [] }
}

/** The transaction's own details take precedence over those of the entry. */
function addDetails(entry: Entry, details: XmlElement, ownIban: string | null, report: Report): void {
  const { side, currency } = entry
  const charges = chargesOf(details)
  entry.type = typeByBankCode(child(details, 'BkTxCd'), side, currency) ?? entry.type
  entry.description = label(textAt(details, 'AddtlTxInf')) ?? entry.description
  entry.reference = remittanceOf(details)
  entry.bankReference ??= referenceOf(textAt(details, 'Refs', 'AcctSvcrRef'))
  entry.endToEndId = endToEndIdOf(details)
  entry.originalAmount = foreignMoney(details, currency) ?? entry.originalAmount
  if (charges.length > 0) entry.charges = charges
  entry.reversal ||= child(details, 'RtrInf') !== undefined
  const { name, iban, wrongIban } = counterpartyOf(details, side, entry.reversal, ownIban)
  entry.counterpartyName = name
  entry.counterpartyIban = iban
  if (!wrongIban) return
  const reason = `${quoted(wrongIban.text)} is not a valid IBAN and is ignored`
  report('note', '/NtryDtls/TxDtls/RltdPties', reason, wrongIban.line)
}
