/**
 * Another app on a test's store, without a socket. It represents another process, another configuration or another
 * client address. Every reply is still checked against the contract.
 */
import { Readable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { type AppConfig, createApp } from '../../../src/api/app.ts'
import type { AppRequest, Reply } from '../../../src/api/http/reply.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { generous } from '../../support/service.ts'
import { checkReply } from '../../support/setup/contractCheck.ts'
import type { TestStore } from '../../support/stores.ts'

export interface DirectRequest {
  method?: string
  secret?: string
  /** The peer of the connection. */
  address?: string
  headers?: Record<string, string>
  body?: string
}

export interface DirectAppOptions {
  config?: Partial<AppConfig>
  clock: () => number
  log?: Logger
}

export interface DirectApp {
  ask(path: string, request?: DirectRequest): Promise<Response>
  tidy(): Promise<void>
}

export function directApp(db: Database, { config, clock, log }: DirectAppOptions): DirectApp {
  const app = createApp({
    db,
    config: { ...generous, ...config },
    clock,
    log: log ?? pino({ level: 'silent' }),
  })
  return {
    async ask(path, { method = 'GET', secret, address = '192.0.2.1', headers, body } = {}) {
      const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
      const sent = requestOf(method, path, { ...lowerCased(headers), ...authorization }, address, body)
      const response = responseOf(method, await app.handle(sent))
      await checkReply(method, path.split('?')[0] ?? '', response.clone())
      return response
    },
    tidy: () => app.tidy(),
  }
}

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The part of node's IncomingMessage that the service uses. */
export function requestOf(
  method: string,
  url: string,
  headers: Record<string, string>,
  address?: string,
  body?: string | Uint8Array,
): AppRequest {
  const chunks = Readable.from(body === undefined ? [] : [Buffer.from(body)])
  return Object.assign(chunks, { method, url, headers, socket: { remoteAddress: address } })
}

/** The reply as a client gets it. Node sends no body with HEAD. */
export function responseOf(method: string, { status, headers, body }: Reply): Response {
  const pairs = headers.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [],
  )
  return new Response(method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer> | string | null), {
    status,
    headers: pairs,
  })
}

/** The store as a second process sees it: new connections to PostgreSQL, or the same embedded engine. */
export async function withOtherProcess(
  store: TestStore,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  if (store.databaseUrl === null) return await work(store.db)
  const db = await openPostgres({ url: store.databaseUrl })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}
