/**
 * One Ntry of camt as entries: one, or one for each transaction of a batch that the file details. A batch is only broken
 * up if its transactions have amounts that make the entry's own to the last digit; otherwise the entry stays whole.
 */
import { DecimalSum } from '../decimal.ts'
import { child, descendant, textAt, type XmlElement } from '../xmlTree.ts'
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
import { isoDate, label, plainEntry, problem, quoted, referenceOf } from './fields.ts'
import type { Entry, StatementHead, StatementPart } from './statement.ts'

/** A batch of more transactions than this stays whole, so that no entry fills the memory. */
export const batchTransactionsMax = 10_000

/** What an entry takes from the statement that it stands in. */
export interface CamtContext {
  path: string
  scope: StatementHead['scope']
  ownIban: string | null
  /** The one day that the statement is of; null where it is of several, or does not say. */
  day: string | null
  /** Notes that were made once and hold for all entries of the statement. */
  noted: Set<string>
}

export interface CamtEntry {
  element: XmlElement
  /** TxDtls, up to the maximum. */
  transactions: XmlElement[]
  /** How many there were. */
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
  const report = (severity: 'error' | 'note', where: string, reason: string, line = element.line): void => {
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
    report('note', '/Sts', 'the entry is for information alone (INFO) and is left out')
    return parts
  }

  const entry: Entry = {
    ...plainEntry({ ...money, side, line: element.line }),
    ...dates,
    status,
    reversal: textAt(element, 'RvslInd') === 'true' || textAt(element, 'RvslInd') === '1',
    type: typeByBankCode(child(element, 'BkTxCd'), side, money.currency) ?? 'Other',
    description: label(textAt(element, 'AddtlNtryInf')),
    bankReference: referenceOf(textAt(element, 'AcctSvcrRef')),
    originalAmount: foreignMoney(element, money.currency),
    charges: chargesOf(element),
  }
  const amounts = transactionCount > 1 ? batchAmounts(entry, transactions, transactionCount) : null
  if (typeof amounts === 'string') report('note', '/NtryDtls', `the batch stays one entry: ${amounts}`)
  const single = transactionCount === 1 ? transactions[0] : undefined
  const detailed = Array.isArray(amounts)
    ? transactions.map((each, index) =>
        partOf(entry, each, amounts[index], { part: index + 1, parts: amounts.length }),
      )
    : [single ? withDetails(entry, single) : entry]

  for (const [index, each] of detailed.entries()) {
    const details = Array.isArray(amounts) ? transactions[index] : single
    const { name, iban, wrongIban } = counterpartyOf(details, each.side, each.reversal, context.ownIban)
    if (wrongIban) {
      report(
        'note',
        '/NtryDtls/TxDtls/RltdPties',
        `${quoted(wrongIban.text)} is no valid IBAN and is left out`,
        wrongIban.line,
      )
    }
    parts.push({ kind: 'entry', entry: { ...each, counterpartyName: name, counterpartyIban: iban } })
  }
  return parts
}

type Report = (severity: 'error' | 'note', where: string, reason: string) => void

function unreadable(element: XmlElement, name: string, wanted: string): string {
  const found = child(element, name)
  if (!found) return `it is missing; it must be ${wanted}`
  const code = found.attributes.Ccy === undefined ? '' : ` ${found.attributes.Ccy}`
  return `it is ${quoted((found.text || textAt(found, 'Cd') || '') + code)}; it must be ${wanted}`
}

/** A statement and a notice are of booked entries by their nature, so there it may be left out. */
function statusOf(element: XmlElement, { scope }: CamtContext): Entry['status'] | 'INFO' | undefined {
  const status = child(element, 'Sts')
  if (!status) return scope === 'report' ? undefined : 'booked'
  const code = status.text || textAt(status, 'Cd') || ''
  return Object.hasOwn(statuses, code) ? statuses[code] : undefined
}

/** Null, and reported, where a date cannot be read or a booked entry has none. */
function datesOf(
  element: XmlElement,
  status: Entry['status'] | 'INFO' | undefined,
  { day, noted }: CamtContext,
  report: Report,
): Pick<Entry, 'bookingDate' | 'valueDate'> | null {
  const bookingDate = dateOf(child(element, 'BookgDt'))
  const valueDate = dateOf(child(element, 'ValDt'))
  if (bookingDate === undefined) report('error', '/BookgDt', 'it has no date that exists')
  if (valueDate === undefined) report('error', '/ValDt', 'it has no date that exists')
  if (bookingDate === undefined || valueDate === undefined) return null
  if (bookingDate !== null || status !== 'booked') return { bookingDate, valueDate }
  const known = day ?? valueDate
  if (known === null) {
    report('error', '/BookgDt', 'the entry has no date at all')
    return null
  }
  const taken = day ? `the statement's day, ${day},` : 'the value date'
  if (!noted.has(taken))
    report('note', '/BookgDt', `it is missing; ${taken} is taken, here and in all entries alike`)
  noted.add(taken)
  return { bookingDate: known, valueDate }
}

/** Null where there is none, undefined where it cannot be read. */
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
    if (!money) return `transaction ${index + 1} has no amount of its own`
    if (money.currency !== entry.currency) return `transaction ${index + 1} is in ${money.currency}`
    const side = sideOf(details) ?? entry.side
    sum.add({ amount: money.amount, negative: side !== entry.side })
    amounts.push({ ...money, side })
  }
  return sum.isZero() ? amounts : `its transactions differ from it by ${sum}`
}

function partOf(
  entry: Entry,
  details: XmlElement,
  money: SignedMoney | undefined,
  place: { part: number; parts: number },
): Entry {
  return {
    ...withDetails({ ...entry, ...money, originalAmount: null, charges: [] }, details),
    line: details.line,
    bankReference: referenceOf(textAt(details, 'Refs', 'AcctSvcrRef')),
    batch: { ...place, reference: entry.bankReference },
  }
}

function withDetails(entry: Entry, details: XmlElement): Entry {
  const charges = chargesOf(details)
  const code = child(details, 'BkTxCd')
  return {
    ...entry,
    type: (code && typeByBankCode(code, entry.side, entry.currency)) ?? entry.type,
    description: label(textAt(details, 'AddtlTxInf')) ?? entry.description,
    reference: remittanceOf(details),
    bankReference: entry.bankReference ?? referenceOf(textAt(details, 'Refs', 'AcctSvcrRef')),
    endToEndId: endToEndIdOf(details),
    originalAmount: foreignMoney(details, entry.currency) ?? entry.originalAmount,
    charges: charges.length > 0 ? charges : entry.charges,
    reversal: entry.reversal || descendant(details, 'RtrInf') !== undefined,
  }
}
