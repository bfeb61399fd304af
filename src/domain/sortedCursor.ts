/**
 * Cursors of lists in another order than their own. A place has its keys as texts, because amounts are never numbers.
 * As with other cursors, the checksum is not secret, so each value is checked before it reaches the store.
 */
import { isCalendarDate } from '../contract/calendar.ts'
import { givenFilters, isId, type WalkedQuery } from './cursor.ts'
import { fingerprintOf, seal, unseal } from './sealedFields.ts'

export type SortKey = 'integer' | 'bigint' | 'numeric' | 'date'

/** Where a row is in a sorted list. */
export interface SortedPlace {
  keys: readonly string[]
  id: string
}

/** The query that a cursor belongs to. */
export interface SortedQuery {
  workspaceId: string
  list: string
  sort: string
  filters: WalkedQuery['filters']
  keys: readonly SortKey[]
}

const formatVersion = 1
/** Longer than any amount that the store accepts. */
const keyLengthMax = 100

export const encodeSortedCursor = (query: SortedQuery, { keys, id }: SortedPlace): string =>
  seal([formatVersion, fingerprint(query), keys, id])

/** Null if it is not a cursor of this query. */
export function decodeSortedCursor(query: SortedQuery, text: string): SortedPlace | null {
  const fields = unseal(text)
  if (fields?.length !== 4) return null
  const [version, belongsTo, keys, id] = fields
  if (version !== formatVersion || belongsTo !== fingerprint(query)) return null
  return areKeys(keys, query.keys) && isId(id) ? { keys, id } : null
}

const areKeys = (values: unknown, types: readonly SortKey[]): values is string[] =>
  Array.isArray(values) &&
  values.length === types.length &&
  types.every((type, index) => {
    const value: unknown = values[index]
    return typeof value === 'string' && value.length <= keyLengthMax && isKey[type](value)
  })

const isKey: Record<SortKey, (text: string) => boolean> = {
  integer: text => isWhole(text) && Number(text) === (Number(text) | 0),
  bigint: text => isWhole(text),
  numeric: text => /^-?\d+(\.\d+)?$/.test(text),
  date: text => text === 'infinity' || isCalendarDate(text),
}

const isWhole = (text: string): boolean => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))

const fingerprint = ({ workspaceId, list, sort, filters }: SortedQuery): string =>
  fingerprintOf([workspaceId, list, sort, givenFilters(filters)])
