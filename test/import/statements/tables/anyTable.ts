/** Writes known rows as a table, in any layout that banks use. */
import fc from 'fast-check'
import { isBlank } from '../../../../src/import/statements/csv/cells/plainText.ts'

export interface KnownRow {
  day: string
  cents: number
  out: boolean
  name: string
  text: string
  fee: number
}

export interface Layout {
  delimiter: ';' | ',' | '\t' | '|'
  language: keyof typeof languages | null
  dates: keyof typeof dateWriters
  decimal: ',' | '.'
  grouped: boolean
  money: 'signed' | 'brackets' | 'trailing' | 'inverted' | 'side' | 'two' | 'two with minus'
  unit: 'none' | 'column' | 'name' | 'cell'
  fees: 'none' | 'deducted' | 'added'
  balance: boolean
  newestFirst: boolean
  preamble: boolean
  trailer: boolean
  splitText: boolean
  multiLine: boolean
}

/** Names of columns: date, amount, credit, debit, side, words for credit and debit, balance, fee, name, text, more text, currency. */
const languages = {
  en: 'Booking Date,Amount,Credit,Debit,Debit/Credit,Credit,Debit,Balance,Fee,Counterparty,Description,Reference,Currency',
  de: 'Buchungstag,Betrag,Haben,Soll,Soll/Haben,H,S,Saldo,Gebühr,Empfänger,Buchungstext,Verwendungszweck,Währung',
  fr: 'Date de comptabilisation,Montant,Crédit,Débit,Sens,Crédit,Débit,Solde,Frais,Contrepartie,Libellé,Communication,Devise',
  nl: 'Boekdatum,Bedrag,Credit,Debet,Af Bij,Bij,Af,Saldo,Kosten,Naam tegenpartij,Omschrijving,Mededelingen,Munt',
  es: 'Fecha contable,Importe,Haber,Debe,Debe/Haber,Haber,Debe,Saldo,Comisión,Beneficiario,Concepto,Referencia,Divisa',
  it: 'Data contabile,Importo,Entrate,Uscite,Dare/Avere,Avere,Dare,Saldo,Commissioni,Beneficiario,Descrizione,Motivo,Divisa',
  pt: 'Data movimento,Montante,Crédito,Débito,Débito/Crédito,Crédito,Débito,Saldo,Comissão,Beneficiário,Descrição,Detalhes,Moeda',
  sv: 'Bokföringsdag,Belopp,Insättning,Uttag,Debet/Kredit,Kredit,Debet,Saldo,Avgift,Mottagare,Text,Meddelande,Valuta',
  da: 'Bogført,Beløb,Ind,Ud,Debet/Kredit,Kredit,Debet,Saldo,Gebyr,Modtager,Tekst,Meddelelse,Valuta',
  no: 'Bokført,Beløp,Inn,Ut,Debet/Kredit,Kredit,Debet,Saldo,Gebyr,Mottaker,Tekst,Melding,Valuta',
  fi: 'Kirjauspäivä,Määrä,Pano,Otto,Debet/Kredit,Kredit,Debet,Saldo,Palkkio,Saaja,Selitys,Viesti,Valuutta',
  pl: 'Data księgowania,Kwota,Uznania,Obciążenia,Strona,Uznanie,Obciążenie,Saldo,Prowizja,Kontrahent,Opis operacji,Tytuł,Waluta',
} as const

const months = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  es: 'ene feb mar abr may jun jul ago sep oct nov dic',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  pt: 'jan fev mar abr mai jun jul ago set out nov dez',
  sv: 'jan feb mars april maj juni juli aug sept okt nov dec',
  da: 'januar februar marts april maj juni juli august september oktober november december',
  no: 'jan feb mars april mai juni juli aug sep okt nov des',
  fi: 'tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu',
  pl: 'sty lut mar kwi maj cze lip sie wrz paź lis gru',
} as const

const monthName = (month: string, language: keyof typeof months): string =>
  months[language].split(' ')[Number(month) - 1] ?? ''

