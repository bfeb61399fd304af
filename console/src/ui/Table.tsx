/**
 * Rows and columns; below 600 px each row is a card. Where rows open, the first column holds a button that covers the
 * whole row: the pointer may press anywhere, the keyboard has one stop per row and the arrows between them.
 */
import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Column<Row> {
  /** Names the column; shown above it, and before the value on a card. */
  header: string
  cell: (row: Row) => ReactNode
  /** Amounts and counts stand at the end. */
  align?: 'end' | undefined
  /** Left out between 600 and 1000 px, where room is short. */
  secondary?: boolean | undefined
  /** The header is for screen readers only, as over buttons. */
  headerHidden?: boolean | undefined
  /** The cell may break its text; others stay on one line. */
  wrap?: boolean | undefined
}

export interface TableProps<Row> {
  /** Says what the table is; for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  /** Newer rows are on their way; these stay, dimmed. */
  busy?: boolean | undefined
}

export function Table<Row>({ caption, columns, rows, rowKey, onOpen, busy }: TableProps<Row>) {
  return (
    <div className="table-box">
      <table className={classes('table', busy && 'table-busy')} aria-busy={busy || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.header} scope="col" className={cellClass(column)}>
                <span className={column.headerHidden ? 'visually-hidden' : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)} className={onOpen && 'row-opens'}>
              {columns.map((column, index) => (
                <td
                  key={column.header}
                  className={cellClass(column)}
                  data-label={column.headerHidden ? '' : column.header}
                >
                  {index === 0 && onOpen ? (
                    <button
                      type="button"
                      className="row-open"
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
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cellClass = (column: {
  align?: 'end' | undefined
  secondary?: boolean | undefined
  wrap?: boolean | undefined
}) =>
  classes(column.align && 'cell-end', column.secondary && 'cell-secondary', column.wrap && 'cell-wrap') ||
  undefined

function moveByArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.currentTarget.closest('tr')
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const button = next?.querySelector<HTMLElement>('.row-open')
  if (!button) return
  event.preventDefault()
  button.focus()
}
