/**
 * The definition of an operation. The router, validation, the OpenAPI document, the client and the tests are all derived
 * from it.
 */
import type * as z from 'zod'
import { requestedId } from './primitives.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export const tagDescriptions = {
  Workspace: 'The workspace that a key belongs to.',
  Companies: 'The legal entities of the workspace.',
  Accounts: 'Bank accounts and their balances.',
  Transactions: 'Money that moved on the accounts.',
  Categories: 'Labels for transactions, shared by all companies.',
  Bills: 'The bill-pay inbox.',
  Payees: 'Saved beneficiaries.',
  Changes: 'An exact copy of the workspace: what changed, what was deleted, and checksums to compare with.',
} as const

/** What operations of the API and of the console have in common. */
export interface WireOperation {
  id: string
  method: Method
  /** May have one parameter, at its end, called id. */
  path: `/${string}`
  summary: string
  query?: z.ZodObject
  body?: z.ZodObject
  /** If set, the body is bytes instead of JSON, up to this many. */
  bytesMax?: number
  success: {
    status: 200 | 201 | 204
    description: string
    schema?: z.ZodType
    /** Lines of JSON that are streamed, or the bytes of a file, instead of one JSON value. */
    form?: 'lines' | 'file'
  }
}

/** An operation of the public API. Its path is relative to /v1, and the key needs all of its scopes. */
export interface Operation extends WireOperation {
  tag: keyof typeof tagDescriptions
  description?: string
  scopes: readonly Scope[]
  /** For an operation whose scopes depend on its parameters: what a request needs, from its parameters as given. */
  scopesFor?: (given: URLSearchParams, granted: readonly Scope[]) => readonly Scope[]
  idempotent?: boolean
  /** When the operation replies with 409. */
  conflict?: string
  /** The client's method, where it does not follow from path and id. */
  clientMethod?: string
}

/** Keeps the literal types of an operation, from which handlers and client derive theirs. */
export const operation = <const O extends Operation>(definition: O): O => definition

export const pathId = requestedId('Opaque id of the resource.')

export type QueryOf<O extends WireOperation> = O extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : Record<string, never>
export type BodyOf<O extends WireOperation> = O extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : O extends { bytesMax: number }
    ? Uint8Array
    : undefined
export type BodyInputOf<O extends WireOperation> = O extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined
export type ResultOf<O extends WireOperation> = O['success'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : undefined
