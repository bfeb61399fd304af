/** The accounts of the workspace: balances and how old they are, nicknames, statements and balance history. */
import { useMemo, useState } from 'react'
import type { Account } from '../../../src/contract/accounts.ts'
import { useLoad } from '../api/useLoad.ts'
import { useFilters } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../ui/feedback/Skeleton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWorkspaceLists } from '../workspace/lists.tsx'
import { AccountDialog } from './accounts/AccountDialog.tsx'
import { AccountDrawer } from './accounts/AccountDrawer.tsx'
import { AccountFilters } from './accounts/AccountFilters.tsx'
import { AccountTable } from './accounts/AccountTable.tsx'
import { balanceStates } from './accounts/words.ts'
import { useCompanies } from './lists/useCompanies.ts'
import { useOpenRow } from './lists/useOpenRow.ts'

type Asked = { to: 'create' } | { to: 'edit'; account: Account }

export default function AccountsPage() {
  const { id, data, canEdit } = useWorkspace()
  const lists = useWorkspaceLists()
  const [filters, setFilters] = useFilters('companyId', 'currency', 'balance')
  const [asked, setAsked] = useState<Asked | null>(null)
  // All of them: which balance is old depends on the newest one of the workspace.
  const list = useLoad(id, signal => data.accounts.list({}, { signal }))
  const accounts = list.data?.data
  const companies = useCompanies(accounts)
  const states = useMemo(() => balanceStates(accounts ?? []), [accounts])
  const shown = useMemo(
    () =>
      accounts?.filter(
        ({ id: accountId, companyId, currency }) =>
          (!filters.companyId || companyId === filters.companyId) &&
          (!filters.currency || currency === filters.currency) &&
          (!filters.balance || states.get(accountId) === filters.balance),
      ),
    [accounts, states, filters.companyId, filters.currency, filters.balance],
  )
  const opened = useOpenRow('account', accounts, (one, signal) => data.accounts.get(one, { signal }))
  const done = () => {
    setAsked(null)
    list.reload()
    lists.accounts.refresh()
  }
  const create = canEdit && companies.options.length > 1 && (
    <Button variant="primary" icon="plus" onClick={() => setAsked({ to: 'create' })}>
      New account
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Accounts"
        description="Balances as the banks last reported them. Importing a statement updates its account."
        actions={create}
      />
      <AccountFilters
        accounts={accounts ?? []}
        companies={companies.options}
        values={filters}
        onChange={setFilters}
      />
      <Card flush>
        {list.error && !accounts ? (
          <ErrorState error={list.error} onRetry={list.reload} title="The accounts could not be loaded" />
        ) : !shown ? (
          <SkeletonTable label="Loading accounts" />
        ) : shown.length > 0 ? (
          <AccountTable
            accounts={shown}
            states={states}
            companies={companies}
            busy={list.loading}
            onOpen={opened.open}
          />
        ) : (
          <EmptyState icon="account" title={accounts?.length ? 'No account matches' : 'No accounts yet'}>
            {accounts?.length
              ? 'Remove a filter to see the other accounts.'
              : 'Create one, or import a bank statement: it brings its account along.'}
          </EmptyState>
        )}
      </Card>
      <CallBehind method="GET" path="/accounts" query={{ companyId: filters.companyId }} />
      {opened.id && !asked && (
        <AccountDrawer
          account={opened.row}
          state={opened.row && states.get(opened.row.id)}
          error={opened.error}
          companyName={opened.row && companies.fullNameOf(opened.row.companyId)}
          onRetry={opened.reload}
          onEdit={canEdit ? account => setAsked({ to: 'edit', account }) : null}
          onChanged={done}
          onClose={opened.close}
        />
      )}
      {asked && (
        <AccountDialog
          account={asked.to === 'edit' ? asked.account : undefined}
          companies={companies.options}
          companyId={filters.companyId}
          onDone={done}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
