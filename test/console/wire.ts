/**
 * Requests to the console as a browser sends them: with a cookie, and with an origin on every write. Every reply is
 * checked against the contract, so no test can forget to.
 */
import { Agent, request as httpRequest } from 'node:http'
import { type Logger, pino } from 'pino'
import { expect } from 'vitest'
import { type AppConfig, createApp } from '../../src/api/app.ts'
import { type Reply as AppReply, isStream } from '../../src/api/http/reply.ts'
import { documentMediaTypes } from '../../src/contract/console/bills/billDetails.ts'
import { exportMediaTypes } from '../../src/contract/console/lists.ts'
import { personalOperations, workspaceOperations } from '../../src/contract/console/operations.ts'
import { errorBody } from '../../src/contract/errors.ts'
import type { WireOperation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { requestOf } from '../http/replies/directApp.ts'
import { generous, type TestService } from '../support/service.ts'

export interface Received {
  status: number
  /** Alternating lower-case names and values as received, without Date and Request-Id. */
  headers: [string, string][]
  requestId: string
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked against the contract when the reply arrives
  body: any
}

export interface Sending {
  /** The whole header. */
  cookie?: string | null
  /** By default the service's own origin on writes; null for none. */
  origin?: string | null
  /** Sent as JSON with its content type. */
  json?: unknown
  /** Sent unchanged, without a content type unless the headers have one. */
  bytes?: string | Uint8Array
  headers?: Record<string, string>
  /** The peer of the connection; only for an app without a socket. */
  address?: string
}

export type Send = (method: string, path: string, sending?: Sending) => Promise<Received>

const agent = new Agent({ keepAlive: true })

export const overHttp =
  ({ url }: Pick<TestService, 'url'>): Send =>
  (method, path, sending = {}) =>
    new Promise((settle, fail) => {
      const body = bodyOf(sending) ?? ''
      // Node leaves out Content-Length with DELETE, and the body would be read as the next request.
      const headers = { ...headersFor(method, url, sending), 'content-length': Buffer.byteLength(body) }
      const sent = httpRequest(`${url}${path}`, { method, headers, agent }, reply => {
        const chunks: Buffer[] = []
        reply.on('data', chunk => chunks.push(chunk))
        reply.on('error', fail)
        reply.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          checked(method, path, reply.statusCode ?? 0, reply.rawHeaders, text).then(settle, fail)
        })
      })
      sent.on('error', fail)
      sent.end(body)
    })

interface DirectOptions {
  clock: () => number
  config?: Partial<AppConfig>
  log?: Logger
}

/** Another app on an existing store: another process, configuration or client address. */
export function directly(
  db: Database,
  { clock, config = {}, log = pino({ level: 'silent' }) }: DirectOptions,
) {
  const app = createApp({ db, config: { ...generous, ...config }, clock, log })
  const own = `${config.secure ? 'https' : 'http'}://florin.test`
  const send: Send = async (method, path, sending = {}) => {
    const headers = { host: 'florin.test', ...lowerCased(headersFor(method, own, sending)) }
    const { address = '192.0.2.1' } = sending
    const given = await app.handle(requestOf(method, path, headers, address, bodyOf(sending)))
    const text = method === 'HEAD' ? '' : await textOf(given.body)
    return await checked(method, path, given.status, given.headers, text)
  }
  return { send, tidy: (isLast?: boolean) => app.tidy(isLast) }
}

async function textOf(body: AppReply['body']): Promise<string> {
  if (body === null || !isStream(body)) return Buffer.from(body ?? '').toString()
  let text = ''
  for await (const part of body) text += part
  return text
}

