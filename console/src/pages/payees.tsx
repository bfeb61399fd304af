/** Beneficiaries: found by name or IBAN, opened in a drawer, and kept up to date by owners and admins. */
import { useState } from 'react'
import type { Payee } from '../../../src/contract/payees.ts'
import { hasCode } from '../api/errors.ts'
import { useLoad } from '../api/useLoad.ts'
import { setQuery, useFilters } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { CallBehind } from '../ui/CallBehind.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonTable } from '../ui/Skeleton.tsx'
import { useCompanies } from './lists/useCompanies.ts'
import { useOpenRow } from './lists/useOpenRow.ts'
import { PayeeDialogs, type PayeeTask } from './payees/PayeeDialogs.tsx'
import { PayeeDrawer } from './payees/PayeeDrawer.tsx'
import { PayeeFilters } from './payees/PayeeFilters.tsx'
import { PayeeList } from './payees/PayeeList.tsx'

export default function PayeesPage() {
  const { id, data, canManage } = useWorkspace()
  const [{ companyId }, setFilters] = useFilters('companyId')
  const [search, setSearch] = useState('')
  const [task, setTask] = useState<PayeeTask | null>(null)
  const payees = useLoad([id, companyId], signal => data.payees.list({ companyId }, { signal }))
  const rows = payees.data?.data
  const companies = useCompanies(rows)
  const opened = useOpenRow<Payee>('payee', rows, (payeeId, signal) => data.payees.get(payeeId, { signal }))

  const create = () => setTask({ to: 'create' })
  const clear = () => {
    setSearch('')
    setFilters({ companyId: null })
  }
  const changed = (gone: boolean) => {
    setTask(null)
    if (gone) opened.close()
    else opened.reload()
    payees.reload()
  }
  /** Whatever was written in a dialog, the payee that stands in its way is what the person wants to see. */
  const openInstead = (payeeId: string) => {
    setTask(null)
    setQuery({ payee: payeeId }, { replace: opened.id !== null })
  }

  return (
    <>
      <PageHeader
        title="Payees"
        description={`Saved beneficiaries of transfers, by company.${
          canManage ? '' : ' Owners and admins add and change them.'
        }`}
        actions={
          canManage && (
            <Button variant="primary" icon="plus" onClick={create}>
              New payee
            </Button>
          )
        }
      />
      <PayeeFilters
        companies={companies.options}
        companyId={companyId}
        onCompany={next => setFilters({ companyId: next })}
        search={search}
        onSearch={setSearch}
      />
      <Card flush>
        {rows && !payees.error && (
          <PayeeList
            // Another list begins at its start again.
            key={`${companyId} ${search}`}
            payees={rows}
            companies={companies}
            search={search}
            filtered={companyId !== undefined}
            busy={payees.loading}
            onOpen={opened.open}
            onCreate={canManage ? create : null}
            onClear={clear}
          />
        )}
        {Boolean(payees.error) && (
          <NotLoaded error={payees.error} onRetry={payees.reload} onClear={companyId ? clear : null} />
        )}
        {!rows && !payees.error && <SkeletonTable columns={4} label="Loading payees" />}
      </Card>
      <CallBehind method="GET" path="/payees" query={{ companyId }} />

      {opened.id && (
        <PayeeDrawer
          payee={opened.row}
          error={opened.error}
          companyName={opened.row && companies.fullNameOf(opened.row.companyId)}
          onRetry={opened.reload}
          onTask={canManage ? setTask : null}
          onClose={opened.close}
        />
      )}
      <PayeeDialogs
        task={task}
        companies={companies.options}
        companyId={companyId}
        onDone={changed}
        onOpenInstead={openInstead}
        onClose={() => setTask(null)}
      />
    </>
  )
}

interface NotLoadedProps {
  error: unknown
  onRetry: () => void
  /** Where a company is asked for. */
  onClear: (() => void) | null
}

/** The company is all that such a request can have wrong: its id is from a link, or of another workspace. */
function NotLoaded({ error, onRetry, onClear }: NotLoadedProps) {
  if (!onClear || !hasCode(error, 'BAD_REQUEST')) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      title="This workspace has no such company"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      The address names one that is not here.
    </EmptyState>
  )
}
