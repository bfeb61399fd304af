import { describe, expect, test } from 'vitest'
import { readCsb43 } from '../../../../src/import/statements/csb43/csb43.ts'
import { readWith } from '../reading.ts'
import { type Csb43File, type Csb43Line, csb43Text } from './csb43Text.ts'

const plain: Csb43Line = { amount: '12.50', side: 'credit', day: '2026-03-31' }
const read = (file: Partial<Csb43File> = {}) => readWith(readCsb43, csb43Text({ lines: [plain], ...file }))
const entryOf = async (line: Partial<Csb43Line>) =>
  (await read({ lines: [{ ...plain, ...line }] })).entries[0]

describe('a CSB43 account', () => {
  test('has its head, balances and entries', async () => {
    const { heads, balances, entries, problems, ends } = await read({
      opening: '-100',
      lines: [
        { ...plain, valueDay: '2026-04-01', texts: ['TRANSF. SEPA', 'FACTURA 2026/117'], second: 'REF-4711' },
      ],
    })
    expect(heads).toEqual([
      {
        scope: 'statement',
        id: null,
        number: null,
        account: {
          iban: 'ES9121000418450200051332',
          otherId: null,
          bankCode: null,
          bic: null,
          bankName: null,
          ownerName: 'ASTILLERO AZUL SL',
          currency: 'EUR',
        },
        from: '2026-03-01',
        to: '2026-03-31',
        line: 1,
      },
    ])
    expect(balances).toEqual([
      { kind: 'opening', amount: '100.00', side: 'debit', currency: 'EUR', at: '2026-03-01' },
      { kind: 'closing', amount: '87.50', side: 'debit', currency: 'EUR', at: '2026-03-31' },
    ])
    expect(entries).toEqual([
      {
        amount: '12.50',
        currency: 'EUR',
        side: 'credit',
        status: 'booked',
        reversal: false,
        bookingDate: '2026-03-31',
        valueDate: '2026-04-01',
        type: 'SepaCredit',
        description: null,
        reference: 'TRANSF. SEPA FACTURA 2026/117 REF-4711',
        counterpartyName: null,
        counterpartyIban: null,
        bankReference: null,
        endToEndId: null,
        originalAmount: null,
        charges: [],
        batch: null,
        line: 2,
      },
    ])
    expect(problems).toEqual([])
    expect(ends).toBe(1)
  })

  test('may follow another, without trailing blanks or line ends, or after a record of the bank', async () => {
    const text = csb43Text({ lines: [plain] }, { account: '210004180200051333', lines: [plain, plain] })
    const trimmed = text.replace(/ +\r\n/g, '\r\n')
    const bank = `002100260331\r\n${text.replace('000007', '000008')}`
    for (const each of [text, trimmed, text.replaceAll('\r\n', ''), bank]) {
      const { heads, entries, problems } = await readWith(readCsb43, each)
      expect([heads.length, entries.length, problems]).toEqual([2, 3, []])
    }
  })

  test.each([
    ['210004180200051332', 'ES9121000418450200051332', null],
    ['000000000000000000', null, null],
    ['000012340200051332', null, '000012340200051332'],
  ])('with the number %s has the IBAN %s', async (account, iban, otherId) => {
    const { heads, errors } = await read({ account })
    expect(heads[0]?.account).toMatchObject({ iban, otherId })
    expect(errors).toEqual([])
  })

  test('has amounts in its currency', async () => {
    const { entries, balances } = await read({ currency: '392', lines: [{ ...plain, amount: '1250' }] })
    expect(entries[0]).toMatchObject({ amount: '1250', currency: 'JPY' })
    expect(balances.map(({ amount }) => amount)).toEqual(['0', '1250'])
    expect((await read({ currency: '840', lines: [{ ...plain, concept: '03' }] })).entries[0]).toMatchObject({
      currency: 'USD',
      type: 'Other',
    })
  })

  test('with a balance without a side has a note', async () => {
    const { balances, notes, errors } = await readWith(
      readCsb43,
      csb43Text({ lines: [plain] }).replace(/2(00000000001250978)/, '0$1'),
    )
    expect(balances[1]).toMatchObject({ amount: '12.50', side: 'credit' })
    expect([notes.length, errors]).toEqual([1, []])
  })
})

