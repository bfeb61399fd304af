/**
 * Accounts and their balances. Each account starts at zero and is filled by a first booked payment, so that
 * its balance is the sum of its booked transactions, and anyone can check that through the API alone.
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
  // A bank sets aside what is about to leave, and counts on nothing that is about to come.
  const leavingMinor = sumMinor(
    ofAccount.filter(draft => draft.status === 'pending' && draft.side === 'debit'),
  )
  return {
    balance: decimal(bookedMinor),
    availableBalance: decimal(bookedMinor + creditLimitMinor + leavingMinor),
  }
}

/** Credits less debits; what has no side moves nothing. */
export function sumMinor(drafts: readonly TransactionDraft[]): number {
  const signs = { credit: 1, debit: -1, none: 0 }
  return drafts.reduce((sum, draft) => sum + signs[draft.side ?? 'none'] * draft.amountMinor, 0)
}
