/** Interprets a response: a result, an error from the service, or something that did not come from the service. */
import { FlorinConnectionError, FlorinError, isErrorBody, isObject, type ResponseHead } from './errors.ts'
import type { RateLimit } from './pace.ts'

/** Removes the API key from a text. */
export type Redact = (text: string) => string

interface Context {
  /** Names the request. */
  label: string
  redact: Redact
  /** Added to errors that a wrong address would explain. */
  addressHint: string
}

export function readResponse(response: Response, text: string, context: Context): unknown {
  const { label, redact, addressHint } = context
  if (response.status === 204) return undefined
  if (response.ok) {
    const result = parseJson(text)
    if (isObject(result)) {
      requireNoneIgnored(response, context)
      return result
    }
  }
  const head = responseHead(response, redact)
  const body = response.ok ? undefined : parseJson(text, redact)
  if (isErrorBody(body)) {
    // The service knows no such path.
    const hint = head.status === 404 && !body.defined ? addressHint : ''
    throw new FlorinError({ ...body, message: body.message + redact(hint) }, head)
  }
  if (response.ok && isJson(response)) {
    throw new FlorinConnectionError(
      redact(`${label} got a response that is cut off or not valid`),
      head,
      true,
    )
  }
  throw new FlorinConnectionError(
    redact(`${label} got a response that is not from the service: status ${response.status}${addressHint}`),
    head,
    head.status >= 500 || head.status === 429,
  )
}

/** The service ignores parameters that it does not know. A misspelt filter would silently return too much. */
function requireNoneIgnored(response: Response, { label, redact }: Context): void {
  const ignored = response.headers.get('florin-ignored-parameters')
  if (ignored === null) return
  const names = ignored.replace(/; did-you-mean=(\w+)/g, ' (did you mean $1?)')
  const message = redact(`${label} has a parameter that the service does not know: ${names}`)
  throw new FlorinError(
    { defined: false, code: 'UNKNOWN_PARAMETER', status: 400, message },
    responseHead(response, redact),
  )
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/json\b/i.test(headers.get('content-type') ?? '')

function responseHead({ status, headers }: Response, redact: Redact): ResponseHead {
  const requestId = headers.get('request-id')
  return {
    status,
    requestId: requestId === null ? null : redact(requestId),
    retryAfterSeconds: retryAfterSecondsOf(headers),
  }
}

/** The service sends whole seconds. A date, which some proxies send, is ignored. */
export const retryAfterSecondsOf = (headers: Headers): number | null => wholeIn(headers, 'retry-after')

/** Null if the response does not show all of it, as with a proxy's own or a browser's view of another origin. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const limit = wholeIn(headers, 'ratelimit-limit')
  const remaining = wholeIn(headers, 'ratelimit-remaining')
  const resetSeconds = wholeIn(headers, 'ratelimit-reset')
  return limit === null || remaining === null || resetSeconds === null
    ? null
    : { limit, remaining, resetSeconds }
}

function wholeIn(headers: Headers, name: string): number | null {
  const text = headers.get(name) ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Undefined if the text is not JSON. Redacts names as well as values, because an echo may contain the key anywhere. */
function parseJson(text: string, redact?: Redact): unknown {
  try {
    return JSON.parse(text, redact && ((_, value) => redactedValue(value, redact)))
  } catch {
    return undefined
  }
}

function redactedValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name), inner]))
}
