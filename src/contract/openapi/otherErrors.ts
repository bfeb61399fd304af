/** Errors besides the five defined ones. Each has the common shape with `defined: false`. */
import type { Operation } from '../operation.ts'

export interface OtherError {
  status: number
  description: string
  code: string
  message: string
  waits?: true
}

/** By the name of the response in the document. */
export const otherErrors = {
  RequestTimeout: {
    status: 408,
    description: 'The request did not arrive completely in time.',
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time. Send it again.',
  },
  Conflict: {
    status: 409,
    description: 'The request contradicts the state of the workspace.',
    code: 'CONFLICT',
    message: 'A payee with this IBAN already exists in the company. Change that one, or use another IBAN.',
  },
  BodyTooLarge: {
    status: 413,
    description: 'The body is too long.',
    code: 'BODY_TOO_LARGE',
    message: 'The body is longer than the limit of 65536 bytes.',
  },
  UrlTooLong: {
    status: 414,
    description: 'The URL is too long.',
    code: 'URL_TOO_LONG',
    message: 'The URL is longer than the limit of 8192 characters.',
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not sent as JSON in UTF-8.',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the body as UTF-8 JSON with Content-Type: application/json.',
  },
  HeadersTooLarge: {
    status: 431,
    description: 'The headers are too long.',
    code: 'HEADERS_TOO_LARGE',
    message: 'The headers are too long. Send fewer or shorter ones.',
  },
  InternalError: {
    status: 500,
    description:
      'A fault of the service. With `OUTCOME_UNKNOWN`, a change may have been saved: check before you repeat it.',
    code: 'INTERNAL_ERROR',
    message: 'The service failed to handle this request. Its log has the details under the Request-Id.',
  },
  Unavailable: {
    status: 503,
    description: 'The database is unavailable. Nothing was changed; Retry-After says when to try again.',
    code: 'UNAVAILABLE',
    message: 'The database is unavailable at the moment. Nothing was changed. Try again in 2 s.',
    waits: true,
  },
} as const satisfies Record<string, OtherError>

type Name = keyof typeof otherErrors

/** The names of those that an operation can have. */
export function otherErrorsOf({ body, conflict }: Operation): Name[] {
  const always: Name[] = ['RequestTimeout', 'UrlTooLong', 'HeadersTooLarge', 'InternalError', 'Unavailable']
  const names: Name[] = [...always, ...(conflict === undefined ? [] : (['Conflict'] as const))]
  return body === undefined ? names : [...names, 'BodyTooLarge', 'UnsupportedMediaType']
}
