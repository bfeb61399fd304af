/** Counts of requests, arranged for charts and tables. */
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import type { Usage } from '../../../../../src/contract/console/usage.ts'
import type { Scope } from '../../../../../src/contract/scopes.ts'
import { formatDay, formatDayShort } from '../../../format/date.ts'
import type { Category, Series } from '../../../ui/charts/chartParts.ts'

export type Requests = Usage['requests']

/** The outcomes of requests, from the bottom of the chart to the top. */
const outcomes = [
  { name: 'Successful (2xx, 3xx)', tone: 'in', below: 400 },
  { name: 'Refused (4xx)', tone: 'out', below: 500 },
  { name: 'Failed (5xx)', tone: 'bad', below: 600 },
] as const

export const outcomeNames = outcomes.map(({ name }) => name)

const outcomeOf = (status: number): number => outcomes.findIndex(({ below }) => status < below)

export interface DayCounts {
  day: string
  /** One per outcome. */
  counts: number[]
  total: number
}

const dayMs = 24 * 60 * 60 * 1000

/** Every day from the first to the last, including days without requests. */
export function byDay({ from, to, requests }: Usage): DayCounts[] {
  const days: DayCounts[] = []
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += dayMs) {
    const day = new Date(ms).toISOString().slice(0, 10)
    days.push({ day, counts: outcomes.map(() => 0), total: 0 })
  }
  const places = new Map(days.map(one => [one.day, one]))
  for (const { day, status, count } of requests) {
    const place = places.get(day)
    const outcome = outcomeOf(status)
    if (!place || outcome < 0) continue
    place.counts[outcome] = (place.counts[outcome] ?? 0) + count
    place.total += count
  }
  return days
}

export function chartOf(days: readonly DayCounts[]): { categories: Category[]; series: Series[] } {
  return {
    categories: days.map(({ day }) => ({ label: formatDay(day), short: formatDayShort(day) })),
    series: outcomes.map(({ name, tone }, index) => ({
      name,
      tone,
      values: days.map(({ counts }) => String(counts[index] ?? 0)),
    })),
  }
}

export const totalOf = (requests: Requests): number => requests.reduce((sum, { count }) => sum + count, 0)

export const ofKey = (usage: Usage, keyId: string): Usage => ({
  ...usage,
  requests: usage.requests.filter(request => request.keyId === keyId),
  keys: usage.keys.filter(key => key.keyId === keyId),
})

/** The number of replies with each status, the most frequent first. */
export function byStatus(requests: Requests): { status: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const { status, count } of requests) counts.set(status, (counts.get(status) ?? 0) + count)
  return [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => b.count - a.count)
}

export interface BusyKey {
  keyId: string
  total: number
  /** 4xx and 5xx. */
  failed: number
}

export function busiest(requests: Requests, most: number): BusyKey[] {
  const keys = new Map<string, BusyKey>()
  for (const { keyId, status, count } of requests) {
    const key = keys.get(keyId) ?? { keyId, total: 0, failed: 0 }
    key.total += count
    if (status >= 400) key.failed += count
    keys.set(keyId, key)
  }
  return [...keys.values()].sort((a, b) => b.total - a.total).slice(0, most)
}

export interface ScopeUse {
  scope: Scope
  /** Null if the key never needed it. */
  lastUsedAt: string | null
  /** Used within the days that the usage covers. */
  recent: boolean
}

export function scopeUses(key: ApiKey, usage: Usage): ScopeUse[] {
  const used = usage.keys.find(({ keyId }) => keyId === key.id)?.scopesUsed ?? []
  return key.scopes.map(scope => {
    const lastUsedAt = used.find(use => use.scope === scope)?.lastUsedAt ?? null
    return { scope, lastUsedAt, recent: lastUsedAt !== null && lastUsedAt.slice(0, 10) >= usage.from }
  })
}
