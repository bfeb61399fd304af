/** Known rows, written as a table in any layout, come back as these rows, or a person is asked about what may differ. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../../../../src/import/files/text.ts'
import { detectFormat } from '../../../../src/import/format.ts'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { decodeTable } from '../../../../src/import/statements/csv/guess/guessEncoding.ts'
import type { Entry } from '../../../../src/import/statements/statement.ts'
import { readWith } from '../reading.ts'
import { anyLayout, decimalOf, type KnownRow, knownRows, type Layout, written } from './anyTable.ts'
import { aboutMoney } from './readGuessed.ts'

const owner = { ...unknownOwner, currency: 'EUR' }

/** The questions that cover a difference. */
const aboutDates = ['dateFormat', 'bookingDate', 'rows', 'header']
const aboutTexts = ['reference', 'counterpartyName', 'rows', 'header']

interface Told {
  money: string[]
  dates: string[]
  texts: string[]
}

function expectedOf(
  rows: readonly KnownRow[],
  { fees, newestFirst, language, splitText, multiLine }: Layout,
): Told {
  const ordered = newestFirst ? [...rows].reverse() : rows
  const money = ordered.flatMap(({ cents, out, fee }) => [
    `${out ? '-' : '+'}${decimalOf(cents)} EUR`,
    ...(fees === 'none' || fee === 0 ? [] : [`-${decimalOf(fee)} EUR`]),
  ])
  const line = multiLine ? ' line' : ''
  const texts = ordered.map(({ name, text }) => {
    const all = [`${text}${line}`, ...(splitText ? [`${text}-2${line}`] : [])]
    return [...all, language === null ? '' : name].join(' / ')
  })
  return { money, dates: ordered.map(({ day }) => day), texts }
}

function toldBy(entries: readonly Entry[], hasFees: boolean): Told {
  const own = hasFees ? entries.filter(({ description }) => !isFee(description)) : entries
  return {
    money: entries.map(
      ({ side, amount, currency }) => `${side === 'debit' ? '-' : '+'}${amount} ${currency}`,
    ),
    dates: own.map(({ bookingDate }) => bookingDate ?? ''),
    texts: own.map(({ description, reference, counterpartyName }) =>
      [...[description, reference].filter(text => text !== null), counterpartyName ?? ''].join(' / '),
    ),
  }
}

const feeNames = [
  'Fee',
  'Gebühr',
  'Frais',
  'Kosten',
  'Comisión',
  'Commissioni',
  'Comissão',
  'Avgift',
  'Gebyr',
  'Palkkio',
  'Prowizja',
]
const isFee = (description: string | null): boolean => feeNames.includes(description ?? '')

async function readAs(text: string, asks: string[]) {
  const guess = guessCsv(text, owner)
  expect(guess).not.toBeNull()
  if (guess === null) return null
  asks.push(...guess.uncertain.map(({ at }) => at))
  return await readWith(csvReader(guess.mapping), text)
}

test('in any layout', async () => {
  await fc.assert(
    fc.asyncProperty(knownRows, anyLayout, async (rows, layout) => {
      const asks: string[] = []
      const read = await readAs(written(rows, layout), asks)
      const [told, expected] = [toldBy(read?.entries ?? [], layout.fees !== 'none'), expectedOf(rows, layout)]
      const covered = (questions: string[]) => questions.some(question => asks.includes(question))
      if (!covered(aboutMoney)) expect(told.money).toEqual(expected.money)
      if (!covered(aboutDates)) expect(told.dates).toEqual(expected.dates)
      if (!covered(aboutTexts)) expect(told.texts).toEqual(expected.texts)
    }),
    { numRuns: Number(process.env.CSV_RUNS ?? 150) },
  )
})

