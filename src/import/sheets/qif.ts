/**
 * Reads QIF (Quicken) as a table for each account: its dates, amounts and texts are as ambiguous as those of a
 * CSV, and it names neither a currency nor an account number.
 */
import { UnreadableFile } from '../files/problem.ts'
import { decodeWhole } from '../files/text.ts'
import { Sheet, SheetLimits } from './sheet.ts'

const qifStart = /^!(?:Type|Account|Option|Clear)\b/i

/** Some programs leave out the line that says what the entries are of. */
const recordLine = /^[DTUPMNCLAEFS$%^]/
const headLengthMax = 4_000
const recordLinesMax = 40

export const isQif = (start: string): boolean => qifStart.test(start) || isRecord(start)

/** A date, an amount and the end of the record; no line of another kind, such as that of a security. */
function isRecord(start: string): boolean {
  const lines = start.slice(0, headLengthMax).split(/\r\n|\n|\r/)
  const end = lines.findIndex(line => line.startsWith('^'))
  const record = lines.slice(0, Math.max(end, 0))
  const has = (field: RegExp) => record.some(line => field.test(line))
  return (
    end > 1 &&
    end <= recordLinesMax &&
    record.every(line => recordLine.test(line)) &&
    has(/^D\s?\d{1,4}[-/.']\s?\d/) &&
    has(/^[TU][-+]?\d/)
  )
}

/** The last column tells the table reader that the signs are those of QIF. */
const columns = ['Date', 'Amount', 'Payee', 'Memo', 'Number', 'QIF']

const qifBytesMax = 2 ** 26
const lineLengthMax = 40_000

export function readQif(bytes: Uint8Array): Sheet[] {
  const reader = new QifReader()
  for (const line of decodeWhole(bytes, qifBytesMax).split(/\r\n|\n|\r/))
    reader.add(line.slice(0, lineLengthMax))
  if (reader.sheets.length === 0) {
    throw new UnreadableFile('it is QIF without entries of a bank account, a card or cash')
  }
  return reader.sheets
}

class QifReader {
  readonly sheets: Sheet[] = []
  readonly #limits = new SheetLimits()
  #section: 'entries' | 'account' | 'other' = 'other'
  #account = ''
  #sheet: Sheet | null = null
  #rows = 0
  #isStarted = false
  #fields = new Map<string, string>()

  add(line: string): void {
    const text = line.trim()
    if (text !== '' && !this.#isStarted) {
      this.#isStarted = true
      if (!text.startsWith('!')) this.#startEntries('Type:Bank')
    }
    if (text.startsWith('!')) this.#start(text.slice(1))
    else if (text.startsWith('^')) this.#endRecord()
    // Parts of a split entry have letters of their own; their sum is the entry's amount.
    else if (text !== '' && !this.#fields.has(text.charAt(0)))
      this.#fields.set(text.charAt(0), text.slice(1).trim())
  }

  #start(title: string): void {
    this.#fields.clear()
    if (/^account\b/i.test(title)) this.#section = 'account'
    else if (/^type:\s*(?:bank|ccard|cash|oth [al])\b/i.test(title)) this.#startEntries(title)
    else if (!/^(?:option|clear):/i.test(title)) this.#section = 'other'
  }

  #startEntries(title: string): void {
    this.#section = 'entries'
    this.#sheet = new Sheet(this.#account || title.replace(/^type:\s*/i, ''), this.#limits)
    this.#rows = 0
    for (const [at, name] of columns.entries()) this.#sheet.set(0, at, name)
  }

  #endRecord(): void {
    const fields = this.#fields
    this.#fields = new Map()
    if (this.#section === 'account') this.#account = fields.get('N') ?? ''
    if (this.#section !== 'entries' || this.#sheet === null || fields.size === 0) return
    if (this.#rows === 0) this.sheets.push(this.#sheet)
    this.#rows += 1
    const amount = fields.get('T') ?? fields.get('U') ?? ''
    const texts = [
      dateOf(fields.get('D') ?? ''),
      amount,
      fields.get('P'),
      fields.get('M'),
      fields.get('N'),
      'QIF',
    ]
    for (const [at, text] of texts.entries()) this.#sheet.set(this.#rows, at, text ?? '')
  }
}

/** Quicken writes 3/31'26 and 3/ 1' 6 for years from 2000 on. */
function dateOf(written: string): string {
  const date = written.replace(/\s+/g, '')
  const [, before, year] = /^(.{1,10})'(\d{1,2})$/.exec(date) ?? []
  return before === undefined || year === undefined ? date : `${before}/20${year.padStart(2, '0')}`
}
