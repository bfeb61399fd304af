import { describe, expect, test } from 'vitest'
import { readOfx } from '../../../src/import/statements/ofx/ofx.ts'
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

  test('in SGML may close its values, leave them empty, and lack a header', async () => {
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

  test('is also read for a card, or with pending entries', async () => {
    const card = sgml(transaction)
      .replaceAll('STMTRS', 'CCSTMTRS')
      .replaceAll('STMTTRNRS', 'CCSTMTTRNRS')
      .replaceAll('BANKACCTFROM', 'CCACCTFROM')
    expect((await readWith(readOfx, card)).entries).toMatchObject([{ type: 'Other' }])
    const bought = await readWith(readOfx, card.replace('XFER', 'Debit'))
    expect(bought.entries).toMatchObject([{ type: 'Card' }])
    const pending = '<STMTTRNP><TRNTYPE>POS<DTTRAN>20260330<TRNAMT>-3<NAME>Café</STMTTRNP>'
    expect((await read(pending)).entries[0]).toMatchObject({
      status: 'pending',
      bookingDate: null,
      valueDate: '2026-03-30',
      type: 'Card',
    })
  })

  test('of an investment account has its bank entries, and notes the rest', async () => {
    const text = `${header}<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260331<CURDEF>EUR
<INVACCTFROM><BROKERID>depot.example<ACCTID>77</INVACCTFROM><INVTRANLIST><DTSTART>20260301<DTEND>20260331
<BUYSTOCK><INVBUY><TOTAL>-1</INVBUY></BUYSTOCK><BUYSTOCK><BUYTYPE>BUY</BUYSTOCK>
<INVBANKTRAN>${transaction}<SUBACCTFUND>CASH</INVBANKTRAN></INVTRANLIST>
<INVBAL><AVAILCASH>18.20<MARGINBALANCE>0<BALLIST><BAL><NAME>x<VALUE>1</BAL></BALLIST></INVBAL>
</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`
    const { heads, entries, balances, errors, notes } = await readWith(readOfx, text)
    expect(heads[0]?.account).toMatchObject({ otherId: '77', bankCode: 'depot.example', currency: 'EUR' })
    expect(entries).toMatchObject([{ amount: '12.50', side: 'debit', bankReference: 'FIT-1' }])
    expect(balances).toEqual([
      { kind: 'available', amount: '18.20', side: 'credit', currency: 'EUR', at: '2026-03-31' },
    ])
    expect(errors).toEqual([])
    expect(notes[0]?.reason).toContain('2 BUYSTOCK')
  })

  test('uses the currency given by an entry, and notes it once', async () => {
    const own = transaction.replace('<NAME>', '<CURRENCY><CURRATE>1.1<CURSYM>USD</CURRENCY><NAME>')
    const { entries, notes } = await read(own + own)
    expect(entries.map(({ currency }) => currency)).toEqual(['USD', 'USD'])
    expect(notes.map(({ at }) => at)).toEqual(['STMTTRN/CURRENCY'])
  })

  test.each([
    ['1.25', { amount: '10.00', currency: 'USD' }, []],
    ['0.9', null, ['STMTTRN/ORIGCURRENCY']],
    ['', null, ['STMTTRN/ORIGCURRENCY']],
  ])('has the amount paid in another currency if the rate %s gives it', async (rate, expected, noted) => {
    const own = transaction.replace(
      '<NAME>',
      `<ORIGCURRENCY><CURRATE>${rate}<CURSYM>USD</ORIGCURRENCY><NAME>`,
    )
    const { entries, notes } = await read(own)
    expect(entries[0]).toMatchObject({ amount: '12.50', currency: 'EUR', originalAmount: expected })
    expect(notes.map(({ at }) => at)).toEqual(noted)
  })

  test.each([
    ['20260331180000.5[-3:GMT]', '2026-03-31T21:00:00.500Z'],
    ['20260331180000[+5.5:IST]', '2026-03-31T12:30:00.000Z'],
    ['20260331180000[+5.30:IST]', '2026-03-31T12:30:00.000Z'],
    ['20260331180000[-0300:BRT]', '2026-03-31T21:00:00.000Z'],
    ['20260331180000+0200', '2026-03-31T16:00:00.000Z'],
    ['20260331180000Z', '2026-03-31T18:00:00.000Z'],
    ['202603311800', '2026-03-31T18:00:00.000Z'],
    ['20260331180000:014', '2026-03-31T18:00:00.014Z'],
    ['20260331180000[-5:EST', '2026-03-31T23:00:00.000Z'],
    ['20260331180000[-:EST]', '2026-03-31'],
    ['20260331180000[EST]', '2026-03-31'],
    ['00000000', null],
  ])('has a balance of %s at %s', async (written, at) => {
    const { balances, notes } = await readWith(readOfx, sgml('').replace('20260331180000[+2:CEST]', written))
    expect(balances[0]).toMatchObject({ amount: '87.50', at })
    expect(notes.map(note => note.at)).toEqual(at === null ? ['LEDGERBAL/DTASOF'] : [])
  })

  test('is read even with unknown empty values, or entries that are never closed', async () => {
    const own = sgml(transaction).replace('<AVAILBAL>', '<AVAILBAL><BANK.NOTE>')
    expect((await readWith(readOfx, own)).entries).toHaveLength(1)
    const open = transaction.replace('</STMTTRN>', '')
    expect((await read(open + open)).entries.map(({ amount }) => amount)).toEqual(['12.50', '12.50'])
  })

  test('without an account is an error', async () => {
    const text = sgml(transaction).replace(/<BANKACCTFROM>.*<\/BANKACCTFROM>/, '')
    expect((await readWith(readOfx, text)).errors).toMatchObject([{ reason: 'it has no account number' }])
  })

  test('may have only the name of a payee', async () => {
    const named = transaction.replace('<NAME>', '<PAYEE>Kiosk am Hafen</PAYEE><NAME>')
    expect((await read(named)).entries[0]?.counterpartyName).toBe('Kiosk am Hafen')
  })

  test('is complete even if the list of entries is never closed', async () => {
    const { entries, balances } = await readWith(readOfx, sgml(transaction).replace('</BANKTRANLIST>', ''))
    expect([entries.length, balances.length]).toEqual([1, 2])
  })

  test.each([
    ['FEE', 'FeeDebit'],
    ['POS', 'Card'],
    ['CHECK', 'Check'],
    ['DIRECTDEBIT', 'SepaDirect'],
    ['OTHER', 'Other'],
  ])('maps %s to %s', async (word, type) => {
    expect((await read(transaction.replace('XFER', word))).entries[0]?.type).toBe(type)
  })
})

