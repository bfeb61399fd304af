/**
 * IBANs that pass every check and should belong to nobody: their bank codes start with 99 or read DEMO. The
 * same owner always gets the same IBAN, so IBANs are looked up by name.
 */
import { ibanWithCheckDigits } from '../domain/money/iban.ts'
import { randomStream } from './random.ts'

type Digits = (count: number) => string

const bbans = {
  AT: digits => `99${digits(14)}`,
  BE: digits => withBelgianCheck(`99${digits(8)}`),
  CH: digits => `99${digits(15)}`,
  DE: digits => `99${digits(16)}`,
  DK: digits => `99${digits(12)}`,
  FR: digits => withFrenchKey(`99${digits(3)}`, digits(5), digits(11)),
  NL: digits => `DEMO${digits(10)}`,
  PL: digits => `99${digits(22)}`,
} satisfies Record<string, (digits: Digits) => string>

export type IbanCountry = keyof typeof bbans

export function demoIban(country: IbanCountry, owner: string): string {
  const random = randomStream(`iban ${owner}`)
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
  return ibanWithCheckDigits(country, bbans[country](digits))
}

// Belgian and French account numbers end with additional check digits, which banks there verify too.
function withBelgianCheck(number: string): string {
  return `${number}${twoDigits(Number(number) % 97 || 97)}`
}

function withFrenchKey(bank: string, branch: string, account: string): string {
  const weighted = 89 * Number(bank) + 15 * Number(branch) + 3 * Number(account)
  return `${bank}${branch}${account}${twoDigits(97 - (weighted % 97))}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
