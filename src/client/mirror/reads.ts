/** The reads of a mirror. Each is repeated until it succeeds. */
import type { ChangeResource, DigestRange } from '../../contract/changes.ts'
import type { Transaction } from '../../contract/transactions.ts'
import type { Query, RequestOptions } from '../call.ts'
import { type ChangesPage, type FollowOptions, follow, type ListChanges } from '../follow.ts'
import { patiently, type Trouble } from '../patience.ts'
import type { Sleep } from '../retry.ts'
import { everyRow, type Page } from '../walk.ts'
import { type DayRange, type MirrorRow, rowOf } from './store.ts'

/** What a mirror uses of its client. */
export interface MirrorClient {
  changes: { list: ListChanges }
  digest: { get(query?: Query<'getDigest'>, options?: RequestOptions): Promise<Digest> }
  transactions: {
    list(query?: Query<'listTransactions'>, options?: RequestOptions): Promise<Page<Transaction>>
  }
  sleep: Sleep
  now(): number
}

interface Digest {
  clock: string
  data: DigestRange[]
}

export interface ReadOptions {
  companyId?: string | undefined
  signal?: AbortSignal | undefined
  onTrouble?: ((trouble: Trouble) => void) | undefined
}

/** The most that the service sends. */
export const pageRows = 100

export type Reads = ReturnType<typeof createReads>

export function createReads(client: MirrorClient, { companyId, signal, onTrouble }: ReadOptions) {
  const { changes, digest, transactions, sleep } = client
  const patient = <Result>(work: (options: RequestOptions) => Promise<Result>): Promise<Result> =>
    patiently(() => work({ signal, retries: 0 }), { sleep, signal, onTrouble })
  const checksums = (resource: ChangeResource, query: Query<'getDigest'>) =>
    // Categories belong to no company.
    patient(options =>
      digest.get({ ...query, resource, companyId: resource === 'category' ? undefined : companyId }, options),
    )

  /** The feed, until the caller has enough or the signal is aborted, with its reason as the error. */
  async function* feed({ resources, cursor }: FollowOptions): AsyncGenerator<ChangesPage, void, undefined> {
    const filters = { resources, companyId, limit: pageRows, signal, onTrouble }
    yield* follow(changes.list, sleep, { ...filters, cursor })
    signal?.throwIfAborted()
  }

  return {
    feed,

    months: (resource: ChangeResource) => checksums(resource, { by: 'month' }),

    /** Of transactions. */
    days: async ({ from, to }: DayRange): Promise<DigestRange[]> =>
      (await checksums('transaction', { by: 'day', dateFrom: from, dateTo: to })).data,

    /** Transactions in the order of the list: those without a booking date first. */
    transactions(range?: DayRange): AsyncIterable<Transaction> {
      const filters = { companyId, dateFrom: range?.from, dateTo: range?.to, limit: pageRows }
      return everyRow(cursor => patient(options => transactions.list({ ...filters, cursor }, options)))
    },

    /** Every row of a resource. */
    async *rows(resource: ChangeResource): AsyncGenerator<MirrorRow, void, undefined> {
      for await (const page of feed({ resources: [resource] })) {
        yield* page.changes.map(rowOf).filter(row => row !== null)
        if (page.upToDate) return
      }
    },
  }
}
