import { describe, expect, test } from 'vitest'
import { readCoda } from '../../../../src/import/statements/coda/coda.ts'
import { readWith } from '../reading.ts'
import { type CodaFile, type CodaLine, codaText } from './codaText.ts'

const plain: CodaLine = { amount: '12.50', side: 'credit', day: '2026-03-31' }
const read = (file: Partial<CodaFile> = {}) => readWith(readCoda, codaText({ lines: [plain], ...file }))
const entryOf = async (line: Partial<CodaLine>) => (await read({ lines: [{ ...plain, ...line }] })).entries[0]

describe('a CODA statement', () => {
  test('has its head, balances and entries', async () => {
    const { heads, balances, entries, problems, ends } = await read({
      opening: '-100',
      lines: [
        {
          ...plain,
          valueDay: '2026-04-01',
          bankReference: 'OL44483FW SCTOFBIONLO',
          text: 'FACTUUR 2026/117',
          customerReference: 'E2E-4711',
          account: 'BE68539007547034                  EUR',
          name: 'PAPIERWERF NV',
        },
      ],
    })
    expect(heads).toEqual([
      {
        scope: 'statement',
        id: 'FILE1',
        number: '138',
        account: {
          iban: 'BE68539007547034',
          otherId: null,
          bankCode: null,
          bic: 'KREDBEBB',
          bankName: null,
          ownerName: 'BLAUWE WERF BV',
          currency: 'EUR',
        },
        from: null,
        to: null,
        line: 1,
      },
    ])
    expect(balances).toEqual([
      { kind: 'opening', amount: '100.00', side: 'debit', currency: 'EUR', at: '2026-03-30' },
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
        reference: 'FACTUUR 2026/117',
        counterpartyName: 'PAPIERWERF NV',
        counterpartyIban: 'BE68539007547034',
        bankReference: 'OL44483FW SCTOFBIONLO',
        endToEndId: 'E2E-4711',
        originalAmount: null,
        charges: [],
        batch: null,
        line: 3,
      },
    ])
    expect(problems).toEqual([])
    expect(ends).toBe(1)
  })

  test('may follow another in the same file, without line ends, or in code page 850', async () => {
    const two = codaText({ lines: [plain], more: true }) + codaText({ lines: [plain, plain] })
    const { heads, entries, problems } = await readWith(readCoda, two)
    expect([heads.length, entries.length, problems]).toEqual([2, 3, []])
    const unbroken = await readWith(readCoda, two.replaceAll('\r\n', ''))
    expect([unbroken.heads.length, unbroken.entries.length, unbroken.problems]).toEqual([2, 3, []])
    const joined = await readWith(readCoda, two.replace(/\r\n0000/, '\r\n\x1a\r\n0000'))
    expect(joined.problems).toEqual([])
    // é is 0x82 in code page 850, which is a quotation mark in Windows-1252.
    expect(await entryOf({ text: 'SOCI‚T‚ G‚N‚RALE' })).toMatchObject({ reference: 'SOCIéTé GéNéRALE' })
  })

  test('of an account without movements may lack the new balance', async () => {
    const text = codaText({ lines: [] }).split('\r\n')
    text.splice(2, 1)
    const { balances, errors } = await readWith(readCoda, text.join('\r\n'))
    expect([balances.length, errors]).toEqual([1, []])
  })

  test.each([
    ['0', '539007547034', 'BE68539007547034', null],
    ['0', '539007547035', null, '539007547035'],
    ['1', '0044/12345', null, '0044/12345'],
    ['3', 'NL91ABNA0417164300', 'NL91ABNA0417164300', null],
  ])('has an account of structure %s', async (structure, account, iban, otherId) => {
    const { heads, errors } = await read({ structure, account })
    expect(heads[0]?.account).toMatchObject({ iban, otherId, currency: 'EUR' })
    expect(errors).toEqual([])
  })
})

