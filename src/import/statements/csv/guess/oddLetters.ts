/** Letters and signs that are found together only if a text was decoded in the wrong encoding. */
import type { Encoding } from '../../../files/text.ts'

const textMax = 65_536

/** Signs that stand next to letters in any language. */
const usualSigns = /[\p{Script=Latin}\s€§°–—‘’‚“”„«»…·•®©™ªº²]/u

/**
 * How many signs and foreign letters are next to plain letters: Polish in the encoding of Western Europe has "wp³ata".
 * German of a Macintosh has "fŸr" and "Stra§e" in it: capitals and signs inside a word. Bytes without a meaning in the
 * encoding are controls, which no bank writes.
 */
export function oddPlaces(text: string): number {
  const start = text.slice(0, textMax)
  const pairs = start.match(/[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]/gu) ?? []
  const odd = pairs.filter(pair => !usualSigns.test(pair.replace(/[A-Za-z]/, '')))
  const capitals = start.match(/[a-z](?=[^\x00-\x7f])\p{Lu}/gu) ?? []
  const signs = start.match(/[a-z][€†‡ˆ‰§™…„“”](?=[a-z])/g) ?? []
  const controls = start.match(/[\u0080-\u009f]/g) ?? []
  return odd.length + capitals.length + signs.length + controls.length
}

interface Letters {
  encoding: Encoding
  /** One of each. */
  has: readonly RegExp[]
  hasNot?: RegExp
}

/** What the letters of other languages become in the encoding of Western Europe, where no language has them together. */
const mixtures: readonly Letters[] = [
  // Romanian ă and ț.
  { encoding: 'windows-1250', has: [/ã/i, /þ/i] },
  // Hungarian ő and ű next to its other letters. Estonian has õ too, but next to ä.
  { encoding: 'windows-1250', has: [/[õû]/i, /[öü]/i, /[áé]/i], hasNot: /[äãçàèêñ]/i },
  // Czech ř next to ě, ů and č.
  { encoding: 'windows-1250', has: [/ø/i, /[ìùè]/i], hasNot: /[ðþ]/i },
  // Croatian ć and đ next to č and š or ž.
  { encoding: 'windows-1250', has: [/[æð]/i, /è/i, /[šž]/i] },
  // Lithuanian and Latvian š and ž, which Icelandic does not have next to these letters.
  { encoding: 'windows-1257', has: [/[ðþ]/i, /[àâèçëìîïòû]/i] },
  { encoding: 'windows-1257', has: [/þ/i, /ø/i] },
]

/** The encoding that the letters of a text speak for, if it is not that of Western Europe. */
export function encodingByLetters(text: string): Encoding | null {
  const start = text.slice(0, textMax)
  const found = mixtures.find(
    ({ has, hasNot }) => has.every(letters => letters.test(start)) && !hasNot?.test(start),
  )
  return found?.encoding ?? null
}

const namesMax = 4_096

/** Names of columns without accents, of a language that is not written in the encoding of Western Europe. */
const namesOf: readonly [Encoding, RegExp][] = [
  [
    'windows-1250',
    /(?:^|[^a-z])(?:kwota|waluta|operacji|rachunku|nadawca|odbiorca|popis|iznos|znesek|egyenleg|deviza|castka)(?![a-z])/i,
  ],
  ['windows-1254', /(?:^|[^a-z])(?:tutar|bakiye|tarih)(?![a-z])/i],
]

/** The encoding that the names of the columns speak for. */
export function encodingByWords(text: string): Encoding | null {
  const start = text.slice(0, namesMax)
  return namesOf.find(([, words]) => words.test(start))?.[0] ?? null
}
