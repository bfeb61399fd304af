/** :86: as free text. Some banks mark the counterparty in it in their own way. */
import { withoutEnd } from '../../../domain/edges.ts'
import { ibanOf, isCurrency, label, polishIban, referenceOf } from '../fields.ts'
import { flowed } from '../flowed.ts'
import { joinColumns } from './mt940Columns.ts'
import type { Mt940Details, OtherSide } from './mt940DetailsShape.ts'

const account = /^(?:[A-Z]{2}\d{2}[A-Z0-9]{8,30}|\d{7,14})$/
/** Maximum line length; a full line continues on the next one without a space. */
const lineLength = 65

export function readFree(lines: string[], other: OtherSide, bank: string | null): Partial<Mt940Details> {
  const first = lines[0] ?? ''
  const repeated = account.test(other.account) && first.trimStart().startsWith(other.account)
  if (repeated) return readRepeated(lines, other)
  const text = bank === 'ABNA' ? joinColumns(lines).replace(/\s+/g, ' ').trim() : joinedText(lines)
  return readColons(text) ?? readSemicolons(text) ?? readWords(text)
}

function joinedText(lines: string[]): string {
  // The tag takes up four characters of the first line.
  const pieces = lines.map((line, index) => (index === 0 ? `:86:${line}` : line))
  // These always start a new line, whether or not the one before is full.
  const separate = pieces.map(piece => (/^(REK|NAAM): /.test(piece) ? ` ${piece}` : piece))
  return flowed(separate, lineLength).slice(4).replace(/\s+/g, ' ').trim()
}

/** SNS and ASN: the account and name of :61: again, then the text. */
function readRepeated([first = '', ...rest]: string[], { account, name }: OtherSide): Partial<Mt940Details> {
  const iban = ibanOf(account)
  const behind = first.trimStart().slice(account.length).trim()
  const words = rest.map(line => line.trimEnd()).filter(line => line !== '')
  return {
    reference: label(flowed(words, lineLength).replace(/\s+/g, ' ')),
    name: label(name === '' ? behind : name),
    iban,
    wrongIban: iban === null && /^[A-Z]{2}\d{2}/.test(account) ? account : null,
  }
}

/** 999SEPA_CREDIT_TRANSFER:words:name:IBAN, as banks for start-ups write it. */
function readColons(text: string): Partial<Mt940Details> | null {
  const parts = text.split(':')
  const kind = /^999([A-Z]+(?:_[A-Z]+)*)$/.exec(parts[0] ?? '')?.[1]
  // Something may follow the account. Only the words may contain colons.
  const place = [parts.length - 1, parts.length - 2].find(at =>
    /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(parts[at] ?? ''),
  )
  if (kind === undefined || place === undefined || place < 3) return null
  const [name, account = ''] = parts.slice(place - 1)
  const words = parts.slice(1, place - 1).join(':')
  const iban = ibanOf(account)
  return {
    label: label(kind.replaceAll('_', ' ')),
    reference: label(words),
    name: label(name),
    iban,
    // XX is not a country: it marks one of the bank's internal accounts.
    wrongIban: iban === null && !account.startsWith('XX') ? account : null,
  }
}

/** Including the full stop of an abbreviation. */
const keyLengthMax = 13

/** 944 PRZELEW KRAJOWY; NA RACH.: account; DLA: name; TYT.: words; TNR: number, as written by mBank. */
function readSemicolons(text: string): Partial<Mt940Details> | null {
  if (!/;\s*TNR:/i.test(text)) return null
  const [kind = '', ...rest] = text.split(/;\s*/)
  const values = new Map<string, string>()
  for (const part of rest) {
    const colon = part.indexOf(':')
    const key = part.slice(0, Math.max(0, colon))
    if (key.length <= keyLengthMax)
      values.set(withoutEnd(key, '.').toUpperCase(), part.slice(colon + 1).trim())
  }
  const account = values.get('Z RACH') ?? values.get('NA RACH')
  const [currency, amount] = [values.get('WALUTA') ?? '', values.get('KWOTA') ?? '']
  return {
    amounts: isCurrency(currency) && amount !== '' ? `/OCMT/${currency}${amount}/` : null,
    label: label(kind.replace(/^\d{3}\s*/, '')),
    reference: label(values.get('TYT')),
    name: label(values.get('OD') ?? values.get('DLA')),
    iban: ibanOf(account) ?? polishIban(account),
  }
}

const dutchWord =
  /(?:^|[\s/])(REK|IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|BETALINGSKENM\.|MACHTIGING|INCASSANT|ID DEBITEUR): ?/i

/**
 * Free text, perhaps with the counterparty marked in Dutch: REK: account/NAAM: name, or IBAN: … NAAM: …
 * OMSCHRIJVING: …
 */
function readWords(text: string): Partial<Mt940Details> {
  // 999 means that the text has no structure; PN is the bank's journal number.
  const words = text.replace(/^999(?:PN\d{4})?(?=\D)/, '')
  const [before = '', ...rest] = words.split(dutchWord)
  const values = new Map<string, string>()
  for (let index = 0; index + 1 < rest.length; index += 2) {
    values.set(rest[index]?.toUpperCase() ?? '', rest[index + 1]?.trim() ?? '')
  }
  if (!values.has('NAAM')) return { reference: label(words) }
  const account = values.get('REK') ?? values.get('IBAN')
  const iban = ibanOf(account)
  const described = values.get('OMSCHRIJVING') ?? values.get('BETALINGSKENM.')
  return {
    label: described === undefined ? null : label(before),
    reference: label(described ?? before),
    name: label(values.get('NAAM')),
    iban,
    wrongIban: iban === null && /^[A-Z]{2}\d{2}/.test(account ?? '') ? (account ?? null) : null,
    endToEndId: referenceOf(values.get('KENMERK')),
  }
}
