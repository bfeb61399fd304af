/** :86: in words. Some banks have a way of their own to name the other side in them. */
import { ibanOf, label, polishIban } from './fields.ts'
import { flowed } from './flowed.ts'
import type { Mt940Details, OtherSide } from './mt940Details.ts'

/** What a line can hold: one that is full goes on in the next without a space. */
const lineLength = 65

export function readFree(lines: string[], other: OtherSide): Partial<Mt940Details> {
  const first = lines[0] ?? ''
  const repeated = other.account.length >= 8 && first.trimStart().startsWith(other.account)
  if (repeated) return readRepeated(lines, other)
  const text = joinedText(lines)
  return readColons(text) ?? readSemicolons(text) ?? readWords(text)
}

function joinedText(lines: string[]): string {
  // The tag itself takes four characters of the first line.
  const pieces = lines.map((line, index) => (index === 0 ? `:86:${line}` : line))
  // These stand on a line of their own, whether the one before is full or not.
  const separate = pieces.map(piece => (/^(REK|NAAM): /.test(piece) ? ` ${piece}` : piece))
  return flowed(separate, lineLength).slice(4).replace(/\s+/g, ' ').trim()
}

/** SNS and ASN: the account and the name of :61: once more, then the words. */
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

/** 999SEPA_CREDIT_TRANSFER:words:name:IBAN, as banks for founders write it. */
function readColons(text: string): Partial<Mt940Details> | null {
  const [, kind = '', words, name, account = ''] =
    /^999([A-Z]+(?:_[A-Z]+)*):(.*):([^:]*):([A-Z]{2}\d{2}[A-Z0-9]{11,30})(?::[^:]*)?$/.exec(text) ?? []
  if (kind === '') return null
  const iban = ibanOf(account)
  return {
    label: label(kind.replaceAll('_', ' ')),
    reference: label(words),
    name: label(name),
    iban,
    // XX is no country: it stands for an account of the bank's own.
    wrongIban: iban === null && !account.startsWith('XX') ? account : null,
  }
}

/** 944 PRZELEW KRAJOWY; NA RACH.: account; DLA: name; TYT.: words; TNR: number, as mBank writes it. */
function readSemicolons(text: string): Partial<Mt940Details> | null {
  if (!/;\s*TNR:/i.test(text)) return null
  const [kind = '', ...rest] = text.split(/;\s*/)
  const values = new Map<string, string>()
  for (const part of rest) {
    const [, key = '', value = ''] = /^([^:]{1,12}?)\.?:\s*(.*)$/.exec(part) ?? []
    values.set(key.toUpperCase(), value)
  }
  const account = values.get('Z RACH') ?? values.get('NA RACH')
  return {
    label: label(kind.replace(/^\d{3}\s*/, '')),
    reference: label(values.get('TYT')),
    name: label(values.get('OD') ?? values.get('DLA')),
    iban: ibanOf(account) ?? polishIban(account),
  }
}

/** Words, perhaps with the account and the name of the other side marked in Dutch. */
function readWords(text: string): Partial<Mt940Details> {
  const [marked, account, name] = /(?:\bREK: ?([A-Z]{2}\d{2}[A-Z0-9 ]+)\/)?\bNAAM: ?(.+)$/.exec(text) ?? []
  const words = marked === undefined ? text : text.slice(0, -marked.length)
  const iban = ibanOf(account)
  return {
    // 999 says that what follows has no structure; PN is the number of the bank's journal.
    reference: label(words.replace(/^999(?:PN\d{4})?(?=\D)/, '')),
    name: label(name),
    iban,
    wrongIban: iban === null && account !== undefined ? account : null,
  }
}
