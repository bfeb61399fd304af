import { type KeyboardEvent, useMemo } from 'react'
import type { TransactionColumn } from '../../../../src/contract/console/listWords.ts'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { SelectBox } from '../lists/work/SelectBox.tsx'
import type { Selection } from '../lists/work/useSelection.ts'
import { CategoryCell, categoryButton } from './CategoryCell.tsx'
import { columnsWith } from './columns.tsx'
import type { TransactionNames } from './names.ts'
import { titleOf } from './text.ts'

interface TransactionTableProps {
  rows: readonly Transaction[]
  shown: readonly TransactionColumn[]
  sideways: boolean
  names: TransactionNames
  busy: boolean
  onOpen: (row: Transaction) => void
  /** Null for people who may only look. */
  selection: Selection | null
  onChoose: (row: Transaction, categoryId: string | null) => void
}

const rowKey = ({ id }: Transaction) => id

export function TransactionTable(props: TransactionTableProps) {
  const { rows, shown, names, busy, onOpen, selection, onChoose } = props
  const columns = useMemo(() => {
    const known = columnsWith(names, row => (
      <CategoryCell
        row={row}
        categories={names.categories}
        canEdit={selection !== null}
        onChoose={onChoose}
      />
    ))
    const data = shown.map(name => known[name])
    // Some column must open the row.
    const opening = data.some(column => column.opens) ? data : [known.counterparty, ...data]
    return selection === null ? opening : [selectColumn(rows, selection), ...opening]
  }, [names, shown, selection, rows, onChoose])
  const keyed = (event: KeyboardEvent<HTMLButtonElement>, row: Transaction) => {
    if (selection === null || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'x') selection.toggle(row.id)
    if (event.key !== 'c') return
    const button = event.currentTarget.closest('tr')?.querySelector<HTMLElement>(`[${categoryButton}]`)
    if (!button) return
    event.preventDefault()
    button.click()
  }
  return (
    <Table
      caption={`Transactions${selection ? '. On a row, press C to choose its category and X to select it.' : ''}`}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      onOpen={onOpen}
      onRowKey={keyed}
      busy={busy}
      long
      sideways={props.sideways}
    />
  )
}

function selectColumn(
  rows: readonly Transaction[],
  { ids, toggle, all, clear }: Selection,
): Column<Transaction> {
  const everything = rows.length > 0 && rows.every(({ id }) => ids.has(id))
  return {
    header: 'Select',
    width: '44px',
    place: 'start',
    head: (
      <SelectBox
        label="Select all loaded transactions"
        checked={everything}
        onChange={() => (ids.size > 0 ? clear() : all())}
      />
    ),
    cell: row => (
      <SelectBox
        label={`Select ${titleOf(row)}`}
        checked={ids.has(row.id)}
        onChange={withRange => toggle(row.id, withRange)}
      />
    ),
  }
}
