/** Amounts without any sign in one column, next to a balance that shows which way money moved. */
import { describe, expect, test } from 'vitest'
import { csvMapping } from '../../../../../src/contract/console/csvMapping.ts'
import { readGuessed } from '../readGuessed.ts'

const table = (...rows: string[]): string => ['Date,Particulars,Amount,Balance', ...rows, ''].join('\n')

const ascending = [
  '2026-03-01,Shop,40.00,1000.00',
  '2026-03-05,Wire A,250.00,1250.00',
  '2026-03-06,Kiosk,3.50,1246.50',
  '2026-03-09,Rent,800.00,446.50',
  '2026-03-12,Wire B,120.00,566.50',
]
const money = [
  '2026-03-01 -40.00',
  '2026-03-05 +250.00',
  '2026-03-06 -3.50',
  '2026-03-09 -800.00',
  '2026-03-12 +120.00',
]

describe('the balances show the side of each row', () => {
  test('except that of the oldest, which is asked', async () => {
    const read = await readGuessed(table(...ascending))
    expect(read.money).toEqual(money)
    expect(read.mapping).toMatchObject({ sign: 'balance', oldest: 'debit', columns: { balance: 3 } })
    expect(read.asks.filter(at => at !== 'currency')).toEqual(['sign'])
    expect(read.reasons.join()).toContain('except the oldest in line 2; is it money out?')
    expect(csvMapping.safeParse({ ...read.mapping, encoding: 'utf-8' }).success).toBe(true)
  })

  test('whose side a person may correct', async () => {
    const read = await readGuessed(table(...ascending), undefined, { oldest: 'credit' })
    expect(read.money).toEqual(['2026-03-01 +40.00', ...money.slice(1)])
  })

  test('and which is refused without an answer', async () => {
    const read = await readGuessed(table(...ascending), undefined, { oldest: undefined })
    expect(read.money).toEqual(money.slice(1))
    expect(read.errors.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 the balances do not show whether it is money in or money out',
    ])
  })

  test('with the newest row first', async () => {
    const read = await readGuessed(table(...[...ascending].reverse()))
    expect(read.money).toEqual([...money].reverse())
    expect(read.reasons.join()).toContain('except the oldest in line 6')
  })

  test('also that of the oldest below an opening balance, without a question', async () => {
    const read = await readGuessed(table('2026-03-01,Opening balance,,1040.00', ...ascending))
    expect(read.money).toEqual(money)
    expect(read.mapping).toMatchObject({ sign: 'balance' })
    expect(read.asks.filter(at => at !== 'currency')).toEqual([])
  })

  test('over rows without a balance, if only one solution fits', async () => {
    const gap = table('2026-03-01,Opening balance,,1040.00', ...ascending).replace('3.50,1246.50', '3.50,')
    const read = await readGuessed(gap)
    expect(read.money).toEqual(money)
  })

  test('but not over rows of which several solutions fit', async () => {
    const gap = table(
      '2026-03-01,Opening balance,,1040.00',
      ...ascending,
      '2026-03-13,A,10.00,',
      '2026-03-14,B,10.00,566.50',
    )
    const { errors, money: read } = await readGuessed(gap, undefined, {
      sign: 'balance',
      columns: { bookingDate: 0, description: 1, amount: 2, balance: 3 },
    })
    expect(read).toEqual(money)
    expect(errors).toHaveLength(2)
  })

  test('but not of a row whose balance does not follow, as rows are missing', async () => {
    const cut = table('2026-03-01,Opening balance,,1040.00', ...ascending.filter((_, at) => at !== 2))
    const read = await readGuessed(cut, undefined, {
      sign: 'balance',
      columns: { bookingDate: 0, description: 1, amount: 2, balance: 3 },
    })
    expect(read.money).toEqual([money[0], money[1], money[4]])
    expect(read.errors).toHaveLength(1)
  })

  test('also if few rows are missing, and a person sees which of them cannot be read', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => {
      const up = Math.floor(at / 2) * 10
      return `2026-03-${at + 10},Text ${at},${at % 2 === 0 ? '30.00' : '20.00'},${at % 2 === 0 ? 130 + up : 110 + up}.00`
    })
    const { asks, mapping, errors } = await readGuessed(table(...rows.filter((_, at) => at !== 6)))
    expect(mapping.sign).toBe('balance')
    expect(asks).toContain('rows')
    expect(errors).toHaveLength(1)
  })

  test('of entries of one day, in the only order that fits', async () => {
    const sameDay = (rows: string[]) => rows.map(row => row.replace(/^2026-03-\d\d/, '2026-03-12'))
    const up = await readGuessed(table(...sameDay(ascending)))
    expect(up.money.map(each => each.slice(11))).toEqual(money.map(each => each.slice(11)))
    const down = await readGuessed(table(...sameDay([...ascending].reverse())))
    expect(down.money.map(each => each.slice(11))).toEqual([...money].reverse().map(each => each.slice(11)))
    expect(down.asks).toContain('sign')
  })

  test('of days with the newest first, whose entries are in order', async () => {
    const rows = [ascending[4], ascending[3], ascending[1], ascending[2], ascending[0]].map(row =>
      (row ?? '').replace('2026-03-06', '2026-03-05'),
    )
    const read = await readGuessed(table(...rows))
    expect(read.money.map(each => each.slice(11))).toEqual([
      '+120.00',
      '-800.00',
      '+250.00',
      '-3.50',
      '-40.00',
    ])
  })

  test('within each account', async () => {
    const text = `Date,Account,Particulars,Amount,Balance
2026-03-01,1000200301,Opening balance,,100.00
2026-03-02,1000200301,Wire,50.00,150.00
2026-03-03,1000200301,Shop,20.00,130.00
2026-03-04,1000200301,Shop,30.00,100.00
2026-03-02,1000200302,Wire,5.00,45.00
2026-03-03,1000200302,Shop,10.00,35.00
2026-03-04,1000200302,Wire,1.00,36.00
`
    const { money: read, errors } = await readGuessed(text, undefined, {
      sign: 'balance',
      oldest: undefined,
      columns: { bookingDate: 0, accountIban: 1, description: 2, amount: 3, balance: 4 },
    })
    expect(read).toEqual([
      '2026-03-02 +50.00',
      '2026-03-03 -20.00',
      '2026-03-04 -30.00',
      '2026-03-03 -10.00',
      '2026-03-04 +1.00',
    ])
    expect(errors).toHaveLength(1)
  })
})

