import { describe, expect, test } from 'vitest'
import { readMt940 } from '../../../src/import/statements/mt940/mt940.ts'
import { mt940Message as message } from './mt940Text.ts'
import { readWith } from './reading.ts'

const line = '2603310330C12,50NTRFNONREF//BANK-1'
const read = (entry: string, account?: string) => readWith(readMt940, message(entry, account))
const readEntry = async (written: string) => (await read(`:61:${written}\n:86:Text`)).entries[0]

describe('an MT940 statement', () => {
  test('has its head and balances', async () => {
    const { heads, balances, problems, ends } = await read(`:61:${line}`)
    expect(heads[0]).toMatchObject({ scope: 'statement', id: 'STARTUMS', number: '00012/001', line: 1 })
    expect(heads[0]?.account).toMatchObject({ otherId: '202051', bankCode: '12030000', currency: 'EUR' })
    expect(balances).toEqual([
      { kind: 'opening', amount: '100.00', side: 'credit', currency: 'EUR', at: '2026-03-30' },
      { kind: 'closing', amount: '112.50', side: 'credit', currency: 'EUR', at: '2026-03-31' },
    ])
    expect({ problems, ends }).toEqual({ problems: [], ends: 1 })
  })

  test.each([
    ['DE02120300000000202051', { iban: 'DE02120300000000202051', otherId: null, bankCode: null }],
    ['DE02120300000000202051EUR', { iban: 'DE02120300000000202051', otherId: null }],
    ['BYLADEM1001/DE02120300000000202051', { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }],
    ['1291.99.348EUR', { iban: null, otherId: '1291.99.348', bankCode: null }],
    ['/PL61109010140000071219812874', { iban: 'PL61109010140000071219812874', otherId: null }],
    ['//AT39000/4711/EUR', { otherId: '4711', bankCode: 'AT39000' }],
    ['UBRTHUHB/4711ABC/EUR', { otherId: '4711ABC', bankCode: 'UBRTHUHB' }],
    ['TRIODOSBANK/0390123456', { otherId: '0390123456', bankCode: 'TRIODOSBANK' }],
  ])('has its account from %s', async (account, expected) => {
    expect((await read('', account)).heads[0]?.account).toMatchObject(expected)
  })

  test('notes an account that looks like an invalid IBAN, and requires an account', async () => {
    expect((await read('', 'DE03120300000000202051')).notes[0]?.at).toBe(':25:')
    expect((await read('', '')).errors[0]?.reason).toBe('it has no account number')
  })

  test('may be inside SWIFT blocks, several in a file, with the bank in the first block', async () => {
    const blocks = '\x01{1:F01INGBNL2AXXXX0000000000}{2:I940INGBNL2AXXXN}{4:\n'
    const swift = blocks + message(`:61:${line}`).replace('\n-\n', '\n-}{5:}\x03\n')
    const { heads, entries, problems } = await readWith(readMt940, swift + swift)
    expect(heads.map(({ account }) => account.bic)).toEqual(['INGBNL2A', 'INGBNL2A'])
    expect(entries).toHaveLength(2)
    expect(problems).toEqual([])
    const branch = swift.replace('INGBNL2AXXXX', 'BYLADEM1A001')
    expect((await readWith(readMt940, branch)).heads[0]?.account.bic).toBe('BYLADEM1001')
  })

  test('is an interim report if it is MT942, with pending entries', async () => {
    const { heads, entries, problems } = await readWith(
      readMt940,
      `:20:A\n:25:4711\n:28C:1\n:34F:EUR0,00\n:13D:2603311200+0100\n:61:${line}\n:86:Text\n:90D:0EUR0,00\n:90C:1EUR12,50\n-\n`,
    )
    expect(heads[0]?.scope).toBe('report')
    expect(entries[0]).toMatchObject({
      status: 'pending',
      bookingDate: null,
      valueDate: '2026-03-31',
      currency: 'EUR',
    })
    expect(problems).toEqual([])
  })

  test('that is an interim report may lack its sums if it is terminated', async () => {
    const text = `:20:A\n:25:4711\n:28C:1\n:34F:EUR0,00\n:61:${line}\n:86:Text\n`
    expect((await readWith(readMt940, `${text}-\n`)).errors).toEqual([])
    expect((await readWith(readMt940, text)).errors.map(({ at }) => at)).toEqual([':62F:'])
  })

  test('may have pages with balances in between', async () => {
    const first = message(`:61:${line}`).replace(':62F:', ':62M:')
    const second = message('').replace(':60F:C260330EUR100,00', ':60M:C260331EUR112.50')
    const { balances, ends, problems } = await readWith(readMt940, first + second)
    expect(balances.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'opening 100.00',
      'closing 112.50',
      'opening 112.50',
      'closing 112.50',
    ])
    expect({ ends, problems }).toEqual({ ends: 2, problems: [] })
  })

  test('is closed by a balance that lacks its second colon', async () => {
    const { balances, problems } = await readWith(readMt940, message('').replace(':62F:', ':62F'))
    expect(balances.map(({ kind }) => kind)).toEqual(['opening', 'closing'])
    expect(problems).toEqual([])
  })

  test('without a closing balance is an error, because it may be cut off', async () => {
    const { errors, ends } = await readWith(readMt940, message(`:61:${line}`).split(':62F:')[0] ?? '')
    expect(errors.map(({ at }) => at)).toEqual([':62F:'])
    expect(ends).toBe(1)
  })

  test.each([
    [':60F:C260330EUR100,00', ':60F:X260330EUR100,00', 'error'],
    [':60F:C260330EUR100,00', ':60F:C261330EUR100,00', 'error'],
    [':62F:C260331EUR112,50', ':62F:C260331EUR112', 'error'],
    [':62F:C260331EUR112,50', ':62F:C260331112,50', 'note'],
    [':62F:C260331EUR112,50', ':62F:C260331EUR112,50\n:65:Dnullnull7414,3', 'note'],
  ])('reports the balance %s written as %s', async (from, to, severity) => {
    const { problems } = await readWith(readMt940, message('').replace(from, to))
    expect(problems.map(each => each.severity)).toEqual([severity])
  })

  test('is required: text without one is rejected, and fields outside of one are reported', async () => {
    await expect(readWith(readMt940, 'Sehr geehrte Damen und Herren')).rejects.toThrow('no MT940 statement')
    const { errors } = await readWith(readMt940, `:61:${line}\n${message('')}`)
    expect(errors[0]).toMatchObject({ line: 1, at: ':61:' })
  })
})

