/** What the syntaxes have in common once they are read: the draft of an invoice, and how one is finished. */
import type { Problem } from '../files/problem.ts'
import type { Figure, Figures } from './checks.ts'
import { checkDates, checkFigures } from './checks.ts'
import type { Place } from './document.ts'
import { exact, negated } from './exact.ts'
import { type Findings, shown } from './findings.ts'
import type { InvoiceCheck, ReadInvoice, Sourced } from './invoice.ts'

export interface Draft extends Pick<ReadInvoice, 'format' | 'profile' | 'fields'> {
  /** Amounts of a credit note are written without a sign, and are the supplier's to pay. */
  isCredit: boolean
  figures: Figures
  ibanCheck: InvoiceCheck | null
}

/** UNTDID 1001: the types of document that the norm counts as credit notes. */
const creditTypeCodes = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '))

export const isCreditType = (type: Place | undefined): boolean =>
  creditTypeCodes.has(type?.element.text ?? '')

export function finished(
  { format, profile, fields, isCredit, figures, ibanCheck }: Draft,
  findings: Findings,
): ReadInvoice {
  const { totalAmount, vatAmount, invoiceDate, dueDate } = fields
  if (isCredit && totalAmount?.value.startsWith('-')) findings.problems.push(twiceNegative(totalAmount))
  const checks = [...checkFigures(figures), ibanCheck, checkDates(invoiceDate, dueDate)]
  return {
    format,
    profile,
    fields: isCredit
      ? { ...fields, totalAmount: credited(totalAmount), vatAmount: credited(vatAmount) }
      : fields,
    checks: checks.filter(check => check !== null),
    problems: findings.problems,
  }
}

/** By the norm it is then an amount to be paid; but some write the minus where the type of document says it already. */
const twiceNegative = ({ path }: Sourced): Problem => ({
  line: null,
  at: path,
  reason: 'a credit note over an amount below zero is taken for an amount to be paid',
  severity: 'note',
})

const credited = (amount: Sourced | null): Sourced | null =>
  amount && { value: negated(amount.value), path: amount.path }

/** An amount that is a figure alone, not a field. */
export function figureAt(findings: Findings, place: Place | undefined): Figure {
  if (!place?.element.text) return undefined
  return figureOf(findings.amount(place))
}

/** The first of the dates, which is the earliest where they are instalments. The others are noted. */
export function firstDate(
  findings: Findings,
  places: Place[],
  read: (place: Place | undefined) => Sourced | null,
): Sourced | null {
  const [chosen, ...others] = places.filter(({ element }) => element.text !== '')
  for (const other of others) {
    const { text } = other.element
    if (text !== chosen?.element.text)
      findings.note(other, `another due date, ${shown(text)}, is named as well`)
  }
  return read(chosen)
}

/** For an amount without which nothing is compared, so that it may be missing or broken alike. */
export const figureOf = (amount: Sourced | null): Figure => amount && exact(amount.value)

/**
 * The currency of the invoice and that of the amount due must be one: with two of them there is no telling which is
 * meant, so neither is used.
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
      findings.error(payable, `it is in ${shown(ofAmount)}, and the invoice in ${shown(ofInvoice.value)}`)
    return null
  }
  return /^[A-Z]{3}$/.test(ofAmount) ? { value: ofAmount, path: `${payable.path}/@currencyID` } : null
}

/** The amount in the currency of the invoice; the other one is for the supplier's own accounts. */
export function inCurrency(amounts: Place[], currency: Sourced | null): Place | undefined {
  const exactly = amounts.find(({ element }) => element.attributes.currencyID === currency?.value)
  return exactly ?? amounts.find(({ element }) => element.attributes.currencyID === undefined)
}
