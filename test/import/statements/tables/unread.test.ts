/** A column with information is read, or a person is asked whether it is needed. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { readWith } from '../reading.ts'

/** A table with one more column, with a balance that proves its amounts. */
function tableWith(name: string, cells: readonly string[]): string {
  const rows = cells.map(
    (cell, at) => `2026-03-${at + 10},Payment ${at * 7},-5.00,${200 - at * 5}.00,${cell}`,
  )
  return `Date,Description,Amount (EUR),Balance,${name}\n${rows.join('\n')}\n`
}

async function read(text: string) {
  const guess = guessCsv(text, { ...unknownOwner, currency: 'EUR' })
  if (guess === null) throw new Error('The table is not recognised.')
  const { entries } = await readWith(csvReader(guess.mapping), text)
  return {
    references: entries.map(({ reference }) => reference),
    reasons: guess.uncertain.map(({ at, reason }) => `${at}: ${reason}`),
  }
}

const notRead = (name: string) => [`reference: "${name}" is not read; is something of it needed?`]

describe('a person is asked about', () => {
  test.each([
    ['numbers that are not in a row', 'Avisnr', ['40117', '39004', '51230']],
    ['codes', 'Xkode', ['RX-7A', 'QP-2B', 'RX-9C']],
    ['accounts with a BIC', 'Saajan tilinumero ja pankin BIC', ['FI2112345600000785 NDEAFIHH', '', '']],
    ['one code in all of many rows', 'Xkode', ['RX-7A', 'RX-7A', 'RX-7A', 'RX-7A', 'RX-7A']],
    ['codes in some rows', 'Xkode', ['', 'RX-7A', '']],
    ['references that repeat', 'Reference number', ['INV 7', 'INV 8', 'INV 7']],
    ['a text under the name of a number', 'Receipt', ['Room of May', 'Room of June', 'Bus']],
    ['the number of a cheque', 'Check Number', ['', '1017', '']],
    ['an account in some rows', 'Xkonto', ['', '1234 56 78901', '']],
    ['holders that change', 'Kontoinhaber', ['Ann Smith', 'Bo Berg', 'Cy Dahl']],
    ['other accounts', 'Xkonto', ['1234 56 78901', '1234 56 78902', '']],
  ])('%s', async (_, name, cells) => {
    const { reasons, references } = await read(tableWith(name, cells))
    expect(reasons).toEqual(notRead(name))
    expect(references).toEqual(cells.map(() => null))
  })

  test('all such columns at once', async () => {
    const { reasons } = await read(`Date,Description,Amount (EUR),Balance,K1,K2,K3,K4,K5,K6
2026-03-10,Payment,-5.00,200.00,A1,B2,C3,D4,E5,F6
2026-03-11,Salary,10.00,210.00,A7,B3,C9,D5,E1,F2
`)
    expect(reasons).toEqual([
      'reference: "K1", "K2", "K3", "K4", "K5", 1 more are not read; is something of them needed?',
    ])
  })
})

describe('nothing is asked about', () => {
  test.each([
    ['numbers of rows', 'Xnr', ['7', '8', '9']],
    ['numbers of rows, with the year', 'Xnr', ['2026-0009', '2026-0008', '2026-0007']],
    ['one number in all of few rows', 'Avd', ['7120', '7120', '7120']],
    ['one period in all of few rows', 'Periode X', ['2026-03-01 - 2026-03-31', '2026-03-01 - 2026-03-31']],
    ['prices', 'Stykpris', ['1.2500000000', '1.3500000000', '1.7500000000']],
    ['times of day', 'Klokke', ['08:15', '12:40:07', '23:59']],
    ['links and addresses of mail', 'Vedlegg', ['https://paper.example/7', 'fibu@paper.example', '']],
    ['flags', 'Kontaktlos', ['Ja', 'Nei', 'Ja']],
    ['the holder or the account', 'Xkonto navn', ['Ann Smith', 'Ann Smith', 'Ann Smith']],
    ['a part of another column', 'Kopi', ['0', '7', '14']],
    ['nothing of a unit', 'Bonus', ['0 points', '0 points', '0 points']],
    ['references that say that there are none', 'End-to-end', ['NOTPROVIDED', 'NOTPROVIDED', '']],
    ['mandates', 'Mandatsnr', ['M-17', 'M-18', '']],
  ])('%s', async (_, name, cells) => {
    const { reasons, references } = await read(tableWith(name, cells))
    expect(reasons).toEqual([])
    expect(references).toEqual(cells.map(() => null))
  })
})