type Parts = { y: string; m: string; d: string; language: keyof typeof months }

/** These look like numbers, so only the name of their column shows that they are dates. */
const bareWriters = {
  'six digits': ({ y, m, d }: Parts) => `${d}${m}${y.slice(2)}`,
  'six american digits': ({ y, m, d }: Parts) => `${m}${d}${y.slice(2)}`,
  'six digits, year first': ({ y, m, d }: Parts) => `${y.slice(2)}${m}${d}`,
  seconds: ({ y, m, d }: Parts) => String(Date.parse(`${y}-${m}-${d}T21:15:00Z`) / 1000),
  milliseconds: ({ y, m, d }: Parts) => String(Date.parse(`${y}-${m}-${d}T21:15:00Z`)),
  'day numbers': ({ y, m, d }: Parts) =>
    String((Date.parse(`${y}-${m}-${d}`) - Date.parse('1899-12-30')) / 86_400_000),
}

const dateWriters = {
  iso: ({ y, m, d }: Parts) => `${y}-${m}-${d}`,
  'iso time': ({ y, m, d }: Parts) => `${y}-${m}-${d} 09:15:00`,
  dots: ({ y, m, d }: Parts) => `${d}.${m}.${y}`,
  'short dots': ({ y, m, d }: Parts) => `${Number(d)}.${Number(m)}.${y}`,
  'two-digit year': ({ y, m, d }: Parts) => `${d}.${m}.${y.slice(2)}`,
  slashes: ({ y, m, d }: Parts) => `${d}/${m}/${y}`,
  american: ({ y, m, d }: Parts) => `${m}/${d}/${y}`,
  dashes: ({ y, m, d }: Parts) => `${d}-${m}-${y}`,
  digits: ({ y, m, d }: Parts) => `${y}${m}${d}`,
  named: ({ y, m, d, language }: Parts) => `${d} ${monthName(m, language)} ${y}`,
  'month first': ({ y, m, d, language }: Parts) => `${monthName(m, language)} ${d}, ${y}`,
  hungarian: ({ y, m, d }: Parts) => `${y}.${m}.${d}.`,
  'american digits': ({ y, m, d }: Parts) => `${m}${d}${y}`,
  ...bareWriters,
}

export const decimalOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const currency = 'EUR'
const openingCents = 100_000

export function written(rows: readonly KnownRow[], layout: Layout): string {
  const names = languages[layout.language ?? 'en'].split(',')
  const [date, amount, credit, debit, side, creditWord, debitWord, balance, fee, name, text, more, unit] =
    names
  const number = numberWriter(layout)
  let running = openingCents
  const cells = rows.map(row => {
    const change = (row.out ? -row.cents : row.cents) - (layout.fees === 'none' ? 0 : row.fee)
    running += change
    const money: Record<string, string[]> = {
      signed: [`${row.out ? '-' : ''}${number(row.cents)}`],
      brackets: [row.out ? `(${number(row.cents)})` : number(row.cents)],
      trailing: [`${number(row.cents)}${row.out ? '-' : ''}`],
      inverted: [`${row.out ? '' : '-'}${number(row.cents)}`],
      side: [number(row.cents), (row.out ? debitWord : creditWord) ?? ''],
      two: row.out ? [number(row.cents), ''] : ['', number(row.cents)],
      'two with minus': row.out ? [`-${number(row.cents)}`, ''] : ['', number(row.cents)],
    }
    const texts = layout.splitText ? [row.text, `${row.text}-2`] : [row.text]
    const feeText = layout.fees === 'added' && row.fee > 0 ? `-${number(row.fee)}` : number(row.fee)
    return [
      dateWriters[layout.dates](partsOf(row.day, layout)),
      row.name,
      ...(layout.multiLine ? texts.map(each => `${each}\nline`) : texts),
      ...(money[layout.money] ?? []),
      ...(layout.fees === 'none' ? [] : [feeText]),
      ...(layout.balance ? [`${running < 0 ? '-' : ''}${number(Math.abs(running))}`] : []),
      ...(layout.unit === 'column' ? [currency] : []),
    ]
  })
  if (layout.newestFirst) cells.reverse()
  const inName = layout.unit === 'name' ? ` (${currency})` : ''
  const moneyNames: Record<string, (string | undefined)[]> = {
    side: [`${amount}${inName}`, side],
    two: [`${debit}${inName}`, `${credit}${inName}`],
    'two with minus': [`${debit}${inName}`, `${credit}${inName}`],
  }
  const header = [
    date,
    name,
    ...(layout.splitText ? [text, more] : [text]),
    ...(moneyNames[layout.money] ?? [`${amount}${inName}`]),
    ...(layout.fees === 'none' ? [] : [fee]),
    ...(layout.balance ? [balance] : []),
    ...(layout.unit === 'column' ? [unit] : []),
  ].map(each => each ?? '')
  const lines = [...(layout.language === null ? [] : [header]), ...cells]
  const table = lines.map(line => line.map(cell => quoted(cell, layout.delimiter)).join(layout.delimiter))
  const above = layout.preamble ? ['Statement', `Account${layout.delimiter}4711`] : []
  const below = layout.trailer ? ['This list is not a statement of account.'] : []
  return `${[...above, ...table, ...below].join('\n')}\n`
}

