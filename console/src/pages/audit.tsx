/** Settings → Audit: who did what, and when. For owners and admins. */
import { useState } from 'react'
import type { AuditRecord } from '../../../src/contract/console/audit.ts'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
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
        description="Who did what, and when. Records cannot be changed."
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
        Only owners and admins can read the audit log, so this call uses your session. API keys have no access
        to it.
      </ConsoleCall>
      <ListCard
        list={list}
        label="Loading the audit log"
        empty={
          filters.isActive ? (
            <NoMatches one="record" onClear={filters.clear}>
              Remove a filter, or widen the date range.
            </NoMatches>
          ) : (
            <EmptyState icon="audit" title="No records yet">
              Changes to keys, payees and people appear here.
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
