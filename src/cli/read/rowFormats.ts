/** Prints rows as they arrive: as a table, one JSON object, a line of JSON each, or CSV. */
import { csvRows } from '../../export/csv.ts'
import { withoutControls } from '../terminalText.ts'
import { cellOf, columnsOf, shownColumns } from './columns.ts'
import type { formats, ListName } from './shapes.ts'

export type Format = (typeof formats)[number]
type Batches = AsyncIterable<readonly object[]>
type Pieces = AsyncGenerator<string | Uint8Array, void, undefined>

export const printed: Readonly<Record<Format, (list: ListName, rows: Batches) => Pieces>> = {
  table: tableRows,
  async *json(_list, rows) {
    let before = '{"data":['
    for await (const batch of rows) {
      if (batch.length === 0) continue
      yield `${before}${batch.map(row => JSON.stringify(row)).join(',')}`
      before = ','
    }
    yield before === ',' ? ']}\n' : '{"data":[]}\n'
  },
  async *ndjson(_list, rows) {
    for await (const batch of rows) yield batch.map(row => `${JSON.stringify(row)}\n`).join('')
  },
  async *csv(list, rows) {
    const columns = columnsOf(list)
    yield* csvRows(
      columns,
      cells(rows, row => columns.map(({ path }) => cellOf(row, path))),
    )
  },
}

async function* cells<Cells>(rows: Batches, change: (row: object) => Cells): AsyncGenerator<Cells[]> {
  for await (const batch of rows) yield batch.map(change)
}

const cellWidthMax = 40

/** The first page decides how wide the columns are, so that the rows need not wait for the last page. */
async function* tableRows(list: ListName, rows: Batches): Pieces {
  const columns = shownColumns[list] as readonly (readonly [string, (row: never) => string | null])[]
  const heads = columns.map(([head]) => head)
  let widths: number[] | null = null
  for await (const lines of cells(rows, row =>
    columns.map(([, cell]) => shortened(cell(row as never) ?? '')),
  )) {
    if (lines.length === 0) continue
    const all: string[][] = widths === null ? [heads, ...lines] : lines
    widths ??= heads.map((_, column) => Math.max(...all.map(line => line[column]?.length ?? 0)))
    yield all.map(line => `${aligned(line, widths ?? [])}\n`).join('')
  }
  if (widths === null) yield `There are no ${list}.\n`
}

const aligned = (line: readonly string[], widths: readonly number[]): string =>
  line
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()

function shortened(text: string): string {
  const clean = withoutControls(text)
  return clean.length > cellWidthMax ? `${clean.slice(0, cellWidthMax - 1)}…` : clean
}
