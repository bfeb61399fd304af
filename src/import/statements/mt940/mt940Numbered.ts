/**
 * :86: with numbered fields: 166?00GUTSCHRIFT?20SVWZ+…?32NAME. German banks separate them by a question mark, Polish ones by
 * a tilde, a caret or an angle bracket and mean something else by a few of the numbers.
 */
import { ibanOf, label, polishIban, referenceOf } from '../fields.ts'
import { flowed } from '../flowed.ts'
import type { Mt940Details } from './mt940DetailsShape.ts'

/** A code of three digits, which may be missing before the separators that are rare in texts. */
export const numberedStart = /^(?:(\d{3})\s*([?>@~&|#^+<])|([~^<?]))(?=\d{2})/

/** What a field can hold: one that is full goes on in the next without a space. */
const fieldLength = 27
/** Direct debits, transfers, cheques and payments by card that come back. */
const returns = new Set(['009', '059', '108', '109', '110', '111', '159', '181', '182', '183', '184'])
/** What Polish banks write into a field that is empty, in the code pages that it is read in. */
const fillers = /^[ÿ˙\s]*$/

export function readNumbered(text: string): Partial<Mt940Details> {
  const [start = '', code = '', behindCode, alone = ''] = numberedStart.exec(text) ?? []
  const separator = behindCode ?? alone
  const polish = /[~^<]/.test(separator)
  const fields = fieldsOf(text.slice(start.length - separator.length), separator)
  const inRange = (first: number, last: number): string[] =>
    [...fields].filter(([number]) => number >= first && number <= last).map(([, value]) => value)
  // The sixties go on with the purpose in Germany, and hold an address in Poland.
  const purposes = polish
    ? inRange(20, separator === '<' ? 26 : 29)
    : [...inRange(20, 29), ...inRange(60, 63)]
  const purpose = keywordsOf(flowed(purposes, fieldLength))
  const names = separator === '<' && !fields.has(32) ? inRange(27, 28) : inRange(32, 33)
  const accounts = [fields.get(31), fields.get(38), purpose.get('IBAN')]
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
      // The separator may stand in the text as well.
      fields.set(last, `${fields.get(last) ?? ''}${separator}${piece}`)
    }
  }
  return fields
}

/** Some banks have nothing there but the number of the operation. */
const withLetters = (text: string | null): string | null =>
  text !== null && /\p{L}{2}/u.test(text) ? text : null

/** MTLG is the bank's own message, and the only one with a colon. */
const keyword =
  /(?<![A-Z])((?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|BREF|RREF|PURP)(?=\+)|MTLG(?=:))[+:]/

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
  // A creditor's id has no space, so what follows one is the text, which has no keyword of its own.
  const words = values.get('CRED')?.split(' ').slice(1).join(' ').trim() ?? ''
  if (words !== '' && !values.has('')) values.set('', words)
  return values
}
