/**
 * Sends a request with `fetch`: URL, headers, pace and retries. The API key exists only in the closure of
 * `createSender`, and every text in an error goes through `redact` first.
 */
import type { Method } from '../contract/operation.ts'
import { baseUrlHint, checkedBaseUrl } from './baseUrl.ts'
import { FlorinConnectionError, FlorinError } from './errors.ts'
import { Pace, type Turn } from './pace.ts'
import { type Redact, rateLimitOf, readResponse, retryAfterSecondsOf } from './response.ts'
import {
  mayRepeat,
  rateWaitMsMaxDefault,
  retriesDefault,
  retryAfterSecondsMax,
  type Sleep,
  sleepOnTimer,
  waitBeforeRetryMs,
} from './retry.ts'

export interface ClientOptions {
  /** Address of the service, up to and including /v1. */
  baseUrl: string
  /** Null if a cookie authenticates the request, as in the console. */
  apiKey: string | null
  fetch?: typeof globalThis.fetch | undefined
  /**
   * How often a request is retried after 503 or a failed connection. With 0, each call is one request that is sent at
   * once: the client does not wait for the rate limit either.
   */
  retries?: number | undefined
  /** How long a request may wait for the rate limit. Then the call fails. */
  rateWaitMsMax?: number | undefined
  sleep?: Sleep | undefined
  /** Milliseconds that only grow. */
  now?: (() => number) | undefined
  /** Time limit for one attempt, including the whole response. */
  timeoutMs?: number | undefined
}

export interface WireRequest {
  /** The operation's name, for error messages. */
  name: string
  method: Method
  path: string
  query?: Record<string, string | number | readonly string[] | undefined> | undefined
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Instead of the client's, for a caller that has its own way to try again. */
  retries?: number | undefined
}

export type Send = (request: WireRequest) => Promise<unknown>

export const timeoutMsDefault = 30_000

/** The characters allowed in a bearer token. */
const keyPattern = /^[A-Za-z0-9\-._~+/]+=*$/

export function createSender(options: ClientOptions): Send {
  const { retries = retriesDefault, sleep = sleepOnTimer, rateWaitMsMax = rateWaitMsMaxDefault } = options
  const { now = () => performance.now() } = options
  const attempts = createAttempts(options)
  const pace = retries > 0 ? new Pace(sleep, now) : null

  return async request => {
    const { signal } = request
    const safeToRepeat = request.method === 'GET' || request.idempotencyKey !== undefined
    const retriesMax = request.retries ?? retries
    const order = pace?.nextOrder() ?? 0
    const waitUntilMs = (pace?.nowMs() ?? 0) + rateWaitMsMax
    let busy: unknown
    for (let retry = 0; ; ) {
      const turn = pace && (pace.enterNow() ?? (await pace.enter(order, waitUntilMs, signal)))
      if (pace && turn === null) throw busy ?? attempts.notSent(request, rateWaitMsMax)
      try {
        return await attempts.send(request, turn)
      } catch (error) {
        if (turn?.mayRepeat && mayRepeat(error, safeToRepeat)) {
          busy = error
          continue
        }
        const waitMs = retry < retriesMax ? waitBeforeRetryMs(error, retry, safeToRepeat) : null
        if (waitMs === null) throw error
        retry += 1
        await sleep(waitMs, signal)
      }
    }
  }
}

function createAttempts({ apiKey, timeoutMs = timeoutMsDefault, ...options }: ClientOptions) {
  // Checked here because fetch would quote an invalid key in its error message. This message must not quote it either.
  if (apiKey !== null && !keyPattern.test(apiKey))
    throw new TypeError('apiKey is empty or contains characters that no API key has')
  const fetch = options.fetch ?? ((...request) => globalThis.fetch(...request))
  const baseUrl = checkedBaseUrl(options.baseUrl)
  // The console's addresses, which need no key, end otherwise.
  const addressHint = apiKey === null ? '' : baseUrlHint(baseUrl)
  const redact: Redact = text => (apiKey === null ? text : text.replaceAll(apiKey, '[API key]'))
  const labelOf = ({ name, method, path }: WireRequest) => `${name} (${method} ${baseUrl}${path})`

  const exchange = async (request: WireRequest, init: RequestInit, turn: Turn | null): Promise<unknown> => {
    const { signal, query } = request
    const attemptMs = timeoutMs + heldMs(request)
    const timeout = AbortSignal.timeout(attemptMs)
    try {
      const response = await fetch(baseUrl + request.path + queryString(query), {
        ...init,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      turn?.end(rateLimitOf(response.headers), closedSecondsOf(response))
      return readResponse(response, await response.text(), { label: labelOf(request), redact, addressHint })
    } catch (error) {
      if (error instanceof FlorinError || error instanceof FlorinConnectionError) throw error
      if (signal?.aborted) throw signal.reason
      const reason = timeout.aborted ? `no complete response within ${attemptMs} ms` : describe(error)
      throw new FlorinConnectionError(redact(`${labelOf(request)} failed: ${reason}`))
    }
  }

  return {
    async send(request: WireRequest, turn: Turn | null): Promise<unknown> {
      const { method, body, signal } = request
      try {
        signal?.throwIfAborted()
        // An invalid header or body is the caller's mistake, not a connection error.
        const init: RequestInit = {
          method,
          headers: requestHeaders(apiKey, request),
          // The API never redirects, and a followed redirect would turn a POST into a GET.
          redirect: 'manual',
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }
        return await exchange(request, init, turn)
      } finally {
        turn?.end(null)
      }
    },

    notSent: (request: WireRequest, waitedMs: number) =>
      new FlorinConnectionError(
        redact(
          `${labelOf(request)} was not sent: it waited ${waitedMs} ms for the rate limit. ` +
            'Make fewer calls at once, or raise rateWaitMsMax',
        ),
      ),
  }
}

/** Null unless the response says that the key's requests are used up. It may have other reasons for a 429. */
function closedSecondsOf({ status, headers }: Response): number | null {
  const seconds = status === 429 ? retryAfterSecondsOf(headers) : null
  if (seconds === null || seconds > retryAfterSecondsMax || rateLimitOf(headers)?.remaining) return null
  return Math.max(1, seconds)
}

/** How long the service may hold the request before it replies. */
const heldMs = ({ query }: WireRequest): number => (typeof query?.wait === 'number' ? query.wait * 1000 : 0)

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
    if (value !== undefined) parameters.set(name, String(value)) // An array becomes a list with commas.
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
