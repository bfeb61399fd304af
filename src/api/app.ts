/**
 * The service as a function from a request to its answer. A request under /v1 passes, in this order: key (401), rate
 * limit (429), URL, path and method (414, 404, 405), scopes (403), parameters and body (400), and then the handler
 * (404, 409). Whatever is thrown on the way becomes the one error shape here, and nowhere else.
 */
import type { Logger } from 'pino'
import { newId } from '../domain/ids.ts'
import type { BucketRules } from '../domain/tokenBucket.ts'
import type { KeyState } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'
import { dropOldAnswers } from '../store/idempotency.ts'
import { openGate } from './admission.ts'
import { type Answer, type AppRequest, jsonAnswer, pathOf } from './answer.ts'
import { answers } from './answers.ts'
import { type Authenticated, authenticate } from './authenticate.ts'
import { clientAddress } from './clientAddress.ts'
import { ApiError, toApiError, tooManyRequests, unknownPath } from './errors.ts'
import { keyUses } from './keyUses.ts'
import { requireShortUrl } from './parseRequest.ts'
import { performOperation } from './performOperation.ts'
import { publicPages } from './publicPages.ts'
import { rateLimiter, rateLimitHeaders } from './rateLimit.ts'
import { requireScopes } from './requireScopes.ts'
import { routeOf, unescapedPath } from './routes.ts'

export interface AppConfig {
  rate: BucketRules
  authFailuresPerMinute: number
  trustProxy: boolean
}

export interface AppDependencies {
  db: Database
  config: AppConfig
  /** Milliseconds since 1970. */
  clock: () => number
  log: Logger
}

export interface App {
  /** Never rejects: whatever goes wrong has an answer. */
  answer(request: AppRequest): Promise<Answer>
  /** Writes what was gathered in memory and drops what has no effect any more. Called now and then, and at the end. */
  tidy(): Promise<void>
}

/** A request on its way to its answer. */
interface Exchange {
  request: AppRequest
  requestId: string
  /** The instant at which the request came in. */
  nowMs: number
  /** Without the query, escapes resolved. */
  path: string
  /** Those that the answer has whatever it turns out to be. */
  headers: string[]
  key: KeyState | null
}

export function createApp({ db, config, clock, log }: AppDependencies): App {
  const gate = openGate(db, config.rate)
  const failures = rateLimiter(db, 'failures', perMinute(config.authFailuresPerMinute))
  const openPages = publicPages(db)
  const uses = keyUses(db)
  const kept = answers()

  async function answer(request: AppRequest): Promise<Answer> {
    const startMs = performance.now()
    const exchange = begin(request, clock())
    let given: Answer
    try {
      given = await answerFor(exchange)
    } catch (error) {
      given = refusalFor(error, exchange)
    }
    logAnswer(log, exchange, given.status, performance.now() - startMs)
    return finished(exchange, given)
  }

  async function answerFor(exchange: Exchange): Promise<Answer> {
    const { request, path, nowMs } = exchange
    const openPage = openPages.get(path)
    if (openPage !== undefined) return await openPage(request)
    const key = isUnderV1(path) ? await admitted(exchange) : null
    requireShortUrl(request)
    if (key === null) throw unknownPath()
    const route = routeOf(request)
    requireScopes(route.operation.scopes, key.scopes)
    return await performOperation(route, request, { db, nowMs, key, answers: kept })
  }

  /** The request's key, once the request may pass. */
  async function admitted(exchange: Exchange): Promise<KeyState> {
    const { request, nowMs, headers } = exchange
    const { key, taken } = await authenticated(request, nowMs)
    exchange.key = key
    headers.push(...rateLimitHeaders(config.rate, taken), 'Cache-Control', 'private, no-cache')
    if (!taken.allowed) throw tooManyRequests(taken.retryAfterSeconds, 'This key makes too many requests.')
    uses.note(key, nowMs)
    return key
  }

  /** Failures have a quota of their own per address; a valid key from the same address never notices. */
  async function authenticated(request: AppRequest, nowMs: number): Promise<Authenticated> {
    try {
      return await authenticate(gate, request.headers.authorization, nowMs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const address = clientAddress(request, config.trustProxy)
      const { allowed, retryAfterSeconds } = await failures.take(address, nowMs)
      if (allowed) throw error
      const what = 'Too many requests without a valid key came from this address.'
      throw tooManyRequests(retryAfterSeconds, what)
    }
  }

  function refusalFor(error: unknown, { requestId }: Exchange): Answer {
    const { status, body, headers } = toApiError(error)
    if (status >= 500) log.error({ requestId, err: error }, 'request failed')
    return jsonAnswer(status, JSON.stringify(body), ...Object.entries(headers).flat())
  }

  return {
    answer,
    async tidy() {
      const nowMs = clock()
      await Promise.all([uses.flush(), gate.tidy(nowMs), failures.tidy(nowMs), dropOldAnswers(db, nowMs)])
    },
  }
}

const perMinute = (count: number): BucketRules => ({ perSecond: count / 60, burst: count })

const isUnderV1 = (path: string): boolean => path.startsWith('/v1/') || path === '/v1'

function begin(request: AppRequest, nowMs: number): Exchange {
  const requestId = newId('req', nowMs)
  const headers = ['Request-Id', requestId, 'X-Content-Type-Options', 'nosniff']
  return { request, requestId, nowMs, path: unescapedPath(pathOf(request)), headers, key: null }
}

function finished({ headers }: Exchange, { status, headers: own, body }: Answer): Answer {
  headers.push(...own)
  // Where there is never a body, its length has no place either.
  if (status !== 204 && status !== 304) {
    headers.push('Content-Length', String(body === null ? 0 : Buffer.byteLength(body)))
  }
  return { status, headers, body }
}

/** A key that someone put into the path by mistake is theirs to change, and not ours to write down. */
const withoutSecrets = (path: string): string => path.replace(/florin_[0-9A-Za-z]+/g, 'florin_…')

/** Path without the query, which may hold anything a client puts there; never a header. */
function logAnswer(
  log: Logger,
  { request, requestId, path, key }: Exchange,
  status: number,
  ms: number,
): void {
  log.info(
    {
      requestId,
      method: request.method,
      path: withoutSecrets(path),
      status,
      ms: Math.round(ms * 10) / 10,
      keyId: key?.id,
    },
    'answered',
  )
}
