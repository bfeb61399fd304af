import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalInstant, isCalendarDate } from '../../src/contract/calendar.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const four = (value: number): string => String(value).padStart(4, '0')

// fast-check treats `false` as a failure, so the return value of the check is dropped.
function holds<T>(values: fc.Arbitrary<T>, check: (value: T) => void): void {
  fc.assert(fc.property(values, value => void check(value)))
}

describe('isCalendarDate', () => {
  it.each([
    '2026-01-01',
    '2026-01-31',
    '2026-04-30',
    '2026-12-31',
    '2023-02-28',
    '2024-02-29',
    '2000-02-29',
    '2400-02-29',
    '0001-01-01',
    '0004-02-29',
    '9999-12-31',
  ])('accepts %s', text => {
    expect(isCalendarDate(text)).toBe(true)
  })

  it.each([
    '2023-02-29',
    '2024-02-30',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-06-31',
    '2026-09-31',
    '2026-11-31',
    '2026-01-32',
    '2026-00-10',
    '2026-13-10',
    '2026-10-00',
    '0000-01-01',
    '0000-02-29',
  ])('rejects %s, which does not exist', text => {
    expect(isCalendarDate(text)).toBe(false)
  })

  it.each([
    '',
    '2026-1-01',
    '2026-01-1',
    '26-01-01',
    '20260101',
    '2026/01/01',
    '01.01.2026',
    '2026-W01-1',
    '2026-001',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01\n',
    '2026-01-01T00:00:00Z',
    '+2026-01-01',
    '-2026-01-01',
    '12026-01-01',
    '２０２６-01-01',
    '2026‐01‐01',
  ])('accepts only YYYY-MM-DD, not %j', text => {
    expect(isCalendarDate(text)).toBe(false)
  })

  it('agrees with Date on days from 0001 to 9999', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 14 }),
      fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 28, max: 31 })),
    )
    holds(parts, ([year, month, day]) => {
      const date = new Date(0)
      date.setUTCFullYear(year, month - 1, day)
      const exists =
        date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      expect(isCalendarDate(`${four(year)}-${two(month)}-${two(day)}`)).toBe(exists)
    })
  })
})

