/** Texts as people compare them: case, accents and runs of spaces do not matter. */

/** What is left of the text may be nothing, as of a lone accent. */
export function plainText(text: string): string {
  // Capitals, as only they are one for ß and SS, and for both forms of sigma.
  const capitals = text.toUpperCase()
  const unaccented = notAscii.test(capitals) ? capitals.replace(notAsciiRuns, unaccentedRun) : capitals
  return needsSpacing.test(unaccented) ? unaccented.replace(/\s+/g, ' ').trim() : unaccented
}

/** Its words; of a text that has none, the text itself, which is a word of no other. */
export function wordsOf(text: string): string[] {
  const words = plainText(text)
    .split(noWord)
    .filter(word => word !== '')
  return words.length === 0 ? [text] : words
}

const notAscii = /[^\0-\x7f]/
const notAsciiRuns = /[^\0-\x7f]+/g
const needsSpacing = /\s\s|[\t\n\v\f\r]|^ | $/
/** Of what is not ASCII, letters and digits alone are left. */
const noWord = /[\0-/:-@[-`{-\x7f]+/

/** Letters that have a stroke or are two in one, which no normal form takes apart. */
const strokes: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Æ: 'AE', Œ: 'OE' }

/** Taking a run apart costs more than all the rest, and a language has few of them. */
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
