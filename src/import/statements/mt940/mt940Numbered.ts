/**
 * :86: with numbered fields: 166?00GUTSCHRIFT?20SVWZ+…?32NAME. German banks separate them by a question
 * mark, Polish ones by a tilde, a caret or an angle bracket; a few of the numbers mean something else there.
 */
import { ibanOf, isBic, label, polishIban, referenceOf } from '../fields.ts'
import { flowed } from '../flowed.ts'
import type { Mt940Details } from './mt940DetailsShape.ts'

/** A three-digit code, which may be missing before separators that are rare in texts. */
export const numberedStart = /^(?:(\d{3})\s*([?>@~&|#^+<])|([~^<?]))(?=\d{2})/

/** Maximum field length; a full field continues in the next one without a space. */
const fieldLength = 27
/** Returned direct debits, transfers, cheques and card payments. */
const returns = new Set(['009', '059', '108', '109', '110', '111', '159', '181', '182', '183', '184'])
/** What Polish banks write into empty fields, in the code pages it may be decoded with. */
const fillers = /^[ÿ˙\s]*$/

export function readNumbered(text: string): Partial<Mt940Details> {
  const [start = '', code = '', behindCode, alone = ''] = numberedStart.exec(text) ?? []
  const separator = behindCode ?? alone
  const polish = /[~^<]/.test(separator)
  const fields = fieldsOf(text.slice(start.length - separator.length), separator)
  const inRange = (first: number, last: number): string[] =>
    [...fields].filter(([number]) => number >= first && number <= last).map(([, value]) => value)
  // Fields 60 to 63 continue the purpose in Germany and contain an address in Poland.
  // Triodos writes the BIC and the IBAN of the other side before the purpose.
  const party = separator === '>' && isBic(fields.get(20) ?? '') ? fields.get(21) : undefined
  const purposes = polish
    ? inRange(20, separator === '<' ? 26 : 29)
    : [...inRange(party === undefined ? 20 : 22, 29), ...inRange(60, 63)]
  const purpose = keywordsOf(flowed(purposes, fieldLength))
  const names = separator === '<' && !fields.has(32) ? inRange(27, 28) : inRange(32, 33)
  const accounts = [fields.get(31), fields.get(38), purpose.get('IBAN'), party]
  const iban = accounts.map(each => ibanOf(each) ?? polishIban(each)).find(each => each !== null) ?? null
  const wrong = accounts.find(each => /^[A-Z]{2}\d{2}/.test(each ?? ''))
  return {
    germanCode: polish || code === '' ? null : code,
    label: withLetters(label(fields.get(0))),
    reference: label((purpose.get('SVWZ') ?? purpose.get('') ?? purpose.get('MTLG'))?.replace(/\s+/g, ' ')),
    name: label(flowed(names, fieldLength)),
    iban,
    wrongIban: iban === null && wrong !== undefined ? wrong : null,
    endToEndId: referenceOf(purpose.get('EREF')),
    returned: !polish && returns.has(code),
  }
}

function fieldsOf(text: string, separator: string): Map<number, string> {
  const fields = new Map<number, string>()
  let last: number | null = null
  for (const [index, piece] of text.split(separator).entries()) {
    const [, number, value = ''] = /^(\d{2})(.*)$/s.exec(piece) ?? []
    if (number !== undefined) {
      last = Number(number)
      if (!fillers.test(value)) fields.set(last, value)
    } else if (last !== null && index > 0) {
      // The separator may also occur in the text.
      fields.set(last, `${fields.get(last) ?? ''}${separator}${piece}`)
    }
  }
  return fields
}

/** Some banks only have the operation number there. */
const withLetters = (text: string | null): string | null =>
  text !== null && /\p{L}{2}/u.test(text) ? text : null

/** MTLG is a message from the bank, and the only keyword with a colon. */
const keyword =
  /(?<![A-Z])((?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|BREF|RREF|PURP)(?=\+)|MTLG(?=:))[+:]/

/** EREF+… SVWZ+…; text before the first keyword is kept under ''. */
function keywordsOf(text: string): Map<string, string> {
  const [before = '', ...rest] = text.split(keyword)
  const values = new Map<string, string>()
  if (before.trim() !== '') values.set('', before.trim())
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [name = '', value = ''] = [rest[index], rest[index + 1]]
    // Many banks put text without a keyword after the last one, and SVWZ twice.
    values.set(name, values.has(name) ? `${values.get(name)} ${value.trim()}` : value.trim())
  }
  // A creditor id has no spaces, so text after it is the purpose without its keyword.
  const words = values.get('CRED')?.split(' ').slice(1).join(' ').trim() ?? ''
  if (words !== '' && !values.has('')) values.set('', words)
  return values
}
