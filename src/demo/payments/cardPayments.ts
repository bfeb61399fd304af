/** Card payments: monthly subscriptions and everyday purchases. */
import { bankLabel } from '../bankLabels.ts'
import { firstDay, lastDay, months } from '../calendarDays.ts'
import { everydayMerchants, type Merchant, subscriptions } from '../names/merchants.ts'
import { type RandomStream, randomStream } from '../random.ts'
import { draft, type TransactionDraft } from '../transactionDrafts.ts'

export type CardAccount = keyof typeof subscriptions

const cardEndings: Record<CardAccount, string> = { card: '4821', workshop: '7305', shop: '1194' }
const cardAccounts = Object.keys(cardEndings) as CardAccount[]

export function cardPayment(
  account: CardAccount,
  merchant: Merchant,
  day: number,
  random: RandomStream,
): TransactionDraft {
  return draft({
    account,
    day,
    amountMinor: random.between(merchant.leastMinor, merchant.mostMinor),
    side: 'debit',
    type: 'Card',
    description: `${bankLabel(account, 'card')} ${cardEndings[account]} ${merchant.label}`,
    // Enrichment does not recognise every terminal.
    merchantName: random.percent(92) ? merchant.name : null,
    category: merchant.category,
  })
}

export function subscriptionPayments(): TransactionDraft[] {
  const random = randomStream('subscriptions')
  return cardAccounts.flatMap(account =>
    subscriptions[account].flatMap((merchant, index) =>
      months.map(month => cardPayment(account, merchant, month.first + 2 + index * 5, random)),
    ),
  )
}

/** Fills up the total number of transactions, so that it stays exact when others are added. */
export function everydayPayments(count: number): TransactionDraft[] {
  const random = randomStream('everyday payments')
  return Array.from({ length: count }, () => {
    const payment = everydayPayment(random.between(firstDay, lastDay), random)
    return random.percent(4) ? refunded(payment) : payment
  })
}

export function everydayPayment(day: number, random: RandomStream): TransactionDraft {
  const account = random.pick(cardAccounts)
  return cardPayment(account, random.pick(everydayMerchants[account]), day, random)
}

function refunded(payment: TransactionDraft): TransactionDraft {
  return { ...payment, side: 'credit', category: 'refunds' }
}
