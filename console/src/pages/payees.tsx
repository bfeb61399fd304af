/** The payees of the workspace, searched by name or IBAN. Everyone except members can add, change and delete them. */
import { useState } from 'react'
import type { Payee } from '../../../src/contract/payees.ts'
import { hasCode } from '../api/errors.ts'
import { useLoad } from '../api/useLoad.ts'
import { setQuery, useFilters } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../ui/feedback/Skeleton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useCompanies } from './lists/useCompanies.ts'
import { useOpenRow } from './lists/useOpenRow.ts'
import { PayeeDialogs, type PayeeTask } from './payees/PayeeDialogs.tsx'
import { PayeeDrawer } from './payees/PayeeDrawer.tsx'
import { PayeeFilters } from './payees/PayeeFilters.tsx'
import { PayeeList } from './payees/PayeeList.tsx'

export default function PayeesPage() {
  const { id, data, canEdit } = useWorkspace()
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
  /** Closes the dialog and opens the payee that already has the IBAN. */
  const openInstead = (payeeId: string) => {
    setTask(null)
    setQuery({ payee: payeeId }, { replace: opened.id !== null })
  }

  return (
    <>
      <PageHeader
        title="Payees"
        description={`Saved recipients of transfers, by company.${canEdit ? '' : ' Bookkeepers, admins and owners can add and change them.'}`}
        actions={
          canEdit && (
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
            // Another list starts at the top again.
            key={`${companyId} ${search}`}
            payees={rows}
            companies={companies}
            search={search}
            filtered={companyId !== undefined}
            busy={payees.loading}
            onOpen={opened.open}
            onCreate={canEdit ? create : null}
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
          onTask={canEdit ? setTask : null}
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
  /** Null if no company is selected. */
  onClear: (() => void) | null
}

/** Only the company can be wrong in this request: its id comes from a link, or from another workspace. */
function NotLoaded({ error, onRetry, onClear }: NotLoadedProps) {
  if (!onClear || !hasCode(error, 'BAD_REQUEST')) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      title="This workspace has no such company"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      The URL names a company that is not in this workspace.
    </EmptyState>
  )
}
