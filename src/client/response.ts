/** Interprets a response: a result, an error from the service, or something that did not come from the service. */
import { FlorinConnectionError, FlorinError, isErrorBody, isObject, type ResponseHead } from './errors.ts'

/** Removes the API key from a text. */
export type Redact = (text: string) => string

export function readResponse(response: Response, text: string, label: string, redact: Redact): unknown {
  if (response.status === 204) return undefined
  if (response.ok) {
    const result = parseJson(text)
    if (isObject(result)) return result
  }
  const head = responseHead(response, redact)
  const body = response.ok ? undefined : parseJson(text, redact)
  if (isErrorBody(body)) throw new FlorinError(body, head)
  throw new FlorinConnectionError(
    redact(`${label} got a response that is not from the service: status ${response.status}`),
    head,
  )
}

function responseHead({ status, headers }: Response, redact: Redact): ResponseHead {
  const requestId = headers.get('request-id')
  const retryAfter = headers.get('retry-after') ?? ''
  return {
    status,
    requestId: requestId === null ? null : redact(requestId),
    // The service sends whole seconds. A date, which some proxies send, is ignored.
    retryAfterSeconds: /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  }
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
