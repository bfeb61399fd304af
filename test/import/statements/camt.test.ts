import { describe, expect, test } from 'vitest'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { camt, camtAccount, camtBalance, camtEntry, otherIban, ownIban } from './camtText.ts'
import { partsOf, readWith } from './reading.ts'

const read = (content: string, kind?: string, version?: string) =>
  readWith(readCamt, camt(camtAccount + content, kind, version))
const readEntry = async (change: (entry: string) => string) => (await read(camtEntry(change))).entries[0]

describe('a camt statement', () => {
  test('has its account, bank, id and number', async () => {
    const period = '<FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>'
    const { heads, ends } = await read(period)
    expect(heads).toEqual([
      {
        scope: 'statement',
        id: 'S-1',
        number: '7',
        account: {
          iban: ownIban,
          otherId: null,
          bankCode: null,
          bic: 'BYLADEM1001',
          bankName: 'Deutsche Kreditbank',
          ownerName: 'Blaue Werft GmbH',
          currency: 'EUR',
        },
        from: '2026-03-01',
        to: '2026-03-31',
        line: 4,
      },
    ])
    expect(ends).toBe(1)
  })

  test.each([
    ['camt.052', 'report'],
    ['camt.053', 'statement'],
    ['camt.054', 'notice'],
  ])('from %s is a %s', async (kind, scope) => {
    expect((await read(camtEntry(), kind)).heads[0]?.scope).toBe(scope)
  })

  test.each(['02', '04', '06', '08', '10', '13'])('is read in version %s', async version => {
    expect((await read(camtEntry(), 'camt.053', version)).entries).toHaveLength(1)
  })

  test('of version 01, with the version in the message name, has some elements in other places', async () => {
    const old = camt(
      '<Acct><Id><PrtryAcct><Id>4711</Id></PrtryAcct></Id><Svcr><FinInstnId><NmAndAdr><Nm>Altbank</Nm></NmAndAdr>' +
        `</FinInstnId></Svcr></Acct>${camtBalance('CLBD', '12.50').replace(/<\/?CdOrPrtry>/g, '')}` +
        camtEntry(entry => entry.replace(/<\/?NtryDtls>/g, '')),
      'camt.053',
      '01',
    ).replace(/BkToCstmrStmt>/g, 'BkToCstmrStmtV01>')
    const { heads, entries, balances } = await readWith(readCamt, old)
    expect(heads[0]?.account).toMatchObject({ otherId: '4711', bankName: 'Altbank' })
    expect(entries).toMatchObject([{ counterpartyName: 'Papierwerk Süd AG', reference: 'RE-2026-0117' }])
    expect(balances).toMatchObject([{ kind: 'closing', amount: '12.50' }])
  })

  test('is read in the namespace of the Austrian banks, and without a namespace', async () => {
    const austrian = camt(camtAccount + camtEntry()).replace(
      'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02',
      'ISO:camt.053.001.02:APC:STUZZA:payments:003',
    )
    expect((await readWith(readCamt, austrian)).entries).toHaveLength(1)
    const nameless = camt(camtAccount + camtEntry()).replace(/ xmlns="[^"]*"/, '')
    expect((await readWith(readCamt, nameless)).entries).toHaveLength(1)
  })

  test('has the currency of its balances if the account has none', async () => {
    const account = camtAccount.replace('<Ccy>EUR</Ccy>', '')
    const one = await readWith(readCamt, camt(account + camtBalance('CLBD', '1')))
    expect(one.heads[0]?.account.currency).toBe('EUR')
    const dollars = camtBalance('CLBD', '1').replace('EUR', 'USD')
    const two = await readWith(readCamt, camt(account + camtBalance('OPBD', '1') + dollars))
    expect(two.heads[0]?.account.currency).toBe(null)
  })

  test('may have an account without an IBAN, and an invalid IBAN is noted', async () => {
    const other = await readWith(readCamt, camt('<Acct><Id><Othr><Id> 4711 </Id></Othr></Id></Acct>'))
    expect(other.heads[0]?.account).toMatchObject({ iban: null, otherId: '4711' })
    const wrong = await readWith(readCamt, camt('<Acct><Id><IBAN>DE00120300000000202051</IBAN></Id></Acct>'))
    expect(wrong.heads[0]?.account).toMatchObject({ iban: null, otherId: 'DE00120300000000202051' })
    expect(wrong.notes[0]).toMatchObject({ line: 5, at: 'Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN' })
    const hidden = await readWith(readCamt, camt(`<Acct><Id><Othr><Id>${ownIban}</Id></Othr></Id></Acct>`))
    expect(hidden.heads[0]?.account).toMatchObject({ iban: ownIban, otherId: null })
  })

  test('is found inside an envelope', async () => {
    const inner = camt(camtAccount + camtEntry()).replace(/^<\?xml.*\?>\n/, '')
    expect((await readWith(readCamt, `<Envelope><Header/>${inner}</Envelope>`)).entries).toHaveLength(1)
  })

  test('has its balances, whichever codes are used', async () => {
    const { balances } = await read(
      camtBalance('OPBD', '1.00') +
        camtBalance('CLBD', '2.00', '2026-03-31', 'DBIT') +
        camtBalance('CLAV', '3.00'),
    )
    expect(balances).toEqual([
      { kind: 'opening', amount: '1.00', side: 'credit', currency: 'EUR', at: '2026-03-31' },
      { kind: 'closing', amount: '2.00', side: 'debit', currency: 'EUR', at: '2026-03-31' },
      { kind: 'available', amount: '3.00', side: 'credit', currency: 'EUR', at: '2026-03-31' },
    ])
    const kinds = async (content: string) =>
      (await read(content)).balances.map(({ kind, amount }) => `${kind} ${amount}`)
    expect(await kinds(camtBalance('PRCD', '1') + camtBalance('ITBD', '2'))).toEqual([
      'opening 1',
      'closing 2',
    ])
    expect(await kinds(camtBalance('PRCD', '9') + camtBalance('OPBD', '1'))).toEqual(['opening 1'])
    expect(await kinds(camtBalance('ITBD', '1') + camtBalance('ITBD', '2'))).toEqual([
      'opening 1',
      'closing 2',
    ])
    expect(await kinds(camtBalance('ITBD', '1') + camtBalance('CLBD', '2'))).toEqual([
      'opening 1',
      'closing 2',
    ])
    expect(await kinds(camtBalance('FWAV', '1'))).toEqual(['forward 1'])
  })

  test('emits its balances before its entries, and later ones at its end', async () => {
    const kinds = async (content: string) =>
      (await partsOf(readCamt, camt(camtAccount + content))).map(part =>
        part.kind === 'balance' ? `${part.balance.kind} ${part.balance.amount}` : part.kind,
      )
    const [opening, closing] = [camtBalance('OPBD', '1'), camtBalance('CLBD', '13.50')]
    expect(await kinds(opening + closing + camtEntry())).toEqual([
      'statement',
      'opening 1',
      'closing 13.50',
      'entry',
      'end',
    ])
    expect(await kinds(opening + camtEntry() + closing)).toEqual([
      'statement',
      'opening 1',
      'entry',
      'closing 13.50',
      'end',
    ])
    expect(await kinds(opening + closing)).toEqual(['statement', 'opening 1', 'closing 13.50', 'end'])
  })

  test('converts the time of a balance to an instant, and notes a missing side', async () => {
    const balance = camtBalance('CLBD', '2.00')
      .replace('<Dt><Dt>2026-03-31</Dt></Dt>', '<Dt><DtTm>2026-03-31T18:00:00+02:00</DtTm></Dt>')
      .replace('<CdtDbtInd>CRDT</CdtDbtInd>', '')
    const { balances, notes } = await read(balance)
    expect(balances[0]).toMatchObject({ at: '2026-03-31T16:00:00.000Z', side: 'credit' })
    expect(notes[0]).toMatchObject({ at: 'Document/BkToCstmrStmt/Stmt/Bal/CdtDbtInd' })
  })
})

