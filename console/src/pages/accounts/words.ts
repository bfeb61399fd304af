/** How an account's balance counts. The service decides in the same way for the sums of the overview. */
import type { Account } from '../../../../src/contract/accounts.ts'
import { type ApartReason, staleAfterDays } from '../../../../src/contract/console/accounts/balances.ts'
import type { Tone } from '../../ui/text/Badge.tsx'
import { groupedIban } from '../payees/ibanText.ts'

export type BalanceState = 'recent' | ApartReason

export const apartWords: Record<ApartReason, { label: string; tone: Tone }> = {
  stale: { label: 'Old balance', tone: 'warning' },
  undated: { label: 'No date', tone: 'warning' },
  unknown: { label: 'No balance yet', tone: 'neutral' },
  disabled: { label: 'Disabled', tone: 'neutral' },
}

const dayMs = 86_400_000

/** The state of each account's balance. `accounts` are all accounts of the workspace. */
export function balanceStates(accounts: readonly Account[]): Map<string, BalanceState> {
  const counted = accounts.filter(({ enabled, balance }) => enabled && balance !== null)
  const newest = Math.max(0, ...counted.map(({ balanceUpdatedAt: at }) => (at === null ? 0 : Date.parse(at))))
  return new Map(accounts.map(account => [account.id, stateOf(account, newest)]))
}

function stateOf({ enabled, balance, balanceUpdatedAt }: Account, newest: number): BalanceState {
  if (!enabled) return 'disabled'
  if (balance === null) return 'unknown'
  if (balanceUpdatedAt === null) return 'undated'
  return Date.parse(balanceUpdatedAt) < newest - staleAfterDays * dayMs ? 'stale' : 'recent'
}

export const nameOf = ({ nickname, name, iban }: Pick<Account, 'nickname' | 'name' | 'iban'>): string =>
  nickname ?? name ?? (iban ? groupedIban(iban) : 'Unnamed account')
