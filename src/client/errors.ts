/**
 * The errors of a call. `FlorinError` is an error response from the service; `FlorinConnectionError` means that no valid
 * response arrived. Their messages may end up in logs, so the API key must be removed before one is created.
 */
import type { ErrorBody, ValidationIssue } from '../contract/errors.ts'

/** Status and headers, whatever the body is. */
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
  /** Identifies the request in the service's log. */
  readonly requestId: string | null
  /** The scopes that the operation requires; empty unless the code is FORBIDDEN. */
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
  /** Null if no complete response arrived; otherwise the status of a response that is not from the service. */
  readonly status: number | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  /** True if the same request may succeed later; false for a wrong address, a login page and the like. */
  readonly temporary: boolean

  constructor(message: string, head: ResponseHead | null = null, temporary: boolean = head === null) {
    super(message)
    this.temporary = temporary
    this.status = head?.status ?? null
    this.requestId = head?.requestId ?? null
    this.retryAfterSeconds = head?.retryAfterSeconds ?? null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A proxy may send its own errors; only this shape comes from the service. */
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
