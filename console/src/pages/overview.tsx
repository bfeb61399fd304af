/** The workspace at a glance, or one company of it. */
import type { Overview } from '../../../src/contract/console/overview.ts'
import { type Loaded, useLoad } from '../api/useLoad.ts'
import { Link, useFilters } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { SelectField } from '../ui/forms/SelectField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import layout from '../ui/layout/layout.module.css'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useCompanies } from './lists/useCompanies.ts'
import { Apart } from './overview/Apart.tsx'
import { Balances } from './overview/Balances.tsx'
import { BillsByStatus } from './overview/BillsByStatus.tsx'
import { DueNext } from './overview/DueNext.tsx'
import { Latest } from './overview/Latest.tsx'
import { MoneyChart } from './overview/MoneyChart.tsx'
import { NeedsPerson } from './overview/NeedsPerson.tsx'
import { OverviewSkeleton } from './overview/OverviewSkeleton.tsx'
import styles from './overview/overview.module.css'
import { Totals } from './overview/Totals.tsx'
import { FirstSteps } from './setup/FirstSteps.tsx'

const latestRows = 8

export default function OverviewPage() {
  const { id, name, call, data } = useWorkspace()
  const companies = useCompanies()
  const [{ companyId, currency }, setFilters] = useFilters('companyId', 'currency')
  const overview = useLoad([id, companyId], signal =>
    call('getOverview', 'GET', '/overview', { query: { companyId }, signal }),
  )
  const query = { companyId, status: 'booked' as const, limit: latestRows }
  const latest = useLoad([id, query], signal => data.transactions.list(query, { signal }))
  const isEmpty = !companyId && hasNothing(overview) && latest.data?.data.length === 0
  return (
    <>
      <PageHeader
        title="Overview"
        description={name}
        actions={
          companies.options.length > 2 && (
            <SelectField
              label="Company"
              labelHidden
              options={companies.options}
              value={companyId ?? ''}
              onChange={value => setFilters({ companyId: value })}
            />
          )
        }
      />
      {overview.error ? (
        <Card>
          <ErrorState
            error={overview.error}
            title="The overview could not be loaded"
            onRetry={overview.reload}
          />
          {companyId && (
            <p className={styles.wayOut}>
              <Link to="/">Show all companies</Link>
            </p>
          )}
        </Card>
      ) : !overview.data ? (
        <OverviewSkeleton />
      ) : isEmpty ? (
        <FirstSteps onChanged={overview.reload} />
      ) : (
        <>
          <NeedsPerson />
          {overview.data.totals.length > 0 && <Totals totals={overview.data.totals} companyId={companyId} />}
          <MoneyChart
            overview={overview.data}
            companyId={companyId}
            currency={currency}
            onCurrency={value => setFilters({ currency: value })}
          />
          <div className={styles.cards}>
            <div className={layout.stackLoose}>
              <Balances balances={overview.data.balances} companyId={companyId} busy={overview.loading} />
              <Apart apart={overview.data.apart} companyId={companyId} busy={overview.loading} />
              <BillsByStatus bills={overview.data.bills} companyId={companyId} busy={overview.loading} />
            </div>
            <div className={layout.stackLoose}>
              <DueNext bills={overview.data.dueNext} companyId={companyId} busy={overview.loading} />
              <Latest latest={latest} companyId={companyId} />
            </div>
          </div>
        </>
      )}
      <div>
        <CallBehind
          title="The API call behind this page: balances"
          method="GET"
          path="/accounts"
          query={{ companyId }}
        />
        <CallBehind
          title="The API call behind this page: latest transactions"
          method="GET"
          path="/transactions"
          query={query}
        />
        <CallBehind
          title="The API call behind this page: bills"
          method="GET"
          path="/bills"
          query={{ companyId }}
        />
      </div>
    </>
  )
}

function hasNothing({ data }: Loaded<Overview>): boolean {
  return data !== undefined && data.totals.length === 0 && data.bills.length === 0
}