describe('a CODA movement', () => {
  test.each([
    ['101090933755493', '+++090/9337/55493+++'],
    ['102010806817183', '+++010/8068/17183+++'],
    ['101000000009797', '+++000/0000/09797+++'],
    ['101090933755494', '090933755494'],
    ['100RF18539007547034', 'RF18539007547034'],
    ['103000012345678', '000012345678'],
    [
      `127310326120${'BE12ZZZ0123456789'.padEnd(35)}${'MANDAAT-1'.padEnd(35)}${'ABONNEMENT MAART'.padEnd(62)}0`,
      'ABONNEMENT MAART',
    ],
  ])('with the structured communication %s has the reference %s', async (text, reference) => {
    expect(await entryOf({ text, isStructured: true })).toMatchObject({ reference })
  })

  test('has the original amount, the shop and the return that a structured communication states', async () => {
    const foreign = '000000000012500000000000013750000110000000USD'
    expect(await entryOf({ text: `105${foreign}`, isStructured: true })).toMatchObject({
      originalAmount: { amount: '13.75', currency: 'USD' },
    })
    const card = `113${'6703230000002371'}1${'000012'}${'000034'}${'310326'}${'1215'}5${'BAKKER'.padEnd(16)}${'GENT'.padEnd(10)}`
    expect(await entryOf({ text: card, isStructured: true, code: '00402000', side: 'debit' })).toMatchObject({
      type: 'Card',
      counterpartyName: 'BAKKER GENT',
      reference: null,
    })
    expect(await entryOf({ returned: '3', code: '00503000', side: 'debit' })).toMatchObject({
      type: 'SepaDirect',
      reversal: true,
      side: 'debit',
    })
    expect(await entryOf({ code: '00149000' })).toMatchObject({ reversal: true })
  })

  test('has a text over three records, and a long name and text in the records behind it', async () => {
    const text = `${'FACTUREN 1 TOT EN MET 9 VAN DE MAAND'.padEnd(53)}${'EN DE REST'.padEnd(53)}TOT SLOT`
    const information = `001${'VERENIGDE PAPIERFABRIEKEN VAN DE BENEDEN SCHELDE EN OMSTREKEN'.padEnd(70)}${'KAAI 1'.padEnd(35)}`
    expect(await entryOf({ text, information, name: 'VERENIGDE PAPIERFABRIEKEN VAN DE BE' })).toMatchObject({
      reference: 'FACTUREN 1 TOT EN MET 9 VAN DE MAAND EN DE REST TOT SLOT',
      counterpartyName: 'VERENIGDE PAPIERFABRIEKEN VAN DE BENEDEN SCHELDE EN OMSTREKEN',
    })
    const bank = 'Virement instantané: '.padEnd(90, 'x')
    expect(await entryOf({ text: 'PURPOSE', information: bank })).toMatchObject({
      description: bank,
      reference: 'PURPOSE',
    })
    expect(await entryOf({ information: bank })).toMatchObject({ description: null, reference: bank })
  })

  test.each([
    ['00113000', 'InternalCredit'],
    ['00301000', 'Check'],
    ['08002000', 'FeeCredit'],
    ['00537000', 'FeeCredit'],
    ['04150000', 'Other'],
    ['00250000', 'SepaCredit'],
  ])('of code %s has the type %s', async (code, type) => {
    expect(await entryOf({ code })).toMatchObject({ type })
  })

  test('has the IBAN of the other side from a Belgian number too', async () => {
    expect(await entryOf({ account: '539007547034 EUR0BE' })).toMatchObject({
      counterpartyIban: 'BE68539007547034',
    })
    expect(await entryOf({ account: '539007547035 EUR0BE' })).toMatchObject({ counterpartyIban: null })
  })

  test('without a date takes the day of the file, with a note', async () => {
    const { entries, notes } = await read({ lines: [{ ...plain, day: '' }] })
    expect(entries[0]).toMatchObject({ bookingDate: '2026-03-31', valueDate: null })
    expect(notes).toMatchObject([{ line: 3 }])
  })
})

