/**
 * What an operation is. Everything that the wire promises of one is written in one place: the router,
 * validation, the OpenAPI document, the client and the tests all read it from here.
 */
import type { z } from 'zod'
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
} as const

/** What every operation has, whoever may call it. */
export interface WireOperation {
  id: string
  method: Method
  /** A path has at most one parameter, at its end, and it is called id. */
  path: `/${string}`
  summary: string
  query?: z.ZodObject
  body?: z.ZodObject
  /** The body is bytes, and at most so many, in place of JSON. */
  bytesMax?: number
  success: {
    status: 200 | 201 | 204
    description: string
    schema?: z.ZodType
    /** Not one JSON value, but lines of it as they come about, or the bytes of a file. */
    form?: 'lines' | 'file'
  }
}

/** An operation of the public API: its path is relative to /v1, and a key with these scopes may call it. */
export interface Operation extends WireOperation {
  tag: keyof typeof tagDescriptions
  description?: string
  scopes: readonly Scope[]
  idempotent?: boolean
}

/** Keeps the literal types of an operation, from which the handlers and the client get theirs. */
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
