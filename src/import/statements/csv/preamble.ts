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
  const written = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/.exec(cell)?.[0]
  return written === undefined ? null : ibanOf(written)
}
