/**
 * What a call may fail with: `FlorinError` is the service's own answer, in the one error shape; `FlorinConnectionError`
 * means that no such answer came. Their texts reach logs, so whoever makes one has taken the API key out before.
 */
import type { ErrorBody, ValidationIssue } from '../contract/errors.ts'

/** What the headers and the status line say, whatever the body is. */
export interface ResponseHead {
  status: number
  requestId: string | null
  retryAfterSeconds: number | null
}

export class FlorinError extends Error {
  override readonly name = 'FlorinError'
  readonly code: string
  readonly status: number
  /** True for the documented errors, false for any other. */
  readonly defined: boolean
  readonly data: unknown
  /** Names this answer in the logs of the service. */
  readonly requestId: string | null
  /** What the operation requires; empty unless the code is FORBIDDEN. */
  readonly requiredScopes: string[]
  /** What is wrong with the request; empty unless the code is BAD_REQUEST. */
  readonly issues: ValidationIssue[]
  readonly retryAfterSeconds: number | null

  constructor(body: ErrorBody, head: ResponseHead) {
    super(body.message)
    this.code = body.code
    this.status = head.status
    this.defined = body.defined
    this.data = body.data
    this.requestId = head.requestId
    this.requiredScopes = body.code === 'FORBIDDEN' ? listIn(body.data, 'requiredScopes', isText) : []
    this.issues = body.code === 'BAD_REQUEST' ? listIn(body.data, 'issues', isIssue) : []
    this.retryAfterSeconds = head.retryAfterSeconds
  }
}

export class FlorinConnectionError extends Error {
  override readonly name = 'FlorinConnectionError'
  /** Null where no whole answer came; otherwise the status of an answer that is not the service's. */
  readonly status: number | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(message: string, head: ResponseHead | null = null) {
    super(message)
    this.status = head?.status ?? null
    this.requestId = head?.requestId ?? null
    this.retryAfterSeconds = head?.retryAfterSeconds ?? null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A proxy in between answers in its own words; only this shape is the service speaking. */
export function isErrorBody(value: unknown): value is ErrorBody {
  return (
    isObject(value) &&
    typeof value.defined === 'boolean' &&
    isText(value.code) &&
    typeof value.status === 'number' &&
    isText(value.message)
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isIssue = (value: unknown): value is ValidationIssue =>
  isObject(value) && isText(value.path) && isText(value.message)

function listIn<Item>(data: unknown, name: string, is: (value: unknown) => value is Item): Item[] {
  const list = isObject(data) ? data[name] : undefined
  return Array.isArray(list) ? list.filter(is) : []
}
