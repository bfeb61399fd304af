/**
 * Passwords that are long enough but easy to guess: a common one with a few characters added, the person's
 * name or address, a short repeated piece, or a sequence. The contract limits the length first, so every
 * text here has at most 200 characters.
 */

export type Weakness = 'common' | 'personal' | 'repeated' | 'sequence'

export interface PasswordOwner {
  email: string
  name: string
}

/** Says what is wrong and what to do instead; follows the field name. */
export const weaknessWords: Record<Weakness, string> = {
  common:
    'is one of the most common passwords, or one with a few characters added; choose something nobody else would, such as four unrelated words',
  personal:
    'is little more than your name, your e-mail address or the name of this service; choose something nobody can look up',
  repeated: 'repeats a short piece; choose something that does not repeat, such as four unrelated words',
  sequence:
    'is a row of neighbouring letters, digits or keys; choose something that follows no order, such as four unrelated words',
}

export function weaknessOf(
  password: string,
  owner: PasswordOwner,
  common: ReadonlySet<string>,
): Weakness | null {
  const plain = fold(password)
  const cores = coresOf(plain)
  if (cores.some(isRepeated)) return 'repeated'
  if (isSequence(plain)) return 'sequence'
  if (isPersonal(plain, owner)) return 'personal'
  if (cores.some(core => common.has(core))) return 'common'
  return null
}

/** Ignores case, accents and character width. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** A longer piece would be accepted on its own, so repeating it does no harm. */
const repeatedLengthMax = 11

/** "aaaaaaaaaaaa", "abcabcabcabc" and also "abcabcabcab", whose last piece is cut short. */
function isRepeated(text: string): boolean {
  const longest = Math.min(repeatedLengthMax, Math.floor(text.length / 2))
  for (let piece = 1; piece <= longest; piece += 1) {
    if (text.slice(piece) === text.slice(0, -piece)) return true
  }
  return false
}

/** The digits appear twice because 0 follows 9; then the alphabet and three common keyboard layouts. */
const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]
const orders = rows.flatMap(row => [row, [...row].reverse().join('')])
const runLengthMin = 3
/** Up to this many characters outside a sequence do not make it hard to guess. */
const strayLengthMax = 4

function isSequence(text: string): boolean {
  let strays = 0
  for (let at = 0; at < text.length; ) {
    const length = runLengthAt(text, at)
    const isRun = length >= runLengthMin
    if (!isRun) strays += 1
    at += isRun ? length : 1
  }
  return strays <= strayLengthMax
}

/** How many characters from here on are neighbours in one of the rows. */
function runLengthAt(text: string, at: number): number {
  let longest = 1
  for (const order of orders) {
    let length = 1
    while (at + length < text.length && order.includes(text.slice(at, at + length + 1))) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** Shorter words occur in any text by chance. */
const ownWordLengthMin = 3
/** Up to this many characters besides the name and address do not make them hard to guess. */
const besideOwnLengthMax = 5

function isPersonal(text: string, { email, name }: PasswordOwner): boolean {
  const words = [email, ...email.split('@'), ...name.split(' '), 'florin']
    .flatMap(word => [word, ...fold(word).split(/[^\p{L}\p{N}]/u)])
    .concat(name)
    .map(lettersAndDigits)
    .filter(word => word.length >= ownWordLengthMin)
    .sort((one, other) => other.length - one.length)
  let left = lettersAndDigits(text)
  const before = left.length
  for (const word of words) left = left.replaceAll(word, '')
  return left.length < before && left.length <= besideOwnLengthMax
}

const lettersAndDigits = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Up to this many digits and symbols around a common password do not make it hard to guess. */
const decorationLengthMax = 8

/**
 * Candidates for a disguised common password: without surrounding digits and symbols, and with look-alikes
 * as letters.
 */
function coresOf(text: string): string[] {
  const [start, end] = letterSpan(text)
  const spans = [text, text.slice(0, end), text.slice(start), text.slice(start, end)]
  return spans
    .filter(span => text.length - span.length <= decorationLengthMax)
    .flatMap(span => [span, undisguised(span, 'i'), undisguised(span, 'l')])
    .flatMap(core => [core, lettersAndDigits(core)])
}

function letterSpan(text: string): [number, number] {
  const isLetter = (index: number) => /\p{L}/u.test(text.charAt(index))
  let start = 0
  let end = text.length
  while (start < end && !isLetter(start)) start += 1
  while (end > start && !isLetter(end - 1)) end -= 1
  return [start, end]
}

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

const undisguised = (text: string, one: 'i' | 'l'): string =>
  [...text].map(sign => (sign === '1' || sign === '!' ? one : (disguises[sign] ?? sign))).join('')
