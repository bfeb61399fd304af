/** The text at the start of a table, in the encoding in which its column names make sense. */
import { UnreadableFile } from '../../../files/problem.ts'
import { decodeHead, type EncodingUsed } from '../../../files/text.ts'
import { knownNames } from '../header/headerRoles.ts'

const otherEncodings = [
  'windows-1250',
  'iso-8859-2',
  'macintosh',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'gb18030',
  'shift_jis',
  'euc-kr',
] as const

/** Null if the bytes are not valid in it. */
function textIn(head: Uint8Array, encoding: (typeof otherEncodings)[number]): string | null {
  try {
    return decodeHead(head, encoding).text
  } catch (error) {
    if (error instanceof UnreadableFile) return null
    throw error
  }
}

/**
 * Encodings of one or two bytes look alike. Without a mark, the one counts in which the most column names are known;
 * names without accents are the same in all of them.
 */
export function decodeTable(head: Uint8Array): { text: string; used: EncodingUsed } {
  const usual = decodeHead(head)
  if (usual.used.by !== 'content' || usual.used.encoding !== 'windows-1252') return usual
  let best = { ...usual, names: knownNames(usual.text) }
  for (const encoding of otherEncodings) {
    const text = textIn(head, encoding)
    const names = text === null ? 0 : knownNames(text)
    if (text !== null && names > best.names) best = { text, used: { encoding, by: 'content' }, names }
  }
  return best
}
