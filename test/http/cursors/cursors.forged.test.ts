/** Forged cursors with absurd content and a valid checksum are refused, and never cause a 500. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldsOf, sealed } from '../../domain/forgedCursor.ts'
import { bill, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'
import { directAsker, expectBadRequest, type Filters, firstCursor, useAsk, withQuery } from '../lists.ts'
import { giro, home, north, runsOverHttp } from './randomRows.ts'

const file = workspaceFile({
  ...home,
  transactions: [transaction(giro), transaction(giro)],
  bills: [bill(north), bill(north)],
})
const updatedAfter = '1970-01-01T00:00:00.000Z'
const malformed = 'is not a cursor from this service'

type Path = '/transactions' | '/bills'

describeOnBothStores('A cursor made by hand', store => {
  const service = useService(store)
  const ask = useAsk(service, file, directAsker)
  const cursorOf = (path: Path, filters?: Filters) => firstCursor(ask, path, filters)

  const queries: [Path, Filters][] = [
    ['/transactions', {}],
    ['/transactions', { updatedAfter }],
    ['/bills', {}],
    ['/bills', { updatedAfter }],
  ]

  it.each(queries)(
    'is accepted if its content is valid, as the other tests assume: %s %o',
    async (path, filters) => {
      const cursor = await cursorOf(path, filters)
      const fields = fieldsOf(cursor)
      expect(fields).toHaveLength(5)
      expect(sealed(JSON.stringify(fields))).toBe(cursor)
    },
  )

  const day = (value: unknown) => (walk: unknown[]) => [value, ...walk.slice(1)]
  const absurdWalks: [string, (walk: unknown[]) => unknown][] = [
    ['no numbers', () => []],
    ['a number too few', walk => walk.slice(1)],
    ['a number too many', walk => [...walk, 0]],
    ['a hundred numbers', () => Array(100).fill(0)],
    ['a fraction', day(0.5)],
    ['a number past every integer', day(1e300)],
    ['text', day('0')],
    ['null', day(null)],
    ['a list', day([0])],
    ['an object in its place', () => ({ length: 2 })],
    ['null in its place', () => null],
  ]
  it.each(absurdWalks)('is refused with %s as its position', async (_, change) => {
    for (const [path, filters] of queries) {
      const [version, belongsTo, walk, id, fixedAt] = fieldsOf(await cursorOf(path, filters))
      const cursor = sealed(JSON.stringify([version, belongsTo, change(walk), id, fixedAt]))
      expectBadRequest(await ask(withQuery(path, { ...filters, cursor })), 'cursor', malformed)
    }
  })

  it.each([2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    'is refused with a booking day that is none: %i',
    async number => {
      const [version, belongsTo, walk, id] = fieldsOf(await cursorOf('/transactions'))
      const cursor = sealed(JSON.stringify([version, belongsTo, day(number)(walk), id, null]))
      expectBadRequest(await ask(`/transactions?cursor=${cursor}`), 'cursor', malformed)
    },
  )

  it.each([[''], ['a\0b'], ['\ud800'], [7], [null], [['a']], [{}]])(
    'is refused with an id of %j',
    async wrong => {
      const [version, belongsTo, walk] = fieldsOf(await cursorOf('/transactions'))
      const cursor = sealed(JSON.stringify([version, belongsTo, walk, wrong, null]))
      expectBadRequest(await ask(`/transactions?cursor=${cursor}`), 'cursor', malformed)
    },
  )

  const notInstants = ['', 'now', '2026-02-30T00:00:00.000Z', '2026-03-01T00:00:00Z', 0, false, ['a']]
  it.each(notInstants)('is refused if it is fixed at %j', async wrong => {
    for (const filters of [{}, { updatedAfter }]) {
      const fields = fieldsOf(await cursorOf('/transactions', filters))
      const cursor = sealed(JSON.stringify([...fields.slice(0, 4), wrong]))
      expectBadRequest(await ask(withQuery('/transactions', { ...filters, cursor })), 'cursor', malformed)
    }
  })

  it('is refused if a sync is fixed at no instant, or another walk at one', async () => {
    for (const [path, filters] of queries) {
      const fields = fieldsOf(await cursorOf(path, filters))
      const fixedAt = fields[4] === null ? '2026-06-01T12:00:00.000Z' : null
      const cursor = sealed(JSON.stringify([...fields.slice(0, 4), fixedAt]))
      expectBadRequest(await ask(withQuery(path, { ...filters, cursor })), 'cursor', malformed)
    }
  })

  it('is refused with another version, or with too few or too many fields', async () => {
    const fields: unknown[] = fieldsOf(await cursorOf('/transactions'))
    const versions = [0, 2, -1, '1', true, null].map(version => [version, ...fields.slice(1)])
    const payloads = [...versions, fields.slice(0, 4), [...fields, null], [], {}, null, 'text', 1, true].map(
      each => JSON.stringify(each),
    )
    const broken = ['', '[', '[1,', '\ufeff[]', '['.repeat(2000), `[1,${'[0],'.repeat(500)}0]`]
    for (const payload of [...payloads, ...broken, Buffer.from([0xff, 0xfe]), Buffer.alloc(0)]) {
      expectBadRequest(await ask(`/transactions?cursor=${sealed(payload)}`), 'cursor', malformed)
    }
  })

  it('never makes the service fail, whatever its fields contain', async () => {
    const own: unknown[] = fieldsOf(await cursorOf('/transactions'))
    const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.constant(-0))
    const walk = fc.oneof(fc.tuple(number, number), fc.array(number), fc.jsonValue())
    const id = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.string({ unit: anyCodePoint, size: 'large' }),
      fc.jsonValue(),
    )
    const fixedAt = fc.oneof(fc.date({ noInvalidDate: true }), fc.jsonValue())
    const fields = fc.oneof(
      walk.map(value => own.with(2, value)),
      id.map(value => own.with(3, value)),
      fixedAt.map(value => own.with(4, value)),
    )
    const property = fc.asyncProperty(fields, async content => {
      const { status } = await ask(`/transactions?cursor=${sealed(JSON.stringify(content))}`)
      expect([200, 400]).toContain(status)
    })
    await fc.assert(property, { ...runsOverHttp, numRuns: 60 })
  })
})
