/** Saved beneficiaries: most suppliers, everyone who is paid monthly, and a few nobody has paid yet. */
import { blank } from '../contract/blank.ts'
import type { Company } from '../contract/companies.ts'
import { type Payee, payee } from '../contract/payees.ts'
import type { Transaction } from '../contract/transactions.ts'
import { dayOf, instantOf, someTimeAfter, workingHour } from './calendarDays.ts'
import type { CompanyKey } from './companies.ts'
import { demoIban } from './ibans.ts'
import { byId, demoId } from './ids.ts'
import { employees, landlords } from './names/people.ts'
import { suppliers } from './names/suppliers.ts'
import { type RandomStream, randomStream } from './random.ts'

const blankPayee = blank(payee)

interface PayeePlan {
  company: CompanyKey
  name: string
  iban: string | null
  defaultReference: string | null
}

const neverPaid: readonly PayeePlan[] = [
  {
    company: 'furniture',
    name: 'Ängström Zimmerei',
    iban: demoIban('DE', 'Ängström Zimmerei'),
    defaultReference: null,
  },
  {
    company: 'workshop',
    name: 'zimmermann, Émile',
    iban: demoIban('FR', 'zimmermann, Émile'),
    defaultReference: 'Acompte (devis 12)',
  },
  {
    company: 'digital',
    name: 'Eßbar Catering',
    iban: demoIban('AT', 'Eßbar Catering'),
    defaultReference: null,
  },
]

export function demoPayees(
  companies: Record<CompanyKey, Company>,
  transactions: Iterable<Transaction>,
): Payee[] {
  const random = randomStream('payees')
  const uses = transferInstants(transactions)
  return [...suppliers.filter(({ saved }) => saved), ...employees, ...landlords, ...neverPaid]
    .map(plan => finished(plan, companies[plan.company].id, uses, random))
    .sort(byId)
}

/** When a company made transfers to each IBAN, in chronological order. */
function transferInstants(transactions: Iterable<Transaction>): Map<string, string[]> {
  const uses = new Map<string, string[]>()
  for (const { companyId, counterpartyIban, side, type, createdAt } of transactions) {
    if (side !== 'debit' || type === 'SepaDirect') continue
    const key = `${companyId} ${counterpartyIban}`
    uses.set(key, [...(uses.get(key) ?? []), createdAt])
  }
  for (const instants of uses.values()) instants.sort()
  return uses
}

function finished(
  { name, iban, defaultReference }: PayeePlan,
  companyId: string,
  uses: ReadonlyMap<string, string[]>,
  random: RandomStream,
): Payee {
  if (iban === null) throw new Error(`The demo saves "${name}" as a payee without an IBAN.`)
  const instants = uses.get(`${companyId} ${iban}`) ?? []
  const createdMs = savedMs(instants[0], random)
  const lastUsedAt = instants.at(-1) ?? null
  return {
    ...blankPayee,
    id: demoId('pye', createdMs, random),
    companyId,
    name,
    iban,
    defaultReference,
    lastUsedAt,
    createdAt: instantOf(createdMs),
    updatedAt: lastUsedAt ?? instantOf(someTimeAfter(createdMs, 24, random)),
  }
}

/** A payee is saved in the days before the first transfer; those never paid were saved last summer. */
function savedMs(firstUse: string | undefined, random: RandomStream): number {
  if (firstUse === undefined) return workingHour(dayOf('2026-06-15') + random.below(90), random)
  return workingHour(dayOf(firstUse.slice(0, 10)) - random.between(1, 4), random)
}