describe('a camt entry', () => {
  test('has all fields from the file', async () => {
    expect((await read(camtEntry())).entries).toEqual([
      {
        amount: '12.50',
        currency: 'EUR',
        side: 'credit',
        status: 'booked',
        reversal: false,
        bookingDate: '2026-03-30',
        valueDate: '2026-03-31',
        type: 'SepaCredit',
        description: 'SEPA Gutschrift',
        reference: 'RE-2026-0117',
        counterpartyName: 'Papierwerk Süd AG',
        counterpartyIban: otherIban,
        bankReference: 'BANK-1',
        endToEndId: 'E2E-1',
        originalAmount: null,
        charges: [],
        batch: null,
        line: 6,
      },
    ])
  })

  test.each([
    ['the amount as written', '>12.50<', '>12.5<', { amount: '12.5' }],
    ['redundant zeros removed', '>12.50<', '>0012.50<', { amount: '12.50' }],
    [
      'the status of version 04 and later',
      '<Sts>BOOK</Sts>',
      '<Sts><Cd>PDNG</Cd></Sts>',
      { status: 'pending', bookingDate: null },
    ],
    ['no status, which means booked in a statement', '<Sts>BOOK</Sts>', '', { status: 'booked' }],
    [
      'a date with a time',
      '<Dt>2026-03-30</Dt>',
      '<DtTm>2026-03-30T23:30:00-05:00</DtTm>',
      { bookingDate: '2026-03-30' },
    ],
    ['a date with a zone', '<Dt>2026-03-30</Dt>', '<Dt>2026-03-30+02:00</Dt>', { bookingDate: '2026-03-30' }],
    ['no reference if the bank has none', '>BANK-1<', '>NONREF<', { bankReference: null }],
    ['no reference if the payer gave none', '>E2E-1<', '>NOTPROVIDED<', { endToEndId: null }],
    [
      'the name of version 08 and later',
      /<Nm>(Pap.*?)<\/Nm>/,
      '<Pty><Nm>$1</Nm></Pty>',
      { counterpartyName: 'Papierwerk Süd AG' },
    ],
    [
      'the structured reference before the free one',
      '<RmtInf>',
      '<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>',
      { reference: 'RF18539007547034' },
    ],
    [
      'text in several pieces',
      '</Ustrd>',
      '</Ustrd><Ustrd>Teil 2</Ustrd>',
      { reference: 'RE-2026-0117 Teil 2' },
    ],
    ['entities resolved', 'Süd AG', 'S&#252;d &amp; Co', { counterpartyName: 'Papierwerk Süd & Co' }],
    [
      'the amount paid in another currency',
      '<RltdPties>',
      '<AmtDtls><InstdAmt><Amt Ccy="USD">14.00</Amt></InstdAmt></AmtDtls><RltdPties>',
      { originalAmount: { amount: '14.00', currency: 'USD' } },
    ],
    [
      'the charges included in the amount, and no others',
      '<NtryDtls>',
      '<Chrgs><Rcrd><Amt Ccy="EUR">0.70</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd>' +
        '<Rcrd><Amt Ccy="EUR">0.10</Amt><ChrgInclInd>false</ChrgInclInd></Rcrd></Chrgs><NtryDtls>',
      { charges: [{ amount: '0.70', currency: 'EUR', side: 'debit' }] },
    ],
  ])('has %s', async (_, from, to, expected) => {
    expect(await readEntry(entry => entry.replace(from, to))).toMatchObject(expected)
  })

  test('names the creditor for outgoing money, and swaps the parties for a reversal', async () => {
    const out = (entry: string) =>
      entry
        .replace('CRDT', 'DBIT')
        .replaceAll('Dbtr', 'Cdtr')
        .replace('<RltdPties>', '<RltdPties><Dbtr><Nm>Wir</Nm></Dbtr>')
    expect(await readEntry(out)).toMatchObject({ side: 'debit', counterpartyName: 'Papierwerk Süd AG' })
    const back = (entry: string) =>
      entry.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>').replace('CRDT', 'DBIT')
    expect(await readEntry(back)).toMatchObject({
      reversal: true,
      side: 'debit',
      counterpartyName: 'Papierwerk Süd AG',
    })
  })

  test.each([
    ['ICDT', 'ESCT', 'EUR', 'SepaCredit'],
    ['RDDT', 'ESDD', 'EUR', 'SepaDirect'],
    ['ICDT', 'BOOK', 'EUR', 'InternalCredit'],
    ['RDDT', 'BOOK', 'EUR', 'InternalDirectDebit'],
    ['ICDT', 'XBCT', 'EUR', 'Other'],
    ['ICDT', 'DMCT', 'CHF', 'Other'],
    ['CCRD', 'POSD', 'EUR', 'Card'],
    ['RCHQ', 'CCHQ', 'EUR', 'Check'],
    ['RCDT', 'CHRG', 'EUR', 'FeeCredit'],
  ])('with %s and %s in %s is %s', async (family, subfamily, currency, type) => {
    const entry = await readEntry(text =>
      text.replace('RCDT', family).replace('ESCT', subfamily).replace('Ccy="EUR"', `Ccy="${currency}"`),
    )
    expect(entry?.type).toBe(type)
  })

  test('gets its type from the German code too', async () => {
    const code = '<BkTxCd><Prtry><Cd>NDDT+105+9310</Cd></Prtry></BkTxCd>'
    expect((await readEntry(entry => entry.replace(/<BkTxCd>.*<\/BkTxCd>/, code)))?.type).toBe('SepaDirect')
  })

  test('for information only is skipped with a note', async () => {
    const { entries, notes } = await read(camtEntry(entry => entry.replace('BOOK', 'INFO')))
    expect(entries).toEqual([])
    expect(notes[0]?.reason).toContain('INFO')
  })

  test('without a booking date gets the only day of the statement or its value date, and notes it once', async () => {
    const undated = camtEntry(entry => entry.replace(/<BookgDt>.*<\/BookgDt>/, ''))
    const byDay = await read(
      camtBalance('OPBD', '0', '2026-03-29') + camtBalance('CLBD', '25', '2026-03-29') + undated + undated,
    )
    expect(byDay.entries.map(({ bookingDate }) => bookingDate)).toEqual(['2026-03-29', '2026-03-29'])
    expect(byDay.notes).toHaveLength(1)
    expect((await read(undated)).entries[0]?.bookingDate).toBe('2026-03-31')
    const without = undated.replace(/<ValDt>.*<\/ValDt>/, '')
    const created = await read(`<CreDtTm>2026-04-01T06:00:00+02:00</CreDtTm>${without}`, 'camt.054')
    expect(created.entries[0]).toMatchObject({ bookingDate: '2026-04-01', valueDate: null })
    expect(created.notes[0]?.reason).toContain('the file was created')
  })
})
