/** Facts about keys that need no further request. */
import type { ApiKey } from '../../../../src/contract/console/keys.ts'
import { type Scope, scopeDescriptions } from '../../../../src/contract/scopes.ts'

export type KeyFilter = ApiKey['state'] | 'all'
export type ExpiryChoice = '30' | '90' | '365' | 'never'
export type ExpiryDays = 30 | 90 | 365 | null

export const allScopes = Object.keys(scopeDescriptions) as Scope[]
export const readScopes = allScopes.filter(scope => scope.endsWith(':read'))

export const sameScopes = (one: readonly Scope[], other: readonly Scope[]): boolean =>
  one.length === other.length && one.every(scope => other.includes(scope))

/** The scopes of a key in a few words. */
export function scopeWords(scopes: readonly Scope[]): string {
  if (sameScopes(scopes, allScopes)) return 'All scopes'
  if (sameScopes(scopes, readScopes)) return 'Read everything'
  if (scopes.length === 0) return 'No scopes'
  return scopes.length === 1 ? scopes.join() : `${scopes.length} of ${allScopes.length} scopes`
}

/** The only part of the secret that is ever shown again. */
export const startOf = ({ visibleStart }: Pick<ApiKey, 'visibleStart'>): string => `${visibleStart}…`

const soonDays = 14
const dayMs = 24 * 60 * 60 * 1000

export function expiresSoon({ state, expiresAt }: ApiKey, now = Date.now()): boolean {
  return state === 'active' && expiresAt !== null && Date.parse(expiresAt) - now <= soonDays * dayMs
}

export const usedWithinDay = ({ lastUsedAt }: ApiKey, now = Date.now()): boolean =>
  lastUsedAt !== null && now - Date.parse(lastUsedAt) <= dayMs

export const expiryDays: Record<ExpiryChoice, ExpiryDays> = { '30': 30, '90': 90, '365': 365, never: null }

/** A successor gets the same lifetime as the key that it replaces. */
export function expiryLike({ createdAt, expiresAt }: ApiKey): ExpiryChoice {
  if (expiresAt === null) return 'never'
  const days = Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs)
  return days <= 30 ? '30' : days <= 90 ? '90' : '365'
}

/** The active key that replaces this one. The list has the newest first. */
export const successorOf = (key: ApiKey, keys: readonly ApiKey[]): ApiKey | undefined =>
  keys.find(({ successorOf, state }) => successorOf === key.id && state === 'active')

export const predecessorOf = (key: ApiKey, keys: readonly ApiKey[]): ApiKey | undefined =>
  keys.find(({ id }) => id === key.successorOf)

export function countsByState(keys: readonly ApiKey[]): Record<KeyFilter, number> {
  const counts = { active: 0, expired: 0, revoked: 0, all: keys.length }
  for (const { state } of keys) counts[state] += 1
  return counts
}

export const keyFilterOf = (text: string | undefined): KeyFilter =>
  text === 'expired' || text === 'revoked' || text === 'all' ? text : 'active'
