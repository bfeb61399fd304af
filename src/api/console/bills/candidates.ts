/** Matching by hand: payments to choose from, and the bills of a payment. */
import { type Candidate, candidatesMax } from '../../../contract/console/bills/candidates.ts'
import { billFacts, paymentFacts, scorePair } from '../../../domain/matching/matching.ts'
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
  const chosen = query.q ? found(payments, query.q) : exactFirst(payments, isExact)
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

/** Payments of what is open, and then the newest others. */
const exactFirst = (payments: readonly SearchedPayment[], isExact: (payment: SearchedPayment) => boolean) => [
  ...payments.filter(isExact),
  ...payments.filter(payment => !isExact(payment)),
]

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
