/** The Imports page: bank and supplier files, each with a preview before it is imported, and the list of earlier imports. */
import { useState } from 'react'
import type { ListedImport } from '../../../src/contract/console/imports.ts'
import { useWorkspace } from '../session.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import layout from '../ui/layout/layout.module.css'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWorkspaceLists } from '../workspace/lists.tsx'
import { ConsoleCall } from './ConsoleCall.tsx'
import { ImportDrawer } from './imports/ImportDrawer.tsx'
import { ImportTable } from './imports/ImportTable.tsx'
import { WayIn } from './imports/queue/WayIn.tsx'
import { UnfinishedUploads } from './imports/UnfinishedUploads.tsx'
import { ListCard, LoadedCount } from './lists/ListCard.tsx'
import { pageRows, useEndless } from './lists/useEndless.ts'

export default function ImportsPage() {
  const { id, call, canEdit } = useWorkspace()
  const { accounts } = useWorkspaceLists()
  const list = useEndless(id, (cursor, signal) =>
    call('listImports', 'GET', '/imports', { query: { limit: pageRows, cursor }, signal }),
  )
  const [opened, setOpened] = useState<ListedImport | null>(null)
  const undone = (row: ListedImport) => {
    setOpened(row)
    list.reload()
    // Accounts that the import created are gone.
    accounts.refresh()
  }
  return (
    <>
      <PageHeader
        title="Imports"
        description="Import bank statements and e-invoices. You see what each file would change before you import it, and you can undo every import."
      />
      {canEdit && <WayIn onImported={list.reload} />}
      {canEdit && <UnfinishedUploads />}
      <section className={layout.stack} aria-labelledby="imports-before">
        <div className={layout.rowSpread}>
          <h2 id="imports-before">Imported</h2>
          <LoadedCount list={list} one="import" />
        </div>
        <ListCard list={list} label="Loading imports" empty={<Nothing canEdit={canEdit} />}>
          {rows => <ImportTable rows={rows} busy={list.loading} onOpen={setOpened} />}
        </ListCard>
      </section>
      <ConsoleCall path="/imports" command={`import statement.xml --workspace ${id}`}>
        Only people can import files here, so this call uses your session. On the server, programs can use a
        command.
      </ConsoleCall>
      {opened && <ImportDrawer row={opened} onUndone={undone} onClose={() => setOpened(null)} />}
    </>
  )
}

const Nothing = ({ canEdit }: { canEdit: boolean }) => (
  <EmptyState icon="upload" title="Nothing imported yet">
    {canEdit
      ? 'Drop a bank statement or an e-invoice above to preview it.'
      : 'Bookkeepers, admins and owners can import bank statements and e-invoices. Their imports appear here.'}
  </EmptyState>
)
