/** Amounts with points and commas in one table, and amounts as powers of ten. */
import { describe, expect, test } from 'vitest'
import { readCsvAmount } from '../../../../../src/import/statements/csv/cells/csvAmount.ts'
import { unknownOwner } from '../../../../../src/import/statements/csv/guess/guess.ts'
import { readGuessed } from '../readGuessed.ts'

describe('an amount in a table with both separators', () => {
  test.each([
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['12,5', '12.5'],
    ['12.50', '12.50'],
    ['1,234,567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    ['12,34,567.80', '1234567.80'],
    ["1'234.567", '1234.567'],
    ['1234.567', '1234.567'],
    ['0,123', '0.123'],
    ['0.000', '0.000'],
    ['.5', '.5'],
    ['1.234,-', '1234'],
    ['1,234.-', '1234'],
    ['€ 85', '85'],
  ])('is read by its own form: %s', (text, amount) => {
    const expected = amount === '.5' ? '0.5' : amount
    expect(readCsvAmount(text, 'both')).toEqual({ amount: expected, negative: false })
    expect(readCsvAmount(`-${text}`, 'both-thousands')).toEqual({ amount: expected, negative: true })
  })

  test.each(['1.234', '85,100', '-7.000'])('is not read if it may be a thousand, unless told: %s', text => {
    expect(readCsvAmount(text, 'both')).toBeNull()
    expect(readCsvAmount(text, 'both-thousands')?.amount).toBe(text.replace(/[-.,]/g, ''))
  })

  test.each(['1.234,567.80', '1,23.45', '12.34.567', '1.2.3,4', ',', '1,234.567,80'])(
    'is no amount: %s',
    text => {
      expect(readCsvAmount(text, 'both')).toBeNull()
      expect(readCsvAmount(text, 'both-thousands')).toBeNull()
    },
  )
})

describe('a zero before the separator is never a thousand:', () => {
  test.each([
    ['KWD', ',', '0.500', '-1.250'],
    ['JPY', ',', '0.005', '-0.125'],
    ['TND', ';', '0,500', '-1,250'],
  ])('%s', async (currency, delimiter, first, second) => {
    const rows = [
      ['Date', 'Text', 'Amount'],
      ['27.03.2026', 'Toll', first],
      ['31.03.2026', 'Tea', second],
    ]
    const text = rows.map(row => row.join(delimiter)).join('\n')
    const { entries, asks } = await readGuessed(text, { ...unknownOwner, currency })
    const point = (amount: string) => amount.replace(',', '.').replace('-', '')
    expect(entries.map(({ amount }) => amount)).toEqual([point(first), point(second)])
    expect(asks).not.toContain('decimal')
  })
})

describe('a power of ten', () => {
  test.each([
    ['1.5E+3', '1500'],
    ['-1.5e3', '-1500'],
    ['1E+3', '1000'],
    ['0E-8', '0.00000000'],
    ['8.51E1', '85.1'],
    ['8.5E-1', '0.85'],
    ['5E-8', '0.00000005'],
    ['1.2345678E+4', '12345.678'],
    ['2.50E+0', '2.50'],
  ])('is exact: %s', (text, amount) => {
    const read = readCsvAmount(text, '.')
    expect(`${read?.negative ? '-' : ''}${read?.amount}`).toBe(amount)
  })

  test('may have a decimal comma', () => {
    expect(readCsvAmount('1,5E+3', ',')?.amount).toBe('1500')
    expect(readCsvAmount('1,5E+3', 'both')?.amount).toBe('1500')
    expect(readCsvAmount('1,5E+3', '.')).toBeNull()
  })

  test.each(['1E5', '12E+3', '1.5E+99', 'E+3', '1.5E', '1.5EUR3', '12.5E+3'])('is not: %s', text => {
    expect(readCsvAmount(text, '.')).toBeNull()
  })
})

const table = (...rows: string[]) => ['Date;Text;Amount;Currency', ...rows, ''].join('\n')

describe('a table', () => {
  test('with points and commas is read by the form of each amount, and a person is asked', async () => {
    const { money, asks, mapping, reasons } = await readGuessed(
      table(
        '27.03.2026;Gutschrift Gehalt;2.310,00;EUR',
        '30.03.2026;Lastschrift Strom;-85.10;EUR',
        '31.03.2026;Lastschrift Miete;-1,850.00;EUR',
        '31.03.2026;Lastschrift Kiosk;-3,5;EUR',
      ),
    )
    expect(money).toEqual([
      '2026-03-27 +2310.00',
      '2026-03-30 -85.10',
      '2026-03-31 -1850.00',
      '2026-03-31 -3.5',
    ])
    expect([mapping.decimal, asks]).toEqual(['both', ['decimal']])
    expect(reasons[0]).toBe(
      '"2.310,00" has a decimal comma and "-85.10" a decimal point; each is read by its own form',
    )
  })

  test('in which one amount may be a thousand says so', async () => {
    const { money, asks, mapping, reasons } = await readGuessed(
      table(
        '27.03.2026;Gutschrift Gehalt;2.310;EUR',
        '30.03.2026;Lastschrift Strom;-85.10;EUR',
        '31.03.2026;Lastschrift Miete;-850,00;EUR',
      ),
    )
    expect(money).toEqual(['2026-03-27 +2310', '2026-03-30 -85.10', '2026-03-31 -850.00'])
    expect([mapping.decimal, asks]).toEqual(['both-thousands', ['decimal']])
    expect(reasons[0]).toContain('"2.310" as 2310')
  })

  test('refuses such an amount if a person has said that none is a thousand', async () => {
    const { errors } = await readGuessed(
      table('27.03.2026;Gehalt;2.310;EUR', '30.03.2026;Strom;-85.10;EUR', '31.03.2026;Miete;-850,00;EUR'),
      undefined,
      { decimal: 'both' },
    )
    expect(errors.map(({ reason }) => reason)).toEqual([
      '"2.310" is not an amount such as 1.234,50 or 1,234.50',
    ])
  })

  test('with a point in the balances only is read, and a person is asked', async () => {
    const { money, asks } = await readGuessed(`Date;Text;Amount;Balance
27.03.2026;Gehalt;2310,00;2,410.00
30.03.2026;Strom;-85,10;2,324.90
31.03.2026;Miete;-850,00;1,474.90
`)
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-30 -85.10', '2026-03-31 -850.00'])
    expect(asks).toContain('decimal')
  })

  test('with one separator is not asked about because of a broken row', async () => {
    const rows = Array.from({ length: 12 }, (_, day) => `${day + 10}.03.2026;Lastschrift;-1${day},10;EUR`)
    const { asks, mapping } = await readGuessed(
      table('09.03.2026;Gutschrift;9,00;EUR', ...rows, '31.03.2026;Miete;-8.5,0.0;EUR'),
    )
    expect(mapping.decimal).toBe(',')
    expect(asks).not.toContain('decimal')
    expect(asks).toContain('rows')
  })

  test('with a large power of ten is asked whether it has all digits', async () => {
    const { money, asks, reasons } = await readGuessed(
      table('27.03.2026;Gutschrift Gehalt;2.31E+03;EUR', '30.03.2026;Lastschrift Strom;-85.10;EUR'),
    )
    expect(money).toEqual(['2026-03-27 +2310', '2026-03-30 -85.10'])
    expect(asks).toEqual(['rows'])
    expect(reasons[0]).toContain('"2.31E+03"')
  })

  test('with small powers of ten is not', async () => {
    const { money, asks } = await readGuessed(
      table('27.03.2026;Gutschrift Gehalt;2.5E-1;EUR', '30.03.2026;Lastschrift Strom;-8.5E+0;EUR'),
    )
    expect(money).toEqual(['2026-03-27 +0.25', '2026-03-30 -8.5'])
    expect(asks).toEqual([])
  })
})
