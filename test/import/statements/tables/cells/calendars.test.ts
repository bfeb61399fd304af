/** Years of other calendars: those of Thailand and Taiwan are turned into ours, and those of Persia are no dates. */
import { describe, expect, test } from 'vitest'
import {
  type DateFormat,
  datesIn,
  readCsvDate,
} from '../../../../../src/import/statements/csv/cells/csvDate.ts'
import { guessCsv } from '../../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../../src/import/statements/csv/guess/guess.ts'
import { readGuessed } from '../readGuessed.ts'

describe('a year of another calendar', () => {
  test.each<[string, DateFormat, string]>([
    ['27/03/2569', 'DD/MM/YYYY', '2026-03-27'],
    ['2569-03-27', 'YYYY-MM-DD', '2026-03-27'],
    ['29/02/2567', 'DD/MM/YYYY', '2024-02-29'],
    ['115/03/27', 'YYYY/MM/DD', '2026-03-27'],
    ['27 มี.ค. 2569', 'DD MMM YYYY', '2026-03-27'],
    ['27 ม.ค. 69', 'DD MMM YYYY', '2026-01-27'],
    ['5 พฤศจิกายน 2569', 'DD MMM YYYY', '2026-11-05'],
    ['令和8年3月27日', 'YYYY-MM-DD', '2026-03-27'],
    ['令和元年5月1日', 'YYYY-MM-DD', '2019-05-01'],
    ['平成31年4月30日', 'YYYY-MM-DD', '2019-04-30'],
    ['R8.3.27', 'YYYY-MM-DD', '2026-03-27'],
    ['R08/03/27', 'YYYY-MM-DD', '2026-03-27'],
    ['H31.4.30', 'YYYY-MM-DD', '2019-04-30'],
    ['1150327', 'YYYMMDD', '2026-03-27'],
    ['0991231', 'YYYMMDD', '2010-12-31'],
  ])('is read as ours: %s', (text, format, day) => {
    expect(readCsvDate(text, format)).toBe(day)
  })

  test.each<[string, DateFormat, string]>([
    ['31/03/2026', 'DD/MM/YYYY', '2026-03-31'],
    ['31/03/1989', 'DD/MM/YYYY', '1989-03-31'],
    ['31/03/89', 'DD/MM/YY', '1989-03-31'],
    ['31/03/59', 'DD/MM/YY', '2059-03-31'],
  ])('is not seen in a year of ours: %s', (text, format, day) => {
    expect(readCsvDate(text, format)).toBe(day)
  })

  test.each([
    '1405/01/07',
    '27/09/1447',
    '15/03/027',
    'R0.3.27',
    'R8.13.27',
    'R8-3-27',
    '平成32年1月1日',
    'H99.1.1',
  ])('is no date if its months are others, too: %s', text => {
    expect(datesIn(text).size).toBe(0)
  })
})

test('a statement from Thailand', async () => {
  const { entries } = await readGuessed(
    `วันที่,เวลา,รายการ,ถอน,ฝาก,คงเหลือ
12 ก.ย. 2569,14:30,BOOK SHOP,85.10,,914.90
13 ก.ย. 2569,09:00,PAPER LTD,,"2,310.00","3,224.90"
รวม,,,85.10,"2,310.00",
`,
    { ...unknownOwner, currency: 'THB' },
  )
  expect(entries.map(({ bookingDate, side, amount }) => [bookingDate, side, amount])).toEqual([
    ['2026-09-12', 'debit', '85.10'],
    ['2026-09-13', 'credit', '2310.00'],
  ])
})

test('a statement from Japan with the years of an emperor', async () => {
  const { money } = await readGuessed(
    `取引日,お支払金額,お預り金額,お取引内容,残高
R8.3.27,,231000,給与,331000
R8.3.31,8510,,カード,322490
`,
    { ...unknownOwner, currency: 'JPY' },
  )
  expect(money).toEqual(['2026-03-27 +231000', '2026-03-31 -8510'])
})

describe('seven digits are a day of Taiwan', () => {
  const rows = `1150327,薪資,,"231,000","331,000"
1150328,超商,120,,"330,880"
1150330,轉帳,"8,510",,"322,370"
1150331,超商,85,,"322,285"
`
  const owner = { ...unknownOwner, currency: 'TWD' }

  test('under the name of a date, without a question if they are sorted', async () => {
    const { money, asks } = await readGuessed(`交易日期,摘要,支出,存入,結餘\n${rows}`, owner)
    expect(money.slice(0, 2)).toEqual(['2026-03-27 +231000', '2026-03-28 -120'])
    expect(asks).not.toContain('dateFormat')
  })

  test('and asked about under names that are not Chinese, as programs count from 1900, too', async () => {
    const { asks } = await readGuessed(`Date,Text,Debit,Credit,Balance\n${rows}`, owner)
    expect(asks).toContain('dateFormat')
    expect(guessCsv('Date,Text,Amount\n1260327,Books,-85.10\n1260331,Pay,2310.00\n', owner)).toBeNull()
  })

  test('under no other name', () => {
    expect(guessCsv(`序號,摘要,支出,存入,結餘\n${rows}`, owner)).toBeNull()
  })
})

test.each([
  ['69', true],
  ['26', false],
])('two digits of a year that is far away are asked about: %s', async (year, isAsked) => {
  const text = `Date,Text,Amount\n27/03/${year},Shop,-85.10\n31/03/${year},Pay,2310.00\n`
  const { asks } = await readGuessed(text, { ...unknownOwner, currency: 'THB' })
  expect(asks.includes('dateFormat')).toBe(isAsked)
})

test('a table with years of Persia is refused', () => {
  const text = 'Date,Text,Amount\n1405/01/07,Shop,-85.10\n1405/01/11,Pay,2310.00\n'
  expect(guessCsv(text, { ...unknownOwner, currency: 'IRR' })).toBeNull()
})

test.each([
  ['No', 'No,Ngày,Nội dung,출금,입금\n1,27/03/2026,Sách,85,0\n2,31/03/2026,Lương,0,2310\n'],
  ['Nợ', 'Ngày,Nội dung,Nợ,Có\n27/03/2026,Sách,85,\n31/03/2026,Lương,,2310\n'],
])('the number of a row is no debit, though a debit is written almost like it: %s', async (_, text) => {
  const { entries } = await readGuessed(text, { ...unknownOwner, currency: 'VND' })
  expect(entries.map(({ side, amount }) => [side, amount])).toEqual([
    ['debit', '85'],
    ['credit', '2310'],
  ])
})