describe('in any encoding', () => {
  const table =
    'Buchungstag;Empfänger;Verwendungszweck;Betrag;Währung\n30.03.2026;Süßwaren Ägäis;Öl;-1.234,50;EUR\n'
  const bytes = {
    'UTF-8': Buffer.from(table),
    'UTF-8 with a mark': Buffer.from(`\ufeff${table}`),
    'UTF-16': Buffer.from(`\ufeff${table}`, 'utf16le'),
    'UTF-16, big-endian': Buffer.from(`\ufeff${table}`, 'utf16le').swap16(),
    'Windows-1252': Buffer.from(table, 'latin1'),
    'Mac Roman': Buffer.from(
      table
        .replace(/ä/g, '\x8a')
        .replace(/ü/g, '\x9f')
        .replace(/ß/g, '\xa7')
        .replace(/Ä/g, '\x80')
        .replace(/Ö/g, '\x85'),
      'latin1',
    ),
  }
  test.each(Object.entries(bytes))('%s', async (_, encoded) => {
    expect(detectFormat(encoded)).toEqual({ kind: 'csv' })
    const { text, used } = decodeTable(encoded)
    const guess = guessCsv(text)
    expect(guess?.uncertain.map(({ at }) => at)).toEqual(['sign'])
    const decoded: string[] = []
    for await (const piece of decodeText([encoded], { encoding: used.encoding }).text) decoded.push(piece)
    const read = guess && (await readWith(csvReader(guess.mapping), ...decoded))
    expect(read?.entries).toMatchObject([
      { amount: '1234.50', side: 'debit', counterpartyName: 'Süßwaren Ägäis', reference: 'Öl' },
    ])
  })

  test('Windows-1250, by its column names', () => {
    const czech = Buffer.from(
      'Datum za\xfa\xe8tov\xe1n\xed;\xc8\xe1stka;M\xecna\n30.03.2026;-1,00;CZK\n',
      'latin1',
    )
    const { text, used } = decodeTable(czech)
    expect(used.encoding).toBe('windows-1250')
    expect(text).toContain('Datum zaúčtování;Částka;Měna')
  })

  test.each([
    ['windows-1250', 'Wyp\xb3ata za u\xbfytkowanie, p\xb3atno\x9c\xe6'],
    ['iso-8859-2', 'Wyp\xb3ata za u\xbfytkowanie, p\xb3atno\xb6\xe6'],
  ])('%s, by signs between letters', (encoding, written) => {
    const polish = Buffer.from(`Data operacji;Opis;Kwota;Waluta\n2026-03-30;${written};-1,00;PLN\n`, 'latin1')
    const { text, used } = decodeTable(polish)
    expect(used.encoding).toBe(encoding)
    expect(text).toContain('Wypłata za użytkowanie, płatność')
  })

  test.each([
    ['capitals', 'Spesen f\x9fr die Verg\x9ftung', 'Spesen für die Vergütung'],
    ['signs', 'Bahnhofstra\xa7e', 'Bahnhofstraße'],
    ['signs of no language', 'r\x8fglement cr\x8edit', 'règlement crédit'],
  ])('Mac Roman, by %s inside words', (_, written, read) => {
    const mac = Buffer.from(`Datum;Buchungstext;Betrag\n30.03.26;${written};-1.50\n`, 'latin1')
    const { text, used } = decodeTable(mac)
    expect([used.encoding, text.split(';')[3]]).toEqual(['macintosh', read])
  })

  test.each([
    ['windows-1257', 'Lithuanian', 'Mok\xebjimas u\xfe prekes, \xe1mokos', 'Mokėjimas už prekes, įmokos'],
    ['windows-1257', 'Latvian', 'P\xe2rskait\xeejums, ma\xf0\xeena', 'Pārskaitījums, mašīna'],
    [
      'windows-1250',
      'Hungarian',
      'fizet\xe9s k\xe1rty\xe1val, f\xfbt\xf5 k\xf6zm\xfb',
      'fizetés kártyával, fűtő közmű',
    ],
    ['windows-1250', 'Czech', 'p\xf8\xedkaz k \xfahrad\xec \xe8. 7', 'příkaz k úhradě č. 7'],
    [
      'windows-1250',
      'Romanian',
      'plat\xe3 c\xe3tre furnizor, tranzac\xfeie',
      'plată către furnizor, tranzacţie',
    ],
    ['windows-1250', 'Croatian', 'pla\xe6anje ra\xe8una, tro\x9aak', 'plaćanje računa, trošak'],
  ])('%s, by letters of %s that are found together', (encoding, _, written, read) => {
    const bytes = Buffer.from(`Date;Description;Amount\n2026-03-30;${written};-1.50\n`, 'latin1')
    const { text, used } = decodeTable(bytes)
    expect([used.encoding, text.split(';')[3]]).toEqual([encoding, read])
  })

  test.each([
    ['French', 'Caf\xe9 n\xb0 2, 5m\xb2, l\x92\xe9t\xe9, p\xe8re No\xebl, ch\xe2teau, aux\x9c'],
    ['Icelandic', '\xdea\xf0 er \xe1 b\xf3k, \xfe\xfa \xe6tlar \xed b\xfa\xf0ina, \xf6l og \xfdsa'],
    ['Faroese', 'F\xf8royar, b\xe1\xf0ar \xed d\xfdra b\xfa\xf0 og \xe6rlig'],
    ['Danish', 'Bager \xc6rlig & S\xf8n, caf\xe9 \xc5rhus'],
    ['Estonian', '\xd5lle pood, \xfchis\xfclekanne, \xe4ri \x9aokolaad, r\xf5\xf5m \xf6\xf6'],
    ['Portuguese', 'Transa\xe7\xf5es, p\xe3o, \xe0 vista, cart\xe3o, m\xeas, av\xf3'],
    ['German', 'Stra\xdfe f\xfcr 5\x80, \xa75 des Vertrages\x85und mehr, Caf\xe9 \x84Zur Post\x93'],
  ])('of Western Europe, whatever stands next to a letter: %s', (_, written) => {
    const bytes = Buffer.from(`Date;Libell\xe9;Montant\n2026-03-30;${written};-1,00\n`, 'latin1')
    expect(decodeTable(bytes).used.encoding).toBe('windows-1252')
  })

  test.each([
    ['windows-1251', 'Дата;Описание;Сумма', 'c4e0f2e03bceefe8f1e0ede8e53bd1f3ecece0'],
    ['windows-1253', 'Ημερομηνία;Περιγραφή;Ποσό', 'c7ece5f1efece7eddfe13bd0e5f1e9e3f1e1f6de3bd0eff3fc'],
    ['windows-1254', 'Tarih;Açıklama;İşlem Tutarı', '54617269683b41e7fd6b6c616d613bddfe6c656d205475746172fd'],
    ['windows-1255', 'תאריך;תיאור;בחובה', 'fae0f8e9ea3bfae9e0e5f83be1e7e5e1e4'],
    ['gb18030', '交易日期;摘要;金额', 'bdbbd2d7c8d5c6da3bd5aad2aa3bbdf0b6ee'],
    ['big5', '交易日期;摘要;餘額', 'a5e6a9f6a4e9b4c13bba4bad6e3bbe6cc342'],
    ['shift_jis', '日付;摘要;金額', '93fa95743b934597763b8be08a7a'],
    ['euc-kr', '날짜;적요;금액', 'b3afc2a53bc0fbbfe43bb1ddbed7'],
  ])('%s, by its column names', (encoding, names, hex) => {
    const { text, used } = decodeTable(Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from('\n')]))
    expect([used.encoding, text.trim()]).toEqual([encoding, names])
  })
})