describe('the OFX reader', () => {
  test.each([
    ['no amount', '<TRNAMT>-12.50', '', 'TRNAMT', 'missing'],
    ['an amount with words', '-12.50', 'twelve', 'TRNAMT', '"twelve" is not an amount'],
    ['an amount with two kinds of separators', '-12.50', '1,234.50', 'TRNAMT', 'is not an amount'],
    ['no date', /<DTPOSTED>.*EST\]/, '', 'DTPOSTED', 'missing'],
    ['a date that does not exist', '20260330', '20260230', 'DTPOSTED', 'not a valid date'],
    ['a wrong currency', '<NAME>', '<CURRENCY><CURSYM>dollars</CURRENCY><NAME>', 'CURRENCY', 'unknown'],
    [
      'an action that deletes another',
      '<NAME>',
      '<CORRECTFITID>1<CORRECTACTION>DELETE<NAME>',
      'CORRECTACTION',
      'deletes an earlier entry',
    ],
  ])('skips an entry with %s and reports its line', async (_, from, to, at, reason) => {
    const { entries, errors } = await read(transaction.replace(from, to))
    expect(entries).toEqual([])
    expect(errors).toMatchObject([{ at: `STMTTRN/${at}` }])
    expect(errors[0]?.line).toBeGreaterThanOrEqual(12)
    expect(errors[0]?.reason).toContain(reason)
  })

  test.each([
    ['an empty amount, which some banks write,', ' ', 'note'],
    ['an amount that cannot be read', 'about 80', 'error'],
  ])('reports a balance with %s and never reads it as zero', async (_, amount, severity) => {
    const { balances, problems } = await readWith(
      readOfx,
      sgml('').replace('87.50', amount).replace('-1,5', amount),
    )
    expect(balances).toEqual([])
    expect(problems.map(each => `${each.severity} ${each.at}`)).toEqual([
      `${severity} LEDGERBAL/BALAMT`,
      'note AVAILBAL/BALAMT',
    ])
  })

  test('reports a statement that the bank rejected', async () => {
    const failed = sgml(transaction).replace(
      '<CODE>0<SEVERITY>INFO</STATUS>\n<STMTRS>',
      '<CODE>2003<SEVERITY>ERROR<MESSAGE>No account</STATUS>\n<STMTRS>',
    )
    expect((await readWith(readOfx, failed)).errors[0]?.reason).toBe(
      'the bank responded with error 2003: No account',
    )
  })
})

describe('rejects an OFX file', () => {
  const good = sgml(transaction)
  test.each([
    [
      'with a failed sign-on',
      good.replace('<CODE>0<SEVERITY>INFO', '<CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong PIN'),
      'error 15500: Wrong PIN',
    ],
    ['without a statement', `${header}<OFX><A></A></OFX>`, 'contains no statement'],
    ['that is cut off', good.slice(0, -8), 'it is cut off'],
    ['that is cut off in an entry', good.slice(0, good.indexOf('</STMTTRN>')), 'it is cut off'],
    ['with a DOCTYPE', good.replace('<OFX>', '<!DOCTYPE OFX><OFX>'), 'DOCTYPE'],
    ['without properly nested groups', good.replace('</BANKTRANLIST>', '</STMTTRNRS>'), 'was found where'],
    ['nested too deeply', good.replace('<STMTTRN>', '<A>'.repeat(100)), 'nested deeper'],
    ['with an invalid tag', good.replace('<STMTTRN>', '<STMT TRN>'), 'not an OFX tag'],
    ['followed by more content', `${good}<OFX></OFX>`, 'follows </OFX>'],
    ['of another kind', 'hello world', 'no <OFX>'],
    ['that is too short', ' ', 'too short'],
  ])('%s', async (_, text, reason) => {
    await expect(readWith(readOfx, text)).rejects.toThrow(reason)
  })
})
