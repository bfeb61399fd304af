import { describe, expect, test } from 'vitest'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { camt, camtAccount, camtEntry } from './camtText.ts'
import { readWith } from './reading.ts'

const read = (content: string) => readWith(readCamt, camt(camtAccount + content))

describe('a camt batch', () => {
  const details = (amount: string, more = '') =>
    `<TxDtls><Refs><AcctSvcrRef>PART-${amount}</AcctSvcrRef></Refs>${amount === '' ? '' : `<Amt Ccy="EUR">${amount}</Amt>`}${more}</TxDtls>`
  const batch = (...all: string[]) => camtEntry(entry => entry.replace(/<TxDtls>.*<\/TxDtls>/s, all.join('')))

  test('becomes its transactions, each of which knows the whole', async () => {
    const whole = { reference: 'BANK-1', total: '12.50', totalSide: 'credit' }
    const { entries } = await read(batch(details('10.00'), details('2.50')))
    expect(
      entries.map(({ amount, bankReference, batch: part }) => ({ amount, bankReference, part })),
    ).toEqual([
      { amount: '10.00', bankReference: 'PART-10.00', part: { part: 1, parts: 2, ...whole } },
      { amount: '2.50', bankReference: 'PART-2.50', part: { part: 2, parts: 2, ...whole } },
    ])
  })

  test('may contain a transaction in the other direction', async () => {
    const { entries } = await read(batch(details('13.00'), details('0.50', '<CdtDbtInd>DBIT</CdtDbtInd>')))
    expect(entries.map(({ amount, side }) => `${side} ${amount}`)).toEqual(['credit 13.00', 'debit 0.50'])
    expect(entries[1]?.batch).toMatchObject({ total: '12.50', totalSide: 'credit' })
  })

  test.each([
    [
      'whose transactions add up to another amount',
      batch(details('10.00'), details('2.51')),
      'differ from its amount by 0.01',
    ],
    [
      'whose transactions have no amounts',
      batch(details('10.00'), details('')),
      'transaction 2 has no amount',
    ],
    [
      'with several currencies',
      batch(details('10.00'), '<TxDtls><Amt Ccy="CHF">2.50</Amt></TxDtls>'),
      'transaction 2 is in CHF',
    ],
  ])('%s stays whole, with a note', async (_, content, reason) => {
    const { entries, notes } = await read(content)
    expect(entries.map(({ amount, batch: part }) => ({ amount, part }))).toEqual([
      { amount: '12.50', part: null },
    ])
    expect(notes[0]?.reason).toContain(reason)
  })

  test('of version 02 has its amounts in the details', async () => {
    const old = (amount: string) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
    expect((await read(batch(old('10.00'), old('2.50')))).entries).toHaveLength(2)
  })

  test('that is too large for memory stays whole', async () => {
    const many = Array.from({ length: 12_500 }, () => '<TxDtls><Amt Ccy="EUR">0.001</Amt></TxDtls>')
    const { entries, notes } = await read(batch(...many))
    expect(entries).toHaveLength(1)
    expect(notes[0]?.reason).toContain('12500 transactions')
  })
})
