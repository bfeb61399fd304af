/** Parts of a table under a line such as "Pending transactions". */
import { saysPending } from './cells/csvWords.ts'
import { isBlank } from './cells/plainText.ts'
import { bare, type CsvLayout, type Row } from './csvLayout.ts'

/** The only text of a row, in the first column if rows below an entry continue its text; null if it is no heading. */
export function headingOf({ cells }: Row, { continued }: Pick<CsvLayout, 'continued'>): string | null {
  let found: string | null = null
  for (const [at, cell] of cells.entries()) {
    const text = bare(cell)
    if (isBlank(text)) continue
    if (found !== null || (continued && at > 0)) return null
    found = text
  }
  return found !== null && /\p{L}{3}/u.test(found.slice(0, 60)) ? found : null
}

/** Follows the rows of a table, and says whether those at hand are not booked yet. */
export class Sections {
  readonly #layout: Pick<CsvLayout, 'continued' | 'unbooked'>
  isPending = false

  /** The row above the first one may be the heading. */
  constructor(layout: Pick<CsvLayout, 'continued' | 'unbooked'>, above: Row | undefined) {
    this.#layout = layout
    if (above !== undefined) this.startsPending(above)
  }

  /** Whether the row is the heading of entries that are not booked yet. Any other heading ends them. */
  startsPending(row: Row): boolean {
    if (this.#layout.unbooked === 'booked') return false
    const heading = headingOf(row, this.#layout)
    if (heading === null) return false
    this.isPending = saysPending(heading)
    return this.isPending
  }
}
