/** Replies when the service or its store fails: the common error shape, without internals. */
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/api/app.ts'
import { newSecret } from '../../../src/domain/access/apiKey.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { iban } from '../../support/builders.ts'
import { generous, TestService, useService } from '../../support/service.ts'
import { checkReply } from '../../support/setup/contractCheck.ts'
import { describeOnBothStores, freshStore } from '../../support/stores.ts'
import { watchedThroughout } from '../../support/watched.ts'
import { requestOf, responseOf } from '../replies/directApp.ts'
import { otherError, ownWorkspace } from '../replies/exchange.ts'

const fault = otherError(
  500,
  'INTERNAL_ERROR',
  'The service failed to handle this request. Its log has the details under the Request-Id.',
)
const outOfReach = otherError(
  503,
  'UNAVAILABLE',
  'The database is unavailable at the moment. Nothing was changed. Try again in 2 s.',
)
const secretText = 'select hash from api_keys where password = 7'

/** An app on the store, without a socket, and its log. */
function appOn(db: Database, nowMs = 0) {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const config = { ...generous, rate: { perSecond: 100, burst: 100 }, authFailuresPerMinute: 100 }
  const app = createApp({ db, config, clock: () => nowMs, log })
  return {
    logged,
    async send(method: string, path: string, secret: string, json?: unknown, headers = {}) {
      const given = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers }
      const body = json === undefined ? undefined : JSON.stringify(json)
      const request = requestOf(method, path, given, undefined, body)
      const response = responseOf(method, await app.handle(request))
      await checkReply(method, path, response.clone())
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
  }
}

function brokenDatabase(): Database {
  const fail = async (): Promise<never> => {
    throw new TypeError(secretText)
  }
  return {
    ...{ engine: 'embedded', query: fail, read: fail, script: fail, transaction: fail, check: fail },
    stats: () => [],
    close: async () => undefined,
  }
}

/** The same store, except that the first query that contains these words fails. */
function failingOnce(db: Database, words: string): Database {
  let failed = false
  return watchedThroughout(db, sql => {
    if (failed || !sql.includes(words)) return
    failed = true
    throw new Error(secretText)
  })
}

describe('500', () => {
  it('has the common error shape and reveals no internals', async () => {
    const { send } = appOn(brokenDatabase())
    for (const path of ['/v1/workspace', '/v1/payees', '/v1/nothing']) {
      const { status, headers, body } = await send('GET', path, newSecret())
      expect({ status, body }).toEqual(fault)
      expect(headers.get('retry-after')).toBe(null)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('logs the cause under the Request-Id of the reply, and never the key', async () => {
    const { send, logged } = appOn(brokenDatabase())
    const secret = newSecret()
    const { headers } = await send('GET', '/v1/workspace', secret)
    expect(logged).toMatchObject([
      { requestId: headers.get('request-id'), msg: 'request failed', err: { message: secretText } },
    ])
    expect(JSON.stringify(logged)).not.toContain(secret)
  })
})

describeOnBothStores('500 in the middle of a write', store => {
  const service = useService(store)

  it.each(['insert into payees', 'insert into audit_records', 'update workspaces set clock'])(
    'leaves no payee, no audit record and no stamp: %s fails',
    async words => {
      const own = await ownWorkspace(service.current)
      const before = await own.version()
      const { send } = appOn(failingOnce(service.current.store.db, words), service.current.nowMs)
      const json = { name: 'A', iban: iban() }
      const { status, body } = await send('POST', '/v1/payees', own.secret, json)
      expect({ status, body }).toEqual(fault)
      expect([await own.payees(), await own.audit(), await own.version()]).toEqual([[], [], before])
    },
  )

  it.each(['insert into idempotent_answers', 'insert into payees', 'update idempotent_answers'])(
    'does not use up an Idempotency-Key: the request can be repeated after %s failed',
    async words => {
      const own = await ownWorkspace(service.current)
      const { send } = appOn(failingOnce(service.current.store.db, words), service.current.nowMs)
      const header = { 'idempotency-key': 'once' }
      const json = { name: 'A', iban: iban() }
      const first = await send('POST', '/v1/payees', own.secret, json, header)
      expect({ status: first.status, body: first.body }).toEqual(fault)
      const second = await send('POST', '/v1/payees', own.secret, json, header)
      expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null])
      expect(await own.payees()).toEqual([second.body])
      expect(await own.audit()).toHaveLength(1)
    },
  )
})

describe('503', () => {
  const paths = ['/v1/workspace', '/v1/payees', '/v1/nothing', '/readyz']

  it('says when to try again while the embedded store is closed', async () => {
    const { db, remove } = await freshStore('embedded')
    await remove()
    const { send } = appOn(db)
    for (const path of paths) {
      const { status, headers, body } = await send('GET', path, newSecret())
      expect({ status, body }).toEqual(outOfReach)
      expect(headers.get('retry-after')).toBe('2')
    }
  })

  it('says when to try again while no PostgreSQL server responds', async () => {
    const db = await openPostgres({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
    const { send } = appOn(db)
    for (const path of paths) {
      const { status, headers, body } = await send('GET', path, newSecret())
      expect({ status, body }).toEqual(outOfReach)
      expect(headers.get('retry-after')).toBe('2')
    }
    await db.close()
  })

  it('means that nothing of a write was stored', async () => {
    const service = await TestService.start('postgres')
    const own = await ownWorkspace(service)
    const gone = await openPostgres({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
    const { db } = service.store
    const losing: Database = { ...db, engine: db.engine, transaction: work => gone.transaction(work) }
    const { send } = appOn(losing, service.nowMs)
    const { status, body } = await send('POST', '/v1/payees', own.secret, { name: 'A', iban: iban() })
    expect({ status, body }).toEqual(outOfReach)
    expect(await own.payees()).toEqual([])
    await gone.close()
    await service.stop()
  })

  it('does not affect requests that need no store', async () => {
    const { send } = appOn(brokenDatabase())
    expect((await send('GET', '/healthz', newSecret())).body).toEqual({ status: 'ok' })
  })
})
