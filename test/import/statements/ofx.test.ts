import { describe, expect, test } from 'vitest'
import { readOfx } from '../../../src/import/statements/ofx.ts'
import { readWith } from './reading.ts'

const header = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n'
const transaction = `<STMTTRN><TRNTYPE>XFER<DTPOSTED>20260330120000.000[-5:EST]<DTAVAIL>20260331
<TRNAMT>-12.50<FITID>FIT-1<NAME>Papierwerk &amp; Co<MEMO>RE-2026-0117</STMTTRN>`
const sgml = (content: string, before = '') => `${header}<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><FI><ORG>Florin Bank<FID>1</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>${before}
<STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>12030000<ACCTID>202051<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260331
${content}
</BANKTRANLIST><LEDGERBAL><BALAMT>87.50<DTASOF>20260331180000[+2:CEST]</LEDGERBAL>
<AVAILBAL><BALAMT>-1,5<DTASOF>20260331</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const read = (content: string) => readWith(readOfx, sgml(content))

describe('an OFX statement', () => {
  test('in SGML has its head, balances and entries', async () => {
    const { heads, balances, entries, problems } = await read(transaction)
    expect(heads).toEqual([
      {
        scope: 'statement',
        id: null,
        number: null,
        account: {
          iban: null,
          otherId: '202051',
          bankCode: '12030000',
          bic: null,
          bankName: 'Florin Bank',
          ownerName: null,
          currency: 'EUR',
        },
        from: '2026-03-01',
        to: '2026-03-31',
        line: 10,
      },
    ])
    expect(balances).toEqual([
      { kind: 'closing', amount: '87.50', side: 'credit', currency: 'EUR', at: '2026-03-31T16:00:00.000Z' },
      { kind: 'available', amount: '1.5', side: 'debit', currency: 'EUR', at: '2026-03-31' },
    ])
    expect(entries).toEqual([
      {
        amount: '12.50',
        currency: 'EUR',
        side: 'debit',
        status: 'booked',
        reversal: false,
        bookingDate: '2026-03-30',
        valueDate: '2026-03-31',
        type: 'SepaCredit',
        description: 'Papierwerk & Co',
        reference: 'RE-2026-0117',
        counterpartyName: 'Papierwerk & Co',
        counterpartyIban: null,
        bankReference: 'FIT-1',
        endToEndId: null,
        originalAmount: null,
        charges: [],
        batch: null,
        line: 12,
      },
    ])
    expect(problems).toEqual([])
  })

  test('in XML is the same', async () => {
    const closed = sgml(transaction)
      .replace(header, '<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n\n\n\n\n')
      .replace(/<([A-Z]+)>([^<\n]+)/g, '<$1>$2</$1>')
    const fromXml = await readWith(readOfx, closed)
    const fromSgml = await read(transaction)
    expect(fromXml).toEqual({ ...fromSgml, heads: fromSgml.heads })
  })

  test('in SGML may close its values, leave them empty, and have no header', async () => {
    const content =
      '<STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20260330</DTPOSTED><MEMO><NAME></NAME><TRNAMT>5</TRNAMT><FITID>\n</STMTTRN>'
    const { entries } = await readWith(readOfx, sgml(content).replace(header, ''))
    expect(entries[0]).toMatchObject({
      amount: '5',
      side: 'credit',
      reference: null,
      counterpartyName: null,
      bankReference: null,
    })
  })

  test('of a card, or with pending entries, is read too', async () => {
    const card = sgml(transaction)
      .replaceAll('STMTRS', 'CCSTMTRS')
      .replaceAll('STMTTRNRS', 'CCSTMTTRNRS')
      .replaceAll('BANKACCTFROM', 'CCACCTFROM')
    expect((await readWith(readOfx, card)).entries).toHaveLength(1)
    const pending = '<STMTTRNP><TRNTYPE>POS<DTTRAN>20260330<TRNAMT>-3<NAME>Café</STMTTRNP>'
    expect((await read(pending)).entries[0]).toMatchObject({
      status: 'pending',
      bookingDate: null,
      valueDate: '2026-03-30',
      type: 'Card',
    })
  })

  test('has the currency that an entry gives itself', async () => {
    const own = transaction.replace('<NAME>', '<CURRENCY><CURRATE>1.1<CURSYM>USD</CURRENCY><NAME>')
    expect((await read(own)).entries[0]?.currency).toBe('USD')
  })

  test.each([
    ['FEE', 'FeeDebit'],
    ['POS', 'Card'],
    ['CHECK', 'Check'],
    ['DIRECTDEBIT', 'SepaDirect'],
    ['OTHER', 'Other'],
  ])('takes %s for %s', async (word, type) => {
    expect((await read(transaction.replace('XFER', word))).entries[0]?.type).toBe(type)
  })
})

describe('an OFX entry that cannot be read is left out, with its line', () => {
  test.each([
    ['no amount', '<TRNAMT>-12.50', '', 'TRNAMT', 'missing'],
    ['an amount with words', '-12.50', 'twelve', 'TRNAMT', '"twelve" is no amount'],
    ['an amount with both signs', '-12.50', '1,234.50', 'TRNAMT', 'is no amount'],
    ['no date', /<DTPOSTED>.*EST\]/, '', 'DTPOSTED', 'missing'],
    ['a date that does not exist', '20260330', '20260230', 'DTPOSTED', 'no date that exists'],
    ['a wrong currency', '<NAME>', '<CURRENCY><CURSYM>dollars</CURRENCY><NAME>', 'CURRENCY', 'not known'],
    [
      'an entry that takes back another',
      '<NAME>',
      '<CORRECTFITID>1<CORRECTACTION>DELETE<NAME>',
      'CORRECTACTION',
      'takes back',
    ],
  ])('%s', async (_, from, to, at, reason) => {
    const { entries, errors } = await read(transaction.replace(from, to))
    expect(entries).toEqual([])
    expect(errors).toMatchObject([{ at: `STMTTRN/${at}` }])
    expect(errors[0]?.line).toBeGreaterThanOrEqual(12)
    expect(errors[0]?.reason).toContain(reason)
  })

  test('a balance without an amount is a problem, never zero', async () => {
    const { balances, problems } = await readWith(readOfx, sgml('').replace('87.50', ' ').replace('-1,5', ''))
    expect(balances).toEqual([])
    expect(problems.map(({ severity, at }) => `${severity} ${at}`)).toEqual([
      'error LEDGERBAL/BALAMT',
      'note AVAILBAL/BALAMT',
    ])
  })

  test('purchases of securities are an error that counts them', async () => {
    const text = `${header}<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVACCTFROM><BROKERID>x<ACCTID>1</INVACCTFROM>
