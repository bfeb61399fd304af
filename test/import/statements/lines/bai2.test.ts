import { describe, expect, test } from 'vitest'
import { readBai2 } from '../../../../src/import/statements/bai2/bai2.ts'
import { readWith } from '../reading.ts'
import { type Bai2Account, type Bai2Group, type Bai2Line, bai2Text } from './bai2Text.ts'

const plain: Bai2Line = { amount: '12.50', side: 'credit' }
const read = (account: Partial<Bai2Account> = {}, group: Partial<Bai2Group> = {}) =>
  readWith(readBai2, bai2Text({ accounts: [{ lines: [plain], ...account }], ...group }))
const entryOf = async (line: Partial<Bai2Line>) => (await read({ lines: [{ ...plain, ...line }] })).entries[0]

describe('a BAI2 account', () => {
  test('has its head, balances and entries', async () => {
    const { heads, balances, entries, problems, ends } = await read({
      opening: '-100.00',
      summaries: ',045,-8000,,,100,1250,1,,400,0,0,',
      lines: [
        {
          ...plain,
          funds: 'V,260401,',
          bankReference: '260331000117',
          customerReference: 'INV-117',
          text: 'PAPER MILL, INC 12/31',
        },
      ],
    })
    expect(heads).toEqual([
      {
        scope: 'statement',
        id: null,
        number: null,
        account: {
          iban: null,
          otherId: '0123456789',
          bankCode: '122099999',
          bic: null,
          bankName: null,
          ownerName: null,
          currency: 'USD',
        },
        from: '2026-03-31',
        to: '2026-03-31',
        line: 3,
      },
    ])
    expect(balances).toEqual([
      { kind: 'opening', amount: '100.00', side: 'debit', currency: 'USD', at: '2026-03-31' },
      { kind: 'closing', amount: '87.50', side: 'debit', currency: 'USD', at: '2026-03-31' },
      { kind: 'available', amount: '80.00', side: 'debit', currency: 'USD', at: '2026-03-31' },
    ])
    expect(entries).toEqual([
      {
        amount: '12.50',
        currency: 'USD',
        side: 'credit',
        status: 'booked',
        reversal: false,
        bookingDate: '2026-03-31',
        valueDate: '2026-04-01',
        type: 'Other',
        description: 'ACH credit received',
        reference: 'INV-117 PAPER MILL, INC 12/31',
        counterpartyName: null,
        counterpartyIban: null,
        bankReference: '260331000117',
        endToEndId: null,
        originalAmount: null,
        charges: [],
        batch: null,
        line: 4,
      },
    ])
    expect(problems.filter(({ reason }) => !reason.includes('control total'))).toEqual([])
    expect(ends).toBe(1)
  })

  test('may follow others, in several groups and files', async () => {
    const one = { accounts: [{ lines: [plain] }, { account: '2', lines: [plain, plain] }] }
    const text = bai2Text(one, { day: '2026-04-01', accounts: [{ lines: [] }] })
    const { heads, entries, problems } = await readWith(readBai2, `${text}\x1a\n${text}`)
    expect(heads.map(({ to }) => to)).toEqual([
      '2026-03-31',
      '2026-03-31',
      '2026-04-01',
      '2026-03-31',
      '2026-03-31',
      '2026-04-01',
    ])
    expect([entries.length, problems]).toEqual([6, []])
  })

  test('may have several records on a line, padded with blanks', async () => {
    const text = bai2Text({ accounts: [{ lines: [plain, { ...plain, text: 'A/B' }] }] })
    const { entries, problems } = await readWith(readBai2, text.replaceAll('/\n', '/   '))
    expect([entries.length, problems]).toEqual([2, []])
    expect(entries[1]?.reference).toBe('A/B')
  })

  test('takes its currency from its group, or the dollar with a note', async () => {
    expect((await read({ currency: 'CAD' })).heads[0]?.account.currency).toBe('CAD')
    expect((await read({}, { currency: 'GBP' })).heads[0]?.account.currency).toBe('GBP')
    const none = await read({}, { currency: '' })
    expect(none.heads[0]?.account.currency).toBe('USD')
    expect([none.notes.length, none.errors]).toEqual([1, []])
  })

  test.each([
    ['JPY', 0, '1250', '1250'],
    ['KWD', 3, '1.234', '1.234'],
    ['USD', 2, '0.05', '0.05'],
  ])('in %s has %i decimal places', async (currency, places, amount, expected) => {
    const { entries, errors } = await read({ lines: [{ ...plain, amount }] }, { currency, places })
    expect(entries[0]).toMatchObject({ amount: expected, currency })
    expect(errors).toEqual([])
  })

  test('may have an IBAN, and a bank with a BIC', async () => {
    const { heads } = await read({ account: 'GB33BUKB20201555555555' }, { originator: 'BUKBGB22' })
    expect(heads[0]?.account).toMatchObject({
      iban: 'GB33BUKB20201555555555',
      otherId: null,
      bic: 'BUKBGB22',
      bankCode: null,
    })
  })

  test('of a report during the day has pending entries', async () => {
    const { heads, entries, errors } = await read({ summaries: ',100,99999,9,' }, { modifier: '3' })
    expect(heads[0]?.scope).toBe('report')
    expect(entries[0]).toMatchObject({ status: 'pending', bookingDate: null, valueDate: '2026-03-31' })
    expect(errors).toEqual([])
  })

  test('may continue its summaries in the middle, and have amounts in every funds type', async () => {
    const text = `01,1,2,260401,0600,1,,,2/
02,2,1,1,260331,2400,USD,2/
03,4711,,010,1000,,,072,500,,S,1,2,3,074,5,,D,2,0,2,1,3,190/
88,250,1,V,260401,,015/
88,1250,,/
16,195,250,D,1,0,250,REF1,,TEXT/
49,3255,5/
98,3255,1,7/
99,3255,1,9/
`
    const { balances, entries, problems } = await readWith(readBai2, text)
    expect(balances.map(({ amount }) => amount)).toEqual(['10.00', '12.50'])
    expect(entries[0]).toMatchObject({ amount: '2.50', bankReference: 'REF1', reference: 'TEXT' })
    expect(problems).toEqual([])
  })
})

