/** The rows in an answer or a webhook, as far as they can be recognised. Nothing about the JSON is taken for granted. */
import { type ChangeResource, changeResources } from '../contract/changes.ts'

export interface Row {
  resource: ChangeResource
  id: string
  /** Null if the answer does not say. */
  at: string | null
  deleted: boolean
}

const lists: Readonly<Record<string, ChangeResource>> = {
  accounts: 'account',
  bills: 'bill',
  categories: 'category',
  companies: 'company',
  payees: 'payee',
  transactions: 'transaction',
}

/** The resource that a path below /v1 is about; null for the feed, which has all of them, and for other paths. */
export const resourceOfPath = (path: string): ChangeResource | null => {
  const [, list = ''] = path.split('/')
  return Object.hasOwn(lists, list) ? (lists[list] ?? null) : null
}

export const rowKey = (resource: string, id: string): string => `${resource}/${id}`

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isChangeResource = (value: unknown): value is ChangeResource =>
  changeResources.includes(value as ChangeResource)

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function rowsOf(path: string, body: unknown): Row[] {
  if (!isObject(body)) return []
  if (path === '/changes') return changesIn(body.data)
  const resource = resourceOfPath(path)
  if (resource === null) return []
  return (Array.isArray(body.data) ? body.data : [body]).flatMap(row => listed(resource, row))
}

/** Those of a webhook that carries the changes; a doorbell carries none. */
export const rowsOfMessage = (body: unknown): Row[] =>
  isObject(body) && isObject(body.data) ? changesIn(body.data.changes) : []

function changesIn(data: unknown): Row[] {
  if (!Array.isArray(data)) return []
  return data.flatMap((each): Row[] => {
    if (!isObject(each) || !isChangeResource(each.resource)) return []
    const { resource, id, at, object } = each
    if (typeof id !== 'string' || typeof at !== 'string') return []
    return [{ resource, id, at, deleted: object === null }]
  })
}

function listed(resource: ChangeResource, row: unknown): Row[] {
  if (!isObject(row) || typeof row.id !== 'string') return []
  return [
    { resource, id: row.id, at: typeof row.updatedAt === 'string' ? row.updatedAt : null, deleted: false },
  ]
}