function headersFor(method: string, ownOrigin: string, { cookie, origin, json, headers }: Sending) {
  const isRead = method === 'GET' || method === 'HEAD'
  const sentOrigin = origin === undefined && !isRead ? ownOrigin : origin
  return {
    ...(cookie != null && { cookie }),
    ...(sentOrigin != null && { origin: sentOrigin }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const bodyOf = ({ json, bytes }: Sending): string | Uint8Array | undefined =>
  json === undefined ? bytes : JSON.stringify(json)

/** Each console operation, its path, and how its reply may be cached. */
const wire = [
  ...Object.values(personalOperations).map(operation => wired('/console', operation, 'no-store')),
  ...Object.values(workspaceOperations).map(operation =>
    wired('/console/workspaces/[^/]+', operation, 'no-store'),
  ),
  ...Object.values(operations).map(operation =>
    wired('/console/workspaces/[^/]+/v1', operation, 'private, no-cache'),
  ),
]

function wired(prefix: string, operation: WireOperation, cacheControl: string) {
  const path = new RegExp(`^${prefix}${operation.path.replace('{id}', '[^/]+')}$`)
  return { operation, path, cacheControl }
}

/** Throws if the reply does not follow the contract. */
export async function checked(
  method: string,
  target: string,
  status: number,
  rawHeaders: readonly string[],
  text: string,
): Promise<Received> {
  const all = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  )
  const requestId = all.find(([name]) => name === 'request-id')?.[1] ?? ''
  const headers = all.filter(([name]) => name !== 'request-id' && name !== 'date')
  const reply = { status, headers, requestId, text, body: null }
  const [path = ''] = target.split('?')
  const where = `${method} ${path} returned ${status}: ${text.slice(0, 500)}`
  expect(requestId, where).toMatch(/^req_/)
  expect(headerOf(reply, 'x-content-type-options'), where).toBe('nosniff')
  // Any such header would let other sites read a person's data.
  expect(
    all.map(([name]) => name).filter(name => name.startsWith('access-control')),
    where,
  ).toEqual([])
  if (!path.startsWith('/console')) return { ...reply, body: parsedOr(text) }
  if (status >= 400) return { ...reply, body: checkedRefusal(reply, method, where) }
  const known = wire.find(each => isFor(each, method, path))
  expect(known, `${where}, which the contract does not have`).toBeDefined()
  if (known) expect(headerOf(reply, 'cache-control'), where).toBe(known.cacheControl)
  if (status === 304 || status === 204 || method === 'HEAD') {
    expect(text, where).toBe('')
    if (status === 204) expect(known?.operation.success.status, where).toBe(204)
    return reply
  }
  expect(status, where).toBe(known?.operation.success.status)
  if (known?.operation.success.form === 'file') {
    expect([...documentMediaTypes, ...Object.values(exportMediaTypes)], where).toContain(
      headerOf(reply, 'content-type'),
    )
    expect(headerOf(reply, 'content-disposition'), where).toMatch(/^(attachment|inline); filename="/)
    const isInline = headerOf(reply, 'content-disposition')?.startsWith('inline')
    const policy = isInline ? "frame-ancestors 'self'" : 'sandbox'
    expect(headerOf(reply, 'content-security-policy'), where).toContain(policy)
    return reply
  }
  const isLines = known?.operation.success.form === 'lines'
  expect(headerOf(reply, 'content-type'), where).toBe(`application/${isLines ? 'x-ndjson' : 'json'}`)
  const values = isLines ? text.trimEnd().split('\n') : [text]
  const bodies = values.map(value => JSON.parse(value))
  // A schema drops unknown fields, so an equal result has none.
  for (const body of bodies) expect(known?.operation.success.schema?.parse(body), where).toEqual(body)
  return { ...reply, body: isLines ? bodies : bodies[0] }
}

const isFor = ({ operation, path }: (typeof wire)[number], method: string, asked: string): boolean =>
  operation.method === (method === 'HEAD' ? 'GET' : method) && path.test(asked)

function checkedRefusal(reply: Received, method: string, where: string): unknown {
  expect(headerOf(reply, 'content-type'), where).toBe('application/json')
  expect(headerOf(reply, 'set-cookie'), where).toBeUndefined()
  if (method === 'HEAD') return null
  const body = JSON.parse(reply.text)
  expect(errorBody.parse(body), where).toEqual(body)
  expect(body.status, where).toBe(reply.status)
  return body
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const headerOf = ({ headers }: Pick<Received, 'headers'>, name: string): string | undefined =>
  headers.find(([each]) => each === name)?.[1]

/** A whole reply, except its date and Request-Id. */
export const seen = ({ status, headers, text }: Received) => ({ status, headers, text })

/** Status and error code, which identify most refusals. */
export const statusAndCode = ({ status, body }: Received): [number, string | undefined] => [
  status,
  body?.code,
]

export const notSignedIn = [401, 'NOT_SIGNED_IN']
