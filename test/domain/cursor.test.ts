import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, type Position, type WalkedQuery } from '../../src/domain/cursor.ts'
import { anyCodePoint } from '../support/texts/anyCodePoint.ts'
import { fieldsOf, payloadOf, sealed } from './forgedCursor.ts'

const query: WalkedQuery = {
  workspaceId: 'wsp_1',
  list: 'transactions',
  walk: ['integer', 'bigint'],
  sync: true,
  filters: { companyId: 'com_1', status: 'booked', updatedAfter: '2026-03-01T00:00:00.000Z' },
}
const position: Position = {
  walk: [-20_515, -1_772_352_000_000],
  id: 'txn_1',
  fixedAt: '2026-03-31T09:30:00.000Z',
}

const storable = fc
  .string({ unit: anyCodePoint, minLength: 1, maxLength: 20 })
  .filter(text => !text.includes('\0'))
const anyQuery: fc.Arbitrary<WalkedQuery> = fc.record({
  workspaceId: storable,
  list: fc.constantFrom('transactions', 'bills'),
  walk: fc.array(fc.constantFrom('integer', 'bigint'), { minLength: 1, maxLength: 3 }),
  sync: fc.boolean(),
  filters: fc.dictionary(fc.constantFrom('companyId', 'status', 'side', 'dateTo'), storable),
})
const anyInstant = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString())
const anyPositionIn = ({ walk, sync }: WalkedQuery): fc.Arbitrary<Position> =>
  fc.record({
    walk: fc.tuple(...walk.map(kind => (kind === 'integer' ? fc.integer() : fc.maxSafeInteger()))),
    id: storable,
    fixedAt: sync ? anyInstant : fc.constant(null),
  })
/** A query and a position in its walk. */
const anyPlace = anyQuery.chain(asked => fc.tuple(fc.constant(asked), anyPositionIn(asked)))

// fast-check treats a property that returns false as failed, so the result of an expectation is dropped.
function holds<T>(values: fc.Arbitrary<T>, check: (value: T) => void): void {
  fc.assert(fc.property(values, value => void check(value)))
}

const malformed = { ok: false, reason: 'malformed' }
const otherQuery = { ok: false, reason: 'otherQuery' }

describe('a cursor', () => {
  it('decodes to its position for its own query', () => {
    holds(anyPlace, ([asked, place]) => {
      expect(decodeCursor(asked, encodeCursor(asked, place))).toEqual({ ok: true, position: place })
    })
  })

  it('of a walk that is not a sync has no fixed instant', () => {
    const walked = { ...query, sync: false }
    const place = { ...position, fixedAt: null }
    expect(decodeCursor(walked, encodeCursor(walked, place))).toEqual({ ok: true, position: place })
    expect(decodeCursor(walked, encodeCursor(walked, position))).toEqual(malformed)
    expect(decodeCursor(query, encodeCursor(query, place))).toEqual(malformed)
  })

  it('needs no escaping in a URL and is never empty', () => {
    holds(anyPlace, ([asked, place]) => {
      expect(encodeCursor(asked, place)).toMatch(/^[A-Za-z0-9_-]+$/)
    })
  })

  it('is the same for the same position and query: filters in any order, missing filters left out', () => {
    holds(anyPlace, ([asked, place]) => {
      const reversed = Object.fromEntries(Object.entries(asked.filters).reverse())
      const same = { ...asked, filters: { accountId: undefined, ...reversed, categoryId: undefined } }
      expect(encodeCursor(same, place)).toBe(encodeCursor(asked, place))
    })
  })

  it('stays valid: one issued by version 1 always decodes to its position', () => {
    const given =
      'j-ggelex6aVbMSwiNldqT21pS2dnbUJwaVozVSIsWy0yMDUxNSwtMTc3MjM1MjAwMDAwMF0sInR4bl8xIiwiMjAyNi0wMy0zMVQwOTozMDowMC4wMDBaIl0'
    expect(decodeCursor(query, given)).toEqual({ ok: true, position })
  })
})

