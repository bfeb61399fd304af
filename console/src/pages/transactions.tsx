/** All transactions of the workspace: search, filter, sort, categorise and export them. */
import { useCallback } from 'react'
import { categorisedMax } from '../../../src/contract/console/listWords.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { messageOf } from '../api/errors.ts'
import { useLoad } from '../api/useLoad.ts'
import { useRoute } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { toast } from '../ui/actions/Toast.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { PeriodField } from './lists/fields/PeriodField.tsx'
import { SearchField } from './lists/fields/SearchField.tsx'
import { useListFilters } from './lists/filters.ts'
import { ListCard } from './lists/ListCard.tsx'
import { ListFilterBar } from './lists/ListFilterBar.tsx'
import { LoadHint } from './lists/LoadHint.tsx'
import { NoMatches } from './lists/NoMatches.tsx'
import { useEndless, workRowsAfter } from './lists/useEndless.ts'
import { useOpenRow } from './lists/useOpenRow.ts'
import { Aside } from './lists/work/Aside.tsx'
import { ListTools } from './lists/work/ListTools.tsx'
import { useColumns } from './lists/work/useColumns.ts'
import { usePatched } from './lists/work/usePatched.ts'
import { useSelection } from './lists/work/useSelection.ts'
import { BulkBar } from './transactions/BulkBar.tsx'
import { columnChoice } from './transactions/columns.tsx'
import { transactionFilters } from './transactions/filters.ts'
import { useTransactionNames } from './transactions/names.ts'
import { sortIn, sortOptions, withoutUnbooked } from './transactions/shownQuery.ts'
import { TransactionDrawer } from './transactions/TransactionDrawer.tsx'
import { TransactionTable } from './transactions/TransactionTable.tsx'
import { TransactionTotals } from './transactions/TransactionTotals.tsx'

export default function TransactionsPage() {
  const { id, data, call, canEdit } = useWorkspace()
  const { query: url } = useRoute()
  const filters = useListFilters(transactionFilters)
  const sort = sortIn(url.get('sort'))
  const { query, booked, hides } = withoutUnbooked(filters.query, url.get('unbooked') === 'show')
  const list = useEndless([id, query, sort], (cursor, signal, loaded) =>
    call('listTransactionRows', 'GET', '/transaction-rows', {
      query: { ...query, sort, limit: workRowsAfter(loaded), cursor },
      signal,
    }),
  )
  const { rows, patch } = usePatched<Transaction>(list.rows)
  const totalsOf = (of: typeof query, signal: AbortSignal) =>
    call('getTransactionTotals', 'GET', '/transaction-totals', { query: of, signal })
  const all = useLoad([id, filters.query], signal => {
    const load = () => totalsOf(filters.query, signal)
    // To count what a search finds takes longer than its first rows.
    return filters.query.q ? list.afterFirst(load) : load()
  })
  const ofBooked = useLoad([id, booked], async signal => booked && (await totalsOf(booked, signal)))
  const totals = hides ? ofBooked : all
  const names = useTransactionNames(rows, totals.data?.totals)
  const shown = useOpenRow('transaction', rows, (one, signal) => data.transactions.get(one, { signal }))
  const selection = useSelection(rows, categorisedMax)
  const columns = useColumns(columnChoice)

  // Sums of the previous filters would look like those of the filters that failed.
  const failed = Boolean(totals.error)
  const reloadAll = useCallback(() => {
    list.reload()
    all.reload()
    ofBooked.reload()
  }, [list.reload, all.reload, ofBooked.reload])

  const changed = useCallback(
    (after: readonly Transaction[]) => {
      patch(after)
      totals.reload()
    },
    [patch, totals.reload],
  )
  const choose = useCallback(
    (row: Transaction, categoryId: string | null) => {
      call('chooseCategory', 'PATCH', '/transaction-categories/{id}', {
        id: row.id,
        body: { categoryId },
      }).then(
        after => {
          patch([after])
          toast(after.category ? `Category changed to ${after.category.name}` : 'Category removed')
        },
        (error: unknown) => toast(messageOf(error), 'bad'),
      )
    },
    [call, patch],
  )
  return (
    <>
      <PageHeader title="Transactions" />
      <ListFilterBar
        filters={filters}
        known={names}
        error={list.error}
        before={<SearchField label="Search name, text, amount or IBAN" value={filters.values.q ?? ''} />}
        after={
          <ListTools
            list="transactions"
            sorting={{ options: sortOptions, value: sort }}
            columns={columns}
            exportPath="/transaction-export"
            query={query}
          />
        }
        presets={
          <PeriodField
            label="Period"
            choices={periodChoices}
            from={filters.values.dateFrom}
            to={filters.values.dateTo}
            onChange={(dateFrom, dateTo) => filters.set({ dateFrom, dateTo })}
          />
        }
      />
      <TransactionTotals totals={failed ? undefined : (totals.data ?? undefined)} busy={totals.loading} />
      {!failed && all.data && ofBooked.data && (
        <Aside
          count={all.data.count - ofBooked.data.count}
          one="transaction is not booked yet"
          many="transactions are not booked yet"
          parameter="unbooked"
          shown={!hides}
        />
      )}
      <ListCard
        list={{ ...list, rows, reload: reloadAll }}
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
        {shownRows => (
          <TransactionTable
            rows={shownRows}
            shown={columns.shown}
            sideways={columns.sideways}
            names={names}
            busy={list.loading}
            onOpen={shown.open}
            selection={canEdit ? selection : null}
            onChoose={choose}
          />
        )}
      </ListCard>
      {canEdit && (
        <BulkBar
          rows={rows}
          selection={selection}
          categories={names.categories}
          onChanged={changed}
          onStale={list.reload}
        />
      )}
      <TransactionDrawer
        shown={shown}
        names={names}
        onChanged={() => {
          shown.reload()
          if (shown.id) data.transactions.get(shown.id).then(row => changed([row]), list.reload)
        }}
      />
    </>
  )
}

const periodChoices = [
  'Any time',
  'This month',
  'Last month',
  'Last 30 days',
  'This quarter',
  'This year',
  'Last year',
] as const