describe('a BAI2 entry', () => {
  test.each([
    ['399', 'credit', 'Other', false],
    ['400', 'debit', 'Other', false],
    ['475', 'debit', 'Check', false],
    ['506', 'debit', 'InternalCredit', false],
    ['698', 'debit', 'FeeDebit', false],
    ['557', 'debit', 'Other', true],
    ['722', 'credit', 'Other', false],
    ['828', 'debit', 'Other', false],
    ['921', 'credit', 'Other', false],
    ['961', 'debit', 'Other', false],
  ] as const)('of code %s is a %s of type %s', async (code, side, type, reversal) => {
    expect(await entryOf({ code, side })).toMatchObject({ side, type, reversal })
  })

  test('joins its texts: a full record continues without a blank', async () => {
    const full = 'TRANSFER FROM THE COMMERCIAL ACCOUNT OF BLUE YARD SHIPBUILDING AND REPAIR COM'
    expect((await entryOf({ more: [full, 'PANY', 'INV 4711'] }))?.reference).toBe(`${full}PANY INV 4711`)
    expect((await entryOf({ text: 'A', more: ['B/'] }))?.reference).toBe('A B')
    const broken = bai2Text({ accounts: [{ lines: [{ ...plain, text: 'ONE TWO' }] }] }).replace(
      'ONE TWO',
      'ONE\nTWO',
    )
    expect((await readWith(readBai2, broken)).entries[0]?.reference).toBe('ONE TWO')
  })

  test('has names and an end-to-end id where the bank marks them', async () => {
    const more = ['EREF: E2E-1', 'DBNM: PAYER INC', 'CRNM: PAYEE INC']
    expect(await entryOf({ more })).toMatchObject({ endToEndId: 'E2E-1', counterpartyName: 'PAYER INC' })
    expect(await entryOf({ more, side: 'debit' })).toMatchObject({ counterpartyName: 'PAYEE INC' })
  })

  test('with fields in its continuation has them', async () => {
    const text = bai2Text({
      accounts: [{ lines: [{ ...plain, bankReference: 'REF1', customerReference: 'C1', text: 'T' }] }],
    })
    const { entries } = await readWith(readBai2, text.replace(',REF1,C1,T/', '/\n88,REF1,C1,T'))
    expect(entries[0]).toMatchObject({ bankReference: 'REF1', reference: 'C1 T' })
  })

  test('has no reference of zeros, and no money in a message', async () => {
    const lines = [
      { ...plain, bankReference: '0000' },
      { amount: '0', side: 'credit', code: '890', text: 'HELLO' } as const,
    ]
    const { entries, errors } = await read({ lines })
    expect([entries.length, entries[0]?.bankReference, errors]).toEqual([1, null, []])
  })

  test('with a negative amount moves the other way, with a note', async () => {
    const text = bai2Text({ accounts: [{ lines: [plain], opening: null, closing: null }] })
    const { entries, notes } = await readWith(
      readBai2,
      text.replace('16,142,1250', '16,142,-1250').replaceAll(/(?<=^(49|98|99),)1250/gm, '-1250'),
    )
    expect(entries[0]).toMatchObject({ amount: '12.50', side: 'debit', reversal: true })
    expect(notes.length).toBe(1)
  })
})

describe('a BAI2 deposit', () => {
  const deposit: Bai2Line = { amount: '30.00', side: 'credit', code: '115', bankReference: 'LOT1' }
  const items: Bai2Line[] = [
    { amount: '10.00', side: 'credit', code: '116', text: 'A' },
    { amount: '20.00', side: 'credit', code: '116', text: 'B' },
  ]
  /** The balances count the deposit once. */
  const whole = { opening: '0', closing: '30.00' }

  test('is broken into its items if they add up', async () => {
    const { entries, problems } = await read({ ...whole, lines: [deposit, ...items] })
    const batch = { parts: 2, reference: 'LOT1', total: '30.00', totalSide: 'credit' }
    expect(entries).toMatchObject([
      { amount: '10.00', reference: 'A', batch: { ...batch, part: 1 } },
      { amount: '20.00', reference: 'B', batch: { ...batch, part: 2 } },
    ])
    expect(problems).toEqual([])
  })

  test('stays whole if they do not, with a note', async () => {
    const { entries, notes, errors } = await read({ ...whole, lines: [deposit, ...items.slice(0, 1)] })
    expect(entries).toMatchObject([{ amount: '30.00', batch: null }])
    expect([notes.length, errors]).toEqual([1, []])
  })

  test('may be missing: then its items are entries', async () => {
    const { entries } = await read({ ...whole, lines: items })
    expect(entries).toMatchObject([
      { amount: '10.00', batch: null },
      { amount: '20.00', batch: null },
    ])
  })
})
