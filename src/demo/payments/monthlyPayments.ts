/** Monthly payments: salaries, rent, taxes, social charges, direct debits. */
import type { AccountKey } from '../accountPlans.ts'
import { percentOf } from '../amounts.ts'
import { type Month, months, workdayIn } from '../calendarDays.ts'
import { demoIban, type IbanCountry } from '../ibans.ts'
import { employees, landlords, type MonthlyPayee } from '../names/people.ts'
import { randomStream } from '../random.ts'
import { directDebit, type Party, type TransactionDraft, transferOut } from '../transactionDrafts.ts'

interface Obligation {
  account: AccountKey
  party: Party
  send: typeof directDebit
  dayOfMonth: number
  everyMonths: number
  leastMinor: number
  mostMinor: number
  reference: (month: Month) => string
}

function obligation(
  party: [name: string, country: IbanCountry, category: string],
  account: AccountKey,
  send: typeof directDebit,
  [dayOfMonth, everyMonths]: [number, number],
  [leastMinor, mostMinor]: [number, number],
  reference: (month: Month) => string,
): Obligation {
  const [name, country, category] = party
  const iban = demoIban(country, name)
  return {
    party: { name, iban, category },
    account,
    send,
    dayOfMonth,
    everyMonths,
    leastMinor,
    mostMinor,
    reference,
  }
}

const taxOffice: [string, IbanCountry, string] = ['Finanzamt Havelau', 'DE', 'taxes']
const power: [string, IbanCountry, string] = ['Stadtwerke Havelau', 'DE', 'utilities']
const telephone: [string, IbanCountry, string] = ['Fernwort Telekommunikation', 'DE', 'telecom']

const obligations: readonly Obligation[] = [
  obligation(taxOffice, 'main', transferOut, [10, 1], [420_000, 780_000], m => `37/114/20815 UST ${m.label}`),
  obligation(taxOffice, 'main', transferOut, [11, 1], [310_000, 345_000], m => `37/114/20815 LST ${m.label}`),
  obligation(taxOffice, 'shop', transferOut, [10, 3], [90_000, 210_000], m => `37/201/44107 UST ${m.label}`),
  obligation(
    ['Krankenkasse Mittelmark', 'DE', 'social-charges'],
    'main',
    directDebit,
    [26, 1],
    [640_000, 690_000],
    m => `Beitrag ${m.label} BN 15384207`,
  ),
  obligation(power, 'main', directDebit, [15, 1], [84_000, 84_000], m => `Abschlag Strom/Gas ${m.label}`),
  obligation(telephone, 'main', directDebit, [19, 1], [12_990, 15_470], m => `Rechnung ${m.label}`),
  obligation(telephone, 'shop', directDebit, [19, 1], [5_990, 5_990], m => `Rechnung ${m.label}`),
  obligation(
    ['Nordhain Versicherung AG', 'DE', 'insurance'],
    'main',
    directDebit,
    [2, 3],
    [138_420, 138_420],
    m => `VS 4471-09-220 ${m.label}`,
  ),
  obligation(
    ['Förderbank Mittelmark', 'DE', 'loans'],
    'main',
    directDebit,
    [30, 1],
    [185_000, 185_000],
    m => `Darlehen 60021 Rate ${m.label}`,
  ),
  obligation(
    ['Trésorerie des Entreprises', 'FR', 'taxes'],
    'workshop',
    directDebit,
    [24, 1],
    [95_000, 240_000],
    m => `TVA ${m.label}`,
  ),
  obligation(
    ['Recouvrement Social Rhône', 'FR', 'social-charges'],
    'workshop',
    directDebit,
    [15, 1],
    [268_000, 312_000],
    m => `COTISATIONS ${m.label}`,
  ),
  obligation(
    ['Électricité du Vercors', 'FR', 'utilities'],
    'workshop',
    directDebit,
    [8, 1],
    [19_500, 46_000],
    m => `Facture ${m.label}`,
  ),
  obligation(
    ['Allô Réseau', 'FR', 'telecom'],
    'workshop',
    directDebit,
    [12, 1],
    [7_188, 7_188],
    m => `ABT FIBRE ${m.label}`,
  ),
]

export function monthlyPayments(): TransactionDraft[] {
  const random = randomStream('monthly payments')
  return months.flatMap((month, index) => [
    ...employees.filter(person => index >= person.fromMonth).map(person => salary(person, month, index)),
    ...landlords.map(landlord => rent(landlord, month)),
    ...obligations
      .filter(({ everyMonths }) => index % everyMonths === 0)
      .map(({ account, party, send, dayOfMonth, leastMinor, mostMinor, reference }) =>
        send({
          account,
          day: workdayIn(month, dayOfMonth),
          amountMinor: random.between(leastMinor, mostMinor),
          party,
          reference: reference(month),
        }),
      ),
  ])
}

/** Paid by the 28th; everyone got a raise in January 2026. */
function salary(person: MonthlyPayee, month: Month, index: number): TransactionDraft {
  const rise = index >= 8 ? percentOf(person.amountMinor, 3) : 0
  return transferOut({
    account: person.account,
    day: workdayIn(month, 28),
    amountMinor: person.amountMinor + rise,
    party: person,
    reference: `${person.defaultReference} ${month.label}`,
  })
}

function rent(landlord: MonthlyPayee, month: Month): TransactionDraft {
  return transferOut({
    account: landlord.account,
    day: workdayIn(month, 2),
    amountMinor: landlord.amountMinor,
    party: landlord,
    reference: `${landlord.defaultReference} ${month.label}`,
  })
}
