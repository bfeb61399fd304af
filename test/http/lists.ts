/** What the tests of the paged lists share: order and filters once more in plain JavaScript, and raw reading. */
import { expect } from 'vitest'
import type { Bill } from '../../src/contract/bills.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
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

/** Not booked yet, then by booking date, then by creation, newest first each; then by the bytes of the id. */
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

/** Whether a row is what the filters ask for. `updatedAfter` is in canonical form here. */
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

/** The n-th of a list, with no end to it. */
export function cycled<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked against the contract as the answer comes in
  body: any
}

/** Asks with one key; the path is relative to /v1, and is sent as it is written. */
export const asker =
  (service: TestService, secret: string) =>
  async (path: string): Promise<Answer> => {
    const response = await service.request(`/v1${path}`, { secret })
    return { status: response.status, body: await response.json() }
  }

export type Ask = ReturnType<typeof asker>

/** The same without a socket: for requests by the hundred, and after long work that a kept connection would not outlast. */
export function directAsker({ store, nowMs }: TestService, secret: string): Ask {
  const app = directApp(store.db, { clock: () => nowMs })
  return async path => {
    const response = await app.ask(`/v1${path}`, { secret })
    return { status: response.status, body: await response.json() }
  }
}

/** The path with its parameters, escaped. */
export const withQuery = (path: string, filters: Filters): string =>
  `${path}?${new URLSearchParams(Object.entries(filters))}`

/** Holds a refusal to the whole of its body: which parameter is wrong, and in what words where they matter. */
export function expectBadRequest({ status, body }: Answer, path: string, words = ''): void {
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
