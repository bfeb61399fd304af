/**
 * The service as a fetch function. A request under /v1 passes, in this order: key (401), rate limit (429), scopes
 * (403), parameters and body (400), and then the handler (404, 409). Whatever is thrown on the way becomes the one
 * error shape here, and nowhere else.
 */
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { newId } from '../domain/ids.ts'
import type { BucketRules } from '../domain/tokenBucket.ts'
import type { KeyState } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'
import { dropOldAnswers } from '../store/idempotency.ts'
import { answers } from './answers.ts'
import { authenticator, throttled } from './authenticate.ts'
import { clientAddress } from './clientAddress.ts'
import { type ApiError, methodNotAllowed, toApiError, tooManyRequests, unknownPath } from './errors.ts'
import { keyUses } from './keyUses.ts'
import { requireShortUrl } from './parseRequest.ts'
import { performOperation } from './performOperation.ts'
import { publicRoutes } from './publicRoutes.ts'
import { rateLimiter, rateLimitHeaders } from './rateLimit.ts'

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
  fetch(request: Request, env?: Bindings): Response | Promise<Response>
  /** Writes what was gathered in memory and drops what has no effect any more. Called now and then, and at the end. */
  tidy(): Promise<void>
}

interface Bindings {
  /** The request as node's server has it, for the address that it came from. */
  incoming?: Pick<IncomingMessage, 'headers' | 'socket'>
}

interface Variables {
  requestId: string
  key: KeyState
}

export type AppContext = Context<{ Bindings: Bindings; Variables: Variables }>

export function createApp({ db, config, clock, log }: AppDependencies): App {
  const requests = rateLimiter(db, 'key', config.rate)
  const failures = rateLimiter(db, 'failures', perMinute(config.authFailuresPerMinute))
  const authenticate = throttled(authenticator(db), failures)
  const uses = keyUses(db)
  const kept = answers()
  const app = new Hono<{ Bindings: Bindings; Variables: Variables }>()

  app.use(async (context, next) => {
    const startMs = performance.now()
    context.set('requestId', newId('req', clock()))
    context.header('Request-Id', context.get('requestId'))
    context.header('X-Content-Type-Options', 'nosniff')
    await next()
    logAnswer(log, context, performance.now() - startMs)
  })

  app.route('/', publicRoutes({ db }))

  app.use('/v1/*', async (context, next) => {
    const nowMs = clock()
    const address = clientAddress(context.env?.incoming, config.trustProxy)
    const key = await authenticate(context.req.header('authorization'), nowMs, address)
    const taken = await requests.take(key.id, nowMs)
    for (const [name, value] of Object.entries(rateLimitHeaders(config.rate, taken)))
      context.header(name, value)
    context.header('Cache-Control', 'private, no-cache')
    if (!taken.allowed) throw tooManyRequests(taken.retryAfterSeconds, 'This key makes too many requests.')
    uses.note(key, nowMs)
    context.set('key', key)
    await next()
  })

  for (const operation of Object.values<Operation>(operations)) {
    app.on(operation.method, `/v1${operation.path.replace('{id}', ':id')}`, async context =>
      performOperation(operation, context, { db, nowMs: clock(), key: context.get('key'), answers: kept }),
    )
  }

  app.notFound(context => {
    requireShortUrl(context.req.url)
    throw otherMethodOrUnknown(context.req.path)
  })

  app.onError((error, context) => {
    const answer = toApiError(error)
    if (answer.status >= 500) log.error({ requestId: context.get('requestId'), err: error }, 'request failed')
    return context.json(answer.body, answer.status as 400, answer.headers)
  })

  return {
    fetch: app.fetch,
    async tidy() {
      const nowMs = clock()
      await Promise.all([uses.flush(), requests.tidy(nowMs), failures.tidy(nowMs), dropOldAnswers(db, nowMs)])
    },
  }
}

const perMinute = (count: number): BucketRules => ({ perSecond: count / 60, burst: count })

/** A path that some operation has, asked with another method, is a 405 that names the methods it has. */
function otherMethodOrUnknown(path: string): ApiError {
  const methods = Object.values<Operation>(operations)
    .filter(operation => pathPattern(operation).test(path))
    .map(({ method }) => method as string)
  if (methods.length === 0) return unknownPath()
  return methodNotAllowed(methods.includes('GET') ? ['HEAD', ...methods].sort() : methods)
}

const pathPattern = ({ path }: Operation): RegExp => new RegExp(`^/v1${path.replace('{id}', '[^/]+')}$`)

/** A key that someone put into the path by mistake is theirs to change, and not ours to write down. */
const withoutSecrets = (path: string): string => path.replace(/florin_[0-9A-Za-z]+/g, 'florin_…')

/** Path without the query, which may hold anything a client puts there; never a header. */
function logAnswer(log: Logger, context: AppContext, ms: number): void {
  log.info(
    {
      requestId: context.get('requestId'),
      method: context.req.method,
      path: withoutSecrets(context.req.path),
      status: context.res.status,
      ms: Math.round(ms * 10) / 10,
      keyId: context.get('key')?.id,
    },
    'answered',
  )
}
