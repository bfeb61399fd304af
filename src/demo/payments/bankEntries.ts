/** Entries made by the banks themselves: opening balances, fees, interest, cash, and entries that move no money. */
import { type AccountKey, accountPlans } from '../accountPlans.ts'
import { bankLabel } from '../bankLabels.ts'
import { firstDay, type Month, months, workdayIn } from '../calendarDays.ts'
import { companyNames } from '../companies.ts'
import { randomStream } from '../random.ts'
import { draft, type TransactionDraft, transferIn } from '../transactionDrafts.ts'

const openings: readonly [AccountKey, amountMinor: number][] = [
  ['main', 8_450_000],
  ['swiss', 1_920_000],
  ['workshop', 3_675_000],
  ['savings', 1_500_000],
  ['shop', 1_840_000],
  ['dollar', 640_000],
]

const monthlyFees: readonly [AccountKey, amountMinor: number][] = [
  ['main', 2_490],
  ['swiss', 1_500],
  ['workshop', 1_990],
  ['shop', 1_290],
  ['dollar', 1_500],
]

export function bankEntries(): TransactionDraft[] {
  return [
    ...openings.map(([account, amountMinor]) => opening(account, amountMinor)),
    ...months.flatMap(month => monthlyFees.map(([account, minor]) => fee(account, minor, month))),
    ...months.filter((_, index) => index % 3 === 1).flatMap(quarterEnd),
    ...months.filter((_, index) => index % 4 === 2).map(feeRefund),
    ...cashWithdrawals(),
  ]
}

/** The balance carried over from the previous bank. */
function opening(account: AccountKey, amountMinor: number): TransactionDraft {
  const party = { name: companyNames[accountPlans[account].company], iban: null, category: 'other' }
  return transferIn({ account, day: firstDay, amountMinor, party, reference: 'Balance carried over' })
}

function fee(account: AccountKey, amountMinor: number, month: Month): TransactionDraft {
  return draft({
    account,
    day: workdayIn(month, 31),
    amountMinor,
    side: 'debit',
    type: 'FeeDebit',
    description: `${bankLabel(account, 'fee')} ${month.label}`,
    category: 'bank-fees',
  })
}

function feeRefund(month: Month): TransactionDraft {
  return draft({
    account: 'main',
    day: workdayIn(month, 14),
    amountMinor: 1_250,
    side: 'credit',
    type: 'FeeCredit',
    description: bankLabel('main', 'feeRefund'),
    category: 'bank-fees',
  })
}

/** An account statement is an entry without a direction: it moves no money. */
function quarterEnd(month: Month): TransactionDraft[] {
  const day = workdayIn(month, 30)
  const statement = (account: AccountKey) =>
    draft({
      account,
      day,
      amountMinor: 0,
      side: null,
      type: null,
      description: `${bankLabel(account, 'statement')} ${month.label}`,
    })
  const interest = draft({
    account: 'savings',
    day,
    amountMinor: randomStream(`interest ${month.label}`).between(5_200, 9_400),
    side: 'credit',
    type: 'Other',
    description: `INTERETS CREDITEURS ${month.label}`,
    counterpartyName: accountPlans.savings.institutionName,
    category: 'other',
  })
  return [statement('main'), statement('workshop'), interest]
}

function cashWithdrawals(): TransactionDraft[] {
  const random = randomStream('cash')
  return months.map(month =>
    draft({
      account: 'main',
      day: workdayIn(month, random.between(5, 25)),
      amountMinor: random.between(2, 12) * 5_000,
      side: 'debit',
      type: 'Other',
      description: `${bankLabel('main', 'cash')} GA NR ${random.between(10_000, 99_999)}`,
      category: 'other',
    }),
  )
}
