/** Finds what a mistyped word was meant to be. */

/** Longer words are not mistyped names. */
const wordLengthMax = 40

/** The known word that is nearest, if it is near enough; null otherwise. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > wordLengthMax || word === '') return null
  const typed = word.toLowerCase()
  const within = Math.max(1, Math.floor(typed.length / 3))
  let best: { name: string; distance: number } | null = null
  for (const name of known) {
    const isStart = typed.length >= 2 && name.startsWith(typed)
    const distance = isStart ? 0.5 : distanceOf(typed, name)
    if (distance <= within && (best === null || distance < best.distance)) best = { name, distance }
  }
  return best?.name ?? null
}

/** How many letters were left out, added, replaced, or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      line[at] = Math.min(
        (last[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = line
  }
  return last[other.length] ?? 0
}
