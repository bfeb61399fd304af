/** Notices that the last row is cut off. */
import { bare, type CsvLayout, columnsAt, type Row, widthOf } from './csvLayout.ts'

/** How rows end: the number of columns and, if the last one is an amount, the numbers of decimal places of amounts. */
export class RowEnds {
  readonly #layout: CsvLayout
  readonly #moneyAt: ReadonlySet<number>
  readonly #places = new Set<number>()
  /** The shortest row: some banks leave out blank cells at the end. */
  #shortest = Number.POSITIVE_INFINITY

  constructor(layout: CsvLayout) {
    this.#layout = layout
    const names = ['amount', 'credit', 'debit', 'balance', 'fee'] as const
    this.#moneyAt = new Set(names.flatMap(name => columnsAt(layout, name)))
  }

  /** A complete entry. */
  note(row: Row): void {
    // A bank that leaves out zeros at the end does so in every column.
    for (const at of this.#moneyAt) {
      const places = this.#placesAt(row, at)
      if (places !== null) this.#places.add(places)
    }
    this.#shortest = Math.min(this.#shortest, row.cells.length)
  }

  isCutOff(row: Row): boolean {
    const { header } = this.#layout
    // A sentence below the table.
    if (row.cells.length === 1 && /\p{L}{2} \p{L}{2}/u.test(row.cells[0] ?? '')) return false
    const width = Math.min(header?.length ?? widthOf(this.#layout), this.#shortest)
    const places = this.#placesAt(row, row.cells.length - 1)
    const isOther = places !== null && this.#places.size > 0 && !this.#places.has(places)
    return row.cells.length < width || isOther
  }

  #placesAt({ cells }: Row, at: number): number | null {
    const written = bare(cells[at])
    // Dr.1,499.00 has a point before its number, too.
    const text = written.slice(Math.max(written.search(/\d/), 0))
    if (!this.#moneyAt.has(at) || text === '') return null
    const { decimal } = this.#layout
    const isOneSign = decimal === ',' || decimal === '.'
    const sign = isOneSign ? text.indexOf(decimal) : Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
    return sign === -1 ? 0 : text.length - sign - 1
  }
}

export async function* withLast(rows: AsyncIterable<Row>): AsyncGenerator<{ row: Row; isLast: boolean }> {
  let held: Row | null = null
  for await (const row of rows) {
    if (held) yield { row: held, isLast: false }
    held = row
  }
  if (held) yield { row: held, isLast: true }
}
