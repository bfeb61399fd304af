/** Turns drafts into transactions: in chronological order, with ids and timestamps, and most with a category. */
import type { Account } from '../contract/accounts.ts'
import { blank } from '../contract/blank.ts'
import type { Category } from '../contract/categories.ts'
import { type Transaction, transaction } from '../contract/transactions.ts'
import type { AccountKey } from './accountPlans.ts'
import { decimal } from './amounts.ts'
import { dateOf, firstDay, instantOf, lastDay, someTimeAfter, workingHour } from './calendarDays.ts'
import { demoId } from './ids.ts'
import { type RandomStream, randomStream } from './random.ts'
import type { TransactionDraft } from './transactionDrafts.ts'

const blankTransaction = blank(transaction)

type CategoryInTransaction = NonNullable<Transaction['category']>

export function finishedTransactions(
  drafts: readonly TransactionDraft[],
  accounts: ReadonlyMap<AccountKey, Account>,
  categories: readonly Category[],
): Map<TransactionDraft, Transaction> {
  const random = randomStream('transactions')
  const bySlug = new Map(categories.map(({ id, name, slug }) => [slug, { id, name, slug }]))
  const inOrder = drafts.toSorted((one, other) => one.day - other.day)
  return new Map(
    inOrder.map(draft => {
      const account = accounts.get(draft.account)
      if (account === undefined) throw new Error(`The demo has no account "${draft.account}".`)
      return [draft, finished(draft, account, assignedCategory(draft, bySlug, random), random)]
    }),
  )
}

function finished(
  draft: TransactionDraft,
  account: Account,
  category: CategoryInTransaction | null,
  random: RandomStream,
): Transaction {
  const createdMs = workingHour(draft.day, random)
  return {
    ...blankTransaction,
    id: demoId('txn', createdMs, random),
    companyId: account.companyId,
    accountId: account.id,
    amount: decimal(draft.amountMinor),
    currency: account.currency,
    side: draft.side,
    status: draft.status,
    type: draft.type,
    description: draft.description,
    reference: draft.reference,
    counterpartyName: draft.counterpartyName,
    counterpartyIban: draft.counterpartyIban,
    merchantName: draft.merchantName,
    bookingDate: draft.reachedBooks ? dateOf(draft.day) : null,
    valueDate: draft.reachedBooks ? dateOf(valueDay(draft, random)) : null,
    category,
    createdAt: instantOf(createdMs),
    updatedAt: instantOf(updatedMs(createdMs, category !== null, random)),
  }
}

/** Card payments are valued on the day of the purchase, which the bank books up to two days later. */
function valueDay({ type, day }: TransactionDraft, random: RandomStream): number {
  return type === 'Card' ? Math.max(firstDay, day - random.below(3)) : day
}

/** The latest transactions are the least likely to have a category. */
function assignedCategory(
  draft: TransactionDraft,
  bySlug: ReadonlyMap<string, CategoryInTransaction>,
  random: RandomStream,
): CategoryInTransaction | null {
  const isAssigned = random.percent(draft.day > lastDay - 7 ? 35 : 84)
  // Transfers between own accounts are always recognised.
  if ((!isAssigned && draft.category !== 'internal-transfers') || draft.category === null) return null
  const category = bySlug.get(draft.category)
  if (category === undefined) throw new Error(`The demo has no category "${draft.category}".`)
  return { ...category }
}

/** Rules assign most categories on arrival and people assign the others days later; banks sometimes correct rows. */
function updatedMs(createdMs: number, isCategorised: boolean, random: RandomStream): number {
  if (isCategorised && random.percent(40)) return someTimeAfter(createdMs, 20 * 24, random)
  return random.percent(6) ? someTimeAfter(createdMs, 48, random) : createdMs
}
