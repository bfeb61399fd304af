/** What a bank writes above the rows of a table. */
import { ibanOf } from '../fields.ts'
import { bare, type Row } from './csvLayout.ts'

const cellLengthMax = 200

/** The different IBANs above the rows: one of them is the account's. */
export function ibansAbove(rows: readonly Row[]): Set<string> {
  return new Set(rows.flatMap(({ cells }) => cells.flatMap(cell => ibanIn(bare(cell)) ?? [])))
}

/** An IBAN in a cell, perhaps with words around it: "Girokonto DE02 1203 …". */
function ibanIn(cell: string): string | null {
  const whole = ibanOf(cell)
  if (whole !== null || cell.length > cellLengthMax) return whole
  const words = cell.split(/[^A-Za-z0-9]/)
  for (const [first, word] of words.entries()) {
    if (!/^[A-Z]{2}\d\d/.test(word)) continue
    // It may be written in groups of four.
    for (let last = first + 1; last <= words.length; last += 1) {
      const iban = ibanOf(words.slice(first, last).join(''))
      if (iban !== null) return iban
    }
  }
  return null
}
