/**
 * Typed calls. The compiler checks method, path, parameters, body and result against the contract, so that none of the
 * contract has to be loaded at run time.
 */
import type { BodyInputOf, QueryOf, ResultOf, WireOperation } from '../contract/operation.ts'
import type { OperationId, Operations } from '../contract/operations.ts'
import type { Send, WireRequest } from './http.ts'

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** Instead of the client's `retries`. The request waits for the rate limit in either case. */
  retries?: number | undefined
}

/** Every parameter is optional; undefined counts as left out. A list may be given as its only value. */
type QueryFor<O extends WireOperation> = {
  [Name in keyof QueryOf<O>]?: ValueOrList<QueryOf<O>[Name]> | undefined
}

type ValueOrList<Value> = Value extends readonly (infer One)[] ? One | readonly One[] : Value

export type Query<K extends OperationId> = QueryFor<Operations[K]>
export type Body<K extends OperationId> = BodyInputOf<Operations[K]>

/** Requires what the operation needs, and forbids what it does not accept. */
export type CallOptions<O extends WireOperation> = RequestOptions &
  (O['path'] extends `${string}{id}` ? { id: string } : { id?: never }) &
  (O extends { query: object } ? { query?: QueryFor<O> | undefined } : { query?: never }) &
  (O extends { body: object } ? { body: BodyInputOf<O> } : { body?: never }) &
  (O extends { idempotent: true } ? { idempotencyKey?: string | undefined } : { idempotencyKey?: never })

export type OperationSet = Readonly<Record<string, WireOperation>>

export type CallOf<Known extends OperationSet> = <K extends keyof Known & string>(
  operation: K,
  method: Known[K]['method'],
  path: Known[K]['path'],
  options: CallOptions<Known[K]>,
) => Promise<ResultOf<Known[K]>>

export type Call = CallOf<Operations>

type LooseOptions = Omit<WireRequest, 'name' | 'method' | 'path'> & { id?: string }

export function createCall<Known extends OperationSet = Operations>(send: Send): CallOf<Known> {
  return async <K extends keyof Known & string>(
    name: K,
    method: WireOperation['method'],
    path: string,
    options: CallOptions<Known[K]>,
  ) => {
    const { id, ...rest } = options as LooseOptions
    const result = await send({ ...rest, name, method, path: withId(path, id) })
    return result as ResultOf<Known[K]>
  }
}

/** URLs drop empty and dot segments, so these ids would address something else, such as the whole list. */
function withId(path: string, id: string | undefined): string {
  if (!path.includes('{id}')) return path
  if (!id || id === '.' || id === '..') throw new TypeError(`cannot be an id: ${JSON.stringify(id)}`)
  return path.replace('{id}', encodeURIComponent(id))
}
