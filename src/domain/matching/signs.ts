/** The signs that a payment is for a bill, one function each. Each gives points and a reason with the figures. */
import type { MatchReason } from '../../contract/console/matching.ts'
import { difference } from '../money/decimal.ts'
import { countedDays, daysBetween } from './days.ts'
import type { BillFacts, PaymentFacts } from './facts.ts'
import { nameOverlap } from './names.ts'
import { type BillReference, compacted, isNamedIn } from './references.ts'

export interface Sign {
  fits: boolean
  /** Set if it is a sign that only this bill's payment can have. */
  strong?: boolean
  reason: MatchReason
}

/** The maximum points of each sign; they add up to 100. */
const full = { reference: 30, iban: 20, amount: 30, currency: 5, date: 5, name: 10 } as const
/** For a creditor reference with check digits and the end-to-end id, more than for any other sign. */
const pointsForStrongReference = 40
const pointsForWeakReference = 10
const pointsForSomeOfName = 5
const against = { reference: -20, iban: -15, amount: -30, currency: -40, early: -15, late: -10, name: -10 }

/** A payment may be booked a few days before the invoice date, and long after the due date. */
export const daysBeforeInvoiceMax = 5
export const daysAfterDueMax = 90
/** Assumed if a bill has no due date. */
const usualTermDays = 30

export function referenceSign(bill: BillFacts, payment: PaymentFacts): Sign {
  const named = bill.references.filter(reference => payment.texts.some(text => isNamedIn(text, reference)))
  const strong = strongSign(bill, payment, named)
  if (strong) return strong
  const own = bill.references.find(({ kind }) => kind === 'structured')
  if (own && payment.creditorReference !== null) {
    const sentence = `The payment carries the creditor reference ${payment.creditorReference}, but the bill asks for ${own.text}.`
    return sign('reference', against.reference, sentence)
  }
  const telling = named.find(reference => reference.telling)
  if (telling)
    return sign('reference', full.reference, `The payment names the ${describeReference(telling)}.`)
  const [weak] = named
  if (weak) {
    const sentence = `The payment names the ${describeReference(weak)}, but it is so short that this may be a coincidence.`
    return { ...sign('reference', pointsForWeakReference, sentence), fits: false }
  }
  const known = bill.references.map(describeReference).join(' nor the ')
  return sign(
    'reference',
    0,
    known === ''
      ? 'The bill has neither a payment reference nor an invoice number to look for.'
      : `The payment does not name the ${known}.`,
  )
}

/** The creditor reference of the bill, or an end-to-end id that is one of its references or its own id. */
function strongSign(
  bill: BillFacts,
  { endToEndId }: PaymentFacts,
  named: readonly BillReference[],
): Sign | null {
  const structured = named.find(({ kind }) => kind === 'structured')
  const sent = endToEndId === null ? undefined : endToEndReferencesOf(bill).find(isSame(endToEndId))
  const found = structured ?? sent
  if (found === undefined) return null
  const sentence = structured
    ? `The payment carries the ${describeReference(structured)}, whose check digits are right.`
    : `The end-to-end id of the payment is the ${describeReference(found)}.`
  return { ...sign('reference', pointsForStrongReference, sentence), strong: true }
}

const endToEndReferencesOf = ({ references, bill }: BillFacts): BillReference[] => [
  ...references.filter(({ telling }) => telling),
  { kind: 'bill', text: bill.id, compact: compacted(bill.id), forms: [compacted(bill.id)], telling: true },
]

const isSame =
  (endToEndId: string) =>
  ({ forms }: BillReference): boolean =>
    forms.includes(endToEndId)

export const isNamed = (bill: BillFacts, payment: PaymentFacts): boolean => referenceSign(bill, payment).fits

const kindWords = {
  structured: 'creditor reference',
  payment: 'payment reference',
  invoice: 'invoice number',
  bill: 'bill id',
} as const

const describeReference = ({ kind, text }: BillReference): string => `${kindWords[kind]} ${text}`

