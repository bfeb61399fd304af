/** What all syntaxes have in common after reading: the draft of an invoice, and how it is completed. */
import type { Problem } from '../files/problem.ts'
import type { Figure, Figures } from './checks.ts'
import { checkDates, checkFigures } from './checks.ts'
import type { Place } from './document.ts'
import { exact, negated } from './exact.ts'
import { type Findings, shown } from './findings.ts'
import type { InvoiceCheck, ReadInvoice, Sourced } from './invoice.ts'

export interface Draft extends Pick<ReadInvoice, 'format' | 'profile' | 'fields' | 'parties' | 'content'> {
  discounts?: ReadInvoice['discounts']
  /** Amounts on a credit note are written without a sign, but the supplier owes them. */
  isCredit: boolean
  figures: Figures
  /** Checks that only this syntax has. */
  checks?: InvoiceCheck[]
  ibanCheck: InvoiceCheck | null
}

/** UNTDID 1001: the document types that the standard treats as credit notes. */
const creditTypeCodes = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '))

export const isCreditType = (type: Place | undefined): boolean =>
  creditTypeCodes.has(type?.element.text ?? '')

export function finished(
  {
    format,
    profile,
    fields,
    discounts = [],
    parties,
    content,
    isCredit,
    figures,
    checks: own = [],
    ibanCheck,
  }: Draft,
  findings: Findings,
): ReadInvoice {
  const { totalAmount, vatAmount, invoiceDate, dueDate } = fields
  if (isCredit && totalAmount?.value.startsWith('-')) findings.problems.push(twiceNegative(totalAmount))
  const checks = [...checkFigures(figures), ...own, ibanCheck, checkDates(invoiceDate, dueDate)]
  return {
    format,
    profile,
    fields: isCredit
      ? { ...fields, totalAmount: credited(totalAmount), vatAmount: credited(vatAmount) }
      : fields,
    discounts: isCredit ? [] : discounts,
    parties,
    content,
    checks: checks.filter(check => check !== null),
    problems: findings.problems,
  }
}

/**
 * By the standard this is an amount to be paid. But some senders add a minus although the document type
 * already implies it.
 */
const twiceNegative = ({ path }: Sourced): Problem => ({
  line: null,
  at: path,
  reason: 'a credit note with a negative amount is read as an amount to be paid',
  severity: 'note',
})

const credited = (amount: Sourced | null): Sourced | null =>
  amount && { value: negated(amount.value), path: amount.path }

/** An amount that is only used in checks, not as a field. */
export function figureAt(findings: Findings, place: Place | undefined): Figure {
  if (!place?.element.text) return undefined
  return figureOf(findings.amount(place))
}

/** The first date, which is the earliest if there are instalments. The others are noted. */
export function firstDate(
  findings: Findings,
  places: Place[],
  read: (place: Place | undefined) => Sourced | null,
): Sourced | null {
  const [chosen, ...others] = places.filter(({ element }) => element.text !== '')
  for (const other of others) {
    const { text } = other.element
    if (text !== chosen?.element.text) findings.note(other, `it also names another due date, ${shown(text)}`)
  }
  return read(chosen)
}

/** Null if the amount is missing or unreadable: without it, nothing is compared. */
export const figureOf = (amount: Sourced | null): Figure => amount && exact(amount.value)

/**
 * The currencies of the invoice and of the amount due must be the same. If they differ, it is unclear which
 * one is meant, so neither is used.
 */
export function oneCurrency(
  findings: Findings,
  stated: Place | undefined,
  payable: Place | undefined,
): Sourced | null {
  const ofInvoice = findings.currency(stated)
  const ofAmount = payable?.element.attributes.currencyID
  if (payable === undefined || ofAmount === undefined || ofAmount === ofInvoice?.value) return ofInvoice
  if (stated?.element.text) {
    if (ofInvoice)
      findings.error(payable, `it is in ${shown(ofAmount)}, but the invoice is in ${shown(ofInvoice.value)}`)
    return null
  }
  return /^[A-Z]{3}$/.test(ofAmount) ? { value: ofAmount, path: `${payable.path}/@currencyID` } : null
}

/** The amount in the invoice currency. The other amount is for the supplier's own accounting. */
export function inCurrency(amounts: Place[], currency: Sourced | null): Place | undefined {
  const exactly = amounts.find(({ element }) => element.attributes.currencyID === currency?.value)
  return exactly ?? amounts.find(({ element }) => element.attributes.currencyID === undefined)
}
