/** Values survive the round trip through a query on both engines. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantFromPostgres, NotInUtc } from '../../../src/postgres/protocol.ts'
import type { Connection, Value } from '../../../src/store/engine/door.ts'
import { anyDate, anyInstant, anyMoney, anyText } from '../../support/anyValues.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'

/** Combines characters that have a meaning in array literals. */
const inArrays = fc
  .array(fc.constantFrom('"', '\\', '{', '}', ',', ' ', 'NULL', 'null', 'a', 'é', '😀', '\n', "'", '""'), {
    maxLength: 5,
  })
  .map(parts => parts.join(''))
const anyElement = fc.oneof(inArrays, anyText, fc.constantFrom('', 'NULL', 'null', '\\', '"'))

/** PostgreSQL rejects null bytes in text, even escaped ones. */
const anyJson = fc
  .jsonValue({ stringUnit: anyCodePoint })
  .map(value => JSON.stringify(value).replaceAll('\\u0000', ''))

/** Values of each supported type, by the type's name. */
const anyValues = {
  text: anyText,
  varchar: anyText,
  'text[]': fc.array(fc.option(anyElement), { maxLength: 6 }),
  integer: fc.oneof(fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1)),
  smallint: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  boolean: fc.boolean(),
  numeric: anyMoney,
  'double precision': fc.double().map(number => (number === 0 ? 0 : number)),
  date: anyDate,
  timestamptz: anyInstant,
  json: anyJson,
  jsonb: anyJson,
}
const types = Object.keys(anyValues) as (keyof typeof anyValues)[]
const anyRow = fc.record(
  Object.fromEntries(
    types.map(type => [type, fc.option(anyValues[type] as fc.Arbitrary<unknown>, { freq: 8 })]),
  ),
)

const isJson = (type: string): boolean => type.startsWith('json')
const comesOut = (type: string, value: unknown): unknown =>
  isJson(type) && value !== null ? JSON.parse(value as string) : value

describeOnBothStores('values', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  it('of every type are read back exactly as written, including null', async () => {
    const sql = `select ${types.map((type, index) => `$${index + 1}::${type} as "${type}"`).join(', ')}`
    await fc.assert(
      fc.asyncProperty(anyRow, async given => {
        const [found] = await store.db.query(sql, types.map(type => given[type]) as Value[])
        expect(found).toEqual(
          Object.fromEntries(types.map(type => [type, comesOut(type, given[type] ?? null)])),
        )
        expect(Object.keys(found ?? {})).toEqual(types)
      }),
      { numRuns: 200 },
    )
  })

  it('can be lists of numbers', async () => {
    const sql = 'select n from generate_series(1, 9) as n where n = any($1::integer[]) order by n'
    expect(await store.db.query(sql, [[3, 1, 12]])).toEqual([{ n: 1 }, { n: 3 }])
    expect(await store.db.query(sql, [[]])).toEqual([])
  })

  it('of many rows stay in their own row', async () => {
    const rows = await store.db.query<{ n: number; text: string | null }>(
      `select n, case when n % 3 > 0 then repeat('é', n % 50) end as text from generate_series(0, 5000) as n`,
    )
    expect(rows).toEqual(
      Array.from({ length: 5001 }, (_, n) => ({ n, text: n % 3 > 0 ? 'é'.repeat(n % 50) : null })),
    )
  })

  it('can be a text of five megabytes', async () => {
    const long = `${'漢é'.repeat(1_000_000)}end`
    expect(Buffer.byteLength(long)).toBeGreaterThan(5_000_000)
    const [found] = await store.db.query<{ value: string }>('select $1::text as value', [long])
    expect(found?.value === long).toBe(true)
  })

  /** In a transaction, so that both queries run on the same connection. */
  const refusedOn = (sql: string, values: Value[], reason: RegExp) =>
    store.db.transaction(async connection => {
      await expect(connection.query(sql, values)).rejects.toThrow(reason)
      return await one(connection)
    })
  const one = (connection: Connection) => connection.query('select $1::integer as one', [1])

  it('of an unsupported type are rejected, and the connection stays usable', async () => {
    const sql = `select '10.0.0.1'::inet as value`
    expect(await refusedOn(sql, [], /^There is no parser for PostgreSQL's type 869\.$/)).toEqual([{ one: 1 }])
    // Also the second time, when the statement has been prepared.
    expect(await refusedOn(sql, [], /type 869/)).toEqual([{ one: 1 }])
  })

  it('that the engine rejects do not affect later queries', async () => {
    await expect(store.db.query('select $1::text as value', ['a\0b'])).rejects.toMatchObject({
      code: '22021',
    })
    await expect(store.db.query('select $1::integer as value', ['x'])).rejects.toMatchObject({
      code: '22P02',
    })
    expect(await store.db.query('select $1::integer as value', [7])).toEqual([{ value: 7 }])
    expect(await one(store.db)).toEqual([{ one: 1 }])
  })

  it('of instants are rejected if the connection is not in UTC', async () => {
    const read = store.db.transaction(async connection => {
      await connection.script(`set local timezone = 'Europe/Berlin'`)
      return await connection.query(`select '2026-03-31T09:30:00Z'::timestamptz as at`)
    })
    await expect(read).rejects.toThrow(NotInUtc)
    expect(await store.db.query(`select '2026-03-31T09:30:00Z'::timestamptz as at`)).toEqual([
      { at: '2026-03-31T09:30:00.000Z' },
    ])
  })
})

describe('an instant', () => {
  it.each([
    ['2026-03-31 09:30:00+00', '2026-03-31T09:30:00.000Z'],
    ['2026-03-31 09:30:00.5+00', '2026-03-31T09:30:00.500Z'],
    ['2026-03-31 09:30:00.05+00', '2026-03-31T09:30:00.050Z'],
    ['2026-03-31 09:30:00.125+00', '2026-03-31T09:30:00.125Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ])('written by PostgreSQL as %s is read as %s', (written, instant) => {
    expect(instantFromPostgres(written)).toBe(instant)
  })

  it.each(['2026-03-31 09:30:00+02', '2026-03-31 09:30:00-00', '2026-03-31 09:30:00+05:30', 'infinity'])(
    'written by PostgreSQL as %s is rejected',
    written => {
      expect(() => instantFromPostgres(written)).toThrow(NotInUtc)
    },
  )
})
