/** Employees and landlords, who are paid every month. All of them are saved payees. */
import type { AccountKey } from '../accountPlans.ts'
import type { CompanyKey } from '../companies.ts'
import { demoIban, type IbanCountry } from '../ibans.ts'
import type { Party } from '../transactionDrafts.ts'

export interface MonthlyPayee extends Party {
  company: CompanyKey
  account: AccountKey
  amountMinor: number
  /** The first month of the demo in which they are paid, counted from zero. */
  fromMonth: number
  defaultReference: string | null
}

function employee(
  company: CompanyKey,
  account: AccountKey,
  name: string,
  country: IbanCountry,
  amountMinor: number,
  fromMonth = 0,
): MonthlyPayee {
  const defaultReference = company === 'workshop' ? 'Salaire' : 'Gehalt'
  const iban = demoIban(country, name)
  return { company, account, name, iban, category: 'payroll', amountMinor, fromMonth, defaultReference }
}

export const employees: readonly MonthlyPayee[] = [
  employee('furniture', 'main', 'Jürgen Åkesson', 'DE', 341_260),
  employee('furniture', 'main', 'Zoë Brandt', 'DE', 298_415),
  employee('furniture', 'main', 'Mehmet Yıldız', 'DE', 276_090),
  employee('furniture', 'main', 'Ángela Ruiz Ortega', 'AT', 264_733),
  employee('furniture', 'main', 'björn Østergaard', 'DE', 251_880, 8),
  employee('workshop', 'workshop', 'Anaïs Lefèvre', 'FR', 248_217),
  employee('workshop', 'workshop', 'Chloé N’Diaye', 'FR', 226_904),
  employee('workshop', 'workshop', 'Noël de la Haÿe', 'FR', 214_350, 5),
  employee('digital', 'shop', 'İrem Kaya', 'DE', 287_640),
  employee('digital', 'shop', 'Øyvind Sand', 'NL', 269_125),
]

function landlord(
  company: CompanyKey,
  account: AccountKey,
  name: string,
  country: IbanCountry,
  amountMinor: number,
  defaultReference: string,
): MonthlyPayee {
  const iban = demoIban(country, name)
  return { company, account, name, iban, category: 'rent', amountMinor, fromMonth: 0, defaultReference }
}

export const landlords: readonly MonthlyPayee[] = [
  landlord('furniture', 'main', 'Gewerbehof Lüdersen GbR', 'DE', 468_000, 'Miete Halle 3'),
  landlord('workshop', 'workshop', 'SCI Les Trois Marronniers', 'FR', 215_000, 'Loyer atelier'),
  landlord('digital', 'shop', 'Coworking Alte Spinnerei eG', 'DE', 89_000, 'Raum 2.14'),
]