export function ibanSign({ iban }: Pick<BillFacts, 'iban'>, payment: PaymentFacts): Sign {
  if (iban === null) return sign('iban', 0, 'The bill has no IBAN to pay to.')
  if (payment.iban === null) return sign('iban', 0, 'The bank did not report the IBAN that was paid.')
  return iban === payment.iban
    ? sign('iban', full.iban, `It was paid to ${iban}, the IBAN on the bill.`)
    : sign('iban', against.iban, `It was paid to ${payment.iban}, but the bill has ${iban}.`)
}

export function amountSign({ bill }: BillFacts, { payment }: PaymentFacts): Sign {
  const more = difference(payment.amount, bill.totalAmount)
  if (!/[1-9]/.test(more)) return sign('amount', full.amount, `The amounts are equal: ${payment.amount}.`)
  const words = more.startsWith('-') ? `${more.slice(1)} less` : `${more} more`
  const sentence = `The payment is ${payment.amount} and the bill is ${bill.totalAmount}: ${words}.`
  return sign('amount', against.amount, sentence)
}

export function currencySign({ bill }: BillFacts, { payment }: PaymentFacts): Sign {
  return bill.currency === payment.currency
    ? sign('currency', full.currency, `Both are in ${bill.currency}.`)
    : sign(
        'currency',
        against.currency,
        `The payment is in ${payment.currency}, but the bill is in ${bill.currency}.`,
      )
}

export function dateSign({ bill }: BillFacts, { day }: PaymentFacts): Sign {
  const { invoiceDate, dueDate } = bill
  if (day === null) return sign('date', 0, 'The bank has not reported the payment date yet.')
  if (invoiceDate === null && dueDate === null) return sign('date', 0, 'The bill has no date.')
  if (invoiceDate !== null) {
    const early = daysBetween(day, invoiceDate)
    const sentence = `It was paid on ${day}, ${countedDays(early)} before the invoice date ${invoiceDate}.`
    if (early > daysBeforeInvoiceMax) return sign('date', against.early, sentence)
  }
  const late = daysBetween(dueDate ?? invoiceDate ?? day, day) - (dueDate === null ? usualTermDays : 0)
  const since = dueDate === null ? `the invoice date ${invoiceDate}` : `it was due on ${dueDate}`
  if (late > daysAfterDueMax) {
    const days = daysBetween(dueDate ?? invoiceDate ?? day, day)
    return sign('date', against.late, `It was paid on ${day}, ${countedDays(days)} after ${since}.`)
  }
  const dates = [
    invoiceDate !== null && `invoice date ${invoiceDate}`,
    dueDate !== null && `due date ${dueDate}`,
  ]
  return sign('date', full.date, `It was paid on ${day}, which fits ${dates.filter(Boolean).join(' and ')}.`)
}

export function nameSign({ bill, words }: BillFacts, facts: PaymentFacts): Sign {
  const { counterpartyName, merchantName } = facts.payment
  if (words.length === 0) return sign('name', 0, 'The bill does not name its supplier.')
  const supplier = `“${bill.supplierName}”`
  if (facts.names.length === 0) {
    const described = nameOverlap(words, facts.descriptionWords) === 'all'
    return described
      ? sign('name', full.name, `The bank's description names ${supplier}.`)
      : sign('name', 0, 'The bank did not report who was paid.')
  }
  const overlaps = facts.names.map(name => nameOverlap(words, name))
  const paid = `“${counterpartyName ?? merchantName}”`
  if (overlaps.includes('all'))
    return sign('name', full.name, `${paid} was paid, and the bill is from ${supplier}.`)
  return overlaps.includes('some')
    ? sign('name', pointsForSomeOfName, `${paid} was paid, which partly matches ${supplier}.`)
    : sign('name', against.name, `${paid} was paid, but the bill is from ${supplier}.`)
}

export const sign = (name: MatchReason['sign'], points: number, sentence: string): Sign => ({
  fits: points > 0,
  reason: { sign: name, points, sentence },
})
