/** What an answer means: a result, an error of the service, or something that is not from the service at all. */
import { FlorinConnectionError, FlorinError, isErrorBody, isObject, type ResponseHead } from './errors.ts'

/** Takes the API key out of a text. */
export type Redact = (text: string) => string

export function readResponse(response: Response, text: string, label: string, redact: Redact): unknown {
  if (response.status === 204) return undefined
  if (response.ok) {
    const answer = parseJson(text)
    if (isObject(answer)) return answer
  }
  const head = answerHead(response, redact)
  const body = response.ok ? undefined : parseJson(text, redact)
  if (isErrorBody(body)) throw new FlorinError(body, head)
  throw new FlorinConnectionError(
    redact(`${label} got an answer that is not the service's: status ${response.status}`),
    head,
  )
}

function answerHead({ status, headers }: Response, redact: Redact): ResponseHead {
  const requestId = headers.get('request-id')
  const retryAfter = headers.get('retry-after') ?? ''
  return {
    status,
    requestId: requestId === null ? null : redact(requestId),
    // The service sends whole seconds. A date, as some proxies send, counts as no header.
    retryAfterSeconds: /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  }
}

/** Undefined where the text is no JSON. Names are redacted as well as values: an echo may put the key anywhere. */
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
