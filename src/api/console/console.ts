/**
 * The console's own operations, and the API's operations for people who are signed in. A request is checked in this
 * order: origin (403), session (401), rate limit (429), workspace (404), path and method (404, 405), role (403),
 * parameters and body (400); then the handler runs. Session and role are looked up after the whole body has arrived, so
 * that someone who is removed meanwhile is refused. Operations that accept large bodies also check them before reading.
 */
import type { WebhookTools } from '../../actions/webhookTools.ts'
import type { ConsoleOperation } from '../../contract/console/operation.ts'
import { personalOperations, workspaceOperations } from '../../contract/console/operations.ts'
import { editors, type Role } from '../../contract/console/roles.ts'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { clientName } from '../../domain/access/clientName.ts'
import { scopesOf } from '../../domain/access/rights.ts'
import { hashToken } from '../../domain/access/token.ts'
import type { BucketRules } from '../../domain/access/tokenBucket.ts'
import type { Database } from '../../store/engine/door.ts'
import { findSignedIn, noteSeen } from '../../store/people/sessions.ts'
import { tooManyRequests } from '../errors.ts'
import { rateLimiter } from '../gate/rateLimit.ts'
import { addressOf } from '../http/clientAddress.ts'
import { JsonBytes } from '../http/jsonBytes.ts'
import { type ParsedRequest, parseRequest } from '../http/parseRequest.ts'
import { bodyBytesMax, withBody } from '../http/readBody.ts'
import { type AppRequest, emptyReply, jsonReply, linesReply, pathOf, type Reply } from '../http/reply.ts'
import type { ReplyCache } from '../http/replyCache.ts'
import { type Route, routesOf, unescaped } from '../http/routes.ts'
import { performOperation } from '../performOperation.ts'
import type { OpenCall, PersonCall, WorkspaceCall } from './call.ts'
import { fileReply, type ServedFile } from './files/fileReply.ts'
import { handlers } from './handlers.ts'
import { type OriginRules, requireOwnOrigin } from './http/ownOrigin.ts'
import { notSignedIn, roleRequired, unknownWorkspace } from './http/refusals.ts'
import { setCookie, tokenIn } from './signIn/cookie.ts'
import { passwordGuard } from './signIn/passwords.ts'
import type { SignInLimits } from './signIn/signInTries.ts'

export interface ConsoleConfig extends OriginRules {
  signIn: SignInLimits
  /** Per person, over all their sessions. */
  rate: BucketRules
}

interface ConsoleDependencies {
  db: Database
  config: ConsoleConfig
  cache: ReplyCache
  webhooks: WebhookTools
}

/** A request while it is handled; `personId` is filled in for the log. */
export interface Visit {
  request: AppRequest
  nowMs: number
  peer: string
  /** The host that the browser requested. */
  host: string | undefined
  personId: string | null
}

const personalRoutes = routesOf<ConsoleOperation>('/console', Object.values(personalOperations))
const workspaceRoutes = routesOf<WorkspaceOperation>('', Object.values(workspaceOperations))
/** GET /workspace shows the calling key, so people do not have it. */
const { getWorkspace: _, ...forPeople } = operations
const dataRoutes = routesOf<Operation>('/v1', Object.values(forPeople))

type WorkspaceOperation = ConsoleOperation & { access: readonly Role[] }

/** Requests that need no session, as method and path. */
const openRequests = new Set(
  Object.values<ConsoleOperation>(personalOperations)
    .filter(({ access }) => access === 'anyone')
    .map(({ method, path }) => `${method} /console${path}`),
)

const inWorkspace = /^\/console\/workspaces\/([^/]+)(\/.+)$/