test('an amount with a sign is an error in such a table', async () => {
  const { errors } = await readGuessed(table(...ascending), undefined, {
    sign: 'balance',
    oldest: 'debit',
  })
  expect(errors).toEqual([])
  const signed = await readGuessed(table(...ascending).replace('Kiosk,3.50', 'Kiosk,-3.50'), undefined, {
    sign: 'balance',
    oldest: 'debit',
  })
  expect(signed.errors.map(({ reason }) => reason)).toContain('it has a sign, although amounts have none')
})

test('a mapping by balances needs their column', () => {
  const mapping = {
    delimiter: ',',
    encoding: 'utf-8',
    header: null,
    dateFormat: 'YYYY-MM-DD',
    decimal: '.',
    columns: { bookingDate: 0, amount: 2 },
    currency: 'EUR',
    sign: 'balance',
  }
  expect(csvMapping.safeParse(mapping).success).toBe(false)
  expect(csvMapping.safeParse({ ...mapping, columns: { ...mapping.columns, balance: 3 } }).success).toBe(true)
})

test('amounts that all go one way need no balance for it', async () => {
  const read = await readGuessed(
    table('2026-03-01,Wire,40.00,140.00', '2026-03-05,Wire,250.00,390.00', '2026-03-06,Wire,3.50,393.50'),
  )
  expect(read.mapping.sign).toBeUndefined()
})
