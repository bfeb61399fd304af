/** Dates that look like numbers are read where the name of their column says so, and asked about where they can be several dates. */
import { describe, expect, test } from 'vitest'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { readGuessed } from './readGuessed.ts'

const days = (money: readonly string[]): string[] => money.map(each => each.slice(0, 10))

/** Newest first, with a balance that proves the amounts. */
function table(dates: readonly string[], { name = 'Date', above = '' } = {}): string {
  const rows = dates.map((date, at) => `${date};Payment ${at};-5.00;${100 + at * 5}.00;EUR`)
  return `${above}${name};Description;Amount;Balance;Currency\n${rows.join('\n')}\n`
}

const march = ['2026-03-31', '2026-03-27', '2026-03-26', '2026-03-13']
const marchAbove = 'Period;2026-03-01;2026-03-31\n'

describe('are read without a question if', () => {
  test.each([
    ['they are days and months, and the year is above', ['31.03', '27.03', '26.03', '13.03'], marchAbove],
    ['they are seconds of midnight in order', ['1774915200', '1774569600', '1774483200', '1773360000'], ''],
    ['they are milliseconds', ['1774915200000', '1774569600000', '1774483200000', '1773360000000'], ''],
    ['seconds are in the period above', ['1774951872', '1774602672', '1774516272', '1773393072'], marchAbove],
    ['only one order of six digits fits', ['033126', '032726', '032626', '031326'], ''],
    [
      'only one order of six digits is in the period above',
      ['310326', '270326', '260326', '130326'],
      marchAbove,
    ],
    ['day numbers are in the period above', ['46112', '46108', '46107.75', '46094'], marchAbove],
    ['only one order of eight digits fits', ['03312026', '03272026', '03262026', '03132026'], ''],
  ])('%s', async (_, dates, above) => {
    const { money, asks, errors } = await readGuessed(table(dates, { above }))
    expect(days(money)).toEqual(march)
    expect(asks).toEqual([])
    expect(errors).toEqual([])
  })
})

describe('are read and asked about if', () => {
  test.each([
    [
      'six digits can be in several orders',
      ['310326', '270326', '260326', '130326'],
      '"310326" can be 2026-03-31 (DDMMYY) or 2031-03-26 (YYMMDD)',
    ],
    [
      'six digits start with the year',
      ['260331', '260327', '260326', '260313'],
      '"260331" can be 2026-03-31 (YYMMDD) or 2031-03-26 (DDMMYY)',
    ],
    [
      'they are moments, whose day depends on the place',
      ['1774951872', '1774602672', '1774516272', '1773393072'],
      'is "1774951872" the date 2026-03-31 (unix)?',
    ],
    [
      'they are midnight in Berlin, in summer and in winter',
      ['1774908000', '1774566000', '1774479600', '1773356400'],
      'is "1774908000" the date 2026-03-31 (unix)?',
    ],
    [
      'nothing proves that they are day numbers',
      ['46112', '46108', '46107', '46094'],
      'is "46112" the date 2026-03-31 (day number)?',
    ],
  ])('%s', async (_, dates, reason) => {
    const { money, reasons } = await readGuessed(table(dates))
    expect(days(money)).toEqual(march)
    expect(reasons).toEqual([reason])
  })

  test('seconds are in no order', async () => {
    const { reasons } = await readGuessed(table(['1774602672', '1774951872', '1773393072', '1774516272']))
    expect(reasons).toContain('is "1774602672" the date 2026-03-27 (unix)?')
  })

  test('the month of eight digits may be first', async () => {
    const { asks } = await readGuessed(table(['05032026', '04032026']))
    expect(asks).toEqual(['dateFormat'])
  })

  test('a spreadsheet may have shortened 30.10 to 30.1', async () => {
    const { reasons } = await readGuessed(
      table(['30.1', '27.1'], { above: 'Period;2026-01-01;2026-10-31\n' }),
    )
    expect(reasons).toEqual(['is "30.1" the date 01-30 (DD.MM)?'])
  })
})

describe('are no dates', () => {
  test('under a name that may also be that of an amount', async () => {
    const { money, mapping } = await readGuessed(`Data;Descrição;Valor;Moeda
31/03/2026;Pagamento;-12.03;EUR
27/03/2026;Reembolso;5.10;EUR
`)
    expect(mapping.dateFormat).toBe('DD/MM/YYYY')
    expect(money).toEqual(['2026-03-31 -12.03', '2026-03-27 +5.10'])
  })

  test.each([
    ['under a name that is not known', table(['310326', '270326'], { name: 'Xyz' })],
    ['if one of them cannot be one', table(['310326', '270326', '993926'])],
    ['if they count the rows', table(['1', '2', '3'])],
    ['without column names', '310326;Payment;-5.00;100.00\n270326;Payment;-5.00;105.00\n'],
  ])('%s', (_, text) => {
    expect(guessCsv(text)).toBeNull()
  })

  test('next to full dates of the entries', async () => {
    const { mapping, money } = await readGuessed(`Date;Time stamp;Description;Amount;Currency
2026-03-31;1774951872;Card payment;-5.00;EUR
2026-03-27;1774602672;Direct deposit;7.00;EUR
`)
    expect(mapping.dateFormat).toBe('YYYY-MM-DD')
    expect(days(money)).toEqual(['2026-03-31', '2026-03-27'])
  })
})

test('days and months next to a full date get its year', async () => {
  const { money, asks } = await readGuessed(`Buchung;Valuta;Verwendungszweck;Betrag;Währung
31.12;02.01.2026;Lastschrift Strom;-85,10;EUR
05.01;05.01.2026;Gutschrift Gehalt;2.310,00;EUR
`)
  expect(days(money)).toEqual(['2025-12-31', '2026-01-05'])
  expect(asks).toEqual([])
})

test('dates of the entries come before other dates of a row', async () => {
  const { money } = await readGuessed(`Timestamp;Due date;Description;Amount;Balance;Currency
1774951872;2026-06-30;Card payment;-5.00;100.00;EUR
1774602672;2026-05-30;Card payment;-5.00;105.00;EUR
`)
  expect(days(money)).toEqual(['2026-03-31', '2026-03-27'])
})

test('instants that are midnight further east are asked about', async () => {
  const { asks } = await readGuessed(table(['2026-03-30T22:00:00.000Z', '2026-03-26T23:00:00.000Z']))
  expect(asks).toEqual(['bookingDate'])
  const { asks: none } = await readGuessed(table(['2026-03-30T22:00:00.000Z', '2026-03-26T09:14:00.000Z']))
  expect(none).toEqual([])
})

test('a row that is not a date in that format is reported, not guessed', async () => {
  const text = table(['310326', '270326', '260326', '130326'])
  const { errors } = await readGuessed(text, undefined, { dateFormat: 'MMDDYY' })
  expect(errors.map(({ reason }) => reason)).toContain('"310326" is not a date in the format MMDDYY')
})
