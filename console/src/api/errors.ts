/** What a failed call means to the person in front of it. */
import { FlorinConnectionError, FlorinError } from '../../../src/client/errors.ts'

export { FlorinConnectionError, FlorinError }

export const hasCode = (error: unknown, code: string): error is FlorinError =>
  error instanceof FlorinError && error.code === code

export function messageOf(error: unknown): string {
  if (hasCode(error, 'TOO_MANY_REQUESTS')) return `Too many tries. Try again ${waitText(error)}.`
  if (error instanceof FlorinError) return sentence(error.message)
  if (error instanceof FlorinConnectionError) {
    return error.status === null
      ? 'The service could not be reached. Check the connection and try again.'
      : `Something between here and the service answered with status ${error.status}.`
  }
  return 'Something went wrong on this page.'
}

export const requestIdOf = (error: unknown): string | null =>
  error instanceof FlorinError || error instanceof FlorinConnectionError ? error.requestId : null

/** Codes whose error belongs to one field, and which: `{ WRONG_PASSWORD: 'password' }`. */
export type FieldOfCode = Readonly<Record<string, string>>

/** What is wrong with each field of a form, by its path in the body. The first word on a field is the one shown. */
export function fieldErrors(error: unknown, fieldOfCode: FieldOfCode = {}): Record<string, string> {
  const found: Record<string, string> = {}
  if (!(error instanceof FlorinError)) return found
  const field = fieldOfCode[error.code]
  if (field) found[field] = messageOf(error)
  for (const { path, message } of error.issues) found[path] ??= sentence(message)
  return found
}

/** An error that no field of the form shows, and that the form as a whole has to. */
export function formError(error: unknown, fields: readonly string[], fieldOfCode?: FieldOfCode): unknown {
  const named = Object.keys(fieldErrors(error, fieldOfCode))
  return named.length > 0 && named.every(path => fields.includes(path)) ? null : (error ?? null)
}

function waitText({ retryAfterSeconds: seconds }: FlorinError): string {
  if (seconds === null) return 'in a while'
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}

function sentence(text: string): string {
  // An address keeps the letters that it is written with.
  const first = /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
