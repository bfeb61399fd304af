/** Every error reply of the service, and the one map from domain errors to them. */
import { AlreadyMember, TooManyInvites } from '../actions/people.ts'
import { BadWebhookUrl, UnknownWebhook } from '../actions/webhookTools.ts'
import {
  type DefinedErrorCode,
  definedErrors,
  type ErrorBody,
  type ValidationIssue,
} from '../contract/errors.ts'
import type { Scope } from '../contract/scopes.ts'
import { Conflict } from '../domain/conflict.ts'
import {
  AlreadyUndone,
  ImportInUse,
  UnknownAccount,
  UnknownCompany,
  UnknownImport,
} from '../import/importErrors.ts'
import { OutcomeUnknown, StoreUnavailable } from '../store/engine/door.ts'
import { StoreUnfit } from '../store/engine/fitness.ts'
import { TooManyUploads, UploadsTooLarge } from '../store/imports/uploads.ts'
import { DuplicatePayee, TooManyPayees } from '../store/payees.ts'
import { DuplicateUser } from '../store/people/users.ts'

interface ApiErrorOptions {
  data?: unknown
  /** Logged, but never part of the reply. */
  cause?: unknown
  headers?: Record<string, string>
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: ErrorBody

  constructor(
    status: number,
    code: string,
    message: string,
    { data, headers = {}, cause }: ApiErrorOptions = {},
  ) {
    const framesMax = Error.stackTraceLimit
    // Nobody sees where an answer was decided, and finding it out takes a fifth of a refused request's time.
    Error.stackTraceLimit = 0
    super(message, { cause })
    Error.stackTraceLimit = framesMax
    this.status = status
    this.headers = headers
    const defined = Object.hasOwn(definedErrors, code)
    this.body = { defined, code, status, message, ...(data !== undefined && { data }) }
  }
}

const definedError = (code: DefinedErrorCode, message: string, options?: ApiErrorOptions) =>
  new ApiError(definedErrors[code].status, code, message, options)

/** A body may have thousands of unknown fields; this many issues are enough to fix a request. */
const issuesMax = 20

export function badRequest(found: ValidationIssue[]): ApiError {
  const issues = found.slice(0, issuesMax)
  const sentences = issues.map(({ path, message }) => `${path || 'The request'} ${message}.`)
  return definedError('BAD_REQUEST', sentences.join(' '), { data: { issues } })
}

export const unauthorized = (message: string) =>
  definedError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } })

export const forbidden = (missing: readonly Scope[], requiredScopes: readonly Scope[]) =>
  definedError(
    'FORBIDDEN',
    `This key lacks the scope ${missing.join(' and ')}. Create a key that has it and use that one.`,
    { data: { requiredScopes: [...requiredScopes] } },
  )

export const networkNotAllowed = (address: string) =>
  new ApiError(
    403,
    'NETWORK_NOT_ALLOWED',
    `This key may not be used from ${address}. Use it from one of its networks, or ask an owner or admin ` +
      'of the workspace to add this address.',
    { data: { address } },
  )

export const notFound = (message: string) => definedError('NOT_FOUND', message)

export const noSuchCompany = () =>
  notFound('There is no company with this companyId in the workspace. GET /v1/companies lists the companies.')

export const noSuchWebhook = () => notFound('There is no webhook with this id in the workspace.')

export const tooManyRequests = (retryAfterSeconds: number, what: string) =>
  definedError('TOO_MANY_REQUESTS', `${what} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

export const unknownPath = () =>
  new ApiError(404, 'UNKNOWN_PATH', 'There is nothing at this path. /v1/openapi.json lists all paths.')

export const methodNotAllowed = (allowed: readonly string[]) =>
  new ApiError(405, 'METHOD_NOT_ALLOWED', `This path accepts only ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  })

export const missingBody = () => badRequest([{ path: '', message: 'must have a JSON body' }])

export const unsupportedMediaType = () =>
  new ApiError(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as UTF-8 JSON with Content-Type: application/json.',
  )

