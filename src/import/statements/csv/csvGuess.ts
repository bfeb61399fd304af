/** Guesses a mapping for a new CSV and lists what is uncertain, for a person to check. */
import { parse } from 'csv-parse/sync'
import { columnNames, dateFormats, delimiters } from '../../../contract/console/csvMapping.ts'
import { ibanOf, isCurrency } from '../fields.ts'
import { type ColumnName, type CsvLayout, type DateFormat, readCsvAmount, readCsvDate } from './csvMapping.ts'

export interface CsvGuess {
  mapping: CsvLayout
  /** The first rows after the header, split by the mapping's delimiter. */
  rows: string[][]
  /** What must be checked before the mapping is used: it is ambiguous or missing. */
  uncertain: { at: ColumnName | 'dateFormat' | 'decimal' | 'delimiter' | 'header'; reason: string }[]
}

const rowsMax = 200

/** Column names used by banks, in order of preference. */
const headerWords: Readonly<Record<ColumnName, RegExp>> = {
  bookingDate:
    /^(buchungs(tag|datum)|buchung|booking ?date|date de comptabilisation|date op[eé]ration|boekdatum|data contabile|fecha( de)? operaci[oó]n|transaction date|posting date|posted( date)?|completed date|datum|date|data|fecha)$/,
  valueDate:
    /^(valuta(datum|stellung)?|wertstellung(sdatum)?|value ?date|date( de)? valeur|rentedatum|data valuta|fecha( de)? valor)$/,
  amount: /^(betrag.*|umsatz|amount.*|montant.*|bedrag.*|importo.*|importe.*)$/,
  credit: /^(haben|credit|cr[eé]dit|gutschrift|accrediti|bij|haber|paid in|money in)( ?\(.*\))?$/,
  debit: /^(soll|debit|d[eé]bit|belastung|lastschrift|addebiti|debe|paid out|money out)( ?\(.*\))?$/,
  side: /^(soll\/haben.*|s\/h|af bij|debit\/credit|d\/c|credit\/debit|sens|kennzeichen|mutatiesoort af\/bij)$/,
  currency: /^(w(a|ä|ae)hrung|currency|devise|munt(soort)?|valuta|divisa|moneda|waluta|ccy)$/,
  status: /^(status|info|state|statut)$/,
  description:
    /^(buchungstext|umsatzart|description|type|transaction type|libell[eé]|mutatiesoort|omschrijving|causale|concepto)$/,
  reference:
    /^(verwendungszweck.*|zahlungsreferenz|reference|payment reference|communication|mededelingen|r[eé]f[eé]rence|details|memo|descrizione|ref|referencia|description|libell[eé]|concepto)$/,
  counterpartyName:
    /^(?:(?:zahlungs)?empf[aä]nger|beneficiary|contrepartie|(?:beg(?:ue?|ü)nstigter\/zahlungspflichtiger|auftraggeber ?\/ ?(?:beg(?:ue?|ü)nstigter|empf[aä]nger)|name(?: zahlungsbeteiligter)?|payee|counterparty(?: name)?|naam(?: tegenpartij| \/ omschrijving)?|partner name)$)/,
  counterpartyIban:
    /^(kontonummer(\/iban)?|iban( zahlungsbeteiligter| tegenpartij)?|counterparty iban|tegenrekening.*|iban contrepartie|partner iban|account number)$/,
  bankReference: /^(transaction ?id|transactie ?id|bank ?reference|referenz|id|fitid|volgnr)$/,
  accountIban:
    /^(auftragskonto|iban auftragskonto|rekening|own iban|iban\/bban|account( iban)?|cuenta|compte)$/,
}

/** Null if no delimiter gives a table with a date and an amount. */
export function guessCsv(text: string): CsvGuess | null {
  const tables = delimiters.flatMap(delimiter => {
    const rows = rowsOf(text, delimiter)
    const width = commonWidth(rows)
    return width < 2
      ? []
      : [{ delimiter, rows, width, fitting: rows.filter(row => row.length === width).length }]
  })
  const guesses = tables
    .sort((one, other) => other.fitting * other.width - one.fitting * one.width)
    .flatMap(({ delimiter, rows, width }) => guessTable(rows, delimiter, width) ?? [])
  return guesses[0] ?? null
}

function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: rowsMax,
    })
  } catch {
    return []
  }
}

function commonWidth(rows: string[][]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].sort(([one, many], [other, more]) => more - many || other - one)[0]?.[0] ?? 0
}

