/** The bill-pay inbox: search, filter, sort and export bills, and decide about matches. */
import { useCallback, useReducer } from 'react'
import type { Bill } from '../../../src/contract/bills.ts'
import { useLoad } from '../api/useLoad.ts'
import { useRoute } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { recount } from '../workspace/toDecide.ts'
import { BillDrawer } from './bills/BillDrawer.tsx'
import { BillTable } from './bills/BillTable.tsx'
import { BillTotals } from './bills/BillTotals.tsx'
import { columnChoice } from './bills/columns.tsx'
import { BillDrop } from './bills/drop/BillDrop.tsx'
import { billFilters } from './bills/filters.ts'
import { Tolerances } from './bills/settlement/Tolerances.tsx'
import { sortIn, sortOptions, withoutUnread } from './bills/shownQuery.ts'
import { ToDecide } from './bills/ToDecide.tsx'
import { PeriodField } from './lists/fields/PeriodField.tsx'
import { SearchField } from './lists/fields/SearchField.tsx'
import { useListFilters } from './lists/filters.ts'
import { ListCard } from './lists/ListCard.tsx'
import { ListFilterBar } from './lists/ListFilterBar.tsx'
import { LoadHint } from './lists/LoadHint.tsx'
import { NoMatches } from './lists/NoMatches.tsx'
import { useCompanies } from './lists/useCompanies.ts'
import { useCurrencies } from './lists/useCurrencies.ts'
import { useEndless, workRowsAfter } from './lists/useEndless.ts'
import { useOpenRow } from './lists/useOpenRow.ts'
import { Aside } from './lists/work/Aside.tsx'
import { ListTools } from './lists/work/ListTools.tsx'
import { useColumns } from './lists/work/useColumns.ts'
import { usePatched } from './lists/work/usePatched.ts'

export default function BillsPage() {
  const { id, data, call, canEdit } = useWorkspace()
  const { query: url } = useRoute()
  const filters = useListFilters(billFilters)
  const sort = sortIn(url.get('sort'))
  const showsUnread = url.get('unread') === 'show'
  const hiding = withoutUnread(filters.query, showsUnread)
  const { query } = hiding
  const list = useEndless([id, query, sort], (cursor, signal, loaded) =>
    call('listBillRows', 'GET', '/bill-rows', {
      query: { ...query, sort, limit: workRowsAfter(loaded), cursor },
      signal,
    }),
  )
  const { rows, patch } = usePatched<Bill>(list.rows)
  const totalsOf = (of: typeof query, signal: AbortSignal) =>
    call('getBillTotals', 'GET', '/bill-totals', { query: of, signal })
  const totals = useLoad([id, query], signal => {
    const load = () => totalsOf(query, signal)
    // To count what a search finds takes longer than its first rows.
    return query.q ? list.afterFirst(load) : load()
  })
  const unread = useLoad(
    [id, hiding.unread],
    async signal => hiding.unread && (await totalsOf(hiding.unread, signal)),
  )
  const companies = useCompanies(rows)
  const currencies = useCurrencies(totals.data?.totals)
  const shown = useOpenRow('bill', rows, (one, signal) => data.bills.get(one, { signal }))
  const [turn, nextTurn] = useReducer((now: number) => now + 1, 0)
  const columns = useColumns(columnChoice)
  const openId = shown.id

  // Sums of the previous filters would look like those of the filters that failed.
  const failed = Boolean(totals.error)
  const reloadAll = useCallback(() => {
    list.reload()
    totals.reload()
    unread.reload()
  }, [list.reload, totals.reload, unread.reload])

  /** The open bill is read again in its place; a decision about others reloads the list. */
  const changed = useCallback(() => {
    recount()
    nextTurn()
    totals.reload()
    shown.reload()
    if (openId === null) list.reload()
    else data.bills.get(openId).then(bill => patch([bill]), list.reload)
  }, [data, openId, patch, list.reload, totals.reload, shown.reload])
  return (
    <>
      <PageHeader title="Bills" actions={<Tolerances onChanged={nextTurn} />} />
      {canEdit && <BillDrop onImported={changed} />}
      <ToDecide companyId={filters.query.companyId} turn={turn} onDecided={changed} />
      <ListFilterBar
        filters={filters}
        known={{ companies, currencies }}
        error={list.error}
        before={
          <SearchField label="Search supplier, number, amount or IBAN" value={filters.values.q ?? ''} />
        }
        after={
          <ListTools
            list="bills"
            sorting={{ options: sortOptions, value: sort }}
            columns={columns}
            exportPath="/bill-export"
            query={query}
          />
        }
        presets={
          <PeriodField
            label="Due"
            choices={dueChoices}
            from={filters.values.dueFrom}
            to={filters.values.dueTo}
            onChange={(dueFrom, dueTo) => filters.set({ dueFrom, dueTo })}
          />
        }
      />
      <BillTotals totals={failed ? undefined : totals.data} busy={totals.loading} />
      {!failed && unread.data && (
        <Aside
          count={unread.data.count}
          one="document is not read yet"
          many="documents are not read yet"
          parameter="unread"
          shown={showsUnread}
        />
      )}
      <ListCard
        list={{ ...list, rows, reload: reloadAll }}
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
        {shownRows => (
          <BillTable
            rows={shownRows}
            shown={columns.shown}
            sideways={columns.sideways}
            companyOf={companies.nameOf}
            busy={list.loading}
            onOpen={shown.open}
          />
        )}
      </ListCard>
      <BillDrawer shown={shown} companyOf={companies.fullNameOf} onChanged={changed} />
    </>
  )
}

const dueChoices = ['Any time', 'Overdue', 'Next 7 days', 'Next 30 days', 'This month', 'Last month'] as const
