/** Variants of individual banks. */
import { describe, expect, test } from 'vitest'
import { readMt940 } from '../../../src/import/statements/mt940/mt940.ts'
import { mt940Message as message } from './mt940Text.ts'
import { readWith } from './reading.ts'

const read = (entry: string, account?: string) => readWith(readMt940, message(entry, account))

describe('an MT940 entry', () => {
  test('has the codes of a Dutch bank known by its account, its statement or its name', async () => {
    const entry = ':61:260331D9,00N093NONREF\n:86:/REMI/Kosten maart'
    expect((await read(entry)).entries[0]?.type).toBe('Other')
    expect((await read(entry, 'NL39RABO0300065264')).entries[0]?.type).toBe('FeeDebit')
    const rabobank = message(entry).replace('STARTUMS', '940S260331')
    expect((await readWith(readMt940, rabobank)).entries[0]?.type).toBe('FeeDebit')
    const { heads, entries } = await readWith(
      readMt940,
      `ABNANL2A\n940\nABNANL2A\n${message(':61:260331D9,00N247NONREF')}`,
    )
    expect(heads[0]?.account.bic).toBe('ABNANL2A')
    expect(entries[0]?.type).toBe('SepaDirect')
  })

  test.each([
    ['EUR', 'debit', '/TRTP/SEPA INCASSO ALGEMEEN/REMI/x', 'SepaDirect'],
    ['EUR', 'credit', '/TRTP/iDEAL/REMI/x', 'SepaCredit'],
    ['EUR', 'debit', 'BEA   NR:1 31.03.26/09.08 BAKKER', 'Card'],
    ['EUR', 'credit', 'AFREK. BETAALAUTOMAAT', 'Other'],
    ['EUR', 'credit', '166?00GUTSCHRIFT?20x', 'SepaCredit'],
    ['USD', 'credit', '166?00GUTSCHRIFT?20x', 'Other'],
    ['EUR', 'credit', '020~00PRZELEW~20x', 'Other'],
  ])('in %s, a %s, gets its type from the details %s: %s', async (currency, side, details, type) => {
    const text = message(`:61:260331${side === 'credit' ? 'C' : 'D'}1,00NMSCNONREF\n:86:${details}`)
    const { entries } = await readWith(readMt940, text.replaceAll('EUR', currency))
    expect(entries[0]?.type).toBe(type)
  })

  test('has no bank reference if the slashes split a text', async () => {
    const { entries } = await read(':61:260331D9,00NCHGGebyrer i//marts\n:86:Gebyrer i marts')
    expect(entries[0]).toMatchObject({ reference: 'Gebyrer i marts', bankReference: null })
  })

  test('may have its details in non-SWIFT fields, and the account its owner', async () => {
    const text = message(':61:260331DF9,00S051\n:NS:01Miete\n02April\n15Haus\n16AG\n17UEBERWEISUNG')
    const { heads, entries } = await readWith(readMt940, text.replace(':60F:', ':NS:22Blaue Werft\n:60F:'))
    expect(heads[0]?.account.ownerName).toBe('Blaue Werft')
    expect(entries[0]).toMatchObject({
      reference: 'Miete April',
      counterpartyName: 'Haus AG',
      description: 'UEBERWEISUNG',
    })
  })
})
