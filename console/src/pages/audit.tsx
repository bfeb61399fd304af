/** Settings → Audit: who or which key did what, and when. For owners and admins. */
import { useState } from 'react'
import type { AuditRecord } from '../../../src/contract/console/audit.ts'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AuditDrawer } from './audit/AuditDrawer.tsx'
import { AuditTable } from './audit/AuditTable.tsx'
import { ExportDialog } from './audit/ExportDialog.tsx'
import { auditFilters } from './audit/filters.ts'
import { useActors } from './audit/useActors.ts'
import { useExport } from './audit/useExport.ts'
import { ConsoleCall } from './ConsoleCall.tsx'
import { useListFilters } from './lists/filters.ts'
import { ListCard, LoadedCount } from './lists/ListCard.tsx'
import { ListFilterBar } from './lists/ListFilterBar.tsx'
import { NoMatches } from './lists/NoMatches.tsx'
import { pageRows, useEndless } from './lists/useEndless.ts'

export default function AuditPage() {
  const { id, call } = useWorkspace()
  const filters = useListFilters(auditFilters)
  const list = useEndless([id, filters.query], (cursor, signal) =>
    call('listAudit', 'GET', '/audit', { query: { ...filters.query, limit: pageRows, cursor }, signal }),
  )
  const actors = useActors(list.rows)
  const file = useExport(filters.query)
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  return (
    <>
      <PageHeader
        title="Audit"
        description="Who or which key did what, and when. Nobody can change a record."
        actions={
          <>
            <LoadedCount list={list} one="record" />
            <Button icon="download" onClick={file.start} disabled={!list.rows?.length || Boolean(list.error)}>
              Export CSV
            </Button>
          </>
        }
      />
      <ListFilterBar filters={filters} known={actors} error={list.error} />
      <ConsoleCall path="/audit" query={{ ...filters.query }}>
        The audit log is for the owners and admins of the workspace, so this call goes by your session. No key
        may make it.
      </ConsoleCall>
      <ListCard
        list={list}
        label="Loading the audit log"
        empty={
          filters.isActive ? (
            <NoMatches one="record" onClear={filters.clear}>
              None has all of these filters together. Take one away, or widen the dates.
            </NoMatches>
          ) : (
            <EmptyState icon="audit" title="Nothing was done yet">
              Keys, payees and people that are added, changed or removed appear here at once.
            </EmptyState>
          )
        }
      >
        {rows => <AuditTable rows={rows} busy={list.loading} onOpen={setOpened} />}
      </ListCard>
      <AuditDrawer record={opened} onClose={() => setOpened(null)} />
      <ExportDialog
        state={file.state}
        filtered={filters.isActive}
        onRetry={file.start}
        onCancel={file.cancel}
      />
    </>
  )
}
