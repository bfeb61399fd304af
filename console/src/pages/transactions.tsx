/** All transactions of the workspace, with every filter that the API has. */
import { useWorkspace } from '../session.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useListFilters } from './lists/filters.ts'
import { ListCard, LoadedCount } from './lists/ListCard.tsx'
import { ListFilterBar } from './lists/ListFilterBar.tsx'
import { LoadHint } from './lists/LoadHint.tsx'
import { NoMatches } from './lists/NoMatches.tsx'
import { pageRows, useEndless } from './lists/useEndless.ts'
import { useOpenRow } from './lists/useOpenRow.ts'
import { transactionFilters } from './transactions/filters.ts'
import { useTransactionNames } from './transactions/names.ts'
import { TransactionDrawer } from './transactions/TransactionDrawer.tsx'
import { TransactionTable } from './transactions/TransactionTable.tsx'

export default function TransactionsPage() {
  const { id, data } = useWorkspace()
  const filters = useListFilters(transactionFilters)
  const query = { ...filters.query, limit: pageRows }
  const list = useEndless([id, query], (cursor, signal) =>
    data.transactions.list({ ...query, cursor }, { signal }),
  )
  const names = useTransactionNames(list.rows)
  const shown = useOpenRow('transaction', list.rows, (one, signal) => data.transactions.get(one, { signal }))
  return (
    <>
      <PageHeader
        title="Transactions"
        description="Newest first. Transactions that are not booked yet come before all others."
        actions={<LoadedCount list={list} one="transaction" />}
      />
      <ListFilterBar filters={filters} known={names} error={list.error} />
      <CallBehind method="GET" path="/transactions" query={query} />
      <ListCard
        list={list}
        label="Loading transactions"
        empty={
          filters.isActive ? (
            <NoMatches one="transaction" onClear={filters.clear}>
              Remove a filter, or widen the date range.
            </NoMatches>
          ) : (
            <EmptyState icon="transactions" title="No transactions yet" action={<LoadHint />}>
              Import a bank statement or load a workspace file to see transactions here.
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
