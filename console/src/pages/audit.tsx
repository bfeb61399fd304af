/** Settings → Audit: who or which key did what, and when. For owners and admins. */
import { useState } from 'react'
import type { AuditRecord } from '../../../src/contract/console/audit.ts'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { AuditDrawer } from './audit/AuditDrawer.tsx'
import { AuditTable } from './audit/AuditTable.tsx'
import { ExportDialog } from './audit/ExportDialog.tsx'
import { activeFilters, FilterFields, useAuditFilters } from './audit/filters.tsx'
import { useActors } from './audit/useActors.ts'
import { useExport } from './audit/useExport.ts'
import { ConsoleCall } from './ConsoleCall.tsx'
import { FilterBar } from './lists/FilterBar.tsx'
import { ListCard, LoadedCount } from './lists/ListCard.tsx'
import { pageRows, useEndless } from './lists/useEndless.ts'

export default function AuditPage() {
  const { id, call } = useWorkspace()
  const filters = useAuditFilters()
  const list = useEndless([id, filters.query], (cursor, signal) =>
    call('listAudit', 'GET', '/audit', { query: { ...filters.query, limit: pageRows, cursor }, signal }),
  )
  const actors = useActors(list.rows)
  const file = useExport(filters.query)
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  const active = activeFilters(filters, actors)
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
      <FilterBar active={active} onRemove={name => filters.set({ [name]: null })} onClear={filters.clear}>
        <FilterFields filters={filters} actors={actors} error={list.error} />
      </FilterBar>
      <ConsoleCall path="/audit" query={{ ...filters.query }}>
        The audit log is for the owners and admins of the workspace, so this call goes by your session. No key
        may make it.
      </ConsoleCall>
      <ListCard
        list={list}
        label="Loading the audit log"
        empty={
          active.length > 0 ? (
            <EmptyState
              title="No record matches"
              action={<Button onClick={filters.clear}>Clear filters</Button>}
            >
              None has all of these filters together. Take one away, or widen the dates.
            </EmptyState>
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
        filtered={active.length > 0}
        onRetry={file.start}
        onCancel={file.cancel}
      />
    </>
  )
}
