/**
 * One more app on a store that a test has already, asked without a socket. It stands for another process, another
 * configuration or another client address; every answer is checked against the contract all the same.
 */
import type { IncomingMessage } from 'node:http'
import { type Logger, pino } from 'pino'
import { type AppConfig, createApp } from '../../src/api/app.ts'
import type { Database } from '../../src/store/door.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { checkAnswer } from '../support/contractCheck.ts'
import { generous } from '../support/service.ts'
import type { TestStore } from '../support/stores.ts'

export interface DirectRequest {
  method?: string
  secret?: string
  /** Where the connection comes from. */
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
      const request = new Request(`http://florin.test${path}`, {
        method,
        headers: { ...headers, ...(secret !== undefined && { Authorization: `Bearer ${secret}` }) },
        ...(body !== undefined && { body }),
      })
      const response = await app.fetch(request, { incoming: incomingFrom(address, request.headers) })
      await checkAnswer(method, new URL(request.url).pathname, response.clone())
      return response
    },
    tidy: () => app.tidy(),
  }
}

/** What node's server tells of a request, as far as the service asks. */
function incomingFrom(address: string, headers: Headers) {
  return { headers: Object.fromEntries(headers), socket: { remoteAddress: address } } as Pick<
    IncomingMessage,
    'headers' | 'socket'
  >
}

/** The store as a second process has it: connections of its own to a server, the same engine where it is embedded. */
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