describe('canonicalInstant', () => {
  it.each([
    ['2026-03-31T09:30:00Z', '2026-03-31T09:30:00.000Z'],
    ['2026-03-31t09:30:00z', '2026-03-31T09:30:00.000Z'],
    ['2026-03-31T09:30:00+00:00', '2026-03-31T09:30:00.000Z'],
    ['2026-03-31T09:30:00-00:00', '2026-03-31T09:30:00.000Z'],
    ['2026-03-31T09:30:00+02:00', '2026-03-31T07:30:00.000Z'],
    ['2026-03-31T09:30:00-05:30', '2026-03-31T15:00:00.000Z'],
    ['2026-01-01T00:15:00+00:30', '2025-12-31T23:45:00.000Z'],
    ['2024-02-28T23:30:00-01:00', '2024-02-29T00:30:00.000Z'],
    ['2026-03-31T09:30:00+23:59', '2026-03-30T09:31:00.000Z'],
    ['2026-03-31T00:00:00Z', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', '2026-03-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(canonicalInstant(text)).toBe(instant)
  })

  it.each([
    ['.5', '500'],
    ['.05', '050'],
    ['.005', '005'],
    ['.0009', '000'],
    ['.1239', '123'],
    ['.999999999999999999999', '999'],
    ['.0000000', '000'],
  ])('truncates a fraction of %s to %s milliseconds, without rounding', (fraction, milliseconds) => {
    expect(canonicalInstant(`2026-03-31T09:30:07${fraction}Z`)).toBe(`2026-03-31T09:30:07.${milliseconds}Z`)
    expect(canonicalInstant(`1965-03-31T09:30:07${fraction}Z`)).toBe(`1965-03-31T09:30:07.${milliseconds}Z`)
  })

  it.each([
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60.75Z', '2017-01-01T00:00:00.750Z'],
    ['2016-12-31T18:59:60-05:00', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
  ])('reads the leap second %s as the first second of the next day', (text, instant) => {
    expect(canonicalInstant(text)).toBe(instant)
  })

  it.each([
    '2016-12-31T23:58:60Z',
    '2016-12-31T12:00:60Z',
    '2016-12-31T23:59:60-05:00',
    '2016-12-31T23:59:61Z',
    '2016-12-31T23:59:99Z',
  ])('rejects the impossible leap second %s', text => {
    expect(canonicalInstant(text)).toBeNull()
  })

  it.each([
    ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:60Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('clamps %s to four-digit years: %s', (text, instant) => {
    expect(canonicalInstant(text)).toBe(instant)
  })

  it.each([
    '',
    'yesterday',
    '1774949400',
    '2026-03-31',
    '2026-03-31T09:30:00',
    '2026-03-31T09:30Z',
    '2026-03-31 09:30:00Z',
    '2026-03-31T09:30:00 02:00',
    '2026-03-31T09:30:00+0200',
    '2026-03-31T09:30:00+02',
    '2026-03-31T09:30:00+2:00',
    '2026-03-31T09:30:00+24:00',
    '2026-03-31T09:30:00+02:60',
    '2026-03-31T09:30:00−02:00',
    '2026-03-31T09:30:00.Z',
    '2026-03-31T09:30:00,5Z',
    '2026-03-31T24:00:00Z',
    '2026-03-31T09:60:00Z',
    '2026-02-29T09:30:00Z',
    '2026-13-01T09:30:00Z',
    '0000-12-31T09:30:00Z',
    '+002026-03-31T09:30:00Z',
    '2026-03-31T09:30:00Z ',
    '2026-03-31T09:30:00Z\n',
    '2026-03-31T09:30:00ZZ',
    'Tue, 31 Mar 2026 09:30:00 GMT',
  ])('rejects %j', text => {
    expect(canonicalInstant(text)).toBeNull()
  })

  const wallClock = fc.record({
    // A year away from both ends, where instants are clamped.
    dayStart: fc.date({
      min: new Date('0002-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    }),
    time: fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map(parts => parts.map(two).join(':')),
    fraction: fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,12}$/)),
    zone: fc.oneof(
      fc.constantFrom('Z', 'z'),
      fc
        .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
        .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
    ),
    separator: fc.constantFrom('T', 't'),
  })
  const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

  it('agrees with Date on valid instants', () => {
    holds(wallClock, ({ dayStart, time, fraction, zone, separator }) => {
      const day = dayOf(dayStart)
      const milliseconds = fraction.slice(1, 4).padEnd(3, '0')
      const expected = new Date(Date.parse(`${day}T${time}.${milliseconds}${zone.toUpperCase()}`))
      expect(canonicalInstant(`${day}${separator}${time}${fraction}${zone}`)).toBe(expected.toISOString())
    })
  })

  it('is idempotent', () => {
    holds(wallClock, ({ dayStart, time, fraction, zone }) => {
      const canonical = canonicalInstant(`${dayOf(dayStart)}T${time}${fraction}${zone}`)
      expect(canonical).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
      expect(canonicalInstant(String(canonical))).toBe(canonical)
    })
  })

  it('returns texts that sort like instants', () => {
    const anyInstant = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    holds(fc.tuple(anyInstant, anyInstant), ([a, b]) => {
      const [first, second] = [canonicalInstant(a.toISOString()), canonicalInstant(b.toISOString())]
      expect(String(first) < String(second)).toBe(a.getTime() < b.getTime())
    })
  })

  it('returns an instant or null for any text, and never throws', () => {
    const nearly = fc.string({
      unit: fc.constantFrom(...'0123456789-:.TtZz+ '),
      minLength: 15,
      maxLength: 30,
    })
    holds(fc.oneof(fc.string(), nearly), text => {
      const canonical = canonicalInstant(text)
      if (canonical !== null) expect(new Date(canonical).toISOString()).toBe(canonical)
    })
  })
})
