/** Helpers for tests of the paged lists: their order and filters in plain JavaScript, and raw requests. */
import { beforeAll, expect } from 'vitest'
import type { Bill } from '../../src/contract/bills.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import type { TestService } from '../support/service.ts'
import { directApp } from './replies/directApp.ts'

export type Filters = Partial<
  Record<
    | 'companyId'
    | 'accountId'
    | 'categoryId'
    | 'status'
    | 'side'
    | 'dateFrom'
    | 'dateTo'
    | 'updatedAfter'
    | 'limit'
    | 'cursor',
    string
  >
>

export interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const newestFirst = (a: string, b: string): number => (a === b ? 0 : a > b ? -1 : 1)

/** Unbooked first, then newest booking date, then newest creation, then by the bytes of the id. */
export function transactionOrder(a: Transaction, b: Transaction): number {
  return (
    newestFirst(a.bookingDate ?? 'not booked', b.bookingDate ?? 'not booked') ||
    newestFirst(a.createdAt, b.createdAt) ||
    byBytes(a.id, b.id)
  )
}

export function billOrder(a: Bill, b: Bill): number {
  return newestFirst(a.createdAt, b.createdAt) || byBytes(a.id, b.id)
}

/** Whether a row matches the filters. `updatedAfter` must be in canonical form. */
export function isAskedFor(row: Transaction | Bill, filters: Filters): boolean {
  const { companyId, accountId, categoryId, status, side, dateFrom, dateTo, updatedAfter } = filters
  const bookingDate = 'bookingDate' in row ? row.bookingDate : null
  return (
    (companyId === undefined || row.companyId === companyId) &&
    (accountId === undefined || ('accountId' in row && row.accountId === accountId)) &&
    (categoryId === undefined || ('category' in row && row.category?.id === categoryId)) &&
    (status === undefined || row.status === status) &&
    (side === undefined || ('side' in row && row.side === side)) &&
    (dateFrom === undefined || (bookingDate !== null && bookingDate >= dateFrom)) &&
    (dateTo === undefined || (bookingDate !== null && bookingDate <= dateTo)) &&
    (updatedAfter === undefined || row.updatedAt > updatedAfter)
  )
}

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** The n-th item of an endlessly repeated list. */
export function cycled<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}

export interface Received {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked against the contract when the reply arrives
  body: any
}

/** Sends GET requests with one key. The path is relative to /v1 and sent unchanged. */
export const asker =
  (service: TestService, secret: string) =>
  async (path: string): Promise<Received> => {
    const response = await service.request(`/v1${path}`, { secret })
    return { status: response.status, body: await response.json() }
  }

export type Ask = ReturnType<typeof asker>

/** The same without a socket: for hundreds of requests, and after long work during which a connection could close. */
export function directAsker({ store, nowMs }: TestService, secret: string): Ask {
  const app = directApp(store.db, { clock: () => nowMs })
  return async path => {
    const response = await app.ask(`/v1${path}`, { secret })
    return { status: response.status, body: await response.json() }
  }
}

/** Loads the file before the tests; the result asks with a key of its workspace. */
export function useAsk(
  service: { readonly current: TestService },
  file: WorkspaceFile,
  askerFor: typeof asker = asker,
): Ask {
  let ask: Ask
  beforeAll(async () => {
    await service.current.load(file)
    ask = askerFor(service.current, await service.current.key(file))
  })
  return path => ask(path)
}

/** The cursor of the first page, which has one row. */
export async function firstCursor(ask: Ask, path: string, filters: Filters = {}): Promise<string> {
  const { body } = await ask(withQuery(path, { ...filters, limit: '1' }))
  expect(body.nextCursor).toEqual(expect.any(String))
  return body.nextCursor
}

/** The ids on the only page. */
export async function idsFor(ask: Ask, pathAndQuery: string): Promise<string[]> {
  const { status, body } = await ask(pathAndQuery)
  expect({ status, nextCursor: body.nextCursor }).toEqual({ status: 200, nextCursor: null })
  return idsOf(body.data)
}

/** The path with its parameters, escaped. */
export const withQuery = (path: string, filters: Filters): string =>
  `${path}?${new URLSearchParams(Object.entries(filters))}`

/** Checks the whole body of a 400: the parameter that is wrong, and words that its message must have. */
export function expectBadRequest({ status, body }: Received, path: string, words = ''): void {
  const message = expect.stringContaining(words)
  const issues = [{ path, message }]
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      defined: true,
      code: 'BAD_REQUEST',
      status: 400,
      message: expect.stringContaining(`${path} `),
      data: { issues },
    },
  })
  expect(body.message).toContain(body.data.issues[0].message)
}
