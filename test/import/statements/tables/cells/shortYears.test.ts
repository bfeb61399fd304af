/** With two digits of the year, dates may begin with it. The period says so, and where it does not, a person is asked. */
import { describe, expect, test } from 'vitest'
import { unknownOwner } from '../../../../../src/import/statements/csv/guess/guess.ts'
import { euroOwner, readGuessed } from '../readGuessed.ts'

const yen = { ...unknownOwner, currency: 'JPY' }
const tableOf = (...days: string[]) =>
  ['Date,Text,Amount', ...days.map((day, at) => `${day},Shop ${at},-${at + 1}.50`)].join('\n')
const daysOf = async (text: string, owner = euroOwner) => {
  const { mapping, entries, asks } = await readGuessed(text, owner)
  return {
    format: mapping.dateFormat,
    days: entries.map(({ bookingDate }) => bookingDate),
    isAsked: asks.includes('dateFormat'),
  }
}

describe('days of a month are not taken for years:', () => {
  test.each([
    [['27/03/26', '28/03/26', '31/03/26'], 'DD/MM/YY'],
    [['27.03.26', '30.03.26'], 'DD.MM.YY'],
    [['03/27/26', '03/31/26'], 'MM/DD/YY'],
    [['31/03/26'], 'DD/MM/YY'],
    [['31.03.26', '31.03.26'], 'DD.MM.YY'],
  ])('%s', async (days, format) => {
    expect(await daysOf(tableOf(...days))).toMatchObject({ format, isAsked: false })
  })
})

describe('the year comes first if it makes the period shorter, and a person is asked:', () => {
  test.each([
    [['26/03/27', '26/03/28', '26/03/31'], 'YY/MM/DD'],
    [['26.03.27', '26.03.31'], 'YY.MM.DD'],
  ])('%s', async (days, format) => {
    const read = await daysOf(tableOf(...days))
    expect(read).toMatchObject({ format, isAsked: true })
    expect(read.days).toEqual(days.map(day => `20${day.replaceAll(/[/.]/g, '-')}`))
  })

  test('also for interest of each year, which looks the same', async () => {
    expect(await daysOf(tableOf('31/12/23', '31/12/24', '31/12/25'))).toMatchObject({ isAsked: true })
  })

  test('and for a single day where the year comes first', async () => {
    expect(await daysOf(tableOf('26/03/27'), yen)).toMatchObject({ isAsked: true })
  })
})

test('a day that is none with the year last has the year first', async () => {
  expect(await daysOf(tableOf('99/12/31', '99/12/30'))).toMatchObject({
    format: 'YY/MM/DD',
    days: ['1999-12-31', '1999-12-30'],
    isAsked: false,
  })
})

describe('a person is asked about one date with the year first among others:', () => {
  const [unlike, others] = ['2026-03-27,Shop,-1.50', ['28-03-2026,Shop,-2.50', '31-03-2026,Shop,-3.50']]

  test('above the other entries', async () => {
    const { reasons } = await readGuessed([unlike, ...others].join('\n'))
    expect(reasons.join()).toContain(
      'line 1 is above the first entry and looks like an entry; it is not read',
    )
  })

  test('next to one other', async () => {
    const { reasons } = await readGuessed([unlike, ...others.slice(0, 1)].join('\n'))
    expect(reasons.join()).toContain('"2026-03-27" is written unlike most dates, with the year first')
  })
})