export function consoleApi({ db, config, cache, webhooks }: ConsoleDependencies) {
  const guard = passwordGuard(db, config.signIn)
  const people = rateLimiter(db, 'people', config.rate)

  async function handle(visit: Visit): Promise<Reply> {
    if (!isRead(visit.request)) {
      requireOwnOrigin(visit, config)
      visit.request = await withBody(visit.request, await bytesMaxOf(visit))
    }
    const place = placeOf(visit.request)
    return place === null
      ? await replyToPerson(visit)
      : await replyInWorkspace(visit, place.workspaceId, place.path)
  }

  /** The size limit of the body. Operations with a large limit check session and role first. */
  async function bytesMaxOf(visit: Visit): Promise<number> {
    const place = placeOf(visit.request)
    const route = place && workspaceRoutes.findRoute(visit.request.method ?? '', place.path)
    if (!route || route.operation.bytesMax === undefined) return bodyBytesMax
    const { person } = await authenticated(visit, openCall(visit, []), storable(place.workspaceId))
    if (person.role === null) throw unknownWorkspace()
    requireRole(route.operation, person.role)
    return route.operation.bytesMax
  }

  async function replyToPerson(visit: Visit): Promise<Reply> {
    const { method = '' } = visit.request
    const path = pathOf(visit.request)
    const headers: string[] = []
    const open = openCall(visit, headers)
    const call = openRequests.has(`${method} ${path}`) ? open : await signedIn(visit, open, null)
    return await perform(personalRoutes.routeOf(method, path), visit.request, call, headers)
  }

  async function replyInWorkspace(visit: Visit, workspaceId: string, path: string): Promise<Reply> {
    const headers: string[] = []
    const call = await signedIn(visit, openCall(visit, headers), storable(workspaceId))
    const { role, version, id } = call.person
    if (role === null || version === null) throw unknownWorkspace()
    const actor = { kind: 'person', id } as const
    const inside: WorkspaceCall = { ...call, workspaceId, role, version, actor }
    if (path.startsWith('/v1/')) return await replyWithData(visit, inside, path)
    const route = workspaceRoutes.routeOf(visit.request.method ?? '', path)
    requireRole(route.operation, role)
    return await perform(route, visit.request, inside, headers)
  }

  /** The API's own operations, called by a person: same parameters, rows, cursors and ETags. */
  async function replyWithData({ request, nowMs }: Visit, call: WorkspaceCall, path: string): Promise<Reply> {
    const { workspaceId, role, version, actor } = call
    const route = dataRoutes.routeOf(request.method ?? '', path)
    const granted = scopesOf(role)
    if (route.operation.scopes.some(scope => !granted.includes(scope))) throw roleRequired(editors)
    const caller = { workspaceId, version, actor, key: null }
    const reply = await performOperation(route, request, { db, nowMs, caller, cache, waiting: null })
    return { ...reply, headers: ['Cache-Control', 'private, no-cache', ...reply.headers] }
  }

  function openCall(visit: Visit, headers: string[]): OpenCall {
    const { request, nowMs, peer } = visit
    const token = tokenIn(request, 'session', config.secure)
    return {
      db,
      nowMs,
      guard,
      webhooks,
      address: addressOf(peer),
      client: clientName(request.headers['user-agent']),
      tokenHash: token === null ? null : hashToken(token),
      setToken: next => headers.push('Set-Cookie', setCookie('session', next, config.secure)),
      deviceToken: tokenIn(request, 'device', config.secure),
      setDevice: next => headers.push('Set-Cookie', setCookie('device', next, config.secure)),
      notePerson: userId => {
        visit.personId = userId
      },
    }
  }

  async function authenticated(
    visit: Visit,
    open: OpenCall,
    workspaceId: string | null,
  ): Promise<PersonCall> {
    const { tokenHash } = open
    const person = tokenHash === null ? null : await findSignedIn(db, tokenHash, workspaceId, visit.nowMs)
    if (person === null || tokenHash === null) throw notSignedIn()
    visit.personId = person.id
    return { ...open, tokenHash, person }
  }

  async function signedIn(visit: Visit, open: OpenCall, workspaceId: string | null): Promise<PersonCall> {
    const { nowMs } = visit
    const call = await authenticated(visit, open, workspaceId)
    const { person, tokenHash } = call
    const { allowed, retryAfterSeconds } = await people.take(person.id, nowMs)
    if (!allowed) throw tooManyRequests(retryAfterSeconds, 'You are sending too many requests.')
    await noteSeen(db, tokenHash, person, call, nowMs)
    return call
  }

  return {
    handle,
    async tidy(nowMs: number, isLast: boolean): Promise<void> {
      await Promise.all([guard.tidy(nowMs, isLast), people.tidy(nowMs)])
    },
  }
}

/** Splits a path into its workspace and the path within it; null if it is not in a workspace. */
function placeOf(request: AppRequest): { workspaceId: string; path: string } | null {
  const [, workspaceId, path] = inWorkspace.exec(pathOf(request)) ?? []
  if (workspaceId === undefined || path === undefined) return null
  return { workspaceId: unescaped(workspaceId, decodeURIComponent), path }
}

/** PostgreSQL cannot store such text, so no workspace has it as its id. */
const storable = (workspaceId: string): string | null =>
  workspaceId.includes('\0') || !workspaceId.isWellFormed() ? null : workspaceId

function requireRole({ access }: WorkspaceOperation, role: Role): void {
  if (!access.includes(role)) throw roleRequired(access)
}

const isRead = ({ method }: AppRequest): boolean => method === 'GET' || method === 'HEAD'

async function perform(
  { operation, id }: Route<ConsoleOperation>,
  request: AppRequest,
  call: OpenCall | PersonCall | WorkspaceCall,
  headers: string[],
): Promise<Reply> {
  const input = await parseRequest(operation, request, id)
  // Each handler is typed for its own operation; a lookup by id cannot express which one it returns.
  const handler = handlers[operation.id as keyof typeof handlers] as (
    call: OpenCall,
    input: Omit<ParsedRequest, 'ignored'>,
  ) => Promise<unknown>
  const result = await handler(call, input)
  headers.push('Cache-Control', 'no-store')
  const { status, form } = operation.success
  if (form === 'lines') return linesReply(status, result as AsyncIterable<unknown>, ...headers)
  if (form === 'file') return fileReply(status, result as ServedFile, ...headers)
  if (status === 204) return emptyReply(204, ...headers)
  const body = result instanceof JsonBytes ? result.bytes : JSON.stringify(result)
  return jsonReply(status, body, ...headers)
}
