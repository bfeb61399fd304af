/** Errors as they appear in the log: with PostgreSQL's reason, but without user data. */
interface Coded extends Error {
  code?: unknown
  severity?: unknown
}

interface LoggedError {
  name: string
  message: string
  stack?: string
  code?: unknown
  severity?: unknown
  cause?: LoggedError
}

const causesMax = 4

/**
 * SQLSTATE classes whose messages are about the server and never quote values: connections, transaction state, login,
 * names of databases and schemas, resources, locks, shutdown, the server's machine, and internal errors. Three codes of
 * class 42 name our own tables and columns. All others may quote a value, such as "invalid input syntax".
 */
const messageWithoutData = /^(08|25|28|3D|3F|53|55|57|58|XX)...$|^(42501|42P01|42703)$/

/** Drivers attach query values to their errors, such as names and account numbers, so only known fields are logged. */
export function loggedError(error: Coded): LoggedError {
  return describe(error, causesMax)
}

function describe(error: Coded, causesLeft: number): LoggedError {
  const { name, code, severity, cause } = error
  return {
    name,
    ...(mayQuoteData(error) ? { message: 'The message may quote data, so it is omitted.' } : wordsOf(error)),
    ...(code !== undefined && { code }),
    ...(severity !== undefined && { severity }),
    ...(cause instanceof Error && causesLeft > 0 && { cause: describe(cause, causesLeft - 1) }),
  }
}

const sqlState = /^[0-9A-Z]{5}$/

/** Socket and file codes such as EPIPE look like an SQLSTATE, but begin with E. */
const mayQuoteData = ({ code }: Coded): boolean =>
  typeof code === 'string' && sqlState.test(code) && !code.startsWith('E') && !messageWithoutData.test(code)

/** PostgreSQL's code and message for a failure; null if the message may quote data. */
export function serverReason({ cause }: Error): string | null {
  const { code, message } = (cause ?? {}) as Partial<Coded>
  if (typeof code !== 'string' || !messageWithoutData.test(code)) return null
  return `${code}: ${message}`
}

function wordsOf({ message, stack }: Error): Pick<LoggedError, 'message' | 'stack'> {
  return { message, ...(stack !== undefined && { stack }) }
}
