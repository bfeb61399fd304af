/**
 * The client: one method per operation, typed by the contract. It needs only `fetch` and works in Node and in browsers.
 *
 *     const client = createClient({ baseUrl: 'https://florin.example/v1', apiKey })
 *     for await (const transaction of client.transactions.all({ status: 'booked' })) { … }
 */
import { type Body, type Call, createCall, type Query, type RequestOptions } from './call.ts'
import { type FollowOptions, follow } from './follow.ts'
import { type ClientOptions, createSender } from './http.ts'
import { Mirror, type MirrorOptions } from './mirror/mirror.ts'
import type { MirrorStore } from './mirror/store.ts'
import { sleepOnTimer } from './retry.ts'
import { walks } from './walk.ts'

export type { Account } from '../contract/accounts.ts'
export type { Bill } from '../contract/bills.ts'
export type { Category } from '../contract/categories.ts'
export type { Change, ChangeResource, DigestRange } from '../contract/changes.ts'
export type { Company } from '../contract/companies.ts'
export type { DefinedErrorCode, ValidationIssue } from '../contract/errors.ts'
export type { Payee } from '../contract/payees.ts'
export type { Scope } from '../contract/scopes.ts'
export type { Transaction } from '../contract/transactions.ts'
export type { Workspace } from '../contract/workspace.ts'
export type { Body, Query, RequestOptions } from './call.ts'
export { FlorinConnectionError, FlorinError } from './errors.ts'
export type { ChangesPage, FollowOptions } from './follow.ts'
export type { ClientOptions } from './http.ts'
export type { DifferenceKind } from './mirror/compare.ts'
export { Mirror, type MirrorOptions } from './mirror/mirror.ts'
export type { MirrorReport } from './mirror/report.ts'
export type { DayRange, MirrorMark, MirrorRow, MirrorStore } from './mirror/store.ts'
export type { Trouble } from './patience.ts'
export type { Sleep } from './retry.ts'
export type { Page, Sync } from './walk.ts'

export interface CreateOptions extends RequestOptions {
  /** Makes a retry safe: the same key and body return the first response again. */
  idempotencyKey?: string | undefined
}

export type FlorinClient = ReturnType<typeof createClient>

export function createClient(options: ClientOptions) {
  const known = resources(createCall(createSender(options)))
  const { sleep = sleepOnTimer, now = () => performance.now() } = options
  return {
    ...known,
    /** The change feed, page by page, until the signal is aborted. Survives restarts and outages of the service. */
    follow: (choices?: FollowOptions) => follow(known.changes.list, sleep, choices),
    /** Keeps an exact copy in a store: `sync` once, `verify` it by digest, or `run` for good. */
    mirror: (store: MirrorStore, choices?: MirrorOptions) =>
      new Mirror({ ...known, sleep, now }, store, choices),
  }
}

function resources(call: Call) {
  return {
    workspace: {
      get: (options?: RequestOptions) => call('getWorkspace', 'GET', '/workspace', { ...options }),
    },
    companies: {
      list: (query?: Query<'listCompanies'>, options?: RequestOptions) =>
        call('listCompanies', 'GET', '/companies', { ...options, query }),
    },
    accounts: {
      list: (query?: Query<'listAccounts'>, options?: RequestOptions) =>
        call('listAccounts', 'GET', '/accounts', { ...options, query }),
      get: (id: string, options?: RequestOptions) =>
        call('getAccount', 'GET', '/accounts/{id}', { ...options, id }),
    },
    transactions: transactions(call),
    categories: {
      list: (options?: RequestOptions) => call('listCategories', 'GET', '/categories', { ...options }),
    },
    bills: bills(call),
    payees: payees(call),
    changes: {
      list: (query?: Query<'listChanges'>, options?: RequestOptions) =>
        call('listChanges', 'GET', '/changes', { ...options, query }),
    },
    digest: {
      get: (query?: Query<'getDigest'>, options?: RequestOptions) =>
        call('getDigest', 'GET', '/digest', { ...options, query }),
    },
  }
}

function transactions(call: Call) {
  const list = (query?: Query<'listTransactions'>, options?: RequestOptions) =>
    call('listTransactions', 'GET', '/transactions', { ...options, query })
  return {
    list,
    get: (id: string, options?: RequestOptions) =>
      call('getTransaction', 'GET', '/transactions/{id}', { ...options, id }),
    /** Exact sums by month, category, account or counterparty. */
    summarize: (query?: Query<'summarizeTransactions'>, options?: RequestOptions) =>
      call('summarizeTransactions', 'GET', '/transaction-summary', { ...options, query }),
    ...walks(list),
  }
}

function bills(call: Call) {
  const list = (query?: Query<'listBills'>, options?: RequestOptions) =>
    call('listBills', 'GET', '/bills', { ...options, query })
  return {
    list,
    get: (id: string, options?: RequestOptions) => call('getBill', 'GET', '/bills/{id}', { ...options, id }),
    ...walks(list),
  }
}

function payees(call: Call) {
  return {
    list: (query?: Query<'listPayees'>, options?: RequestOptions) =>
      call('listPayees', 'GET', '/payees', { ...options, query }),
    get: (id: string, options?: RequestOptions) =>
      call('getPayee', 'GET', '/payees/{id}', { ...options, id }),
    create: (body: Body<'createPayee'>, options?: CreateOptions) =>
      call('createPayee', 'POST', '/payees', { ...options, body }),
    update: (id: string, body: Body<'updatePayee'>, options?: RequestOptions) =>
      call('updatePayee', 'PATCH', '/payees/{id}', { ...options, id, body }),
    delete: (id: string, options?: RequestOptions) =>
      call('deletePayee', 'DELETE', '/payees/{id}', { ...options, id }),
  }
}