export const bytesExpected = () =>
  new ApiError(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body unencoded, with Content-Type: application/octet-stream.',
  )

export const bodyTooLarge = (bytesMax: number, headers: Record<string, string> = {}) =>
  new ApiError(413, 'BODY_TOO_LARGE', `The body is longer than the limit of ${bytesMax} bytes.`, { headers })

/** The client disconnected while sending its body. Nobody reads this reply, but the log must not count it as a fault. */
export const incompleteBody = () => new ApiError(400, 'MALFORMED_REQUEST', 'The body is incomplete.')

export const urlTooLong = (lengthMax: number) =>
  new ApiError(414, 'URL_TOO_LONG', `The URL is longer than the limit of ${lengthMax} characters.`)

export const conflict = (code: string, message: string, data?: unknown) =>
  new ApiError(409, code, message, data === undefined ? {} : { data })

const retryWhenUnavailableSeconds = 2

export const unavailable = (
  message = 'The database is unavailable at the moment. Nothing was changed.',
  cause?: unknown,
) =>
  new ApiError(503, 'UNAVAILABLE', `${message} Try again in ${retryWhenUnavailableSeconds} s.`, {
    headers: { 'Retry-After': String(retryWhenUnavailableSeconds) },
    cause,
  })

/** The details are for the operator and only go to the log. */
const unfit = () =>
  unavailable('The database is not in the state that the service needs. Nothing was changed.')

/** Not a 503, because clients may retry those without checking. */
export const outcomeUnknown = (message = 'The database connection was lost while saving.') =>
  new ApiError(
    500,
    'OUTCOME_UNKNOWN',
    `${message} The change was saved completely or not at all: check before you send it again.`,
  )

const fault = () =>
  new ApiError(
    500,
    'INTERNAL_ERROR',
    'The service failed to handle this request. Its log has the details under the Request-Id.',
  )

/** Turns anything thrown into an error reply. Unknown errors are our own fault and reveal nothing. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StoreUnfit) return unfit()
  if (error instanceof StoreUnavailable) return unavailable()
  if (error instanceof OutcomeUnknown) return outcomeUnknown()
  if (error instanceof Conflict) return conflict(error.code, error.message)
  if (error instanceof TooManyInvites) return conflict('TOO_MANY_INVITES', error.message)
  if (error instanceof AlreadyMember) {
    return conflict('ALREADY_MEMBER', `${error.message} Change the role instead.`)
  }
  if (error instanceof UnknownCompany) return noSuchCompany()
  if (error instanceof UnknownAccount) return notFound(`${error.message} GET /v1/accounts lists them.`)
  if (error instanceof UnknownWebhook) return noSuchWebhook()
  if (error instanceof BadWebhookUrl) return badRequest([{ path: 'url', message: error.message }])
  if (error instanceof UnknownImport) return notFound('There is no import with this id in the workspace.')
  if (error instanceof AlreadyUndone) return conflict('ALREADY_UNDONE', error.message)
  if (error instanceof ImportInUse) {
    return conflict('IMPORT_STANDS', error.message, { reasons: [...error.reasons], work: [...error.work] })
  }
  if (error instanceof TooManyUploads) {
    return conflict('TOO_MANY_UPLOADS', `${error.message} Import or delete some of them first.`)
  }
  if (error instanceof UploadsTooLarge) {
    return new ApiError(413, 'UPLOADS_TOO_LARGE', `${error.message} Import or delete some of them first.`)
  }
  if (error instanceof DuplicateUser) {
    return conflict('ACCOUNT_EXISTS', `${error.message} Use its password.`)
  }
  if (error instanceof DuplicatePayee) {
    return conflict('CONFLICT', `${error.message} Change that one, or use another IBAN.`, {
      payeeId: error.payeeId,
    })
  }
  if (error instanceof TooManyPayees) {
    return conflict('LIMIT_REACHED', `${error.message} Delete payees that are no longer needed.`)
  }
  return fault()
}
