/** Rows that repeat a row above in parts would be counted twice, and a person is asked. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const table = (...rows: string[]) => `Datum;Buchungstext;Betrag;Währung
${rows.map(row => `${row};EUR`).join('\n')}
27.03.2026;Gehalt Papier AG;2310,00;EUR
`
const batch = '30.03.2026;Sammelauftrag;-105,10'
const asksOf = async (text: string) => (await readGuessed(text)).asks

describe('rows that add up to the one above them', () => {
  test('are asked about', async () => {
    const text = table(batch, '30.03.2026;Buchladen;-85,10', '30.03.2026;Teehaus;-20,00')
    const { asks, reasons } = await readGuessed(text)
    expect(asks).toContain('rows')
    expect(reasons.join()).toContain('lines 3 to 4 add up to the amount in line 2')
  })

  test.each([
    ['on another day', ['30.03.2026;Buchladen;-85,10', '29.03.2026;Teehaus;-20,00']],
    ['if one goes the other way', ['30.03.2026;Buchladen;-125,10', '30.03.2026;Teehaus;20,00']],
    ['if there is only one', ['30.03.2026;Buchladen;-105,10']],
    ['if they are more or less', ['30.03.2026;Buchladen;-85,10', '30.03.2026;Teehaus;-20,01']],
  ])('are not asked about %s', async (_, rows) => {
    expect(await asksOf(table(batch, ...rows))).not.toContain('rows')
  })

  test('are not asked about if the balances count all of them', async () => {
    const text = `Datum;Buchungstext;Betrag;Saldo
27.03.2026;Papier AG;2310,00;2410,00
30.03.2026;Möbelhaus;-105,10;2304,90
30.03.2026;Buchladen;-85,10;2219,80
30.03.2026;Teehaus;-20,00;2199,80
`
    expect(await asksOf(text)).not.toContain('rows')
  })
})
