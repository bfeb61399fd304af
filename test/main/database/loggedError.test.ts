/** What the log has of a PostgreSQL error: its reason, and no data. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loggedError } from '../../../src/main/loggedError.ts'
import { ServerError } from '../../../src/postgres/protocol.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { freshDatabase, type TestStore } from '../../support/stores.ts'

let store: TestStore
let admin: pg.Client

beforeAll(async () => {
  store = await freshDatabase('florin_template')
  admin = new pg.Client(inject('postgresAdminUrl'))
  await admin.connect()
})

afterAll(async () => {
  await admin?.end()
  await store?.remove()
})

const failureOf = async (work: Promise<unknown>): Promise<Error> =>
  (await work.then(
    () => new Error('It did not fail.'),
    (error: unknown) => error,
  )) as Error

describe('the log', () => {
  it("has PostgreSQL's reason when there are too many connections", async () => {
    await admin.query('create role few login connection limit 0')
    const url = new URL(store.databaseUrl ?? '')
    url.username = 'few'
    const db = await openPostgres({ url: url.href, connections: 1 })
    const error = await failureOf(db.query('select 1'))
    await db.close()
    await admin.query('drop role few')
    expect(loggedError(error)).toMatchObject({
      name: 'StoreUnavailable',
      cause: { code: '53300', severity: 'FATAL', message: expect.stringContaining('too many connections') },
    })
  })

  it('has the reason for a full disk', () => {
    const full = new ServerError('could not extend file "base/1/2": No space left on device', '53100')
    expect(loggedError(full)).toMatchObject({
      code: '53100',
      message: expect.stringContaining('No space left'),
    })
  })

  it.each([
    ['a value of the wrong kind', `select 'DE89 secret'::integer`],
    ['a row that breaks a constraint', `insert into migrations values (1, 'DE89 secret', 'DE89 secret')`],
  ])('has the code and no data of %s', async (_, sql) => {
    const logged = loggedError(await failureOf(store.db.query(sql)))
    expect(JSON.stringify(logged)).toMatch(/"code":"(22P02|23505)"/)
    expect(JSON.stringify(logged)).not.toContain('DE89')
  })

  it('has no other field of an error', () => {
    const error = Object.assign(new Error('lost'), {
      detail: 'DE89 secret',
      where: 'DE89 secret',
      code: '57P01',
    })
    const outer = new Error('outer', { cause: error })
    expect(JSON.stringify(loggedError(outer))).not.toContain('DE89')
    expect(loggedError(outer)).toMatchObject({ message: 'outer', cause: { message: 'lost', code: '57P01' } })
  })

  it('is finite if causes are circular', () => {
    const error = new Error('circle')
    error.cause = error
    expect(JSON.stringify(loggedError(error)).match(/"circle"/g)?.length).toBeLessThan(10)
  })
})
