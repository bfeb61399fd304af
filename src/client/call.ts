/**
 * The typed door to the wire. Method, path, parameters, body and result of a call are those that the contract gives the
 * operation, checked by the compiler, so that nothing of the contract has to be loaded at run time.
 */
import type { BodyInputOf, Operation, QueryOf, ResultOf } from '../contract/operation.ts'
import type { OperationId, Operations } from '../contract/operations.ts'
import type { Send, WireRequest } from './http.ts'

export interface RequestOptions {
  signal?: AbortSignal | undefined
}

/** Every parameter may be left out; one that is undefined counts as left out. */
export type Query<K extends OperationId> = {
  [Name in keyof QueryOf<Operations[K]>]?: QueryOf<Operations[K]>[Name] | undefined
}

export type Body<K extends OperationId> = BodyInputOf<Operations[K]>

/** What an operation needs must be given; what it has no place for cannot be. */
export type CallOptions<K extends OperationId> = RequestOptions &
  (Operations[K]['path'] extends `${string}{id}` ? { id: string } : { id?: never }) &
  (Operations[K] extends { query: object } ? { query?: Query<K> | undefined } : { query?: never }) &
  (Operations[K] extends { body: object } ? { body: Body<K> } : { body?: never }) &
  (Operations[K] extends { idempotent: true }
    ? { idempotencyKey?: string | undefined }
    : { idempotencyKey?: never })

export type Call = <K extends OperationId>(
  operation: K,
  method: Operations[K]['method'],
  path: Operations[K]['path'],
  options: CallOptions<K>,
) => Promise<ResultOf<Operations[K]>>

type LooseOptions = Pick<WireRequest, 'query' | 'body' | 'idempotencyKey' | 'signal'> & { id?: string }

export function createCall(send: Send): Call {
  return async <K extends OperationId>(
    name: K,
    method: Operation['method'],
    path: string,
    options: CallOptions<K>,
  ) => {
    const { id, ...rest } = options as LooseOptions
    const answer = await send({ ...rest, name, method, path: withId(path, id) })
    return answer as ResultOf<Operations[K]>
  }
}

/** A URL drops empty and dot segments, so that these ids would address something else, such as the whole list. */
function withId(path: string, id: string | undefined): string {
  if (!path.includes('{id}')) return path
  if (!id || id === '.' || id === '..') throw new TypeError(`cannot be an id: ${JSON.stringify(id)}`)
  return path.replace('{id}', encodeURIComponent(id))
}
