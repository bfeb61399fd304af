/** Suppliers, who send bills. Those marked as saved are also payees of the company. */
import type { AccountKey } from '../accountPlans.ts'
import type { CompanyKey } from '../companies.ts'
import { demoIban, type IbanCountry } from '../ibans.ts'
import type { Party } from '../transactionDrafts.ts'

export interface Supplier extends Party {
  company: CompanyKey
  /** The account its bills are paid from. */
  account: AccountKey
  saved: boolean
  defaultReference: string | null
  /** Zero if the supplier is abroad and the buyer owes the tax. */
  vatPercent: 0 | 7 | 19 | 20
  leastNetMinor: number
  mostNetMinor: number
  invoicePrefix: string
  /** The reference the supplier asks for. */
  referenceStyle: 'invoice' | 'creditor' | 'customer'
}

type Terms = Pick<Supplier, 'vatPercent' | 'leastNetMinor' | 'mostNetMinor' | 'invoicePrefix'>
type Extras = Partial<Pick<Supplier, 'account' | 'saved' | 'defaultReference' | 'referenceStyle'>>

const mainAccounts: Record<CompanyKey, AccountKey> = {
  furniture: 'main',
  workshop: 'workshop',
  digital: 'shop',
}

function supplier(
  company: CompanyKey,
  name: string,
  country: IbanCountry | null,
  category: string,
  terms: Terms,
  extras: Extras = {},
): Supplier {
  const iban = country === null ? null : demoIban(country, name)
  const usual = { account: mainAccounts[company], saved: true, defaultReference: null } as const
  return { company, name, iban, category, ...usual, referenceStyle: 'invoice', ...terms, ...extras }
}

function terms(
  invoicePrefix: string,
  vatPercent: Supplier['vatPercent'],
  leastNetMinor: number,
  mostNetMinor: number,
): Terms {
  return { invoicePrefix, vatPercent, leastNetMinor, mostNetMinor }
}

export const suppliers: readonly Supplier[] = [
  supplier('furniture', 'Sägewerk Öttinger KG', 'DE', 'raw-materials', terms('RE', 19, 180_000, 640_000)),
  supplier('furniture', 'Beschläge Krüßmann GmbH', 'DE', 'raw-materials', terms('R', 19, 24_000, 190_000), {
    defaultReference: 'Kd.-Nr. 20417',
    referenceStyle: 'customer',
  }),
  supplier(
    'furniture',
    'Houtimport Van der Vlugt B.V.',
    'NL',
    'raw-materials',
    terms('VF', 0, 95_000, 480_000),
    { saved: false },
  ),
  supplier('furniture', 'Lackfabrik Überlinger', 'AT', 'raw-materials', terms('LF', 0, 18_000, 110_000), {
    referenceStyle: 'creditor',
  }),
  supplier('furniture', 'Spedition Aßmann & Co. KG', 'DE', 'freight', terms('SA', 19, 22_000, 140_000)),
  supplier(
    'furniture',
    'tischlerbedarf aus Eberswede',
    'DE',
    'office-supplies',
    terms('tb', 19, 4_500, 38_000),
  ),
  supplier(
    'furniture',
    'Kanzlei Dr. Żółtowski',
    'DE',
    'professional-services',
    terms('H', 19, 45_000, 160_000),
    {
      defaultReference: 'Mandat 88/2025',
      referenceStyle: 'customer',
    },
  ),
  supplier('furniture', 'Fachblatt Holz & Raum', 'DE', 'marketing', terms('ABO', 7, 4_900, 62_000), {
    saved: false,
  }),
  supplier('furniture', 'Zürcher Leimwerke AG', 'CH', 'raw-materials', terms('ZL', 0, 20_000, 90_000), {
    account: 'swiss',
  }),
  supplier('workshop', 'Scierie Bélanger SARL', 'FR', 'raw-materials', terms('FA', 20, 70_000, 260_000)),
  supplier('workshop', 'Étoffes du Cœur d’Or', 'FR', 'raw-materials', terms('EC', 20, 15_000, 120_000), {
    defaultReference: 'Client LUNE-7',
    referenceStyle: 'customer',
  }),
  supplier('workshop', 'Vernis Maes NV', 'BE', 'raw-materials', terms('VM', 0, 9_000, 64_000), {
    referenceStyle: 'creditor',
  }),
  supplier('workshop', 'Transports Îlot Bleu', 'FR', 'freight', terms('TIB', 20, 18_000, 85_000)),
  supplier(
    'workshop',
    'Cabinet Hébrard & Associés',
    'FR',
    'professional-services',
    terms('NH', 20, 38_000, 95_000),
    { saved: false },
  ),
  supplier('workshop', 'imprimerie du Pont-Neuf', 'FR', 'marketing', terms('IPN', 20, 6_000, 48_000), {
    saved: false,
  }),
  supplier('digital', 'Rechenzentrum Nordfunk GmbH', 'DE', 'software', terms('RZ', 19, 28_000, 74_000), {
    saved: false,
  }),
  supplier('digital', 'Łukasz Wójcik Software', 'PL', 'freelancers', terms('FV', 0, 120_000, 420_000)),
  supplier('digital', 'Studio Ørbeck ApS', 'DK', 'marketing', terms('OR', 0, 40_000, 180_000)),
  // The furniture company uses the same carrier: one IBAN, saved once in each company.
  supplier('digital', 'Spedition Aßmann & Co. KG', 'DE', 'freight', terms('SA', 19, 12_000, 90_000), {
    defaultReference: 'Shop-Versand',
  }),
  supplier('digital', 'Larkspur Data Inc.', null, 'software', terms('INV', 0, 25_000, 160_000), {
    account: 'dollar',
    saved: false,
  }),
]
