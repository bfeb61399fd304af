/** Entries that were never booked: pending at the end of the demo, or rejected, released or cancelled before. */
import { bankLabel } from '../bankLabels.ts'
import { firstDay, lastDay, workdayUpTo } from '../calendarDays.ts'
import { furnitureCustomers, workshopCustomers } from '../names/customers.ts'
import { depositMerchants } from '../names/merchants.ts'
import { suppliers } from '../names/suppliers.ts'
import { type RandomStream, randomStream } from '../random.ts'
import { directDebit, draft, type TransactionDraft, transferIn, transferOut } from '../transactionDrafts.ts'
import { type CardAccount, cardPayment, everydayPayment } from './cardPayments.ts'

const euroSuppliers = suppliers.filter(({ account }) => account !== 'swiss' && account !== 'dollar')

export function unsettledEntries(): TransactionDraft[] {
  const random = randomStream('unsettled entries')
  const any = () => random.between(firstDay, lastDay - 3)
  const recent = () => random.between(lastDay - 2, lastDay)
  const times = <Made>(length: number, make: () => Made) => Array.from({ length }, make)
  return [
    ...times(14, () => pending(everydayPayment(recent(), random))),
    ...times(6, () => pending(incoming(recent(), random))),
    ...times(6, () => pending(outgoing(recent(), random))),
    ...times(5, () => announcement(random.between(lastDay - 1, lastDay), random)),
    ...times(18, () => rejected(any(), random)),
    ...times(24, () => released(any(), random)),
    ...times(12, () => cancelled(any(), random)),
  ]
}

function pending(entry: TransactionDraft): TransactionDraft {
  return { ...entry, status: 'pending', reachedBooks: false }
}

function incoming(day: number, random: RandomStream): TransactionDraft {
  const [account, customers] = random.pick([
    ['main', furnitureCustomers],
    ['workshop', workshopCustomers],
  ] as const)
  const amountMinor = random.between(60_000, 410_000)
  const reference = `Order ${random.between(2_100, 2_900)}`
  return transferIn({ account, day, amountMinor, party: random.pick(customers), reference })
}

function outgoing(day: number, random: RandomStream): TransactionDraft {
  const party = random.pick(euroSuppliers)
  const reference = `Order ${random.between(310, 990)}`
  const amountMinor = random.between(20_000, 150_000)
  return transferOut({ account: party.account, day: workdayUpTo(day), amountMinor, party, reference })
}

/** The newly connected bank announces payments, but not always their direction, and never their type. */
function announcement(day: number, random: RandomStream): TransactionDraft {
  const isDirectionKnown = random.percent(40)
  const entry = draft({
    account: 'unnamed',
    day,
    amountMinor: random.between(4_000, 96_000),
    side: isDirectionKnown ? 'credit' : null,
    type: null,
    description: 'VORMERKUNG',
    counterpartyName: isDirectionKnown ? random.pick(furnitureCustomers).name : null,
  })
  return pending(entry)
}

/** Direct debits that were returned. */
function rejected(day: number, random: RandomStream): TransactionDraft {
  const party = random.pick(euroSuppliers)
  const amountMinor = random.between(9_000, 88_000)
  const reference = `Mandate ${random.between(40_000, 49_999)}`
  const entry = directDebit({ account: party.account, day: workdayUpTo(day), amountMinor, party, reference })
  return { ...entry, status: 'rejected' }
}

/** Deposits that a hotel or petrol station blocked on the card. */
function released(day: number, random: RandomStream): TransactionDraft {
  const account = random.pick<CardAccount>(['card', 'shop'])
  return { ...cardPayment(account, random.pick(depositMerchants), day, random), status: 'released' }
}

/** Transfers that were cancelled, half of them before the bank had booked them. */
function cancelled(day: number, random: RandomStream): TransactionDraft {
  const entry = outgoing(day, random)
  const description = `${bankLabel(entry.account, 'transferOut')} STORNO`
  return { ...entry, description, status: 'canceled', reachedBooks: random.percent(50) }
}
