/** Writes rows as an XLSX workbook: a table with a header that stays in place, on as many sheets as it needs. */
import type { Column, Row, RowBatches } from '../rows.ts'
import { cellXml } from './cells.ts'
import {
  contentTypes,
  packageRelations,
  sheetEnd,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from './parts.ts'
import { type ZipPart, zipParts } from './zip.ts'

export interface XlsxOptions {
  /** The name of the sheet; further ones are "name (2)" and so on. */
  sheet?: string
  /** With the header. Excel's own limit unless a test lowers it. */
  sheetRowsMax?: number
}

const excelRowsMax = 1_048_576

export async function* xlsxRows(
  columns: readonly Column[],
  rows: RowBatches,
  { sheet = 'Sheet', sheetRowsMax = excelRowsMax }: XlsxOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new RowSource(rows)
  try {
    yield* zipParts(partsOf(columns, source, { sheet, sheetRowsMax }))
  } finally {
    await source.close()
  }
}

async function* partsOf(
  columns: readonly Column[],
  source: RowSource,
  { sheet, sheetRowsMax }: Required<XlsxOptions>,
): AsyncGenerator<ZipPart> {
  yield { name: '[Content_Types].xml', content: [contentTypes] }
  yield { name: '_rels/.rels', content: [packageRelations] }
  yield { name: 'xl/styles.xml', content: [styles] }
  let sheets = 0
  do {
    sheets += 1
    const content = sheetXml(columns, source, sheetRowsMax)
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content }
  } while (!(await source.isAtEnd()))
  yield { name: 'xl/workbook.xml', content: [workbook(sheet, sheets)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets)] }
}

async function* sheetXml(
  columns: readonly Column[],
  source: RowSource,
  sheetRowsMax: number,
): AsyncGenerator<string> {
  const cells = (row: Row, isHead = false) =>
    `<row>${columns.map(({ kind }, at) => cellXml(row[at] ?? null, kind, isHead)).join('')}</row>`
  yield sheetStart(columns.map(({ kind }) => kind))
  yield cells(
    columns.map(({ name }) => name),
    true,
  )
  for (let left = sheetRowsMax - 1; left > 0; ) {
    const some = await source.take(left)
    if (some.length === 0) break
    left -= some.length
    yield some.map(row => cells(row)).join('')
  }
  yield sheetEnd
}

/** Batches of rows that a sheet may leave in the middle of, for the next to go on. */
class RowSource {
  readonly #batches: AsyncIterator<readonly Row[]>
  #batch: readonly Row[] = []

  constructor(rows: RowBatches) {
    this.#batches = rows[Symbol.asyncIterator]()
  }

  /** At least one row and at most this many; none at the end. */
  async take(most: number): Promise<readonly Row[]> {
    if (await this.isAtEnd()) return []
    const taken = this.#batch.slice(0, most)
    this.#batch = this.#batch.slice(taken.length)
    return taken
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#batch.length === 0) {
      const next = await this.#batches.next()
      if (next.done === true) return true
      this.#batch = next.value
    }
    return false
  }

  async close(): Promise<void> {
    await this.#batches.return?.()
  }
}
