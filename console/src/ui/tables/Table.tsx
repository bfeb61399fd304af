/**
 * A table; below 600 px each row is a card. If rows can be opened, one column has a button that covers the whole row: a
 * click anywhere opens it, and the keyboard has one tab stop per row and arrow keys between rows.
 */
import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import text from '../text/text.module.css'
import styles from './Table.module.css'
import { useWindow } from './useWindow.ts'

export interface Column<Row> {
  /** Shown above the column, and before the value on a card. */
  header: string
  cell: (row: Row) => ReactNode
  /** Aligns amounts and counts to the right. */
  align?: 'end' | undefined
  /** Hidden between 600 and 1000 px, for lack of room. */
  secondary?: boolean | undefined
  /** The header is for screen readers only, as above buttons. */
  headerHidden?: boolean | undefined
  /** In place of the header's text, such as a checkbox for all rows. */
  head?: ReactNode
  /** The cell wraps its text; others stay on one line. */
  wrap?: boolean | undefined
  /** Has the button that opens the row. By default the first column has it. */
  opens?: boolean | undefined
  /** For a long table: its width as a track of a grid. */
  width?: string | undefined
  /** For a long table: where it is on a phone. Columns without a place are hidden there. */
  place?: 'start' | 'name' | 'below' | 'end' | undefined
}

export interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  /** A key was pressed on the button that opens the row. */
  onRowKey?: ((event: KeyboardEvent<HTMLButtonElement>, row: Row) => void) | undefined
  /** New rows are loading; the old ones stay, dimmed. */
  busy?: boolean | undefined
  /**
   * For thousands of rows of the same height: only those near the screen are drawn. The rows must be the same objects
   * between renders.
   */
  long?: boolean | undefined
  /** For a long table with more columns than there is room for: it scrolls sideways instead of squeezing them. */
  sideways?: boolean | undefined
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, onOpen, onRowKey, busy, long = false, sideways = false } = props
  const role = long ? gridRoles : nativeRoles
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const tracks = tracksOf(columns, sideways)
  const narrowTracks = tracksOf(
    columns.filter(({ secondary }) => !secondary),
    sideways,
  )
  useLayoutEffect(() => {
    table.current?.style.setProperty('--columns', tracks)
    table.current?.style.setProperty('--columns-narrow', narrowTracks)
  }, [tracks, narrowTracks])
  const { start, end, above, below } = useWindow(body, rows.length, long)
  // In place of the rows that are not drawn. Set by script, because the pages allow no inline styles.
  useLayoutEffect(() => {
    if (!body.current) return
    body.current.style.paddingTop = `${above}px`
    body.current.style.paddingBottom = `${below}px`
  }, [above, below])
  const opener = Math.max(
    0,
    columns.findIndex(column => column.opens),
  )
  return (
    <div className={classes(styles.box, sideways && styles.sideways)}>
      <table
        ref={table}
        className={classes(styles.table, busy && styles.busy, long && styles.long)}
        aria-busy={busy || undefined}
        aria-rowcount={long ? rows.length + 1 : undefined}
        role={role.table}
      >
        <caption className={text.visuallyHidden}>{caption}</caption>
        <thead role={role.group}>
          <tr role={role.row}>
            {columns.map(column => (
              <th key={column.header} scope="col" className={cellClass(column)} role={role.header}>
                {column.head ?? (
                  <span className={column.headerHidden ? text.visuallyHidden : undefined}>
                    {column.header}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} role={role.group}>
          {rows.slice(start, end).map((row, index) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              number={long ? start + index + 2 : undefined}
              columns={columns}
              opener={opener}
              onOpen={onOpen}
              onRowKey={onRowKey}
              role={role}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Only where the table scrolls sideways do columns keep their least width. */
const tracksOf = (columns: readonly { width?: string | undefined }[], sideways: boolean): string =>
  columns
    .map(({ width = 'minmax(0, 1fr)' }) => (sideways ? width : width.replace(/^minmax\(\d+px/, 'minmax(0')))
    .join(' ')

/** With a grid layout, screen readers need explicit table roles. */
const gridRoles = { table: 'table', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'cell' }
const nativeRoles: Partial<typeof gridRoles> = {}

interface TableRowProps<Row> extends Pick<TableProps<Row>, 'columns' | 'onOpen' | 'onRowKey'> {
  row: Row
  /** Its place in a long table, counted from the header. */
  number: number | undefined
  opener: number
  role: Partial<typeof gridRoles>
}

const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, number, columns, opener, onOpen, onRowKey, role } = props
  return (
    <tr className={onOpen && styles.opens} role={role.row} data-row="" aria-rowindex={number}>
      {columns.map((column, index) => (
        <td
          key={column.header}
          className={cellClass(column)}
          data-label={column.headerHidden ? '' : column.header}
          data-place={column.place}
          role={role.cell}
        >
          {index === opener && onOpen ? (
            <button
              type="button"
              className={styles.open}
              data-opens=""
              onClick={() => onOpen(row)}
              onKeyDown={event => {
                moveByArrows(event)
                onRowKey?.(event, row)
              }}
            >
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

const cellClass = (column: {
  align?: 'end' | undefined
  secondary?: boolean | undefined
  wrap?: boolean | undefined
}) =>
  classes(column.align && styles.end, column.secondary && styles.secondary, column.wrap && styles.wrap) ||
  undefined

function moveByArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.currentTarget.closest('tr')
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const button = next?.querySelector<HTMLElement>(`.${styles.open}`)
  if (!button) return
  event.preventDefault()
  button.focus()
}