describe('an MT940 entry', () => {
  test.each([
    [
      'everything in one line',
      line,
      {
        amount: '12.50',
        side: 'credit',
        bookingDate: '2026-03-30',
        valueDate: '2026-03-31',
        bankReference: 'BANK-1',
        type: 'SepaCredit',
        reversal: false,
        line: 5,
      },
    ],
    ['no booking date', '260331C12,50NTRFNONREF', { bookingDate: '2026-03-31', bankReference: null }],
    [
      'a booking date in the previous year',
      '2601021230C12,50NTRFNONREF',
      { valueDate: '2026-01-02', bookingDate: '2025-12-30' },
    ],
    [
      'a booking date in the following year',
      '2512310102C12,50NTRFNONREF',
      { valueDate: '2025-12-31', bookingDate: '2026-01-02' },
    ],
    ['a debit with a funds code', '2603310331DR12,50N037NONREF', { side: 'debit', reversal: false }],
    [
      'a reversed debit, which is a credit',
      '2603310331RDR12,50N068NONREF',
      { side: 'credit', reversal: true },
    ],
    ['a reversed credit, which is a debit', '2603310331RC12,50NTRFNONREF', { side: 'debit', reversal: true }],
    ['nothing after the comma', '2603310331C9,N192NONREF', { amount: '9' }],
    ['zeros before the amount', '260331C000000000025,00N102EREF', { amount: '25.00' }],
    ['a space before the code', '2603310331C50,00 NTRFNONREF//X', { amount: '50.00', bankReference: 'X' }],
    ['a code of two letters', '260331D25,03NOV NONREF', { amount: '25.03' }],
    [
      'a name after the reference',
      '260331D44,95N0600733959555      T-MOBILE BV  ',
      { counterpartyName: 'T-MOBILE BV' },
    ],
    [
      'spaces instead of the booking date',
      '260331    D9,00NMSCNONREF',
      { bookingDate: '2026-03-31', amount: '9.00' },
    ],
    ['a point instead of the comma', '260331C12.50NTRFNONREF', { amount: '12.50' }],
    ['no code but a reference', '260331C12,50//BANK-2', { amount: '12.50', bankReference: 'BANK-2' }],
    ['no code but a placeholder', '260331C12,50NONREF', { type: 'Other', bankReference: null }],
    ['a code of spaces', '260331DF12,00S   X', { amount: '12.00', type: 'Other' }],
    ['an IBAN as the reference', '260331D1,00NOVBDE75512108001245126199', { counterpartyName: null }],
    ['a code of Triodos', '260331C1,00NET0NONREF', { type: 'SepaCredit' }],
    ['a code of ING', '260331D1,00NIC MARF', { type: 'SepaDirect' }],
    ['a code of SNS', '260331D1,00NBEA', { type: 'Card' }],
    ['a fee', '260331D1,00NCHGNONREF', { type: 'FeeDebit' }],
    ['a cheque', '260331D1,00NCHKNONREF', { type: 'Check' }],
  ])('has %s', async (_, written, expected) => {
    expect(await readEntry(written)).toMatchObject(expected)
  })

  test.each([
    [
      '/OCMT/USD14,00//CHGS/EUR0,50/',
      {
        originalAmount: { amount: '14.00', currency: 'USD' },
        charges: [{ amount: '0.50', currency: 'EUR', side: 'debit' }],
      },
    ],
    ['/OCMT/EUR11,85//CHGS/EUR0,50/', { originalAmount: null }],
    ['DE75512108001245126199', { counterpartyIban: 'DE75512108001245126199', bankReference: null }],
    ['20131209007602198765432000000012', { bankReference: '20131209007602198765432000000012' }],
    ['NL70ABNA0987654321', { bankReference: null, description: null, counterpartyIban: null }],
    ['/TRCD/02000/', { type: 'Card', description: null }],
    ['152 0', { description: null }],
    ['marechal s', { description: 'marechal s' }],
  ])('reads %s in the line below', async (below, expected) => {
    expect((await read(`:61:260331C12,50NTRFNONREF\n${below}`)).entries[0]).toMatchObject(expected)
  })

  test.each([
    ['no date', 'C12,50NTRFNONREF', 'value date'],
    ['a date that does not exist', '260431C12,50NTRFNONREF', '260431 does not exist'],
    ['a booking date that does not exist', '2603310231C12,50NTRFNONREF', '0231 does not exist'],
    ['no side', '26033112,50NTRFNONREF', 'no C, D, RC or RD'],
    ['no amount', '260331CNTRFNONREF', 'no amount'],
    ['points and a comma', '260331C1.250,00NTRFNONREF', 'no transaction code'],
    ['no code', '260331C12,50', 'no transaction code'],
    ['an amount with too many digits', `260331C${'9'.repeat(41)},00NTRFNONREF`, 'too many digits'],
  ])('with %s is skipped and reported with its line', async (_, written, reason) => {
    const { entries, errors } = await read(`:61:${written}\n:86:Text\n:61:${line}`)
    expect(entries).toHaveLength(1)
    expect(errors).toMatchObject([{ line: 5, at: ':61:' }])
    expect(errors[0]?.reason).toContain(reason)
  })

  test('on the thirtieth of February gets the last day of the month, with a note', async () => {
    const { entries, notes } = await read(':61:2602300301D6,00NINTNONREF')
    expect(entries[0]).toMatchObject({ valueDate: '2026-02-28', bookingDate: '2026-03-01' })
    expect(notes[0]?.reason).toContain('260230')
  })

  test('has the reference of its line if the details have none', async () => {
    const tax = ':61:260331D9,00NTRF1850426746401070//B1\n:86:/CNTP/DE75512108001245126199//FINANZAMT//'
    expect((await read(tax)).entries[0]).toMatchObject({
      reference: '1850426746401070',
      counterpartyName: 'FINANZAMT',
    })
  })

  test('keeps a single dash in its text', async () => {
    const { entries, problems } = await read(`:61:${line}\n:86:/REMI/Periode 1 -\n-`)
    expect(entries[0]?.reference).toBe('Periode 1 --')
    expect(problems).toEqual([])
  })

  test('without a decimal comma is read as a whole number, with a note', async () => {
    const { entries, notes } = await read(':61:260331C500NTRFNONREF')
    expect(entries[0]?.amount).toBe('500')
    expect(notes[0]?.reason).toContain('no decimal comma')
  })

  test('keeps text lines that start with a colon or a dash', async () => {
    const { entries } = await read(`:61:${line}\n:86:166?20SVWZ+VERTR?21\n:KO:NR:4711?22\n-Nr. 8`)
    expect(entries[0]?.reference).toBe('VERTR :KO:NR:4711 -Nr. 8')
  })

  test('does not use the text of the statement as its own', async () => {
    const text = message(`:61:${line}\n:86:Mine`).replace('-\n', ':86:D000004C000002\n-\n')
    expect((await readWith(readMt940, text)).entries[0]?.reference).toBe('Mine')
  })

  test('is an error if no balance before it gives the currency', async () => {
    const { errors } = await readWith(readMt940, `:20:A\n:25:4711\n:61:${line}\n:62F:C260331EUR1,00\n`)
    expect(errors[0]?.reason).toContain('currency')
  })
})
