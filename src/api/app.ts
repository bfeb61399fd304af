/**
 * The service as a function from a request to its answer. A request under /v1 passes, in this order: key (401),
 * network of the key (403), rate limit of the key (429), URL, path and method (414, 404, 405), scopes (403), parameters
 * and body (400), and then the handler (404, 409). Those that fail at the first two count for their address (429). What is under /console is for people (`console/console.ts`), and the rest are pages;
 * both answer only under names that are ours (421). Whatever is thrown on the way becomes the one error shape here, and
 * nowhere else.
 */
import type { Logger } from 'pino'
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { canonicalAddress } from '../domain/access/networks.ts'
import type { BucketRules } from '../domain/access/tokenBucket.ts'
import type { Database } from '../store/engine/door.ts'
import type { KeyState } from '../store/keys/apiKeys.ts'
import { type ConsoleConfig, consoleApi } from './console/console.ts'
import { type ConsoleFiles, pagesOf } from './console/http/pages.ts'
import { oldRowsDropper } from './dropOld.ts'
import { ApiError, networkNotAllowed, toApiError, tooManyRequests, unknownPath } from './errors.ts'
import { openGate } from './gate/admission.ts'
import { type Authenticated, authenticate } from './gate/authenticate.ts'
import { keyUses } from './gate/keyUses.ts'
import { networkGuard } from './gate/networkGuard.ts'
import { rateLimiter, rateLimitHeaders } from './gate/rateLimit.ts'
import { requireScopes } from './gate/requireScopes.ts'
import { addressOf, clientOf, proxiesOf } from './http/clientAddress.ts'
import { begin, type Exchange } from './http/exchange.ts'
import { requireOwnHost } from './http/ownHosts.ts'
import { requireShortUrl } from './http/parseRequest.ts'
import {
  type AppRequest,
  emptyReply,
  isStream,
  jsonLine,
  jsonReply,
  pathOf,
  type Reply,
} from './http/reply.ts'
import { type ReplyCache, replyCache } from './http/replyCache.ts'
import { routesOf } from './http/routes.ts'
import { performOperation } from './performOperation.ts'
import { publicPages } from './publicPages.ts'

export interface AppConfig extends ConsoleConfig {
  /** Of each key, and of each person. */
  rate: BucketRules
  authFailuresPerMinute: number
  /** Addresses and networks whose X-Forwarded headers count. */
  trustedProxies: readonly string[]
  /** Entries of X-Forwarded-For that are looked at, from its end. */
  proxyHopsMax: number
  /** Names that pages are answered under, besides addresses and localhost. */
  allowedHosts: readonly string[]
}

export interface AppDependencies {
  db: Database
  config: AppConfig
  /** Milliseconds since 1970. */
  clock: () => number
  log: Logger
  /** The console's pages, where they have been built. */
  files?: ConsoleFiles | null
  /** Told of each answer, for the metrics. */
  observe?: ReplyObserver | undefined
}

export type ReplyObserver = (exchange: ObservedExchange, status: number, ms: number) => void

export type ObservedExchange = Readonly<
  Pick<Exchange, 'request' | 'path' | 'key' | 'fromItsNetworks' | 'personId'>
>

export interface App {
  /** Never rejects: whatever goes wrong has an answer. */
  answer(request: AppRequest): Promise<Reply>
  /** The answers that are kept as bytes. */
  readonly kept: Pick<ReplyCache, 'counts' | 'size'>
  /** Writes what was gathered in memory and drops what has no effect any more. Called now and then, and at the end. */
  tidy(isLast?: boolean): Promise<void>
}

const routes = routesOf<Operation>('/v1', Object.values(operations))

