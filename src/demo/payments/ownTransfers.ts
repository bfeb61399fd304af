/** Transfers within the group. Each one has two legs, one on each account, on the same day. */
import { type AccountKey, accountIban, accountPlans } from '../accountPlans.ts'
import { sumMinor } from '../accounts.ts'
import { exchanged } from '../amounts.ts'
import { bankLabel } from '../bankLabels.ts'
import { type Month, months, workdayIn } from '../calendarDays.ts'
import { companyNames } from '../companies.ts'
import { type RandomStream, randomStream } from '../random.ts'
import { draft, type TransactionDraft } from '../transactionDrafts.ts'

interface OwnTransfer {
  from: AccountKey
  to: AccountKey
  day: number
  amountMinor: number
  /** The amount that arrives; it differs if the two accounts have different currencies. */
  arrivingMinor: number
  reference: string
}

export function ownTransfers(): TransactionDraft[] {
  const random = randomStream('own transfers')
  return months.flatMap((month, index) => [
    ...legs(sameCurrency('main', 'shop', workdayIn(month, 6), 200_000, `Group loan ${month.label}`)),
    ...legs(sameCurrency('workshop', 'savings', workdayIn(month, 20), 60_000, `Épargne ${month.label}`)),
    ...legs(conversion('dollar', 'shop', month, random.between(7_300, 8_700) * 65, 8_540, random)),
    ...(index % 3 === 2 ? legs(conversion('swiss', 'main', month, 2_600_000, 10_620, random)) : []),
  ])
}

/** The card is settled on the fifth for the month before, so there is no settlement in the first month. */
export const cardSettlementEntries = 2 * (months.length - 1)

export function cardSettlements(drafts: readonly TransactionDraft[]): TransactionDraft[] {
  const onCard = drafts.filter(({ account, status }) => account === 'card' && status === 'booked')
  return months.slice(1).flatMap((month, index) => {
    const settled = months[index]
    const spent = onCard.filter(({ day }) => settled && day >= settled.first && day <= settled.last)
    const reference = `Card statement ${settled?.label}`
    const transfer = sameCurrency('main', 'card', workdayIn(month, 5), -sumMinor(spent), reference)
    return legs(transfer).map(leg => ({ ...leg, type: 'InternalDirectDebit' }))
  })
}

function sameCurrency(
  from: AccountKey,
  to: AccountKey,
  day: number,
  amountMinor: number,
  reference: string,
): OwnTransfer {
  return { from, to, day, amountMinor, arrivingMinor: amountMinor, reference }
}

function conversion(
  from: AccountKey,
  to: AccountKey,
  month: Month,
  amountMinor: number,
  usualRate: number,
  random: RandomStream,
): OwnTransfer {
  const rate = usualRate + random.between(-180, 180)
  const pair = `${accountPlans[from].currency}/${accountPlans[to].currency}`
  const digits = String(rate).padStart(5, '0')
  return {
    from,
    to,
    day: workdayIn(month, 22),
    amountMinor,
    arrivingMinor: exchanged(amountMinor, rate),
    reference: `FX ${pair} ${digits.slice(0, -4)}.${digits.slice(-4)}`,
  }
}

function legs({ from, to, day, amountMinor, arrivingMinor, reference }: OwnTransfer): TransactionDraft[] {
  const type = [from, to].every(key => accountPlans[key].provider === 'paygoro') ? 'InternalCredit' : null
  const leg = (account: AccountKey, other: AccountKey) =>
    ({
      account,
      day,
      reference,
      type: type ?? (accountPlans[account].currency === 'EUR' ? 'SepaCredit' : 'Other'),
      description: bankLabel(account, 'own'),
      counterpartyName: companyNames[accountPlans[other].company],
      counterpartyIban: accountIban(other),
      category: 'internal-transfers',
    }) as const
  return [
    draft({ ...leg(from, to), side: 'debit', amountMinor }),
    draft({ ...leg(to, from), side: 'credit', amountMinor: arrivingMinor }),
  ]
}
