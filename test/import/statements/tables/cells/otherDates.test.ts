/** Tables with dates of two kinds in one column. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const table = (...dates: string[]): string =>
  [
    'Date;Text;Amount;Currency',
    ...dates.map((date, at) =>
      at % 2 === 0
        ? `${date};Gutschrift Gehalt;${at + 1}0,00;EUR`
        : `${date};Lastschrift Strom;-${at}5,10;EUR`,
    ),
    '',
  ].join('\n')

const daysOf = (money: readonly string[]): string[] => money.map(each => each.slice(0, 10))

describe('dates of two kinds', () => {
  test.each([
    ['points and slashes', ['27.03.2026', '28/03/2026', '30.03.2026', '31/03/2026']],
    ['two digits of the year and four', ['27.03.26', '28.03.2026', '30.03.26', '31.03.2026']],
    ['dashes and names of months', ['27-03-2026', '28 Mar 2026', '30-03-2026', '31 Mar 2026']],
    ['American dates and names of months', ['03/27/2026', 'Mar 28, 2026', '03/30/2026', 'Mar 31, 2026']],
    ['eight digits with the day first', ['27032026', '28/03/2026', '30032026', '31/03/2026']],
  ])('are read without a question if each can only be one day: %s', async (_, dates) => {
    const { money, asks, mapping } = await readGuessed(table(...dates))
    expect(daysOf(money)).toEqual(['2026-03-27', '2026-03-28', '2026-03-30', '2026-03-31'])
    expect(mapping.otherDates).toBeDefined()
    expect(asks).toEqual([])
  })

  test('and a third with the year first are read', async () => {
    const { money, mapping } = await readGuessed(
      table('27.03.2026', '28/03/2026', '2026-03-29', '30.03.2026', '31/03/2026', '2026-03-31'),
    )
    expect(daysOf(money)).toEqual([
      '2026-03-27',
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
      '2026-03-31',
    ])
    expect(mapping).toMatchObject({ mixedDates: true })
    expect(mapping.otherDates).toBeDefined()
  })

  test('with the year first next to others need no second kind', async () => {
    const { mapping, asks } = await readGuessed(table('27.03.2026', '2026-03-28', '30.03.2026', '2026-03-31'))
    expect([mapping.otherDates, mapping.mixedDates, asks]).toEqual([undefined, true, []])
  })

  test('are asked about if the order of day and month of one kind is not known', async () => {
    const { money, asks, reasons } = await readGuessed(
      table('27.03.2026', '04/03/2026', '30.03.2026', '05/03/2026'),
    )
    expect(daysOf(money)).toEqual(['2026-03-27', '2026-03-04', '2026-03-30', '2026-03-05'])
    expect(asks).toEqual(['dateFormat'])
    expect(reasons[0]).toContain('"04/03/2026" can be 2026-03-04 (DD/MM/YYYY) or 2026-04-03 (MM/DD/YYYY)')
  })

  test('are asked about if some days fit both', async () => {
    const { asks, money, reasons } = await readGuessed(
      table('27/03/2026', '03/28/2026', '03/29/2026', '03/04/2026', '30/03/2026'),
    )
    expect(money).toHaveLength(5)
    expect(asks).toEqual(['dateFormat'])
    expect(reasons[0]).toContain('"03/04/2026" can be ')
  })

  test('are asked about if there are few of one kind, which may be no entries', async () => {
    const dates = Array.from({ length: 14 }, (_, day) => `${day + 10}.03.2026`)
    const { asks, money, reasons } = await readGuessed(table(...dates, '24/03/2026', '25/03/2026'))
    expect(money).toHaveLength(16)
    expect(asks).toEqual(['dateFormat'])
    expect(reasons[0]).toContain('"24/03/2026" is written unlike most dates')
  })

  test('are not found in a single row, which is asked about', async () => {
    const dates = Array.from({ length: 14 }, (_, day) => `${day + 10}.03.2026`)
    const { asks, money, mapping } = await readGuessed(table(...dates, '25/03/2026'))
    expect(mapping.otherDates).toBeUndefined()
    expect(money).toHaveLength(14)
    expect(asks).toContain('rows')
  })

  test('may be those of the booking and the value date', async () => {
    const { entries, asks } = await readGuessed(`Booking Date;Value Date;Text;Amount;Currency
27.03.2026;28/03/2026;Gutschrift Gehalt;10,00;EUR
30.03.2026;31/03/2026;Lastschrift Strom;-5,10;EUR
`)
    expect(entries.map(({ bookingDate, valueDate }) => [bookingDate, valueDate])).toEqual([
      ['2026-03-27', '2026-03-28'],
      ['2026-03-30', '2026-03-31'],
    ])
    expect(asks).toEqual([])
  })
})

describe('a second kind that a person gives', () => {
  const text = table('27.03.2026', '03/28/2026', '30.03.2026', '04/03/2026')
  test('is used for dates that do not fit the first', async () => {
    const { money, errors } = await readGuessed(text, undefined, {
      dateFormat: 'DD.MM.YYYY',
      otherDates: 'MM/DD/YYYY',
    })
    expect(daysOf(money)).toEqual(['2026-03-27', '2026-03-28', '2026-03-30', '2026-04-03'])
    expect(errors).toEqual([])
  })

  test('is named where a date fits neither', async () => {
    const { errors } = await readGuessed(text, undefined, {
      dateFormat: 'DD.MM.YYYY',
      otherDates: 'DD/MM/YYYY',
    })
    expect(errors.map(({ reason }) => reason)).toContain(
      '"03/28/2026" is not a date in the format DD.MM.YYYY or DD/MM/YYYY',
    )
  })
})
