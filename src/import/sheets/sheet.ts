/** A sheet of a workbook as rows of texts, within limits, and as the CSV that the table reader takes. */
import { UnreadableFile } from '../files/problem.ts'

/** No bank's export comes near these; a workbook that expands to more is refused. */
const rowsMax = 500_000
const columnsMax = 500
const cellsMax = 5_000_000
const textLengthMax = 100_000_000
const cellLengthMax = 40_000

/** Counts what all sheets of a workbook contain. */
export class SheetLimits {
  #cells = 0
  #length = 0

  note(text: string): void {
    this.#cells += 1
    this.#length += text.length
    if (this.#cells > cellsMax) throw new UnreadableFile(`it has more than ${cellsMax} cells`)
    if (this.#length > textLengthMax)
      throw new UnreadableFile(`its cells have more than ${textLengthMax} characters`)
  }
}

export class Sheet {
  readonly name: string
  readonly #limits: SheetLimits
  /** By row and column, from 0; gaps are rows and cells without content. */
  readonly #rows: (string[] | undefined)[] = []

  constructor(name: string, limits: SheetLimits) {
    this.name = name
    this.#limits = limits
  }

  set(row: number, column: number, text: string): void {
    if (text.trim() === '' || row < 0 || column < 0) return
    if (row >= rowsMax) throw new UnreadableFile(`it has more than ${rowsMax} rows`)
    if (column >= columnsMax) throw new UnreadableFile(`it has more than ${columnsMax} columns`)
    if (text.length > cellLengthMax)
      throw new UnreadableFile(`a cell has more than ${cellLengthMax} characters`, row + 1)
    this.#limits.note(text)
    const cells = this.#rows[row] ?? []
    cells[column] = text
    this.#rows[row] = cells
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  /** Each row is one line, so that line numbers are row numbers, and all are as wide as the widest. */
  get csv(): string {
    const width = this.#rows.reduce((most, cells) => Math.max(most, cells?.length ?? 0), 0)
    const line = (cells: string[]) => Array.from({ length: width }, (_, at) => quoted(cells[at])).join(';')
    return Array.from(this.#rows, cells => `${cells === undefined ? '' : line(cells)}\n`).join('')
  }
}

function quoted(cell: string | undefined): string {
  const text = cell?.replace(/[\r\n\0]+/g, ' ') ?? ''
  return /[";]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
