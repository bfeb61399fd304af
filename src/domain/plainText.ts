/** Text in comparable form: case, accents and runs of spaces do not matter. */

/** The result may be empty, for example for a lone accent. */
export function plainText(text: string): string {
  // Upper case, because only there are ß and SS the same, and both forms of sigma.
  const capitals = text.toUpperCase()
  const unaccented = notAscii.test(capitals) ? capitals.replace(notAsciiRuns, unaccentedRun) : capitals
  return needsSpacing.test(unaccented) ? unaccented.replace(/\s+/g, ' ').trim() : unaccented
}

/** The words of a text, or the text itself if it has none. */
export function wordsOf(text: string): string[] {
  const words = plainText(text)
    .split(noWord)
    .filter(word => word !== '')
  return words.length === 0 ? [text] : words
}

const notAscii = /[^\0-\x7f]/
const notAsciiRuns = /[^\0-\x7f]+/g
const needsSpacing = /\s\s|[\t\n\v\f\r]|^ | $/
/**
 * Splits at everything in ASCII except letters and digits. Of the other characters, only letters and digits
 * are left by now.
 */
const noWord = /[\0-/:-@[-`{-\x7f]+/

/** Letters with a stroke and ligatures, which Unicode normalisation does not decompose. */
const strokes: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Æ: 'AE', Œ: 'OE' }

/** Decomposing a run of characters is the expensive part, and a language has few distinct runs. */
const runs = new Map<string, string>()
const runsMax = 2_000
const keptLengthMax = 8

function unaccentedRun(run: string): string {
  const known = runs.get(run)
  if (known !== undefined) return known
  const plain = run
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ØŁĐĦÆŒ]/g, letter => strokes[letter] ?? letter)
    .replace(/[^\0-\x7f\p{L}\p{N}]/gu, ' ')
    .toUpperCase()
  if (run.length <= keptLengthMax) {
    if (runs.size >= runsMax) runs.clear()
    runs.set(run, plain)
  }
  return plain
}