describe('a CSB43 entry', () => {
  test.each([
    ['03', 'debit', 'SepaDirect', false],
    ['12', 'debit', 'Card', false],
    ['17', 'debit', 'FeeDebit', false],
    ['17', 'credit', 'Other', false],
    ['14', 'debit', 'Other', true],
    ['98', 'credit', 'Other', true],
  ] as const)('of concept %s, a %s, has the type %s', async (concept, side, type, reversal) => {
    expect(await entryOf({ concept, side })).toMatchObject({ type, reversal, side })
  })

  test('joins its texts: a full one continues without a blank', async () => {
    const texts = ['COMPRA TARJ 1234XXXXXXXX3456 TIENDA DE', 'L CENTRO', 'MADRID', 'ESPA¥A']
    expect((await entryOf({ texts }))?.reference).toBe(
      'COMPRA TARJ 1234XXXXXXXX3456 TIENDA DEL CENTRO MADRID ESPAÑA',
    )
  })

  test('keeps references that its texts do not repeat', async () => {
    const texts = ['RECIBO 4711']
    expect((await entryOf({ texts, document: '4711' }))?.reference).toBe('RECIBO 4711 0000004711')
    expect((await entryOf({ texts, second: 'RECIBO 4711' }))?.reference).toBe('RECIBO 4711')
    expect((await entryOf({ first: 'A1234567890B', second: 'C345' }))?.reference).toBe('A1234567890BC345')
    expect((await entryOf({ first: 'TRANSFERENCI', second: 'C345' }))?.reference).toBe('TRANSFERENCI C345')
    expect((await entryOf({}))?.reference).toBeNull()
  })

  test('has its original amount if that is in another currency', async () => {
    expect(await entryOf({ original: { currency: '840', amount: '13.75' } })).toMatchObject({
      originalAmount: { amount: '13.75', currency: 'USD' },
    })
    expect(await entryOf({ original: { currency: '978', amount: '12.50' } })).toMatchObject({
      originalAmount: null,
    })
  })
})

describe('a broken CSB43 file has an error with its line:', () => {
  const good = csb43Text({ opening: '100', lines: [plain, { ...plain, side: 'debit', texts: ['ALQUILER'] }] })
  const lines = good.trimEnd().split('\r\n')
  const changed = (line: number, at: number, put: string) =>
    lines
      .map((each, index) =>
        index === line ? each.slice(0, at - 1) + put + each.slice(at - 1 + put.length) : each,
      )
      .join('\n')
  const inserted = (line: number, put: string) =>
    [...lines.slice(0, line), put, ...lines.slice(line)].join('\n')

  test.each([
    ['an amount with letters', changed(1, 30, 'X'), 2, 'is not an amount'],
    ['an entry without a side', changed(1, 28, '0'), 2, 'is not a side'],
    ['a day that does not exist', changed(1, 11, '260231'), 2, 'does not exist'],
    ['an unknown currency', changed(0, 48, '001'), 1, 'ISO 4217'],
    ['a balance with letters', changed(0, 40, 'X'), 1, 'is not a side and 14 digits'],
    ['another account at the end', changed(4, 3, '2038'), 5, 'of another account'],
    ['a text before any entry', inserted(1, '2301TEXT'), 2, 'before the first entry'],
    ['an unknown record', inserted(2, '4401TEXT'), 3, 'does not start a record'],
    ['no closing balance', lines.filter(line => !line.startsWith('33')).join('\n'), 5, 'cut off'],
    ['a new account before the end of the last', inserted(2, lines[0] ?? ''), 3, 'cut off'],
    ['an end in the middle', lines.slice(0, 3).join('\n'), null, 'cut off'],
    ['an entry outside of an account', `${lines[1]}\n${good}`, 1, 'outside of an account'],
  ])('%s', async (_, text, line, reason) => {
    const { errors } = await readWith(readCsb43, text)
    const found = errors.find(each => each.reason.includes(reason))
    expect(found?.line).toBe(line)
  })

  test('wrong counts and totals, unless the balances prove the entries', async () => {
    const wrong = changed(4, 21, '0000300000000009900').replace(/(9{18})000005/, '$1000009')
    const proved = await readWith(readCsb43, wrong)
    expect([proved.errors, proved.notes.length]).toEqual([[], 3])
    const unproved = await readWith(
      readCsb43,
      wrong.replace('200000000010000978    ', '200000000010001978    '),
    )
    expect(unproved.errors).toMatchObject([
      { line: 5, reason: 'it counts "00003" debits, but there are 1' },
      { line: 5, reason: 'its total of debits is 99.00, but the entries add up to 12.50' },
      { line: 6, reason: 'it counts "000009" records, but there are 5' },
    ])
  })

  test('no end of the file is a note: the account is complete', async () => {
    const { errors, notes } = await readWith(readCsb43, lines.slice(0, -1).join('\n'))
    expect([errors, notes.length]).toEqual([[], 1])
  })

  test('nothing but other text', async () => {
    await expect(readWith(readCsb43, 'x')).rejects.toThrow('no CSB43 account')
  })
})
