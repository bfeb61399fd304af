/** The text at the start of a table, in the encoding in which its column names make sense. */
import { decodeHead, type EncodingUsed } from '../../../files/text.ts'
import { knownNames } from '../header/headerRoles.ts'

const otherEncodings = ['windows-1250', 'iso-8859-2', 'macintosh'] as const

/**
 * Single-byte encodings look alike. Without a mark, the one counts in which the most column names are known;
 * names without accents are the same in all of them.
 */
export function decodeTable(head: Uint8Array): { text: string; used: EncodingUsed } {
  const usual = decodeHead(head)
  if (usual.used.by !== 'content' || usual.used.encoding !== 'windows-1252') return usual
  let best = { ...usual, names: knownNames(usual.text) }
  for (const encoding of otherEncodings) {
    const { text } = decodeHead(head, encoding)
    const names = knownNames(text)
    if (names > best.names) best = { text, used: { encoding, by: 'content' }, names }
  }
  return best
}
