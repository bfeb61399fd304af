/** Matching by hand: payments to choose from, and the bills of a payment. */
import type { Bill } from '../../../contract/bills.ts'
import { type Candidate, candidatesMax } from '../../../contract/console/bills/candidates.ts'
import { billFacts, paymentFacts, scorePair } from '../../../domain/matching/matching.ts'
import { amountKey } from '../../../domain/money/decimal.ts'
import { plainText } from '../../../domain/plainText.ts'
import { findBill } from '../../../store/bills.ts'
import { listBillsOf, listNewestPayments, type SearchedPayment } from '../../../store/matching/handMatches.ts'
import { findTransaction, findTransactions } from '../../../store/transactions.ts'
import { notFound } from '../../errors.ts'
import type { Handler } from '../call.ts'

export const listCandidates: Handler<'listCandidates'> = async ({ db, workspaceId }, { query }) => {
  const bill = await findBill(db, workspaceId, query.billId)
  if (bill === null) throw notFound('There is no bill with this id in the workspace.')
  const { totalAmount, currency, companyId } = bill
  if (totalAmount === null || currency === null) return { data: [] }
  const payments = await listNewestPayments(db, workspaceId, { companyId, currency })
  const chosen = query.q ? found(payments, query.q) : alike(payments, totalAmount)
  const ids = chosen.slice(0, candidatesMax).map(({ id }) => id)
  const rows = new Map((await findTransactions(db, workspaceId, ids)).map(row => [row.id, row]))
  const candidates = ids.flatMap(id => rows.get(id) ?? []).map(transaction => scored(bill, transaction))
  return {
    data: query.q ? candidates : candidates.sort((one, other) => (other.score ?? -1) - (one.score ?? -1)),
  }
}

/** Payments of the same amount, and then the newest others. */
function alike(payments: readonly SearchedPayment[], totalAmount: string): SearchedPayment[] {
  const wanted = amountKey(totalAmount)
  const isSame = ({ amount }: SearchedPayment) => amountKey(amount) === wanted
  return [...payments.filter(isSame), ...payments.filter(payment => !isSame(payment))]
}

/** Every word has to be in its texts, or to be its amount. Accents and case do not matter. */
function found(payments: readonly SearchedPayment[], q: string): SearchedPayment[] {
  const words = plainText(q).split(' ').filter(Boolean)
  return payments.filter(({ words: own, amount }) => {
    const text = plainText(own)
    return words.every(word => text.includes(word) || amount.startsWith(word.replace(',', '.')))
  })
}

function scored(bill: Bill, transaction: Candidate['transaction']): Candidate {
  const { totalAmount, currency } = bill
  if (totalAmount === null || currency === null || amountKey(totalAmount) !== amountKey(transaction.amount)) {
    return { transaction, score: null }
  }
  const { score } = scorePair(billFacts({ ...bill, totalAmount, currency }), paymentFacts(transaction))
  return { transaction, score }
}

export const listTransactionBills: Handler<'listTransactionBills'> = async ({ db, workspaceId }, { id }) => {
  if ((await findTransaction(db, workspaceId, id)) === null) {
    throw notFound('There is no transaction with this id in the workspace.')
  }
  return { data: await listBillsOf(db, workspaceId, id) }
}