describe('a changed cursor', () => {
  const cursor = encodeCursor(query, position)
  const alphabet = [
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
    '+',
    '/',
    '=',
    ' ',
    'é',
  ]
  const places = Array.from(cursor, (_, index) => index)
  const accepted = (texts: string[]) => texts.filter(text => decodeCursor(query, text).ok)

  it('is rejected if any character is replaced by any other', () => {
    const changed = places.flatMap(index =>
      alphabet
        .filter(character => character !== cursor[index])
        .map(character => cursor.slice(0, index) + character + cursor.slice(index + 1)),
    )
    expect(changed).toHaveLength(cursor.length * (alphabet.length - 1))
    expect(accepted(changed)).toEqual([])
  })

  it('is rejected if any character is removed or inserted', () => {
    const shorter = places.map(index => cursor.slice(0, index) + cursor.slice(index + 1))
    const longer = [...places, cursor.length].flatMap(index =>
      alphabet.map(character => cursor.slice(0, index) + character + cursor.slice(index)),
    )
    expect(accepted([...shorter, ...longer])).toEqual([])
  })

  it('is rejected in part, twice over, or backwards', () => {
    const parts = places.flatMap(index => [cursor.slice(0, index), cursor.slice(index + 1)])
    expect(accepted([...parts, cursor + cursor, [...cursor].reverse().join('')])).toEqual([])
  })

  it('is malformed for every query: tampering is detected before the query is compared', () => {
    const changed = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`
    expect(decodeCursor({ ...query, list: 'bills' }, changed)).toEqual(malformed)
  })

  it('is malformed if it is any other text', () => {
    holds(fc.oneof(fc.string(), fc.string({ unit: anyCodePoint }), fc.base64String()), text => {
      expect(decodeCursor(query, text)).toEqual(malformed)
    })
  })
})

describe('a cursor of another query', () => {
  const cursor = encodeCursor(query, position)

  it.each<[string, Partial<WalkedQuery>]>([
    ['workspace', { workspaceId: 'wsp_2' }],
    ['list', { list: 'bills' }],
    ['value of a filter', { filters: { ...query.filters, status: 'pending' } }],
    ['name of a filter', { filters: { ...query.filters, status: undefined, side: 'booked' } }],
    ['number of filters', { filters: { ...query.filters, side: 'debit' } }],
    ['set of filters, with one missing', { filters: { ...query.filters, status: undefined } }],
    ['query without filters', { filters: {} }],
    ['case of a filter', { filters: { ...query.filters, companyId: 'COM_1' } }],
  ])('is rejected for another %s', (_, other) => {
    expect(decodeCursor({ ...query, ...other }, cursor)).toEqual(otherQuery)
  })

  it('is distinguished from any other, however similar they look in writing', () => {
    holds(fc.tuple(anyPlace, anyQuery), ([[one, place], given]) => {
      const other = { ...given, walk: one.walk, sync: one.sync }
      const same =
        JSON.stringify([one.workspaceId, one.list, Object.entries(one.filters).sort()]) ===
        JSON.stringify([other.workspaceId, other.list, Object.entries(other.filters).sort()])
      expect(decodeCursor(other, encodeCursor(one, place)).ok).toBe(same)
    })
    const filters = { companyId: 'a', status: 'b' }
    const alike = [
      { companyId: 'a,status,b' },
      { companyId: 'a","status","b' },
      { companyId: 'a"],["status","b' },
    ]
    for (const each of alike) {
      expect(
        decodeCursor({ ...query, filters: each }, encodeCursor({ ...query, filters }, position)).ok,
      ).toBe(false)
    }
  })
})

describe('a hand-made cursor with a valid checksum', () => {
  const fields: unknown[] = fieldsOf(encodeCursor(query, position))
  const withField = (index: number, value: unknown) => sealed(JSON.stringify(fields.with(index, value)))

  it('is accepted if the service would have written the same', () => {
    expect(sealed(JSON.stringify(fields))).toBe(encodeCursor(query, position))
  })

  it.each([
    ['version', 0, [0, 2, '1', null, true, [1]]],
    ['walk', 2, [null, {}, 'text', 7, [], [0], [0, 0, 0], { length: 2 }]],
    ['number of days', 2, ['0', 0.5, 1e300, null, [0], 2 ** 31, -(2 ** 31) - 1].map(each => [each, 0])],
    ['number of milliseconds', 2, ['0', 0.5, 1e300, null, [0], 2 ** 53].map(each => [0, each])],
    ['id', 3, [null, '', 7, 'a\0', '\ud800', ['a'], {}]],
    [
      'instant',
      4,
      [null, '', 'now', '2026-03-31', '2026-03-31T09:30:00Z', '2026-02-30T09:30:00.000Z', 0, false, {}],
    ],
  ])('is malformed with an invalid %s', (_, index, values) => {
    for (const value of values as unknown[]) {
      expect(decodeCursor(query, withField(index as number, value)), JSON.stringify(value)).toEqual(malformed)
    }
  })

  it('is malformed if it is fixed at an instant but the walk is not a sync', () => {
    const plain = { ...query, sync: false }
    expect(decodeCursor(plain, encodeCursor(plain, position))).toEqual(malformed)
    expect(decodeCursor(plain, encodeCursor(plain, { ...position, fixedAt: null })).ok).toBe(true)
  })

  it('is malformed with fields missing, extra fields, or something else instead', () => {
    const contents = [
      fields.slice(0, 4),
      [...fields, null],
      [],
      {},
      null,
      'text',
      5,
      { length: 5 },
      [[...fields]],
    ]
    for (const content of contents) {
      expect(decodeCursor(query, sealed(JSON.stringify(content)))).toEqual(malformed)
    }
    for (const text of ['', '[', 'undefined', '\ufeff[]', '['.repeat(100_000)]) {
      expect(decodeCursor(query, sealed(text))).toEqual(malformed)
    }
    expect(decodeCursor(query, sealed(Buffer.from([0xff, 0x00, 0xc0])))).toEqual(malformed)
  })

  it('belongs to another query if its fingerprint differs', () => {
    for (const wrong of ['', 'AAAAAAAAAAAAAAAA', null, 7, ['a']]) {
      expect(decodeCursor(query, withField(1, wrong)).ok).toBe(false)
    }
  })

  it('is malformed if its content is not written canonically', () => {
    const own = payloadOf(encodeCursor(query, position))
    const rewritten = [
      JSON.stringify(fields, null, 1),
      ` ${own}`,
      `${own}\n`,
      own.replace('[1,', '[1.0,'),
      own.replace('[1,', '[1e0,'),
      own.replace('"txn_1"', '"\\u0074xn_1"'),
      own.replace('-20515', '-20515.0'),
    ]
    for (const each of rewritten) {
      expect(each).not.toBe(own)
      expect(decodeCursor(query, sealed(each)), each).toEqual(malformed)
    }
    const invalidUtf8 = Buffer.from(own.replace('txn_1', 'txn_\xff'), 'latin1')
    expect(decodeCursor(query, sealed(invalidUtf8))).toEqual(malformed)
  })
})
