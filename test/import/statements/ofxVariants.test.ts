/** OFX that mixes its two syntaxes, states no currency, or was calculated in floating point. */
import { describe, expect, test } from 'vitest'
import { BalanceCheck } from '../../../src/import/statements/balance.ts'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { withoutDust } from '../../../src/import/statements/dust.ts'
import { readMt940 } from '../../../src/import/statements/mt940/mt940.ts'
import { readOfx } from '../../../src/import/statements/ofx/ofx.ts'
import { camt, camtAccount } from './camtText.ts'
import { mt940Message } from './mt940Text.ts'
import { partsOf, readWith } from './reading.ts'

const body = (given: { currency?: string; amount?: string; balance?: string } = {}) => {
  const { currency = '<CURDEF>EUR', amount = '-12.50', balance = '87.50' } = given
  return `<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS>${currency}<BANKACCTFROM><BANKID>1<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260331<TRNAMT>${amount}<FITID>1<MEMO>A & B</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>${balance}<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}
const xmlHeader =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="202" SECURITY="NONE"?>\n'
const read = (given: Parameters<typeof body>[0]) => readWith(readOfx, body(given))

describe('the header of OFX 2 over a body in SGML', () => {
  test('is read as SGML, however the text is split', async () => {
    const text = xmlHeader + body()
    const whole = await partsOf(readOfx, text)
    expect((await readWith(readOfx, text)).entries).toMatchObject([{ amount: '12.50', reference: 'A & B' }])
    expect(await partsOf(readOfx, ...text)).toEqual(whole)
  })

  test('does not make XML into SGML', async () => {
    const closed = (xmlHeader + body()).replace(/<([A-Z]+)>([^<\n]+)/g, '<$1>$2</$1>')
    await expect(readWith(readOfx, closed)).rejects.toThrow('not well-formed')
    const valid = closed.replace('A & B', 'A &amp; B')
    expect((await readWith(readOfx, valid)).entries).toMatchObject([{ reference: 'A & B' }])
    expect(await partsOf(readOfx, ...valid)).toEqual(await partsOf(readOfx, valid))
  })

  test('without a body is refused', async () => {
    await expect(readWith(readOfx, xmlHeader)).rejects.toThrow()
    await expect(readWith(readOfx, ' ')).rejects.toThrow('too short')
  })
})

describe('OFX without a currency', () => {
  test.each(['<CURDEF></CURDEF>', '<CURDEF>', ''])(
    '(%s) leaves it to the account, with a note',
    async currency => {
      const { heads, entries, balances, notes, errors } = await read({ currency })
      expect(heads[0]?.account).toMatchObject({ currency: null, otherId: '4711' })
      expect([entries[0]?.currency, balances[0]?.currency]).toEqual(['XXX', 'XXX'])
      expect(notes).toMatchObject([
        { at: 'CURDEF', reason: 'it has no currency; that of the account is used' },
      ])
      expect(errors).toEqual([])
    },
  )

  test('has an error if it has another word there', async () => {
    const { errors } = await read({ currency: '<CURDEF>euro' })
    expect(errors[0]).toMatchObject({ at: 'CURDEF', reason: '"euro" is not a currency such as EUR' })
  })
})

describe('float dust', () => {
  test.each([
    ['87.49999999999999', '87.50'],
    ['87.5000000000001', '87.50'],
    ['1.234E2', '123.4'],
    ['-7.105427357601002E-15', '0.00'],
    ['99.996', '100.00'],
  ])('in the balance %s is rounded to %s with a note', async (balance, expected) => {
    const { balances, notes, errors } = await read({ balance })
    expect(balances[0]?.amount).toBe(expected)
    expect([notes.length, errors]).toEqual([expected === '123.4' ? 0 : 1, []])
  })

  test.each([
    ['87.495', 'EUR'],
    ['87.50', 'EUR'],
    ['87.500', 'EUR'],
    ['87.495', 'KWD'],
    ['1250', 'JPY'],
  ])('is not in %s %s', (amount, currency) => {
    expect(withoutDust(amount, currency)).toBeNull()
  })

  test('is rounded to the places of the currency', () => {
    expect(withoutDust('1249.9999999', 'JPY')).toBe('1250')
    expect(withoutDust('1.23399999999', 'KWD')).toBe('1.234')
    expect(withoutDust('0.00000001', 'EUR')).toBe('0.00')
  })

  test('in an entry is rounded only if it is next to nothing', async () => {
    const { entries, notes } = await read({ amount: '-45.199999999999996' })
    expect([entries[0]?.amount, notes.length]).toEqual(['45.20', 1])
    for (const amount of ['45.199', '45.1996'])
      expect((await read({ amount: `-${amount}` })).entries[0]?.amount).toBe(amount)
  })

  test('in MT940 and camt does not stop a statement from adding up', async () => {
    const entry = ':61:260331C12,50NTRFNONREF\n:86:x'
    const check = new BalanceCheck()
    const parts = await partsOf(readMt940, mt940Message(entry).replace('EUR112,50', 'EUR112,4999999999'))
    for (const part of parts) check.add(part)
    expect(check.result()).toEqual({ state: 'adds up' })
    expect(parts.filter(({ kind }) => kind === 'problem')).toMatchObject([
      { problem: { severity: 'note', at: ':62F:', reason: '112.4999999999 is rounded to 112.50' } },
    ])
    const balance =
      '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">112.5000000001</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>'
    const { balances, notes } = await readWith(readCamt, camt(camtAccount + balance))
    expect(balances).toMatchObject([{ amount: '112.50' }])
    expect(notes).toMatchObject([{ reason: '112.5000000001 is rounded to 112.50' }])
  })
})

describe('OFX as some banks and the examples of its specification write it', () => {
  const plain = body({ amount: '-12.50' })

  test.each([
    [
      'comments, also with tags and lines in them',
      plain.replace(/<(TRNAMT|MEMO|BALAMT)>/g, '<!-- <X>\n</OFX> a > b -->$&'),
    ],
    ['the end tag of another value', plain.replace('<TRNAMT>-12.50', '<TRNAMT>-12.50</DTPOSTED>')],
    ['an end tag too many', plain.replace('<TRNAMT>', '</MEMO><TRNAMT>')],
  ])('is read with %s, however the text is split', async (_, text) => {
    const { entries, balances, problems } = await readWith(readOfx, text)
    const expected = await readWith(readOfx, plain)
    expect({ entries, balances, problems }).toEqual({
      entries: expected.entries,
      balances: expected.balances,
      problems: expected.problems,
    })
    expect(await partsOf(readOfx, ...text)).toEqual(await partsOf(readOfx, text))
  })

  test('counts the lines of comments', async () => {
    const wrong = plain.replace('<TRNAMT>-12.50', '<TRNAMT>much')
    const [error] = (await readWith(readOfx, wrong)).errors
    const later = (await readWith(readOfx, wrong.replace('<SIGNON', '<!-- a\nb\nc --><SIGNON'))).errors
    expect(later).toEqual([{ ...error, line: (error?.line ?? 0) + 2 }])
  })

  test('is refused if a comment never ends', async () => {
    await expect(readWith(readOfx, plain.replace('<TRNAMT>', '<!-- <TRNAMT>'))).rejects.toThrow()
  })

  test('is read in XML that names its encoding USASCII', async () => {
    const closed = body()
      .replace(/<([A-Z]+)>([^<\n]+)/g, '<$1>$2</$1>')
      .replace('A & B', 'A &amp; B')
    const text = xmlHeader.replace('UTF-8', 'USASCII') + closed
    expect((await readWith(readOfx, text)).entries).toMatchObject([{ amount: '12.50', reference: 'A & B' }])
  })
})
