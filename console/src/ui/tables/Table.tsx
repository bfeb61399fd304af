/**
 * A table; below 600 px each row is a card. If rows can be opened, the first column has a button that covers the whole
 * row: a click anywhere opens it, and the keyboard has one tab stop per row and arrow keys between rows.
 */
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import text from '../text/text.module.css'
import styles from './Table.module.css'

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
  /** The cell wraps its text; others stay on one line. */
  wrap?: boolean | undefined
}

export interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  /** New rows are loading; the old ones stay, dimmed. */
  busy?: boolean | undefined
  /**
   * For thousands of rows of the same height: the browser skips those that are not on the screen. The columns are
   * laid out by the grid `--columns`. `columns`, `onOpen` and the rows must be the same objects between renders.
   */
  long?: boolean | undefined
}

export function Table<Row>({ caption, columns, rows, rowKey, onOpen, busy, long = false }: TableProps<Row>) {
  const role = long ? gridRoles : nativeRoles
  return (
    <div className={styles.box}>
      <table
        className={classes(styles.table, busy && styles.busy, long && styles.long)}
        aria-busy={busy || undefined}
        role={role.table}
      >
        <caption className={text.visuallyHidden}>{caption}</caption>
        <thead role={role.group}>
          <tr role={role.row}>
            {columns.map(column => (
              <th key={column.header} scope="col" className={cellClass(column)} role={role.header}>
                <span className={column.headerHidden ? text.visuallyHidden : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        {bodiesOf(rows, long).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are added at the end, so a part keeps its index
          <tbody key={index} role={role.group}>
            {part.map(row => (
              <TableRow key={rowKey(row)} row={row} columns={columns} onOpen={onOpen} role={role} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** With a grid layout, screen readers need explicit table roles. */
const gridRoles = { table: 'table', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'cell' }
const nativeRoles: Partial<typeof gridRoles> = {}

/** Enough for a few screens; Table.module.css has their height. */
const partRows = 50

function bodiesOf<Row>(rows: readonly Row[], long: boolean): (readonly Row[])[] {
  if (!long) return [rows]
  const parts = Math.ceil(rows.length / partRows)
  return Array.from({ length: parts }, (_, part) => rows.slice(part * partRows, (part + 1) * partRows))
}

interface TableRowProps<Row> extends Pick<TableProps<Row>, 'columns' | 'onOpen'> {
  row: Row
  role: Partial<typeof gridRoles>
}

const TableRow = memo(function TableRow<Row>({ row, columns, onOpen, role }: TableRowProps<Row>) {
  return (
    <tr className={onOpen && styles.opens} role={role.row}>
      {columns.map((column, index) => (
        <td
          key={column.header}
          className={cellClass(column)}
          data-label={column.headerHidden ? '' : column.header}
          role={role.cell}
        >
          {index === 0 && onOpen ? (
            <button
              type="button"
              className={styles.open}
              onClick={() => onOpen(row)}
              onKeyDown={moveByArrows}
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
  const part = row?.parentElement
  const next =
    event.key === 'ArrowDown'
      ? (row?.nextElementSibling ?? part?.nextElementSibling?.firstElementChild)
      : (row?.previousElementSibling ?? part?.previousElementSibling?.lastElementChild)
  const button = next?.querySelector<HTMLElement>(`.${styles.open}`)
  if (!button) return
  event.preventDefault()
  button.focus()
}
