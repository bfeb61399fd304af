/** The rows of a report: a table, or one block per row if there is no room. */
import { Details } from '../../../ui/overlays/Drawer.tsx'
import { type Column, Table } from '../../../ui/tables/Table.tsx'

interface RowsProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  narrow: boolean
}

/** The rows have no id, and never move. */
const placeOf = <Row,>({ place }: { place: number; row: Row }) => String(place)

export function Rows<Row>({ caption, columns, rows, narrow }: RowsProps<Row>) {
  const placed = rows.map((row, place) => ({ row, place }))
  if (narrow) {
    return placed.map(({ row, place }) => (
      <Details key={place} items={columns.map(({ header, cell }) => ({ label: header, value: cell(row) }))} />
    ))
  }
  const columnsOfPlaced = columns.map(column => ({
    ...column,
    cell: ({ row }: { row: Row }) => column.cell(row),
  }))
  return <Table caption={caption} columns={columnsOfPlaced} rows={placed} rowKey={placeOf} />
}
