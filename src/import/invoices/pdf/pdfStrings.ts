/** The two notations of a PDF string: (text with \\) escapes) and <hexadecimal>. */

export interface ReadString {
  /** One character per byte; null if the string is malformed, too long or not terminated. */
  bytes: string | null
  /** How far the text was examined. */
  end: number
}

/** In practice, the longest strings are signatures. */
const stringLengthMax = 1024 * 1024

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

export function hexString(text: string, start: number): ReadString {
  const close = text.indexOf('>', start)
  if (close === -1) return { bytes: null, end: text.length }
  if (close - start > stringLengthMax) return { bytes: null, end: close + 1 }
  const content = text.slice(start + 1, close)
  if (/[^0-9A-Fa-f\0\t\n\f\r ]/.test(content)) return { bytes: null, end: close + 1 }
  const digits = content.replace(/[\0\t\n\f\r ]+/g, '')
  // A missing last digit counts as zero.
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  return { bytes, end: close + 1 }
}

/** Balanced brackets inside are part of the string. */
export function literalString(text: string, start: number): ReadString {
  const special = /[\\()]/g
  const pieces: string[] = []
  let open = 1
  let kept = start + 1
  special.lastIndex = kept
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const at = match.index
    if (at - start > stringLengthMax) return { bytes: null, end: at }
    if (match[0] === '\\') {
      const escaped = escapedAt(text, at + 1)
      pieces.push(text.slice(kept, at), escaped.bytes)
      kept = at + 1 + escaped.length
      special.lastIndex = kept
      continue
    }
    open += match[0] === '(' ? 1 : -1
    if (open === 0) return { bytes: pieces.join('') + text.slice(kept, at), end: at + 1 }
  }
  return { bytes: null, end: text.length }
}

/** What follows a backslash: an octal code, a letter, an ignored line break, or the character itself. */
function escapedAt(text: string, at: number): { bytes: string; length: number } {
  const octal = /^[0-7]{1,3}/.exec(text.slice(at, at + 3))?.[0]
  if (octal !== undefined) {
    return { bytes: String.fromCharCode(Number.parseInt(octal, 8) & 0xff), length: octal.length }
  }
  const character = text.charAt(at)
  if (character === '\r') return { bytes: '', length: text[at + 1] === '\n' ? 2 : 1 }
  return { bytes: character === '\n' ? '' : (escapes[character] ?? character), length: 1 }
}
