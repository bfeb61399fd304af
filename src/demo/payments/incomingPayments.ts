/**
 * Payments from customers: transfers with an invoice number, cheques in France, and payouts of the card
 * processor.
 */
import type { AccountKey } from '../accountPlans.ts'
import {
  dateOf,
  firstDay,
  lastDay,
  type Month,
  months,
  workdayIn,
  workdayUpTo,
  yearOf,
} from '../calendarDays.ts'
import {
  cardProcessor,
  dollarCustomers,
  furnitureCustomers,
  swissCustomers,
  workshopCustomers,
} from '../names/customers.ts'
import { type RandomStream, randomStream } from '../random.ts'
import { draft, type Party, type TransactionDraft, transferIn } from '../transactionDrafts.ts'

interface Sales {
  account: AccountKey
  customers: readonly Party[]
  invoicePrefix: string
  /** The customers' word for an invoice. */
  invoiceWord: string
  paymentsPerMonth: number
  leastMinor: number
  mostMinor: number
}

const sales: readonly Sales[] = [
  {
    account: 'main',
    customers: furnitureCustomers,
    invoicePrefix: 'QM',
    invoiceWord: 'Rechnung',
    paymentsPerMonth: 12,
    leastMinor: 89_000,
    mostMinor: 640_000,
  },
  {
    account: 'swiss',
    customers: swissCustomers,
    invoicePrefix: 'QM',
    invoiceWord: 'Rechnung',
    paymentsPerMonth: 3,
    leastMinor: 120_000,
    mostMinor: 520_000,
  },
  {
    account: 'workshop',
    customers: workshopCustomers,
    invoicePrefix: 'LS',
    invoiceWord: 'Facture',
    paymentsPerMonth: 8,
    leastMinor: 42_000,
    mostMinor: 410_000,
  },
  {
    account: 'dollar',
    customers: dollarCustomers,
    invoicePrefix: 'QD',
    invoiceWord: 'Invoice',
    paymentsPerMonth: 5,
    leastMinor: 30_000,
    mostMinor: 260_000,
  },
]

export function incomingPayments(): TransactionDraft[] {
  return [...sales.flatMap(invoicePayments), ...cheques(), ...payouts()]
}

function invoicePayments(plan: Sales): TransactionDraft[] {
  const random = randomStream(`sales ${plan.account}`)
  let invoiceNumber = random.between(180, 420)
  return months.flatMap(month =>
    daysOf(month, plan.paymentsPerMonth, random).map(day => {
      invoiceNumber += random.between(1, 3)
      const invoice = `${plan.invoicePrefix}-${yearOf(day)}-${String(invoiceNumber).padStart(4, '0')}`
      return transferIn({
        account: plan.account,
        day,
        amountMinor: random.between(plan.leastMinor, plan.mostMinor),
        party: random.pick(plan.customers),
        reference: asCustomersWriteIt(invoice, plan.invoiceWord, random),
      })
    }),
  )
}

function daysOf(month: Month, count: number, random: RandomStream): number[] {
  return Array.from({ length: count }, () => workdayIn(month, random.between(1, 31))).sort((a, b) => a - b)
}

/** Customers copy the number, add words, lose its hyphens, or forget it. */
function asCustomersWriteIt(invoice: string, word: string, random: RandomStream): string | null {
  const chance = random.below(100)
  if (chance < 62) return invoice
  if (chance < 78) return `${word} ${invoice}`
  if (chance < 88) return `${invoice} / ${random.between(10_200, 10_990)}`
  return chance < 96 ? invoice.replaceAll('-', ' ') : null
}

function cheques(): TransactionDraft[] {
  const random = randomStream('cheques')
  return months.map(month =>
    draft({
      account: 'workshop',
      day: workdayIn(month, random.between(4, 27)),
      amountMinor: random.between(18_000, 145_000),
      side: 'credit',
      type: 'Check',
      description: `REMISE CHEQUE ${random.between(4_100_000, 4_999_999)}`,
      counterpartyName: random.percent(60) ? random.pick(workshopCustomers).name : null,
      category: 'revenue',
    }),
  )
}

function payouts(): TransactionDraft[] {
  const random = randomStream('payouts')
  const weeks = Math.trunc((lastDay - firstDay) / 7)
  return Array.from({ length: weeks }, (_, index) => {
    const day = workdayUpTo(firstDay + 5 + index * 7)
    const amountMinor = random.between(84_000, 205_000)
    const reference = `PAYOUT ${dateOf(day).replaceAll('-', '')} ${random.between(100_000, 999_999)}`
    return transferIn({ account: 'shop', day, amountMinor, party: cardProcessor, reference })
  })
}
