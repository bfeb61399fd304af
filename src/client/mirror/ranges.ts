/** Ranges of days: the copy's digests, and how they differ from the service's. */
import type { DigestRange } from '../../contract/changes.ts'
import { difference, type HashOf, hexOf, Sum } from './digest.ts'
import type { DayRange, MirrorMark } from './store.ts'

export type Marks = Iterable<MirrorMark> | AsyncIterable<MirrorMark>

/** The month or day; null for rows without a day. */
export type Range = string | null

/** A loop with `await` for each row would take longer than the work itself, so it is used only where it is needed. */
export async function forEachMark(marks: Marks, visit: (mark: MirrorMark) => void): Promise<void> {
  if (Symbol.iterator in marks) for (const mark of marks) visit(mark)
  else for await (const mark of marks) visit(mark)
}

export async function monthSums(marks: Marks, hashOf: HashOf): Promise<Map<Range, Sum>> {
  const sums = new Map<Range, Sum>()
  // Many stores return the rows of a day one after the other.
  let last: { day: string | null; sum: Sum } | null = null
  await forEachMark(marks, mark => {
    if (last?.day !== mark.day || last === null) {
      const month = monthOf(mark.day)
      last = { day: mark.day, sum: sums.get(month) ?? new Sum() }
      sums.set(month, last.sum)
    }
    last.sum.add(hashOf(mark))
  })
  return sums
}

export const monthOf = (day: string | null): Range => day?.slice(0, 7) ?? null

export function sumOf(marks: readonly MirrorMark[], hashOf: HashOf): Sum {
  const sum = new Sum()
  for (const mark of marks) sum.add(hashOf(mark))
  return sum
}

/** What is compared of a range. */
export type Checksum = Pick<DigestRange, 'rows' | 'digest'>

export function differingRanges(shown: readonly DigestRange[], sums: ReadonlyMap<Range, Checksum>): Range[] {
  const byRange = new Map(shown.map(each => [each.range, each]))
  return [...new Set([...byRange.keys(), ...sums.keys()])].filter(range => {
    const [there, here] = [byRange.get(range), sums.get(range)]
    return there?.rows !== here?.rows || there?.digest !== here?.digest
  })
}

/**
 * The one or two rows that the copy has too many, without asking for the service's rows: their hashes add up to the
 * difference of the sums. Null if this does not explain the difference.
 */
export function surplusOf(
  marks: readonly MirrorMark[],
  shown: DigestRange | undefined,
  hashOf: HashOf,
): readonly MirrorMark[] | null {
  if (shown === undefined) return marks
  const surplus = difference(sumOf(marks, hashOf).digest, shown.digest)
  if (marks.length === shown.rows) return surplus === noDifference ? [] : null
  const byHash = new Map(marks.map(mark => [hexOf(hashOf(mark)), mark]))
  if (marks.length === shown.rows + 1) {
    const mark = byHash.get(surplus)
    return mark === undefined ? null : [mark]
  }
  if (marks.length !== shown.rows + 2) return null
  for (const [hash, mark] of byHash) {
    const other = byHash.get(difference(surplus, hash))
    if (other !== undefined && other !== mark) return [mark, other]
  }
  return null
}

const noDifference = '0'.repeat(32)

export function daysOf(month: string): DayRange {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${String(lastDay).padStart(2, '0')}` }
}
