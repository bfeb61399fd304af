import { memo, useMemo } from 'react'
import type { Bill } from '../../../../src/contract/bills.ts'
import type { BillColumn } from '../../../../src/contract/console/listWords.ts'
import { Table } from '../../ui/tables/Table.tsx'
import { columnsWith } from './columns.tsx'

interface BillTableProps {
  rows: readonly Bill[]
  shown: readonly BillColumn[]
  sideways: boolean
  companyOf: (id: string) => string | undefined
  busy: boolean
  onOpen: (row: Bill) => void
}

const rowKey = ({ id }: Bill) => id

/** Memoised: it is redrawn only when its rows change. */
export const BillTable = memo(function BillTable(props: BillTableProps) {
  const { rows, shown, sideways, companyOf, busy, onOpen } = props
  const columns = useMemo(() => {
    const known = columnsWith(companyOf)
    const data = shown.map(name => known[name])
    // Some column must open the row.
    return data.some(column => column.opens) ? data : [known.supplier, ...data]
  }, [companyOf, shown])
  return <Table caption="Bills" {...{ columns, rows, rowKey, onOpen, busy, sideways }} long />
})
