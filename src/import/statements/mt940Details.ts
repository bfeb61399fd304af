/**
 * The details of an entry of MT940 (:86:), which each country's banks write in their own way: with numbered fields
 * (Germany, Austria), with names between slashes (the Netherlands), or freely.
 */
import { ibanOf, label, referenceOf } from './fields.ts'

export interface Mt940Details {
  germanCode: string | null
  /** The bank's word for the kind of entry. */
  label: string | null
  reference: string | null
  name: string | null
  iban: string | null
  /** What stands where the IBAN should and begins like one, but is none. */
  wrongIban: string | null
  endToEndId: string | null
}

const none: Mt940Details = {
  germanCode: null,
  label: null,
  reference: null,
  name: null,
  iban: null,
  wrongIban: null,
  endToEndId: null,
}

/** What a line, and a field of the numbered dialect, can hold: one that is full goes on in the next without a space. */
const lineLength = 65
const fieldLength = 27

export function readDetails(lines: string[]): Mt940Details {
  const joined = lines.join('')
  const numbered = /^\s*(\d{3})([?>@~&|#^+])(?=\d{2})/.exec(joined)
  if (numbered) return readNumbered(joined.trimStart().slice(3), numbered[1] ?? '', numbered[2] ?? '')
  if (/^\s*\/[A-Z]{2,10}\//.test(joined)) return readNamed(joined.trim())
  return readFree(lines)
}

/** 166?00GUTSCHRIFT?20SVWZ+…?32NAME. The separator is whatever follows the code; a field begins with two digits. */
function readNumbered(text: string, germanCode: string, separator: string): Mt940Details {
  const fields = new Map<number, string>()
  for (const [index, piece] of text.split(separator).entries()) {
    const [, number, value = ''] = /^(\d{2})(.*)$/s.exec(piece) ?? []
    if (number !== undefined) fields.set(Number(number), value)
    else {
      // The separator may stand in the text as well.
      const last = [...fields.keys()].at(-1)
      if (last !== undefined && index > 0) fields.set(last, `${fields.get(last)}${separator}${piece}`)
    }
  }
  const inRange = (first: number, last: number): string[] =>
    [...fields].filter(([number]) => number >= first && number <= last).map(([, value]) => value)
  const purpose = keywordsOf(flowed([...inRange(20, 29), ...inRange(60, 63)], fieldLength))
  const account = fields.get(31) ?? ''
  const iban = ibanOf(account) ?? ibanOf(purpose.get('IBAN'))
  return {
    germanCode,
    label: label(fields.get(0)),
    reference: label(purpose.get('SVWZ') ?? purpose.get('')),
    name: label(flowed(inRange(32, 33), fieldLength)),
    iban,
    wrongIban: iban === null && /^[A-Z]{2}\d{2}/.test(account) ? account : null,
    endToEndId: referenceOf(purpose.get('EREF')),
  }
}

const keyword = /(?<![A-Z])(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|BREF|RREF|PURP)\+/

/** EREF+… SVWZ+…; what stands before the first is kept under ''. */
function keywordsOf(text: string): Map<string, string> {
  const [before = '', ...rest] = text.split(keyword)
  const values = new Map<string, string>()
  if (before.trim() !== '') values.set('', before.trim())
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [name = '', value = ''] = [rest[index], rest[index + 1]]
    // Many banks leave the text that belongs to no keyword behind the last one, and SVWZ twice.
    values.set(name, values.has(name) ? `${values.get(name)} ${value.trim()}` : value.trim())
  }
  return values
}

const slashNames =
  'TRTP|TRCD|EREF|PREF|KREF|MARF|CSID|IBAN|BIC|NAME|BENM|ORDP|CNTP|REMI|ISDT|RTRN|PURP|ULTD|ULTC|ULTB|ADDR|CITY|ID|SVCL|USTD|STRD|CDTRREFTP|CDTRREF|BUSP|UDTR|UCRD|OCMT|CHGS|EXCH'
/** The slash behind a name may be the one before the next. */
const slashName = new RegExp(`/(${slashNames})(?=/)`)

/** /EREF/…/NAME/…/REMI/…; the counterparty of ING is /CNTP/iban/bic/name/city/. */
function readNamed(text: string): Mt940Details {
  const [, ...rest] = text.split(slashName)
  const values = new Map<string, string>()
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [name = '', value = ''] = [rest[index], rest[index + 1]]
    const clean = value.replace(/^\/+|\/+$/g, '').trim()
    if (clean !== '') values.set(name, clean)
  }
  const [partyIban, , partyName] = values.get('CNTP')?.split('/') ?? []
  return {
    ...none,
    label: label(values.get('TRTP')),
    reference: label(values.get('CDTRREF') ?? values.get('USTD') ?? values.get('STRD') ?? values.get('REMI')),
    name: label(values.get('NAME') ?? partyName),
    iban: ibanOf(values.get('IBAN')) ?? ibanOf(partyIban),
    endToEndId: referenceOf(values.get('EREF')),
  }
}

/** Words, perhaps with the account and the name of the other side marked in Dutch. */
function readFree(lines: string[]): Mt940Details {
  // The tag itself takes four characters of the first line.
  const text = flowed(
    lines.map((line, index) => (index === 0 ? `:86:${line}` : line)),
    lineLength,
  ).slice(4)
  const [, iban, name] = /REK: ?([A-Z]{2}\d{2}[A-Z0-9]+)\/NAAM: ?(.+)$/.exec(text) ?? []
  return {
    ...none,
    reference: label(text.replace(/\s+/g, ' ')),
    name: label(name),
    iban: ibanOf(iban),
  }
}

/** Pieces of a fixed length as one text: after a piece that is not full, its last space was cut off. */
function flowed(pieces: string[], length: number): string {
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1]
    text += before === undefined || before.length >= length || before.endsWith(' ') ? piece : ` ${piece}`
  }
  return text
}
