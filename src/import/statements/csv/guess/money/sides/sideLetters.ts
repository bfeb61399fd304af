/** Letters in a column of sides that mean what the column's own name says, as C and A under "Cargo/Abono". */
import { sideOf } from '../../../cells/csvWords.ts'
import { plainText } from '../../../cells/plainText.ts'
import type { CsvLayout } from '../../../csvLayout.ts'

type Words = NonNullable<CsvLayout['words']>

/** Undefined if the name says nothing about the letters, or what they mean anyway. */
export function sideLetters(name: string, filled: readonly string[]): Words | undefined {
  const plain = plainText(name)
  // Dare and avere.
  const named = (plain === 'segno' ? 'dare avere' : plain)
    .split(' ')
    .filter(word => word.length > 1)
    .flatMap(word => {
      const side = sideOf(word, undefined)
      return side === null ? [] : [{ word, side }]
    })
  if (new Set(named.map(({ side }) => side)).size < 2) return undefined
  const words: Words = { credit: [], debit: [] }
  let isOther = false
  for (const cell of new Set(filled)) {
    const letter = plainText(cell)
    if (letter.length !== 1) continue
    const sides = new Set(named.filter(({ word }) => word.startsWith(letter)).map(({ side }) => side))
    const [side] = sides
    if (side === undefined || sides.size > 1) continue
    words[side]?.push(cell)
    isOther ||= sideOf(cell, undefined) !== side
  }
  return isOther ? words : undefined
}