describe('a text under an unknown name is read', () => {
  test.each([
    [
      'if it is the same in all of few rows',
      ['Paper Holding N.V.', 'Paper Holding N.V.', 'Paper Holding N.V.'],
    ],
    ['if it is the same in all of many rows', Array.from({ length: 12 }, () => 'Paper Holding N.V.')],
    ['if it is the same in some rows', ['', 'Paper Holding N.V.', '', 'Paper Holding N.V.', '', '']],
    ['if there is only one row', ['Paper Holding N.V.']],
  ])('%s', async (_, cells) => {
    const { reasons, references } = await read(tableWith('Papir', cells))
    expect(references).toEqual(cells.map(cell => cell || null))
    expect(reasons).toContain('reference: "Papir" is not known; it is read as part of the reference')
  })
})

test('the holder under any name of a column is neither read nor asked about', async () => {
  const text = tableWith('Xnavn', ['Paper Ltd', 'Paper Ltd', 'Paper Ltd', 'Paper Ltd', 'Paper Ltd'])
  const guess = guessCsv(text, { ...unknownOwner, currency: 'EUR', names: ['Paper Ltd'] })
  expect(guess?.uncertain).toEqual([])
  expect(guess?.mapping.columns.reference).toBeUndefined()
})

test('a text that a known bank added to its layout is asked about, too', async () => {
  const { reasons } = await read(`Number,Date,Account,Amount,Subcategory,Memo,Xword
7,27/03/2026,20-00-00 12345678,2310.00,Direct Deposit,PAPER LTD,Salary of March
8,31/03/2026,20-00-00 12345678,-85.10,Direct Debit,ENERGY LTD,Bill of March
`)
  expect(reasons).toContain('reference: "Xword" is not read; is something of it needed?')
})

describe('numbers of other accounts that are no IBANs are asked about', () => {
  const lost = (names: string, example: string) =>
    `counterpartyIban: ${names}: accounts such as "${example}" are no IBANs and are not read; are they needed in the reference?`

  test.each([
    [
      'with the code of a bank',
      'Číslo protiúčtu',
      ['123456789/0100', '', '19-2000145399/0800'],
      '123456789/0100',
    ],
    ['of eleven digits', 'Counterparty account', ['1234.56.78903', '9710.12.34560', ''], '1234.56.78903'],
    ['of the post', 'Gegenkonto', ['80-2-2', '', ''], '80-2-2'],
    ['next to IBANs', 'Gegenkonto', ['DE89370400440532013000', '12345678', ''], '12345678'],
  ])('%s', async (_, name, cells, example) => {
    const { reasons } = await read(tableWith(name, cells))
    expect(reasons).toEqual([lost(`"${name}"`, example)])
  })

  test('with their sort codes, also at a known bank', async () => {
    const { reasons } =
      await read(`Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Sort Code,Account Number
31/03/2026,Energy Co,bill 417,DIRECT DEBIT,-85.10,2324.90,200000,12345678
27/03/2026,Paper Ltd,salary,FASTER PAYMENT,2310.00,2410.00,401122,87654321
`)
    expect(reasons).toEqual([lost('"Sort Code", "Account Number"', '200000')])
  })

  test('but not IBANs, the account itself, or an IBAN that is reported as wrong', async () => {
    const { reasons } = await read(`Date,Account,Counterparty account,Name,Amount (EUR),Balance
2026-03-31,12345678901,DE89370400440532013000,Energy,-85.10,2324.90
2026-03-27,12345678901,DE00370400440532013000,Paper,2310.00,2410.00
2026-03-26,12345678901,12345678901,Transfer,5.00,100.00
`)
    expect(reasons).toEqual([])
  })
})

test('end-to-end references are read, also those of a standing order that repeat', async () => {
  const text = tableWith('End-to-end reference', ['RENT-7', 'RENT-7', 'NOTPROVIDED'])
  const guess = guessCsv(text, { ...unknownOwner, currency: 'EUR' })
  const { entries } = guess ? await readWith(csvReader(guess.mapping), text) : { entries: [] }
  expect(guess?.uncertain).toEqual([])
  expect(entries.map(({ endToEndId }) => endToEndId)).toEqual(['RENT-7', 'RENT-7', null])
})

test('a person is asked where the text is if none is read', async () => {
  const { reasons } = await read(`Date,Booking ID,Amount (EUR),Balance
2026-03-10,#7,-5.00,200.00
2026-03-11,#9,10.00,210.00
`)
  expect(reasons).toEqual(['description: no text of the entries is read; is it in "Booking ID"?'])
})
