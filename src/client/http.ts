/**
 * Sends a request with `fetch`: URL, headers and retries. The API key exists only in the closure of `createSender`, and
 * every text in an error goes through `redact` first.
 */
import type { Method } from '../contract/operation.ts'
import { FlorinConnectionError, FlorinError } from './errors.ts'
import { type Redact, readResponse } from './response.ts'
import { retriesDefault, type Sleep, sleepOnTimer, waitBeforeRetryMs } from './retry.ts'

export interface ClientOptions {
  /** Address of the service, up to and including /v1. */
  baseUrl: string
  /** Null if a cookie authenticates the request, as in the console. */
  apiKey: string | null
  fetch?: typeof globalThis.fetch | undefined
  /** How often a request is retried after 429, 503 or a failed connection. */
  retries?: number | undefined
  sleep?: Sleep | undefined
  /** Time limit for one attempt, including the whole response. */
  timeoutMs?: number | undefined
}

export interface WireRequest {
  /** The operation's name, for error messages. */
  name: string
  method: Method
  path: string
  query?: Record<string, string | number | undefined> | undefined
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export type Send = (request: WireRequest) => Promise<unknown>

export const timeoutMsDefault = 30_000

/** The characters allowed in a bearer token. */
const keyPattern = /^[A-Za-z0-9\-._~+/]+=*$/

function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

export function createSender(options: ClientOptions): Send {
  const { apiKey, retries = retriesDefault, sleep = sleepOnTimer, timeoutMs = timeoutMsDefault } = options
  // Checked here because fetch would quote an invalid key in its error message. This message must not quote it either.
  if (apiKey !== null && !keyPattern.test(apiKey))
    throw new TypeError('apiKey is empty or contains characters that no API key has')
  const fetch = options.fetch ?? ((...request) => globalThis.fetch(...request))
  const baseUrl = withoutSlashes(options.baseUrl)
  const redact: Redact = text => (apiKey === null ? text : text.replaceAll(apiKey, '[API key]'))

  const sendOnce = async (request: WireRequest): Promise<unknown> => {
    const { method, path, body, signal } = request
    signal?.throwIfAborted()
    const timeout = AbortSignal.timeout(timeoutMs)
    const label = `${request.name} (${method} ${baseUrl}${path})`
    // Outside the try block: an invalid header or body is the caller's mistake, not a connection error.
    const init: RequestInit = {
      method,
      headers: requestHeaders(apiKey, request),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // The API never redirects, and a followed redirect would turn a POST into a GET.
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    try {
      const response = await fetch(baseUrl + path + queryString(request.query), init)
      return readResponse(response, await response.text(), label, redact)
    } catch (error) {
      if (error instanceof FlorinError || error instanceof FlorinConnectionError) throw error
      if (signal?.aborted) throw signal.reason
      const reason = timeout.aborted ? `no complete response within ${timeoutMs} ms` : describe(error)
      throw new FlorinConnectionError(redact(`${label} failed: ${reason}`))
    }
  }

  return async request => {
    const safeToRepeat = request.method === 'GET' || request.idempotencyKey !== undefined
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce(request)
      } catch (error) {
        const waitMs = attempt < retries ? waitBeforeRetryMs(error, attempt, safeToRepeat) : null
        if (waitMs === null) throw error
        await sleep(waitMs, request.signal)
      }
    }
  }
}

function requestHeaders(apiKey: string | null, { body, idempotencyKey }: WireRequest): Headers {
  return new Headers({
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  })
}

function queryString(query: WireRequest['query'] = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text && `?${text}`
}

const causesMax = 5

/** fetch hides the reason in a chain of causes. Only their messages are used, because the errors may hold the request. */
function describe(error: unknown): string {
  const texts: string[] = []
  for (let cause = error; cause instanceof Error && texts.length < causesMax; cause = cause.cause) {
    texts.push(cause.message || ('code' in cause ? String(cause.code) : cause.name))
  }
  return texts.join(': ') || 'the connection failed'
}
