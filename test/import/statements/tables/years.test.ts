/** Dates without a year get it from the file, or a person is asked. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from './readGuessed.ts'

const days = (money: readonly string[]): string[] => money.map(each => each.slice(0, 10))

describe('the year of a date without one is', () => {
  test.each([
    [
      'in the period above, also over the turn of a year',
      `Kontoauszug;01.12.2025 - 31.01.2026
Buchung;Verwendungszweck;Betrag;Währung
05.01.;Kartenzahlung;-10,00;EUR
31.12.;Lastschrift Strom;-85,10;EUR
29.12.;Gutschrift Gehalt;2.310,00;EUR
`,
      ['2026-01-05', '2025-12-31', '2025-12-29'],
    ],
    [
      'in the period above, without blanks in it',
      `Umsätze 01.12.2025-31.01.2026
Buchung;Verwendungszweck;Betrag;Währung
29.12.;Gutschrift Gehalt;2.310,00;EUR
05.01.;Kartenzahlung;-10,00;EUR
`,
      ['2025-12-29', '2026-01-05'],
    ],
    [
      'in the period above, in cells of its own',
      `Statement period,2025-12-01,2026-01-31
Date,Description,Amount,Currency
29/12,Direct deposit,2310.00,EUR
05/01,Card payment,-10.00,EUR
`,
      ['2025-12-29', '2026-01-05'],
    ],
    [
      'that of a second date',
      `Buchung;Valuta;Verwendungszweck;Betrag;Währung
31.12.;02.01.2026;Lastschrift Strom;-85,10;EUR
05.01.;05.01.2026;Gutschrift Gehalt;2.310,00;EUR
`,
      ['2025-12-31', '2026-01-05'],
    ],
    [
      'that of a month above',
      `Statement of March 2026
Date,Description,Amount,Currency
Mar 27,Direct deposit,2310.00,EUR
Mar 31,Card payment,-85.10,EUR
`,
      ['2026-03-27', '2026-03-31'],
    ],
  ])('%s', async (_, text, expected) => {
    const { money, asks } = await readGuessed(text)
    expect(days(money)).toEqual(expected)
    expect(asks).toEqual([])
  })
})

const undated = `Date,Description,Amount,Currency
29 Dec,Direct deposit,2310.00,EUR
05 Jan,Card payment,-10.00,EUR
`

describe('a person is asked', () => {
  test('for the year if nothing says it, and no date is made up', async () => {
    const { entries, errors, asks } = await readGuessed(undated)
    expect(asks).toEqual(['year'])
    expect(entries).toEqual([])
    expect(errors[0]?.reason).toBe('"29 Dec" has no year, and the file does not say it')
  })

  test('whether the only date or year above is that of the entries', async () => {
    const { money, asks } = await readGuessed(`Exported on,2026-01-15\n${undated}`)
    expect(asks).toEqual(['year'])
    expect(days(money)).toEqual(['2025-12-29', '2026-01-05'])
    expect((await readGuessed(`Statement 2026\n${undated}`)).asks).toEqual(['year'])
  })

  test('for the year if the period above is longer than one', async () => {
    const { asks } = await readGuessed(`Period,2024-01-01,2026-01-31\n${undated}`)
    expect(asks).toEqual(['year'])
  })

  test('about the order of day and month, too', async () => {
    const { asks } = await readGuessed(`Statement period,2026-01-01,2026-06-30
Date,Description,Amount,Currency
03/04,Direct deposit,2310.00,EUR
05/06,Card payment,-85.10,EUR
`)
    expect(asks).toEqual(['dateFormat'])
  })
})

test('a given year is that of the first entry, and later ones may be in another', async () => {
  const { money } = await readGuessed(undated, undefined, { year: 2024 })
  expect(days(money)).toEqual(['2024-12-29', '2025-01-05'])
})

test('two numbers next to a full date are no date', async () => {
  const { entries, mapping } = await readGuessed(`Date,Ref,Description,Amount,Currency
27/03/2026,01/12,Direct deposit,2310.00,EUR
31/03/2026,02/12,Card payment,-85.10,EUR
`)
  expect(mapping.dateFormat).toBe('DD/MM/YYYY')
  expect(entries.map(({ reference }) => reference)).toEqual(['01/12', '02/12'])
})