const partsOf = (day: string, { language }: Layout): Parts => {
  const [y = '', m = '', d = ''] = day.split('-')
  return { y, m, d, language: language ?? 'en' }
}

function numberWriter({ decimal, grouped, unit }: Layout): (cents: number) => string {
  return cents => {
    const [whole = '', places = ''] = decimalOf(cents).split('.')
    const group = decimal === ',' ? '.' : ','
    const digits = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole
    return `${digits}${decimal}${places}${unit === 'cell' ? ' €' : ''}`
  }
}

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** Without words that say that there is no value, such as Nil. */
const word = fc.stringMatching(/^[A-Z][a-zäöüé]{2,9}$/).filter(text => !isBlank(text))

const knownRow: fc.Arbitrary<KnownRow> = fc.record({
  day: fc
    .date({ min: new Date('2001-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10)),
  cents: fc.integer({ min: 1, max: 99_999_999 }),
  out: fc.boolean(),
  name: fc.tuple(word, word).map(words => words.join(' ')),
  text: fc.tuple(word, word, fc.nat(99_999)).map(words => words.join(' ')),
  fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 999 })),
})

/** From the oldest to the newest, as the balance follows them. */
export const knownRows = fc
  .array(knownRow, { minLength: 1, maxLength: 9 })
  .map(rows => rows.sort((one, other) => one.day.localeCompare(other.day)))

const isBare = ({ dates }: Pick<Layout, 'dates'>): boolean => Object.hasOwn(bareWriters, dates)

const anyOfAll: fc.Arbitrary<Layout> = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  language: fc.constantFrom(...(Object.keys(languages) as (keyof typeof languages)[]), null),
  dates: fc.constantFrom(...(Object.keys(dateWriters) as (keyof typeof dateWriters)[])),
  decimal: fc.constantFrom(',', '.'),
  grouped: fc.boolean(),
  money: fc.constantFrom('signed', 'brackets', 'trailing', 'inverted', 'side', 'two', 'two with minus'),
  unit: fc.constantFrom('none', 'column', 'name', 'cell'),
  fees: fc.constantFrom('none', 'none', 'deducted', 'added'),
  balance: fc.boolean(),
  newestFirst: fc.boolean(),
  preamble: fc.boolean(),
  trailer: fc.boolean(),
  splitText: fc.boolean(),
  multiLine: fc.boolean(),
})

export const anyLayout = anyOfAll.map(
  (layout): Layout => (isBare(layout) ? { ...layout, language: layout.language ?? 'en' } : layout),
)
