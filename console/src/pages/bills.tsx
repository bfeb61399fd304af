/** The bill-pay inbox: what came in, where it is, and when it is due. */
import { useReducer } from 'react'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { BillDrawer } from './bills/BillDrawer.tsx'
import { BillTable } from './bills/BillTable.tsx'
import { activeFilters, FilterFields, useBillFilters } from './bills/filters.tsx'
import { ToDecide } from './bills/ToDecide.tsx'
import { FilterBar } from './lists/FilterBar.tsx'
import { ListCard, LoadedCount } from './lists/ListCard.tsx'
import { LoadHint } from './lists/LoadHint.tsx'
import { useCompanies } from './lists/useCompanies.ts'
import { pageRows, useEndless } from './lists/useEndless.ts'
import { useOpenRow } from './lists/useOpenRow.ts'

export default function BillsPage() {
  const { id, data } = useWorkspace()
  const filters = useBillFilters()
  const companies = useCompanies()
  const query = { ...filters.query, limit: pageRows }
  const list = useEndless([id, query], (cursor, signal) => data.bills.list({ ...query, cursor }, { signal }))
  const shown = useOpenRow('bill', list.rows, (one, signal) => data.bills.get(one, { signal }))
  const active = activeFilters(filters, companies)
  const [turn, nextTurn] = useReducer((now: number) => now + 1, 0)
  const changed = () => {
    nextTurn()
    list.reload()
    shown.reload()
  }
  return (
    <>
      <PageHeader
        title="Bills"
        description="Invoices to be paid, as they came in: the newest first."
        actions={<LoadedCount list={list} one="bill" />}
      />
      <ToDecide companyId={filters.query.companyId} turn={turn} onDecided={changed} />
      <FilterBar active={active} onRemove={name => filters.set({ [name]: null })} onClear={filters.clear}>
        <FilterFields filters={filters} companies={companies} error={list.error} />
      </FilterBar>
      <CallBehind method="GET" path="/bills" query={query} />
      <ListCard
        list={list}
        label="Loading bills"
        empty={
          active.length > 0 ? (
            <EmptyState
              title="No bill matches"
              action={<Button onClick={filters.clear}>Clear filters</Button>}
            >
              None has all of these filters together. Take one away to see more.
            </EmptyState>
          ) : (
            <EmptyState icon="bill" title="No bills yet" action={<LoadHint />}>
              They appear here as soon as a workspace file with bills is loaded.
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
