/** Settings → Workspace: its name and its companies. Owners can create further workspaces. */
import { useState } from 'react'
import type { Company } from '../../../src/contract/companies.ts'
import { consoleCall } from '../api/client.ts'
import { navigate } from '../router.tsx'
import { useSession, useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { toast } from '../ui/actions/Toast.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../ui/feedback/Skeleton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { type Column, Table } from '../ui/tables/Table.tsx'
import { useSharedList, useWorkspaceLists } from '../workspace/lists.tsx'
import { CompanyDialog } from './setup/CompanyDialog.tsx'
import { NameDialog } from './setup/NameDialog.tsx'

type Asked = { to: 'rename' | 'create' } | { to: 'company'; company?: Company }

export default function WorkspacePage() {
  const { me, setMe, refreshMe } = useSession()
  const { name, call, canEdit, canManage } = useWorkspace()
  const lists = useWorkspaceLists()
  const companies = useSharedList(lists.companies)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <PageHeader
        title="Workspace"
        description={name}
        actions={
          <>
            {me.mayCreateWorkspaces && (
              <Button icon="plus" onClick={() => setAsked({ to: 'create' })}>
                New workspace
              </Button>
            )}
            {canManage && (
              <Button variant="primary" icon="edit" onClick={() => setAsked({ to: 'rename' })}>
                Rename
              </Button>
            )}
          </>
        }
      />
      <Card
        title="Companies"
        description="Accounts, transactions, bills and payees belong to a company."
        flush
        actions={
          canEdit && (
            <Button icon="plus" onClick={() => setAsked({ to: 'company' })}>
              New company
            </Button>
          )
        }
      >
        {companies.error && !companies.rows ? (
          <ErrorState error={companies.error} onRetry={lists.companies.refresh} />
        ) : !companies.rows ? (
          <SkeletonTable rows={3} label="Loading companies" />
        ) : companies.rows.length > 0 ? (
          <Table
            caption="Companies"
            columns={columns}
            rows={companies.rows}
            rowKey={({ id }) => id}
            onOpen={canEdit ? company => setAsked({ to: 'company', company }) : undefined}
          />
        ) : (
          <EmptyState icon="people" title="No companies yet" />
        )}
      </Card>
      {asked?.to === 'company' && (
        <CompanyDialog
          company={asked.company}
          onDone={() => {
            close()
            lists.companies.refresh()
          }}
          onClose={close}
        />
      )}
      {asked?.to === 'rename' && (
        <NameDialog
          title="Rename the workspace"
          description="Everyone who belongs to it sees the new name."
          action="Rename"
          name={name}
          save={next => call('renameWorkspace', 'PATCH', '/workspace-name', { body: { name: next } })}
          onDone={renamed => {
            close()
            toast(`Renamed to ${renamed.name}`)
            refreshMe()
          }}
          onClose={close}
        />
      )}
      {asked?.to === 'create' && (
        <NameDialog
          title="New workspace"
          description="It has its own companies, keys and people, and shares nothing with this one."
          action="Create workspace"
          save={next => consoleCall('createWorkspace', 'POST', '/new-workspace', { body: { name: next } })}
          onDone={made => {
            close()
            setMe(made.me)
            navigate(`/?workspace=${encodeURIComponent(made.workspaceId)}`)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

const columns: Column<Company>[] = [
  { header: 'Name', wrap: true, cell: ({ name }) => name },
  { header: 'VAT number', cell: ({ vatNumber }) => vatNumber ?? '–' },
  { header: 'Registration', cell: ({ registrationNumber }) => registrationNumber ?? '–', secondary: true },
  { header: 'Country', cell: ({ country }) => country ?? '–' },
]
