/** The text at the start of a table, in the encoding in which its column names make sense. */
import { encodings } from '../../../../contract/console/csvMapping.ts'
import { UnreadableFile } from '../../../files/problem.ts'
import { decodeHead, type Encoding, type EncodingUsed } from '../../../files/text.ts'
import { knownNames } from '../header/headerRoles.ts'
import { usualShare } from './easternLetters.ts'
import { encodingByLetters, encodingByWords, oddPlaces } from './oddLetters.ts'

/** Recognised by their bytes, or written like one that is. All others have to be guessed. */
const usualEncodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15']
/** Mac Roman first: its texts rarely look well in another one, but look as well in some. */
const otherEncodings: readonly Encoding[] = [
  'macintosh',
  ...encodings.filter(each => !usualEncodings.includes(each) && each !== 'macintosh'),
]

/** Null if the bytes are not valid in it. */
function textIn(head: Uint8Array, encoding: Encoding): string | null {
  try {
    return decodeHead(head, encoding).text
  } catch (error) {
    if (error instanceof UnreadableFile) return null
    throw error
  }
}

interface Fit {
  names: number
  odd: number
}

const isFitter = (one: Fit, other: Fit): boolean =>
  one.names > other.names || (one.names === other.names && one.odd < other.odd)

/** Both have characters of two bytes. */
function isMoreUsual(head: Uint8Array, encoding: Encoding, best: Encoding): boolean {
  const [share, bestShare] = [usualShare(head, encoding), usualShare(head, best)]
  return share !== null && bestShare !== null && share > bestShare
}

/**
 * Encodings of one or two bytes look alike. Without a mark, the one counts in which the most column names are known;
 * names without accents are the same in all of them. Then the one counts with the fewest odd places, and then letters
 * that no language of Western Europe has together. Of encodings with two bytes, any can have most bytes of another one:
 * the one counts whose usual characters most of them are.
 */
export function decodeTable(head: Uint8Array): { text: string; used: EncodingUsed } {
  const usual = decodeHead(head)
  if (usual.used.by !== 'content' || usual.used.encoding !== 'windows-1252') return usual
  let best = { ...usual, names: knownNames(usual.text), odd: oddPlaces(usual.text) }
  for (const encoding of otherEncodings) {
    const text = textIn(head, encoding)
    if (text === null) continue
    const [names, odd] = [knownNames(text), oddPlaces(text)]
    const isSame = names === best.names && odd === best.odd
    const isBetter = isSame ? isMoreUsual(head, encoding, best.used.encoding) : isFitter({ names, odd }, best)
    if (isBetter) best = { text, used: { encoding, by: 'content' }, names, odd }
  }
  const byWords = encodingByWords(best.text)
  const isUnclear = best.used.encoding === 'windows-1252' || best.used.encoding === 'macintosh'
  const other = byWords && isUnclear ? textIn(head, byWords) : null
  if (byWords !== null && other !== null && oddPlaces(other) <= best.odd && knownNames(other) >= best.names)
    return { text: other, used: { encoding: byWords, by: 'content' } }
  const byLetters = best.used.encoding === 'windows-1252' ? encodingByLetters(best.text) : null
  const text = byLetters && textIn(head, byLetters)
  return byLetters === null || text === null ? best : { text, used: { encoding: byLetters, by: 'content' } }
}
