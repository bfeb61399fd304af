import { describe, expect, test } from 'vitest'
import { readCamt } from '../../../src/import/statements/camt.ts'
import { camt, camtAccount, camtBalance, camtEntry, otherIban, ownIban } from './camtText.ts'
import { partsOf, readWith } from './reading.ts'

const read = (content: string, kind?: string, version?: string) =>
  readWith(readCamt, camt(camtAccount + content, kind, version))
const readEntry = async (change: (entry: string) => string) => (await read(camtEntry(change))).entries[0]

describe('a camt statement', () => {
  test('names its account, its bank, its id and its number', async () => {
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
  ])('of %s is a %s', async (kind, scope) => {
    expect((await read(camtEntry(), kind)).heads[0]?.scope).toBe(scope)
  })

  test.each(['02', '04', '06', '08', '10', '13'])('is read in version %s', async version => {
    expect((await read(camtEntry(), 'camt.053', version)).entries).toHaveLength(1)
  })

  test('may name its account otherwise than by IBAN, and an IBAN that is none is noted', async () => {
    const other = await readWith(readCamt, camt('<Acct><Id><Othr><Id> 4711 </Id></Othr></Id></Acct>'))
    expect(other.heads[0]?.account).toMatchObject({ iban: null, otherId: '4711' })
    const wrong = await readWith(readCamt, camt('<Acct><Id><IBAN>DE00120300000000202051</IBAN></Id></Acct>'))
    expect(wrong.heads[0]?.account).toMatchObject({ iban: null, otherId: 'DE00120300000000202051' })
    expect(wrong.notes[0]).toMatchObject({ line: 5, at: 'Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN' })
    const hidden = await readWith(readCamt, camt(`<Acct><Id><Othr><Id>${ownIban}</Id></Othr></Id></Acct>`))
    expect(hidden.heads[0]?.account).toMatchObject({ iban: ownIban, otherId: null })
  })

  test('is found within an envelope', async () => {
    const inner = camt(camtAccount + camtEntry()).replace(/^<\?xml.*\?>\n/, '')
    expect((await readWith(readCamt, `<Envelope><Header/>${inner}</Envelope>`)).entries).toHaveLength(1)
  })

  test('has its balances, whichever code they go by', async () => {
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

  test('gives out its balances before its entries, and those that stand behind them at its end', async () => {
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

  test('gives a balance the instant of its time, and notes a side that is missing', async () => {
    const balance = camtBalance('CLBD', '2.00')
      .replace('<Dt><Dt>2026-03-31</Dt></Dt>', '<Dt><DtTm>2026-03-31T18:00:00+02:00</DtTm></Dt>')
      .replace('<CdtDbtInd>CRDT</CdtDbtInd>', '')
    const { balances, notes } = await read(balance)
    expect(balances[0]).toMatchObject({ at: '2026-03-31T16:00:00.000Z', side: 'credit' })
    expect(notes[0]).toMatchObject({ at: 'Document/BkToCstmrStmt/Stmt/Bal/CdtDbtInd' })
  })
})

describe('a camt entry', () => {
  test('has all that the file says of it', async () => {
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
    ['the amount as it is written', '>12.50<', '>12.5<', { amount: '12.5' }],
    ['needless zeros cut off', '>12.50<', '>0012.50<', { amount: '12.50' }],
    [
      'the status of version 04 and later',
      '<Sts>BOOK</Sts>',
      '<Sts><Cd>PDNG</Cd></Sts>',
      { status: 'pending', bookingDate: null },
    ],
    ['no status at all: a statement is of booked entries', '<Sts>BOOK</Sts>', '', { status: 'booked' }],
    [
      'a date with a time',
      '<Dt>2026-03-30</Dt>',
      '<DtTm>2026-03-30T23:30:00-05:00</DtTm>',
      { bookingDate: '2026-03-30' },
    ],
    ['a date with a zone', '<Dt>2026-03-30</Dt>', '<Dt>2026-03-30+02:00</Dt>', { bookingDate: '2026-03-30' }],
    ['no reference where the bank has none', '>BANK-1<', '>NONREF<', { bankReference: null }],
    ['no reference where the payer gave none', '>E2E-1<', '>NOTPROVIDED<', { endToEndId: null }],
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
      'what was paid in another currency',
      '<RltdPties>',
      '<AmtDtls><InstdAmt><Amt Ccy="USD">14.00</Amt></InstdAmt></AmtDtls><RltdPties>',
      { originalAmount: { amount: '14.00', currency: 'USD' } },
    ],
    [
      'charges that the amount includes, and no others',
      '<NtryDtls>',
      '<Chrgs><Rcrd><Amt Ccy="EUR">0.70</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd>' +
        '<Rcrd><Amt Ccy="EUR">0.10</Amt><ChrgInclInd>false</ChrgInclInd></Rcrd></Chrgs><NtryDtls>',
      { charges: [{ amount: '0.70', currency: 'EUR', side: 'debit' }] },
    ],
  ])('has %s', async (_, from, to, expected) => {
    expect(await readEntry(entry => entry.replace(from, to))).toMatchObject(expected)
  })

  test('names the creditor where money went out, and the parties swapped where it came back', async () => {
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
  ])('of %s and %s in %s is %s', async (family, subfamily, currency, type) => {
    const entry = await readEntry(text =>
      text.replace('RCDT', family).replace('ESCT', subfamily).replace('Ccy="EUR"', `Ccy="${currency}"`),
    )
    expect(entry?.type).toBe(type)
  })

  test('has its type by the German code too', async () => {
    const code = '<BkTxCd><Prtry><Cd>NDDT+105+9310</Cd></Prtry></BkTxCd>'
    expect((await readEntry(entry => entry.replace(/<BkTxCd>.*<\/BkTxCd>/, code)))?.type).toBe('SepaDirect')
  })

  test('for information alone is left out with a note', async () => {
    const { entries, notes } = await read(camtEntry(entry => entry.replace('BOOK', 'INFO')))
    expect(entries).toEqual([])
    expect(notes[0]?.reason).toContain('INFO')
  })

  test('without a booking date has the day of a statement of one day, or its value date, and says so once', async () => {
    const undated = camtEntry(entry => entry.replace(/<BookgDt>.*<\/BookgDt>/, ''))
    const byDay = await read(
      camtBalance('OPBD', '0', '2026-03-29') + camtBalance('CLBD', '25', '2026-03-29') + undated + undated,
    )
    expect(byDay.entries.map(({ bookingDate }) => bookingDate)).toEqual(['2026-03-29', '2026-03-29'])
    expect(byDay.notes).toHaveLength(1)
    expect((await read(undated)).entries[0]?.bookingDate).toBe('2026-03-31')
  })
})

describe('a camt batch', () => {
  const details = (amount: string, more = '') =>
    `<TxDtls><Refs><AcctSvcrRef>PART-${amount}</AcctSvcrRef></Refs>${amount === '' ? '' : `<Amt Ccy="EUR">${amount}</Amt>`}${more}</TxDtls>`
  const batch = (...all: string[]) => camtEntry(entry => entry.replace(/<TxDtls>.*<\/TxDtls>/s, all.join('')))

  test('becomes its transactions, each of which knows the whole', async () => {
    const whole = { reference: 'BANK-1', total: '12.50', totalSide: 'credit' }
    const { entries } = await read(batch(details('10.00'), details('2.50')))
    expect(
      entries.map(({ amount, bankReference, batch: part }) => ({ amount, bankReference, part })),
    ).toEqual([
      { amount: '10.00', bankReference: 'PART-10.00', part: { part: 1, parts: 2, ...whole } },
      { amount: '2.50', bankReference: 'PART-2.50', part: { part: 2, parts: 2, ...whole } },
    ])
  })

  test('may hold a transaction of the other side', async () => {
    const { entries } = await read(batch(details('13.00'), details('0.50', '<CdtDbtInd>DBIT</CdtDbtInd>')))
    expect(entries.map(({ amount, side }) => `${side} ${amount}`)).toEqual(['credit 13.00', 'debit 0.50'])
    expect(entries[1]?.batch).toMatchObject({ total: '12.50', totalSide: 'credit' })
  })

  test.each([
    [
      'whose transactions make another amount',
      batch(details('10.00'), details('2.51')),
      'differ from it by 0.01',
    ],
    ['whose transactions have no amounts', batch(details('10.00'), details('')), 'no amount of its own'],
    [
      'of several currencies',
      batch(details('10.00'), '<TxDtls><Amt Ccy="CHF">2.50</Amt></TxDtls>'),
      'transaction 2 is in CHF',
    ],
  ])('%s stays whole, with a note', async (_, content, reason) => {
    const { entries, notes } = await read(content)
    expect(entries.map(({ amount, batch: part }) => ({ amount, part }))).toEqual([
      { amount: '12.50', part: null },
    ])
    expect(notes[0]?.reason).toContain(reason)
  })

  test('of version 02 has its amounts among the details', async () => {
    const old = (amount: string) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
    expect((await read(batch(old('10.00'), old('2.50')))).entries).toHaveLength(2)
  })

  test('that is larger than memory should hold stays whole', async () => {
    const many = Array.from({ length: 12_500 }, () => '<TxDtls><Amt Ccy="EUR">0.001</Amt></TxDtls>')
    const { entries, notes } = await read(batch(...many))
    expect(entries).toHaveLength(1)
    expect(notes[0]?.reason).toContain('12500 transactions')
  })
})