describe('a CODA total', () => {
  const total: CodaLine = {
    ...plain,
    amount: '30.00',
    side: 'debit',
    code: '10107000',
    customerReference: 'LONEN MAART',
  }
  const details: CodaLine[] = [
    { ...plain, side: 'debit', amount: '10.00', code: '50107000', name: 'AN', customerReference: 'E-1' },
    { ...plain, side: 'debit', amount: '20.00', code: '50107000', name: 'BO', customerReference: 'E-2' },
  ]

  test('is broken into its payments if they add up', async () => {
    const { entries, problems } = await read({ opening: '100', lines: [{ ...total, details }, plain] })
    const batch = { parts: 2, reference: 'LONEN MAART', total: '30.00', totalSide: 'debit' }
    expect(entries).toMatchObject([
      { amount: '10.00', counterpartyName: 'AN', endToEndId: 'E-1', batch: { ...batch, part: 1 } },
      { amount: '20.00', counterpartyName: 'BO', endToEndId: 'E-2', batch: { ...batch, part: 2 } },
      { amount: '12.50', batch: null },
    ])
    expect(problems).toEqual([])
  })

  test('stays whole if they do not, or if its details are charges', async () => {
    const short = { ...total, details: details.slice(0, 1) }
    const charged = {
      ...total,
      code: '30101000',
      details: details.map(each => ({ ...each, code: '80101100' })),
    }
    for (const line of [short, charged, total]) {
      const { entries, errors } = await read({ opening: '100', lines: [line] })
      expect(entries).toMatchObject([
        { amount: '30.00', batch: null, endToEndId: line === charged ? 'LONEN MAART' : null },
      ])
      expect(errors).toEqual([])
    }
  })

  test('with one payment is that payment', async () => {
    const one = { ...total, amount: '10.00', details: details.slice(0, 1) }
    const { entries } = await read({ opening: '100', lines: [one] })
    expect(entries).toMatchObject([
      { amount: '10.00', counterpartyName: 'AN', endToEndId: 'E-1', batch: null },
    ])
  })
})

describe('a broken CODA file has an error with its line:', () => {
  const good = codaText({ opening: '100', lines: [plain, { ...plain, side: 'debit', text: 'RENT' }] })
  const lines = good.trimEnd().split('\r\n')
  const changed = (line: number, at: number, put: string) =>
    lines
      .map((each, index) =>
        index === line ? each.slice(0, at - 1) + put + each.slice(at - 1 + put.length) : each,
      )
      .join('\n')

  test.each([
    ['an amount with letters', changed(2, 40, 'X'), 3, 'is not an amount'],
    ['a movement without a sign', changed(2, 32, ' '), 3, 'is not a sign'],
    [
      'another account in the new balance',
      changed(4, 5, 'NL91ABNA0417164300'),
      5,
      'but the old balance is not',
    ],
    [
      'a record of another movement',
      `${lines.slice(0, 3).join('\n')}\n2200070000\n${lines.slice(3).join('\n')}`,
      4,
      'does not belong',
    ],
    [
      'an unknown record',
      `${lines.slice(0, 3).join('\n')}\n5500070000\n${lines.slice(3).join('\n')}`,
      4,
      'does not start a record',
    ],
    ['no currency', changed(1, 40, '   '), 2, 'no currency'],
    ['no old balance', [lines[0], ...lines.slice(2)].join('\n'), 2, 'before the old balance'],
    ['no new balance', lines.filter(line => !line.startsWith('8')).join('\n'), 5, 'no new balance'],
    ['no trailer', lines.slice(0, -1).join('\n'), null, 'cut off'],
    ['no header', `${lines.slice(1, -1).join('\n')}\n${good}`, 1, 'outside of a statement'],
  ])('%s', async (_, text, line, reason) => {
    const { errors } = await readWith(readCoda, text)
    const found = errors.find(each => each.reason.includes(reason))
    expect(found?.line).toBe(line)
  })

  test('wrong totals, unless the balances prove the entries', async () => {
    const wrong = changed(5, 17, '000009000000000099000')
    const proved = await readWith(readCoda, wrong)
    expect([proved.errors, proved.notes.length]).toEqual([[], 2])
    const unproved = await readWith(readCoda, wrong.replace(/^8(.*)00000000010000/m, '8$100000000010001'))
    expect(unproved.errors).toMatchObject([
      { line: 6, reason: 'it counts "000009" records, but there are 4' },
      { line: 6, reason: 'its total of debits is 99.00, but the movements add up to 12.50' },
    ])
  })

  test('details of a movement that is in another file', async () => {
    const separate = codaText({ closing: '0', lines: [{ ...plain, code: '60150000' }] }).replace(
      '00000   ',
      '01500   ',
    )
    const { entries, errors } = await readWith(readCoda, separate)
    expect(entries).toEqual([])
    expect(errors[0]?.reason).toContain('import the file with the movement')
  })

  test('nothing but other text', async () => {
    await expect(readWith(readCoda, '')).rejects.toThrow('no CODA statement')
  })
})
