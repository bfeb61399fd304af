/** Finds the account a statement is about, by IBAN or account number. */

import { withoutEnd, withoutLeadingZeros } from '../../domain/edges.ts'
import type { KnownAccount } from '../../store/accountDetails.ts'
import type { AccountRef } from '../statements/statement.ts'

export type AccountMatch =
  | { kind: 'found'; account: KnownAccount }
  | { kind: 'none' }
  | { kind: 'several'; accounts: KnownAccount[] }

/**
 * Matches by IBAN and currency, since some banks keep several currencies under one IBAN. Otherwise by the
 * number an earlier file used, or a number that is part of an account's IBAN.
 */
export function matchAccount(
  ref: AccountRef,
  currency: string | null,
  accounts: readonly KnownAccount[],
): AccountMatch {
  const named = accounts.filter(account => isNamed(ref, account))
  const sameMoney = currency === null ? named : named.filter(account => account.currency === currency)
  const [first, second] = sameMoney
  if (first === undefined) return { kind: 'none' }
  return second === undefined ? { kind: 'found', account: first } : { kind: 'several', accounts: sameMoney }
}

function isNamed({ iban, otherId, bankCode }: AccountRef, account: KnownAccount): boolean {
  if (iban !== null) {
    if (account.iban !== null) return account.iban === iban
    if (account.otherId === iban) return true
    return account.otherId !== null && ibanHasNumber(iban, account.otherId, account.bankCode)
  }
  if (otherId === null) return false
  if (account.otherId !== null && sameNumber(account.otherId, otherId)) {
    return bankCode === null || account.bankCode === null || sameNumber(account.bankCode, bankCode)
  }
  return account.iban !== null && ibanHasNumber(account.iban, otherId, bankCode)
}

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
const bareNumber = (text: string): string => withoutLeadingZeros(plain(text))
const sameNumber = (one: string, other: string): boolean => bareNumber(one) === bareNumber(other)

/** Shorter numbers are part of too many IBANs. */
const numberLengthMin = 5
/** Country and check digits. */
const ibanStart = 4

/** An IBAN starts with the bank code and ends with the account number, with zeros in between. */
export function ibanHasNumber(iban: string, number: string, bankCode: string | null): boolean {
  const bare = bareNumber(number)
  const bban = iban.slice(ibanStart)
  if (bare.length < numberLengthMin || !bban.endsWith(bare)) return false
  const before = bban.slice(0, -bare.length)
  if (bankCode === null) return true
  // A routing number or BIC differs from the bank code in the IBAN, so only a numeric code can rule an
  // account out.
  const code = plain(bankCode)
  return !/^\d+$/.test(code) || before.startsWith(code) || withoutEnd(before, '0') === code
}

export const accountName = ({ iban, otherId }: Pick<AccountRef, 'iban' | 'otherId'>): string =>
  iban ?? otherId ?? 'an account without a number'