<INVTRANLIST><BUYSTOCK><INVBUY><TOTAL>-1</INVBUY></BUYSTOCK><BUYSTOCK><BUYTYPE>BUY</BUYSTOCK></INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`
    expect((await readWith(readOfx, text)).errors[0]?.reason).toContain('2 BUYSTOCK')
  })

  test('a statement that the bank refused is an error', async () => {
    const failed = sgml(transaction).replace(
      '<CODE>0<SEVERITY>INFO</STATUS>\n<STMTRS>',
      '<CODE>2003<SEVERITY>ERROR<MESSAGE>No account</STATUS>\n<STMTRS>',
    )
    expect((await readWith(readOfx, failed)).errors[0]?.reason).toBe(
      'the bank answered with error 2003: No account',
    )
  })
})

describe('an OFX file is refused as a whole', () => {
  const good = sgml(transaction)
  test.each([
    [
      'of a failed sign-on',
      good.replace('<CODE>0<SEVERITY>INFO', '<CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong PIN'),
      'error 15500: Wrong PIN',
    ],
    ['without a statement', `${header}<OFX><A></A></OFX>`, 'holds no statement'],
    ['that is cut off', good.slice(0, -8), 'it is cut off'],
    ['that is cut off in an entry', good.slice(0, good.indexOf('</STMTTRN>')), 'it is cut off'],
    ['with a DOCTYPE', good.replace('<OFX>', '<!DOCTYPE OFX><OFX>'), 'DOCTYPE'],
    ['whose groups are crossed', good.replace('</BANKTRANLIST>', '</STMTRS>'), 'stands where'],
    ['nested without end', good.replace('<STMTTRN>', '<A>'.repeat(100)), 'nested deeper'],
    ['with a tag that is none', good.replace('<STMTTRN>', '<STMT TRN>'), 'no tag of OFX'],
    ['with more behind its end', `${good}<OFX></OFX>`, 'follows </OFX>'],
    ['that is another', 'hello world', 'no <OFX>'],
    ['that is too short', ' ', 'too short'],
  ])('%s', async (_, text, reason) => {
    await expect(readWith(readOfx, text)).rejects.toThrow(reason)
  })
})