function guessTable(rows: string[][], delimiter: CsvLayout['delimiter'], width: number): CsvGuess | null {
  const headerAt = rows.findIndex(
    row => row.length >= width && row.every(cell => !isValue(cell)) && row.some(isWord),
  )
  const header = headerAt === -1 ? null : (rows[headerAt] ?? null)
  const body = rows.slice(headerAt + 1).filter(row => row.length >= width)
  if (body.length === 0) return null
  const uncertain: CsvGuess['uncertain'] = []
  const columns = header ? byHeader(header) : {}
  if (!header) uncertain.push({ at: 'header', reason: 'no row has column names' })

  const dateColumn = columns.bookingDate ?? columns.valueDate ?? findColumn(body, width, isDate)
  const moneyColumn = columns.amount ?? columns.credit ?? findColumn(body, width, isAmount, dateColumn)
  if (dateColumn === undefined || moneyColumn === undefined) return null
  if (columns.bookingDate === undefined) columns.bookingDate = dateColumn
  if (columns.credit === undefined || columns.debit === undefined) columns.amount ??= moneyColumn
  if (columns.amount !== undefined) {
    delete columns.credit
    delete columns.debit
  }
  const ibanColumn = findColumn(body, width, cell => ibanOf(cell) !== null, columns.accountIban)
  if (ibanColumn !== undefined) columns.counterpartyIban ??= ibanColumn

  const dateFormat = guessDateFormat(cellsOf(body, dateColumn), uncertain)
  const amounts = [columns.amount, columns.credit, columns.debit].flatMap(at =>
    at === undefined ? [] : cellsOf(body, at),
  )
  const decimal = guessDecimal(amounts, uncertain)
  if (dateFormat === null || decimal === null) return null
  const currency = columns.currency === undefined ? currencyOf(header?.[columns.amount ?? moneyColumn]) : null
  if (columns.currency === undefined && currency === null)
    uncertain.push({ at: 'currency', reason: 'no column has the currency' })
  return {
    mapping: { delimiter, header, dateFormat, decimal, columns, currency },
    rows: body.slice(0, 10),
    uncertain,
  }
}

const isWord = (cell: string): boolean => /\p{L}{2}/u.test(cell)
const isDate = (cell: string): boolean => dateFormats.some(format => readCsvDate(cell, format) !== null)
const isAmount = (cell: string): boolean =>
  /\d[.,]\d/.test(cell) &&
  (readCsvAmount(cell, ',') !== null || readCsvAmount(cell, '.') !== null) &&
  !isDate(cell)
const isValue = (cell: string): boolean => isDate(cell) || isAmount(cell) || ibanOf(cell) !== null

/** Some banks have the currency only in the column name: Bedrag (EUR), Betrag in EUR. */
function currencyOf(title: string | undefined): string | null {
  const code = /[ (]([A-Z]{3})\)?$/.exec(title?.trim() ?? '')?.[1] ?? ''
  return isCurrency(code) ? code : null
}

/** Each field takes the first column whose name matches, and no column is used twice. */
function byHeader(header: string[]): CsvLayout['columns'] {
  const columns: CsvLayout['columns'] = {}
  const taken = new Set<number>()
  for (const name of columnNames) {
    const at = header.findIndex(
      (cell, index) => !taken.has(index) && headerWords[name].test(cell.trim().toLowerCase()),
    )
    if (at === -1) continue
    taken.add(at)
    columns[name] = at
  }
  return columns
}

const cellsOf = (rows: string[][], at: number): string[] =>
  rows.map(row => row[at]?.trim() ?? '').filter(cell => cell !== '')

function findColumn(
  rows: string[][],
  width: number,
  fits: (cell: string) => boolean,
  except?: number,
): number | undefined {
  for (let at = 0; at < width; at += 1) {
    const cells = cellsOf(rows, at)
    if (at !== except && cells.length > 0 && cells.every(fits)) return at
  }
  return undefined
}

function guessDateFormat(cells: string[], uncertain: CsvGuess['uncertain']): DateFormat | null {
  const fitting = dateFormats.filter(format => cells.every(cell => readCsvDate(cell, format) !== null))
  const [first, second] = fitting
  if (first === undefined) return null
  if (second !== undefined) {
    uncertain.push({
      at: 'dateFormat',
      reason: `the dates could be ${fitting.join(' or ')}: no day is above 12`,
    })
  }
  return first
}

/**
 * A separator before the last one or two digits is the decimal separator; before three, it may be a
 * thousands separator.
 */
function guessDecimal(cells: string[], uncertain: CsvGuess['uncertain']): ',' | '.' | null {
  const fitting = ([',', '.'] as const).filter(sign =>
    cells.every(cell => readCsvAmount(cell, sign) !== null),
  )
  const [first, second] = fitting
  if (first === undefined) return null
  if (second !== undefined) {
    uncertain.push({
      at: 'decimal',
      reason: 'the amounts can be read with a decimal point or a decimal comma',
    })
  }
  return first
}
