/** The eight accounts of the demo, under the short keys that the rest of the demo uses. */
import type { Account } from '../contract/accounts.ts'
import type { CompanyKey } from './companies.ts'
import { demoIban, type IbanCountry } from './ibans.ts'

export type AccountKey = 'main' | 'card' | 'swiss' | 'unnamed' | 'workshop' | 'savings' | 'shop' | 'dollar'

type Reported = Pick<
  Account,
  'name' | 'nickname' | 'bic' | 'currency' | 'type' | 'provider' | 'institutionName' | 'enabled' | 'createdAt'
>

export interface AccountPlan extends Reported {
  company: CompanyKey
  ibanCountry: IbanCountry | null
  /** The language of the bank's labels. */
  language: 'de' | 'fr' | 'en'
  creditLimitMinor: number
  /** Null for the account whose bank has not reported a balance yet. */
  balanceUpdatedAt: string | null
}

// Defaults that most accounts share.
const usual = {
  nickname: null,
  currency: 'EUR',
  type: 'depository',
  enabled: true,
  creditLimitMinor: 0,
} as const

const ofTheService = {
  provider: 'paygoro',
  institutionName: 'Kontorbank Nord AG',
  bic: 'KBNODEHHXXX',
  balanceUpdatedAt: '2026-10-31T20:45:00.000Z',
} as const

const furniture: Record<'main' | 'card' | 'swiss' | 'unnamed', AccountPlan> = {
  main: {
    ...usual,
    ...ofTheService,
    company: 'furniture',
    name: 'Geschäftskonto',
    nickname: 'Operations EUR',
    ibanCountry: 'DE',
    language: 'de',
    createdAt: '2025-04-11T13:42:26.037Z',
  },
  card: {
    ...usual,
    ...ofTheService,
    company: 'furniture',
    name: 'Company cards',
    ibanCountry: null,
    bic: null,
    type: 'credit',
    language: 'en',
    creditLimitMinor: 2_500_000,
    createdAt: '2025-04-14T08:30:55.640Z',
  },
  swiss: {
    ...usual,
    company: 'furniture',
    name: null,
    nickname: 'Schweiz CHF',
    ibanCountry: 'CH',
    bic: 'RUFBCHBBXXX',
    currency: 'CHF',
    provider: 'connected',
    institutionName: 'Rheinuferbank Basel',
    language: 'de',
    balanceUpdatedAt: '2026-10-31T04:10:12.000Z',
    createdAt: '2025-04-16T11:17:03.885Z',
  },
  // Connected two days before the demo ends: its bank has announced payments, but no name or balance yet.
  unnamed: {
    ...usual,
    company: 'furniture',
    name: null,
    ibanCountry: 'DE',
    bic: null,
    provider: 'connected',
    institutionName: 'Sparverein Havelau eG',
    language: 'de',
    balanceUpdatedAt: null,
    createdAt: '2026-10-29T07:36:14.229Z',
  },
}

export const accountPlans: Record<AccountKey, AccountPlan> = {
  ...furniture,
  workshop: {
    ...usual,
    ...ofTheService,
    company: 'workshop',
    name: 'Compte courant',
    nickname: 'Atelier – quotidien',
    ibanCountry: 'FR',
    bic: 'KBNOFRPPXXX',
    language: 'fr',
    createdAt: '2025-04-15T09:08:44.512Z',
  },
  savings: {
    ...usual,
    company: 'workshop',
    name: 'Livret entreprise',
    ibanCountry: 'FR',
    bic: 'CRFVFRLLXXX',
    type: 'other',
    provider: 'connected',
    institutionName: 'Crédit Fluvial',
    enabled: false,
    language: 'fr',
    balanceUpdatedAt: '2026-10-30T22:04:51.000Z',
    createdAt: '2025-04-15T09:21:30.078Z',
  },
  shop: {
    ...usual,
    ...ofTheService,
    company: 'digital',
    name: 'Geschäftskonto',
    nickname: 'Shop EUR',
    ibanCountry: 'DE',
    language: 'en',
    createdAt: '2025-04-23T07:49:18.663Z',
  },
  dollar: {
    ...usual,
    company: 'digital',
    name: 'Business Checking',
    nickname: 'US sales',
    ibanCountry: null,
    bic: 'PRUBUS44XXX',
    currency: 'USD',
    provider: 'connected',
    institutionName: 'Prairie Union Bank',
    language: 'en',
    balanceUpdatedAt: '2026-10-31T11:30:07.000Z',
    createdAt: '2025-04-28T15:02:09.394Z',
  },
}

export const accountKeys = Object.keys(accountPlans) as AccountKey[]

export function accountIban(key: AccountKey): string | null {
  const { ibanCountry } = accountPlans[key]
  return ibanCountry === null ? null : demoIban(ibanCountry, `account ${key}`)
}
