/** Names of fees and of what is left after them, in several languages. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const table = (fee: string, after: string) => `ID,Direction,Created on,"${fee}","${after}",Currency,Reference
T2,OUT,2026-03-30 10:11:12,1.10,84.00,EUR,Books
T1,IN,2026-03-27 10:11:12,0.00,2310.00,EUR,Paper
`

describe('a fee is no amount, and what is left after fees is one', () => {
  test.each([
    ['Betrag der Ausgangsgebühr', 'Ausgangsbetrag (nach Gebühren)'],
    ['Importe de tarifa de origen', 'Importe de origen (después de comisiones)'],
    ['Montant des frais source', 'Montant source (après frais)'],
    ['Importo commissione di origine', 'Importo di origine (al netto delle commissioni)'],
    ['Valor da tarifa de origem', 'Valor de origem (após tarifas)'],
    ['Bedrag bronkosten', 'Bronbedrag (na kosten)'],
    ['Kwota opłaty źródłowej', 'Kwota źródłowa (po opłatach)'],
    ['Source fee amount', 'Source amount (after fees)'],
    ['Kosten', 'Betrag abzügl. Kosten'],
  ])('%s, %s', async (fee, after) => {
    const { money, asks } = await readGuessed(table(fee, after))
    expect(money).toEqual(['2026-03-30 -84.00', '2026-03-30 -1.10', '2026-03-27 +2310.00'])
    expect(asks).toContain('fees')
    expect(asks).not.toContain('amount')
  })
})

test('postage is no fee, and what was paid before fees is not what is left', async () => {
  const text = `Datum;Text;Betrag vor Gebühren;Gebühr;Versandkosten
30.03.2026;Buchladen;-85,10;-1,10;0,00
27.03.2026;Papier;2310,00;0,00;0,00
`
  const { mapping, money } = await readGuessed(text)
  expect(mapping.columns.fee).toBe(3)
  expect(money).toEqual(['2026-03-30 -85.10', '2026-03-30 -1.10', '2026-03-27 +2310.00'])
})
