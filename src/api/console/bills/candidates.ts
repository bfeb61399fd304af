/** Matching by hand: payments to choose from, and the bills of a payment. */
import type { Bill } from '../../../contract/bills.ts'
import { type Candidate, candidatesMax } from '../../../contract/console/bills/candidates.ts'
import { billFacts, paymentFacts, scorePair } from '../../../domain/matching/matching.ts'
import { nameOverlap, nameWords } from '../../../domain/matching/names.ts'
import { openAmount } from '../../../domain/matching/settledParts.ts'
import { amountKey } from '../../../domain/money/decimal.ts'
import { plainText } from '../../../domain/plainText.ts'
import { findBill } from '../../../store/bills.ts'
import { listPayments } from '../../../store/matching/billPayments.ts'
import { listBillsOf, listNewestPayments, type SearchedPayment } from '../../../store/matching/handMatches.ts'
import { findTransaction, findTransactions } from '../../../store/transactions.ts'
import { notFound } from '../../errors.ts'
import type { Handler } from '../call.ts'

export const listCandidates: Handler<'listCandidates'> = async ({ db, workspaceId }, { query }) => {
  const bill = await findBill(db, workspaceId, query.billId)
  if (bill === null) throw notFound('There is no bill with this id in the workspace.')
  const { totalAmount, currency, companyId } = bill
  const open =
    totalAmount === null ? null : openAmount(totalAmount, await listPayments(db, workspaceId, bill.id))
  if (totalAmount === null || currency === null || open === null) return { data: [], open }
  const payments = await listNewestPayments(db, workspaceId, { companyId, currency })
  const isExact = ({ available }: SearchedPayment) => amountKey(available) === amountKey(open)
  const chosen = query.q ? found(payments, query.q) : likeliestFirst(payments, isAbout(bill), isExact)
  const shown = chosen.slice(0, candidatesMax)
  const rows = await findTransactions(
    db,
    workspaceId,
    shown.map(({ id }) => id),
  )
  const rowOf = new Map(rows.map(row => [row.id, row]))
  const facts = billFacts({ ...bill, totalAmount: open, currency })
  const data = shown.flatMap((payment): Candidate[] => {
    const transaction = rowOf.get(payment.id)
    if (transaction === undefined) return []
    const score = isExact(payment) ? scorePair(facts, paymentFacts(transaction)).score : null
    return [{ transaction, available: payment.available, score }]
  })
  if (!query.q) data.sort((one, other) => (other.score ?? -1) - (one.score ?? -1))
  return { data, open }
}

/** Payments of what is open, then those that name the supplier or the bill, then the newest others. */
function likeliestFirst(
  payments: readonly SearchedPayment[],
  isAboutBill: (payment: SearchedPayment) => boolean,
  isExact: (payment: SearchedPayment) => boolean,
): SearchedPayment[] {
  const ranked = payments.map(payment => ({
    payment,
    rank: isExact(payment) ? 0 : isAboutBill(payment) ? 1 : 2,
  }))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ payment }) => payment)
}

/** A shorter number would be in many payments by chance. */
const signLengthMin = 4

/** Whether a payment has the supplier's name or IBAN, or the number or reference of the bill. */
function isAbout({ supplierName, supplierIban, invoiceNumber, paymentReference }: Bill) {
  const name = nameWords(supplierName ?? '')
  const signs = [supplierIban, invoiceNumber, paymentReference]
    .map(text => plainText(text ?? ''))
    .filter(text => text.length >= signLengthMin)
  return ({ words }: SearchedPayment): boolean => {
    const own = plainText(words)
    if (signs.some(sign => own.includes(sign))) return true
    return name.length > 0 && nameOverlap(name, nameWords(words)) === 'all'
  }
}

/** Every word has to be in its texts, or to be its amount. Accents and case do not matter. */
function found(payments: readonly SearchedPayment[], q: string): SearchedPayment[] {
  const words = plainText(q).split(' ').filter(Boolean)
  return payments.filter(({ words: own, amount }) => {
    const text = plainText(own)
    return words.every(word => text.includes(word) || amount.startsWith(word.replace(',', '.')))
  })
}

export const listTransactionBills: Handler<'listTransactionBills'> = async ({ db, workspaceId }, { id }) => {
  if ((await findTransaction(db, workspaceId, id)) === null) {
    throw notFound('There is no transaction with this id in the workspace.')
  }
  return { data: await listBillsOf(db, workspaceId, id) }
}
