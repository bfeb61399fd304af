import { describe, expect, test } from 'vitest'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { camt, camtAccount, camtBalance, camtEntry } from './camtText.ts'
import { readWith } from './reading.ts'

const read = (content: string) => readWith(readCamt, camt(camtAccount + content))

describe('the camt reader', () => {
  test.each([
    ['no amount', /<Amt.*<\/Amt>/, '', '/Amt', 'missing'],
    ['an amount with words', '>12.50<', '>twelve<', '/Amt', '"twelve EUR"'],
    ['an amount with a comma', '>12.50<', '>12,50<', '/Amt', '"12,50 EUR"'],
    ['a negative amount', '>12.50<', '>-12.50<', '/Amt', '"-12.50 EUR"'],
    ['an empty amount', '>12.50<', '><', '/Amt', 'it is "EUR"'],
    ['an amount without a currency', ' Ccy="EUR"', '', '/Amt', '"12.50"'],
    ['an amount with an invalid currency', 'Ccy="EUR"', 'Ccy="euro"', '/Amt', '"12.50 euro"'],
    ['an amount with too many digits', '>12.50<', `>${'9'.repeat(41)}<`, '/Amt', '"999'],
    ['no side', '<CdtDbtInd>CRDT</CdtDbtInd>', '', '/CdtDbtInd', 'missing'],
    ['an invalid side', 'CRDT', 'CREDIT', '/CdtDbtInd', '"CREDIT"'],
    ['an invalid status', 'BOOK', 'DONE', '/Sts', '"DONE"'],
    ['a booking date that does not exist', '2026-03-30', '2026-02-30', '/BookgDt', 'no valid date'],
    ['a booking date in another order', '2026-03-30', '30.03.2026', '/BookgDt', 'no valid date'],
    ['a value date that does not exist', '2026-03-31', '2026-03-32', '/ValDt', 'no valid date'],
    ['no date', /<BookgDt>.*\n.*<\/ValDt>/, '', '/BookgDt', 'no date at all'],
  ])('skips an entry with %s and reports its line and path', async (_, from, to, at, reason) => {
    const { entries, errors } = await read(camtEntry(entry => entry.replace(from, to)) + camtEntry())
    expect(entries).toHaveLength(1)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ line: 6, at: `Document/BkToCstmrStmt/Stmt/Ntry${at}` })
    expect(errors[0]?.reason).toContain(reason)
  })

  test('requires a status in interim reports', async () => {
    const content = camtAccount + camtEntry(entry => entry.replace('<Sts>BOOK</Sts>', ''))
    const { entries, errors } = await readWith(readCamt, camt(content, 'camt.052'))
    expect(entries).toEqual([])
    expect(errors[0]?.at).toBe('Document/BkToCstmrAcctRpt/Rpt/Ntry/Sts')
  })

  test('leaves out an invalid IBAN and adds a note', async () => {
    const { entries, notes } = await read(camtEntry(entry => entry.replace('DE75', 'DE76')))
    expect(entries[0]?.counterpartyIban).toBeNull()
    expect(notes[0]).toMatchObject({ line: 18 })
  })
})

test('an unreadable balance is a problem, never zero', async () => {
  const { balances, errors } = await read(
    camtBalance('OPBD', 'x') +
      camtBalance('CLBD', '1.00', '2026-03-31', 'PLUS') +
      camtBalance('CLAV', '5.00'),
  )
  expect(balances.map(({ kind }) => kind)).toEqual(['available'])
  expect(errors.map(({ at }) => at)).toEqual([
    'Document/BkToCstmrStmt/Stmt/Bal/Amt',
    'Document/BkToCstmrStmt/Stmt/Bal/CdtDbtInd',
  ])
})

describe('rejects a camt file', () => {
  const good = camt(camtAccount + camtEntry())
  test.each([
    ['in another namespace', good.replaceAll('camt.053', 'pain.001'), 'not a namespace of camt'],
    ['in an unknown namespace', good.replace('urn:iso', 'urn:oso'), 'is not a namespace'],
    ['without a statement', good.replace(/<BkToCstmrStmt>.*<\/BkToCstmrStmt>/s, ''), 'contains no statement'],
    ['that is cut off', good.slice(0, -20), 'not well-formed'],
    [
      'with a DOCTYPE',
      good.replace('<Document', '<!DOCTYPE Document [<!ENTITY a "b">]><Document'),
      'DOCTYPE',
    ],
    ['with an unknown entity', good.replace('RE-2026', '&a;'), 'undefined entity'],
    ['followed by more content', `${good}<Document/>`, 'not well-formed'],
    ['nested too deeply', good.replace('RE-2026', '<a>'.repeat(100)), 'nested deeper than 64'],
    ['with an endless text', good.replace('RE-2026', 'x'.repeat(2_000_000)), 'longer than 1000000'],
  ])('%s', async (_, text, reason) => {
    await expect(readWith(readCamt, text)).rejects.toThrow(reason)
    await expect(readWith(readCamt, text)).rejects.toMatchObject({ name: 'UnreadableFile' })
  })
})
