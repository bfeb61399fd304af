/** Every transaction of the workspace, by all the filters that the API has. */
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { FilterBar } from './lists/FilterBar.tsx'
import { ListCard, LoadedCount } from './lists/ListCard.tsx'
import { LoadHint } from './lists/LoadHint.tsx'
import { pageRows, useEndless } from './lists/useEndless.ts'
import { useOpenRow } from './lists/useOpenRow.ts'
import { activeFilters, FilterFields, useTransactionFilters } from './transactions/filters.tsx'
import { useTransactionNames } from './transactions/names.ts'
import { TransactionDrawer } from './transactions/TransactionDrawer.tsx'
import { TransactionTable } from './transactions/TransactionTable.tsx'

export default function TransactionsPage() {
  const { id, data } = useWorkspace()
  const filters = useTransactionFilters()
  const names = useTransactionNames()
  const query = { ...filters.query, limit: pageRows }
  const list = useEndless([id, query], (cursor, signal) =>
    data.transactions.list({ ...query, cursor }, { signal }),
  )
  const shown = useOpenRow('transaction', list.rows, (one, signal) => data.transactions.get(one, { signal }))
  const active = activeFilters(filters, names)
  return (
    <>
      <PageHeader
        title="Transactions"
        description="Newest booking date first; what is not booked yet comes before."
        actions={<LoadedCount list={list} one="transaction" />}
      />
      <FilterBar active={active} onRemove={name => filters.set({ [name]: null })} onClear={filters.clear}>
        <FilterFields filters={filters} names={names} error={list.error} />
      </FilterBar>
      <CallBehind method="GET" path="/transactions" query={query} />
      <ListCard
        list={list}
        label="Loading transactions"
        empty={
          active.length > 0 ? (
            <EmptyState
              title="No transaction matches"
              action={<Button onClick={filters.clear}>Clear filters</Button>}
            >
              None has all of these filters together. Take one away, or widen the dates.
            </EmptyState>
          ) : (
            <EmptyState icon="transactions" title="No transactions yet" action={<LoadHint />}>
              They appear here as soon as a workspace file with transactions is loaded.
            </EmptyState>
          )
        }
      >
        {rows => <TransactionTable rows={rows} names={names} busy={list.loading} onOpen={shown.open} />}
      </ListCard>
      <TransactionDrawer shown={shown} names={names} onChanged={list.reload} />
    </>
  )
}
