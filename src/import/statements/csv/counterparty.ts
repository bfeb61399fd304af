/** The other party of an entry: money out goes to the payee, money in comes from the payer. */
import type { Problem } from '../../files/problem.ts'
import { ibanOf, label, polishIban, quoted } from '../fields.ts'
import type { Entry } from '../statement.ts'
import { plainText } from './cells/plainText.ts'
import { type ColumnName, type CsvLayout, cellOf, firstOf, type Row } from './csvLayout.ts'

type Report = (severity: Problem['severity'], name: ColumnName, reason: string) => void

const sidesOf = { debit: ['payeeName', 'payeeIban'], credit: ['payerName', 'payerIban'] } as const
const opposite = { debit: 'credit', credit: 'debit' } as const

/** The account itself is never the counterparty. */
export function counterpartyOf(
  row: Row,
  layout: CsvLayout,
  side: Entry['side'],
  ownIban: string | null,
  report: Report,
): Pick<Entry, 'counterpartyName' | 'counterpartyIban'> {
  const [, ibanAt] = sidesOf[side]
  const ibanName = layout.columns.counterpartyIban === undefined ? ibanAt : 'counterpartyIban'
  const written = cellOf(row, layout, ibanName)
  const iban = ibanOf(written) ?? polishIban(written)
  if (written !== '' && iban === null && /^[A-Za-z]{2}\d/.test(written)) {
    report('note', ibanName, `${quoted(written)} is not a valid IBAN and is ignored`)
  }
  const named = withoutIban(nameOf(row, layout, side))
  const found = iban ?? named.iban
  return { counterpartyName: label(named.name), counterpartyIban: found === ownIban ? null : found }
}

const namedLengthMax = 200
/** Groups of four digits, and one that is shorter. */
const ibanWordsMax = 9

/** Some banks write the account into the column of the name, alone or before the name. */
function withoutIban(text: string): { name: string; iban: string | null } {
  if (text.length > namedLengthMax || !/^(?:[A-Z]{2}\d\d|\d{2} ?\d{4})/.test(text)) {
    return { name: text, iban: null }
  }
  const words = text.split(' ')
  for (let count = 1; count <= Math.min(words.length, ibanWordsMax); count += 1) {
    const written = words.slice(0, count).join('')
    const iban = ibanOf(written) ?? polishIban(written)
    if (iban !== null) return { name: words.slice(count).join(' ').trim(), iban }
  }
  return { name: text, iban: null }
}

/** The one who asked for money may be in the place of the payer. */
function nameOf(row: Row, layout: CsvLayout, side: Entry['side']): string {
  const named = firstOf(row, layout, 'counterpartyName')
  if (named !== '') return named
  const found = firstOf(row, layout, sidesOf[side][0])
  const own = layout.words?.own?.map(plainText) ?? []
  return own.includes(plainText(found)) ? firstOf(row, layout, sidesOf[opposite[side]][0]) : found
}
