/** The bill-pay inbox: every bill with its status and due date. */
import { useReducer } from 'react'
import { useWorkspace } from '../session.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { recount } from '../workspace/toDecide.ts'
import { BillDrawer } from './bills/BillDrawer.tsx'
import { BillDrop } from './bills/BillDrop.tsx'
import { BillTable } from './bills/BillTable.tsx'
import { billFilters } from './bills/filters.ts'
import { ToDecide } from './bills/ToDecide.tsx'
import { useListFilters } from './lists/filters.ts'
import { ListCard, LoadedCount } from './lists/ListCard.tsx'
import { ListFilterBar } from './lists/ListFilterBar.tsx'
import { LoadHint } from './lists/LoadHint.tsx'
import { NoMatches } from './lists/NoMatches.tsx'
import { useCompanies } from './lists/useCompanies.ts'
import { pageRows, useEndless } from './lists/useEndless.ts'
import { useOpenRow } from './lists/useOpenRow.ts'

export default function BillsPage() {
  const { id, data, canEdit } = useWorkspace()
  const filters = useListFilters(billFilters)
  const query = { ...filters.query, limit: pageRows }
  const list = useEndless([id, query], (cursor, signal) => data.bills.list({ ...query, cursor }, { signal }))
  const companies = useCompanies(list.rows)
  const shown = useOpenRow('bill', list.rows, (one, signal) => data.bills.get(one, { signal }))
  const [turn, nextTurn] = useReducer((now: number) => now + 1, 0)
  const changed = () => {
    recount()
    nextTurn()
    list.reload()
    shown.reload()
  }
  return (
    <>
      <PageHeader
        title="Bills"
        description="Invoices to pay, newest first."
        actions={<LoadedCount list={list} one="bill" />}
      />
      {canEdit && <BillDrop onImported={changed} />}
      <ToDecide companyId={filters.query.companyId} turn={turn} onDecided={changed} />
      <ListFilterBar filters={filters} known={companies} error={list.error} />
      <CallBehind method="GET" path="/bills" query={query} />
      <ListCard
        list={list}
        label="Loading bills"
        empty={
          filters.isActive ? (
            <NoMatches one="bill" onClear={filters.clear}>
              Remove a filter to see more.
            </NoMatches>
          ) : (
            <EmptyState icon="bill" title="No bills yet" action={<LoadHint />}>
              Import an e-invoice or load a workspace file to see bills here.
            </EmptyState>
          )
        }
      >
        {rows => (
          <BillTable rows={rows} companyOf={companies.nameOf} busy={list.loading} onOpen={shown.open} />
        )}
      </ListCard>
      <BillDrawer shown={shown} companyOf={companies.fullNameOf} onChanged={changed} />
    </>
  )
}
