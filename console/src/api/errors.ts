/** Turns failed calls into messages for people. */
import { FlorinConnectionError, FlorinError } from '../../../src/client/errors.ts'
import { asSentence } from '../format/sentence.ts'

export { FlorinConnectionError, FlorinError }

export const hasCode = (error: unknown, code: string): error is FlorinError =>
  error instanceof FlorinError && error.code === code

export function messageOf(error: unknown): string {
  if (hasCode(error, 'TOO_MANY_REQUESTS')) return `Too many attempts. Try again ${waitText(error)}.`
  if (error instanceof FlorinError) return asSentence(error.message)
  if (error instanceof FlorinConnectionError) {
    return error.status === null
      ? 'The service could not be reached. Check your connection and try again.'
      : `Something between your browser and the service replied with status ${error.status}. Try again in a moment; if it does not help, ask the person who runs this service.`
  }
  return 'Something went wrong on this page. Reload it; if it happens again, report it.'
}

/** True if the service is out of reach, or its store is: the same request may succeed in a moment. */
export const isTemporary = (error: unknown): boolean =>
  (error instanceof FlorinConnectionError && error.temporary) ||
  (error instanceof FlorinError && error.status === unavailable)

const unavailable = 503

export const requestIdOf = (error: unknown): string | null =>
  error instanceof FlorinError || error instanceof FlorinConnectionError ? error.requestId : null

/** Error codes that belong to one field: `{ WRONG_PASSWORD: 'password' }`. */
export type FieldOfCode = Readonly<Record<string, string>>

/** The errors of a form's fields, by path in the body. Only the first error of a field is shown. */
export function fieldErrors(error: unknown, fieldOfCode: FieldOfCode = {}): Record<string, string> {
  const found: Record<string, string> = {}
  if (!(error instanceof FlorinError)) return found
  const field = fieldOfCode[error.code]
  if (field) found[field] = messageOf(error)
  for (const { path, message } of error.issues) found[path] ??= asSentence(message)
  return found
}

/** The error, if no field of the form shows it. */
export function formError(error: unknown, fields: readonly string[], fieldOfCode?: FieldOfCode): unknown {
  const named = Object.keys(fieldErrors(error, fieldOfCode))
  return named.length > 0 && named.every(path => fields.includes(path)) ? null : (error ?? null)
}

function waitText({ retryAfterSeconds: seconds }: FlorinError): string {
  if (seconds === null) return 'later'
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