export function createApp({ db, config, clock, log, files = null, observe }: AppDependencies): App {
  const proxies = proxiesOf(config.trustedProxies)
  const gate = openGate(db, config.rate, networkGuard())
  const failures = rateLimiter(db, 'failures', perMinute(config.authFailuresPerMinute))
  const uses = keyUses(db)
  const kept = replyCache()
  const openPages = publicPages(db)
  const consolePages = files && pagesOf(files)
  const forPeople = consoleApi({ db, config, cache: kept })
  const dropOldRows = oldRowsDropper(db)

  async function answer(request: AppRequest): Promise<Reply> {
    const startMs = performance.now()
    const exchange = begin(request, clock(), clientOf(request, proxies, config.proxyHopsMax))
    let given: Reply
    try {
      given = await answerFor(exchange)
    } catch (error) {
      given = refusalFor(error, exchange)
    }
    noteUse(exchange, given.status)
    const ms = performance.now() - startMs
    observe?.(exchange, given.status, ms)
    logAnswer(log, exchange, given.status, ms)
    return finished(exchange, given, failureLine(exchange))
  }

  async function answerFor(exchange: Exchange): Promise<Reply> {
    const { request, path } = exchange
    if (!needsNoHost(path)) requireOwnHost(exchange, config.allowedHosts)
    const openPage = openPages.get(path)
    if (openPage !== undefined) return await openPage(request)
    if (isUnder('/v1', path)) return await answerKey(exchange)
    requireShortUrl(request)
    if (isUnder('/console', path)) return await forPeople.answer(exchange)
    if (path === '/' && consolePages === null) return emptyReply(302, 'Location', '/docs')
    return consolePages?.(request, path) ?? refuse(unknownPath())
  }

  async function answerKey(exchange: Exchange): Promise<Reply> {
    const { request, nowMs } = exchange
    const key = await admitted(exchange)
    requireShortUrl(request)
    const route = routes.routeOf(request.method ?? '', pathOf(request))
    requireScopes(route.operation.scopes, key.scopes)
    exchange.scopes = route.operation.scopes
    const { workspaceId, version, id } = key
    const caller = { workspaceId, version, key, actor: { kind: 'key', id } as const }
    return await performOperation(route, request, { db, nowMs, caller, cache: kept })
  }

  /** The request's key, once the request may pass. */
  async function admitted(exchange: Exchange): Promise<KeyState> {
    const { headers, peer } = exchange
    const { key, taken } = await authenticated(exchange)
    exchange.key = key
    headers.push('Cache-Control', 'private, no-cache')
    if (taken === null) {
      exchange.fromItsNetworks = false
      throw await failureOf(exchange, networkNotAllowed(canonicalAddress(peer) ?? peer))
    }
    headers.push(...rateLimitHeaders(config.rate, taken))
    if (!taken.allowed) throw tooManyRequests(taken.retryAfterSeconds, 'This key makes too many requests.')
    return key
  }

  async function authenticated(exchange: Exchange): Promise<Authenticated> {
    const { request, nowMs, peer } = exchange
    try {
      return await authenticate(gate, request.headers.authorization, { nowMs, peer })
    } catch (error) {
      throw error instanceof ApiError ? await failureOf(exchange, error) : error
    }
  }

  /** Failures have a quota of their own per address; a key that is good from the same address never notices. */
  async function failureOf({ nowMs, peer }: Exchange, error: ApiError): Promise<ApiError> {
    const { allowed, retryAfterSeconds } = await failures.take(addressOf(peer), nowMs)
    if (allowed) return error
    return tooManyRequests(retryAfterSeconds, 'Too many requests without a valid key came from this address.')
  }

  /** Requests of a valid key, whatever their answer is: those past the limit too. */
  function noteUse(exchange: Exchange, status: number): void {
    const { request, key, nowMs, scopes, peer, fromItsNetworks: allowed } = exchange
    if (key === null) return
    uses.note({ key, nowMs, status, scopes, peer, allowed, client: request.headers['user-agent'] })
  }

  /** For an answer whose status has been sent when something goes wrong. */
  const failureLine = (exchange: Exchange) => (error: unknown) => {
    const { code, message } = refusal(error, exchange).body
    return jsonLine({ failure: { code, message } })
  }

  function refusal(error: unknown, { requestId }: Exchange): ApiError {
    const refused = toApiError(error)
    if (refused.status >= 500) log.error({ requestId, err: error }, 'request failed')
    return refused
  }

  function refusalFor(error: unknown, exchange: Exchange): Reply {
    const { status, body, headers } = refusal(error, exchange)
    return jsonReply(status, JSON.stringify(body), ...Object.entries(headers).flat())
  }

  return {
    answer,
    kept,
    async tidy(isLast = false) {
      const nowMs = clock()
      const done = await Promise.allSettled([
        uses.flush(),
        gate.tidy(nowMs),
        failures.tidy(nowMs),
        forPeople.tidy(nowMs, isLast),
        ...dropOldRows(nowMs),
      ])
      // Each is tried, whatever becomes of the others.
      const failed = done.find(each => each.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

const perMinute = (count: number): BucketRules => ({ perSecond: count / 60, burst: count })

const isUnder = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

/** Programs with a key, and those that ask how the service is. */
const needsNoHost = (path: string): boolean =>
  isUnder('/v1', path) || path === '/healthz' || path === '/readyz'

function refuse(error: ApiError): never {
  throw error
}

function finished(
  { headers }: Exchange,
  { status, headers: own, body }: Reply,
  failureLine: (error: unknown) => string,
): Reply {
  headers.push(...own)
  if (isStream(body)) return { status, headers, body: withLastLine(body, failureLine) }
  // Where there is never a body, its length has no place either.
  if (status !== 204 && status !== 304) {
    headers.push('Content-Length', String(body === null ? 0 : Buffer.byteLength(body)))
  }
  return { status, headers, body }
}

/** Whatever is thrown on the way is told by the stream's last line. */
async function* withLastLine(body: AsyncIterable<string>, failureLine: (error: unknown) => string) {
  try {
    yield* body
  } catch (error) {
    yield failureLine(error)
  }
}

/** A key that someone put into the path by mistake is theirs to change, and not ours to write down. */
const withoutSecrets = (path: string): string => path.replace(/florin_[0-9A-Za-z]+/g, 'florin_…')

/** Path without the query, which may hold anything a client puts there; never a header. */
function logAnswer(
  log: Logger,
  { request, requestId, path, key, personId, peer }: Exchange,
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
      personId: personId ?? undefined,
      // Who tried to come in, and from where, whether or not they did.
      address: isUnder('/console', path) ? (canonicalAddress(peer) ?? peer) : undefined,
    },
    'answered',
  )
}
