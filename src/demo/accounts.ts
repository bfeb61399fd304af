/**
 * Accounts and their balances. Each account starts at zero and gets a first booked payment, so that its
 * balance is the sum of its booked transactions, which anyone can check through the API.
 */
import { type Account, account as accountSchema } from '../contract/accounts.ts'
import { blank } from '../contract/blank.ts'
import type { Company } from '../contract/companies.ts'
import { type AccountKey, accountIban, accountKeys, accountPlans } from './accountPlans.ts'
import { decimal } from './amounts.ts'
import type { CompanyKey } from './companies.ts'
import { demoId } from './ids.ts'
import { randomStream } from './random.ts'
import type { TransactionDraft } from './transactionDrafts.ts'

const blankAccount = blank(accountSchema)

export function demoAccounts(
  companies: Record<CompanyKey, Company>,
  drafts: readonly TransactionDraft[],
): Map<AccountKey, Account> {
  const random = randomStream('account ids')
  return new Map(
    accountKeys.map(key => {
      const plan = accountPlans[key]
      const account: Account = {
        ...blankAccount,
        id: demoId('acc', Date.parse(plan.createdAt), random),
        companyId: companies[plan.company].id,
        name: plan.name,
        nickname: plan.nickname,
        iban: accountIban(key),
        bic: plan.bic,
        currency: plan.currency,
        ...balances(key, drafts),
        balanceUpdatedAt: plan.balanceUpdatedAt,
        type: plan.type,
        provider: plan.provider,
        institutionName: plan.institutionName,
        enabled: plan.enabled,
        createdAt: plan.createdAt,
      }
      return [key, account]
    }),
  )
}

function balances(
  key: AccountKey,
  drafts: readonly TransactionDraft[],
): Pick<Account, 'balance' | 'availableBalance'> {
  const { balanceUpdatedAt, creditLimitMinor } = accountPlans[key]
  if (balanceUpdatedAt === null) return { balance: null, availableBalance: null }

  const ofAccount = drafts.filter(draft => draft.account === key)
  const bookedMinor = sumMinor(ofAccount.filter(draft => draft.status === 'booked'))
  // Banks reserve pending outgoing payments but do not count on pending incoming ones.
  const leavingMinor = sumMinor(
    ofAccount.filter(draft => draft.status === 'pending' && draft.side === 'debit'),
  )
  return {
    balance: decimal(bookedMinor),
    availableBalance: decimal(bookedMinor + creditLimitMinor + leavingMinor),
  }
}

/** Credits minus debits; a transaction without a side counts as zero. */
export function sumMinor(drafts: readonly TransactionDraft[]): number {
  const signs = { credit: 1, debit: -1, none: 0 }
  return drafts.reduce((sum, draft) => sum + signs[draft.side ?? 'none'] * draft.amountMinor, 0)
}
