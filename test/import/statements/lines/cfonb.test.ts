import { describe, expect, test } from 'vitest'
import { BalanceCheck } from '../../../../src/import/statements/balance.ts'
import { readCfonb } from '../../../../src/import/statements/cfonb/cfonb.ts'
import { partsOf, readWith } from '../reading.ts'
import { type CfonbFile, type CfonbLine, cfonbText } from './cfonbText.ts'

const plain: CfonbLine = { amount: '12.50', side: 'credit', day: '2026-03-31' }
const read = (file: Partial<CfonbFile> = {}) => readWith(readCfonb, cfonbText({ lines: [plain], ...file }))
const entryOf = async (line: Partial<CfonbLine>) =>
  (await read({ lines: [{ ...plain, ...line }] })).entries[0]

describe('a CFONB 120 statement', () => {
  test('has its head, balances and entries', async () => {
    const { heads, balances, entries, problems, ends } = await read({
      opening: '-100',
      lines: [
        {
          ...plain,
          valueDay: '2026-04-01',
          label: 'VIR SEPA PAPETERIE BLEUE',
          reference: 'REF4711',
          details: [
            ['NPY', 'PAPETERIE BLEUE SARL'],
            ['LCC', 'FACTURE 2026/117'],
            ['RCN', `${'E2E-4711'.padEnd(35)}SUPP`],
          ],
        },
      ],
    })
    expect(heads).toEqual([
      {
        scope: 'statement',
        id: null,
        number: null,
        account: {
          iban: 'FR1420041010050500013M02606',
          otherId: null,
          bankCode: null,
          bic: null,
          bankName: null,
          ownerName: null,
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
        description: 'VIR SEPA PAPETERIE BLEUE',
        reference: 'FACTURE 2026/117',
        counterpartyName: 'PAPETERIE BLEUE SARL',
        counterpartyIban: null,
        bankReference: 'REF4711',
        endToEndId: 'E2E-4711',
        originalAmount: null,
        charges: [],
        batch: null,
        line: 2,
      },
    ])
    expect(problems).toEqual([])
    expect(ends).toBe(1)
  })

  test('may follow another, without trailing blanks or line ends', async () => {
    const two = cfonbText({ lines: [plain] }) + cfonbText({ account: '0500013M027', lines: [plain, plain] })
    for (const text of [two, two.replace(/ +\r\n/g, '\n'), two.replaceAll('\r\n', '')]) {
      const { heads, entries, problems } = await readWith(readCfonb, text)
      expect([heads.length, entries.length, problems]).toEqual([2, 3, []])
    }
  })

  test('has the decimal places that it states, and otherwise those of its currency', async () => {
    const francs = await read({ currency: 'XPF', places: 0, lines: [{ ...plain, amount: '1250' }] })
    expect(francs.entries[0]).toMatchObject({ amount: '1250', currency: 'XPF', type: 'Other' })
    expect(francs.balances[1]).toMatchObject({ amount: '1250' })
    const dinars = await read({ currency: 'TND', places: 3, lines: [{ ...plain, amount: '1.234' }] })
    expect(dinars.entries[0]).toMatchObject({ amount: '1.234' })
  })

  test('takes its currency from an entry, or assumes the euro with a note', async () => {
    const text = cfonbText({ currency: 'USD', lines: [plain] })
    const fromEntry = await readWith(readCfonb, text.replace(/^(0[17].{14})USD2/gm, '$1    '))
    expect([fromEntry.heads[0]?.account.currency, fromEntry.balances[0]?.currency]).toEqual(['USD', 'USD'])
    expect(fromEntry.problems).toEqual([])
    const assumed = await readWith(readCfonb, text.replace(/USD2/g, '    '))
    expect(assumed.heads[0]?.account.currency).toBe('EUR')
    expect([assumed.notes.length, assumed.errors]).toEqual([1, []])
  })

  test.each([
    ['0500013S026', 'FR7120041010050500013S02689'],
    ['05ZYX1SR026', 'FR58200410100505ZYX1SR02649'],
  ])('with the account %s has the IBAN %s', async (account, iban) => {
    expect((await read({ account })).heads[0]?.account.iban).toBe(iban)
  })

  test('has an account number if it is no French account', async () => {
    const { heads } = await readWith(
      readCfonb,
      cfonbText({ lines: [] }).replaceAll('0500013M026', '0500013-026'),
    )
    expect(heads[0]?.account).toMatchObject({ iban: null, otherId: '0500013-026', bankCode: '20041' })
  })

  test('that does not add up is known by its balances', async () => {
    const check = new BalanceCheck()
    for (const part of await partsOf(readCfonb, cfonbText({ lines: [plain], closing: '12.49' })))
      check.add(part)
    expect(check.result()).toEqual({ state: 'does not add up', difference: '-0.01', currency: 'EUR' })
  })
})

describe('a CFONB 120 entry', () => {
  test.each([
    ['0.00', 'credit'],
    ['0.09', 'credit'],
    ['7.01', 'debit'],
    ['10.00', 'debit'],
    ['99999999999.98', 'credit'],
  ] as const)('of %s, a %s, has the sign in its last digit', async (amount, side) => {
    expect(await entryOf({ amount, side })).toMatchObject({ amount, side })
  })

  test('may have the sign in the letters of French terminals', async () => {
    const text = cfonbText({ lines: [{ ...plain, side: 'debit' }, plain] })
    const small = await readWith(readCfonb, text.replaceAll('}', 'è').replaceAll('{', 'é'))
    expect(small.entries.map(({ side }) => side)).toEqual(['debit', 'credit'])
    expect(small.problems).toEqual([])
    const letters = await readWith(
      readCfonb,
      cfonbText({ lines: [{ ...plain, amount: '1.11' }] }).replace(/A(?=\s)/g, 'a'),
    )
    expect(letters.entries[0]).toMatchObject({ amount: '1.11', side: 'credit' })
  })

  test.each([
    ['B1', 'debit', 'SepaDirect', false],
    ['B3', 'debit', 'SepaDirect', true],
    ['06', 'debit', 'SepaCredit', false],
    ['28', 'debit', 'Card', false],
    ['01', 'debit', 'Check', false],
    ['62', 'debit', 'FeeDebit', false],
    ['99', 'credit', 'Other', true],
    ['ZZ', 'credit', 'Other', false],
  ] as const)('of code %s, a %s, has the type %s', async (code, side, type, reversal) => {
    expect(await entryOf({ code, side })).toMatchObject({ type, reversal, side })
  })

  test('is a return if it has the reason of a rejection', async () => {
    expect(await entryOf({ rejected: '11' })).toMatchObject({ reversal: true })
    expect(await entryOf({ rejected: '00' })).toMatchObject({ reversal: false })
  })

  test('joins its texts and prefers the purpose to a label', async () => {
    const full = 'REGLEMENT DES FACTURES DE JANVIER FEVRIER ET MARS SUIVANT VOTRE RELEVE'
    expect(
      await entryOf({
        details: [
          ['LCC', full],
          ['LC2', 'S DU MOIS'],
          ['LIB', 'AUTRE'],
        ],
      }),
    ).toMatchObject({
      reference: `${full}S DU MOIS`,
    })
    expect(
      await entryOf({
        details: [
          ['LIB', 'MENSUALITE'],
          ['LIB', 'CONTRAT 12'],
        ],
      }),
    ).toMatchObject({
      reference: 'MENSUALITE CONTRAT 12',
    })
    expect(await entryOf({ number: '1234' })).toMatchObject({ reference: '0001234' })
  })

  test('has the other side by its direction, and texts of the older layout', async () => {
    const details: [string, string][] = [
      ['NPY', 'PAYEUR'],
      ['NBE', 'BENEFICIAIRE'],
    ]
    expect(await entryOf({ details })).toMatchObject({ counterpartyName: 'PAYEUR' })
    expect(await entryOf({ details, side: 'debit' })).toMatchObject({ counterpartyName: 'BENEFICIAIRE' })
    const old = cfonbText({ lines: [{ ...plain, details: [['LIB', 'x']] }] }).replace(
      '     LIBx',
      'ANCIEN LIBELLE',
    )
    expect((await readWith(readCfonb, old)).entries[0]).toMatchObject({ reference: 'ANCIEN LIBELLE' })
  })

  test('has its original amount and charges', async () => {
    const details: [string, string][] = [
      ['MMO', 'USD200000000001375'],
      ['FEE', 'EUR200000000000150'],
    ]
    expect(await entryOf({ details })).toMatchObject({
      originalAmount: { amount: '13.75', currency: 'USD' },
      charges: [{ amount: '1.50', currency: 'EUR', side: 'debit' }],
    })
  })
})

describe('a broken CFONB 120 file has an error with its line:', () => {
  const good = cfonbText({ opening: '100', lines: [plain, { ...plain, details: [['LIB', 'LOYER']] }] })
  const lines = good.trimEnd().split('\r\n')
  const changed = (line: number, at: number, put: string) =>
    lines
      .map((each, index) =>
        index === line ? each.slice(0, at - 1) + put + each.slice(at - 1 + put.length) : each,
      )
      .join('\n')
  const without = (code: string) => lines.filter(line => !line.startsWith(code)).join('\n')

  test.each([
    ['an amount with letters', changed(1, 95, 'X'), 2, 'is not a signed amount'],
    ['an amount without a sign', changed(1, 104, '0'), 2, 'is not a signed amount'],
    ['a day that does not exist', changed(1, 35, '310226'), 2, 'does not exist'],
    ['an entry of another account', changed(1, 22, '9'), 2, 'of another account'],
    ['a new balance of another account', changed(4, 22, '9'), 5, 'of another account'],
    ['a balance without a sign', changed(0, 104, '0'), 1, 'is not a signed amount'],
    ['details without an entry', [lines[0], ...lines.slice(3)].join('\n'), 2, 'does not follow an entry'],
    [
      'an unknown record',
      [...lines.slice(0, 2), '09', ...lines.slice(2)].join('\n'),
      3,
      'does not start a record',
    ],
    ['no new balance', without('07'), null, 'cut off'],
    ['a second old balance', [...lines.slice(0, 2), ...lines].join('\n'), 3, 'cut off'],
  ])('%s', async (_, text, line, reason) => {
    const { errors } = await readWith(readCfonb, text)
    const found = errors.find(each => each.reason.includes(reason))
    expect(found?.line).toBe(line)
  })

  test('no old balance', async () => {
    await expect(readWith(readCfonb, without('01'))).rejects.toThrow('no CFONB 120 statement')
  })
})
