/** The details of one import, with the button to undo it. */
import { useState } from 'react'
import type { ListedImport } from '../../../../src/contract/console/imports.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import { CopyValue } from '../lists/CopyValue.tsx'
import { actorName } from './ImportTable.tsx'
import { ReportView } from './report/ReportView.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { bytesText, outcomeText } from './words.ts'

interface ImportDrawerProps {
  row: ListedImport
  onUndone: (row: ListedImport) => void
  onClose: () => void
}

export function ImportDrawer({ row, onUndone, onClose }: ImportDrawerProps) {
  const { canEdit } = useWorkspace()
  const [undoing, setUndoing] = useState(false)
  const { id, at, undoneAt, report } = row
  return (
    <>
      <Drawer
        open
        title={report.fileName}
        onClose={onClose}
        json={row}
        footer={
          canEdit &&
          undoneAt === null && (
            <Button variant="danger" icon="undo" onClick={() => setUndoing(true)}>
              Undo import
            </Button>
          )
        }
      >
        <div className={layout.stackLoose}>
          <Details
            items={[
              { label: 'Outcome', value: outcomeText(report, 'did') },
              { label: 'When', value: <Instant value={at} /> },
              { label: 'Who', value: actorName(row) },
              ...(undoneAt === null ? [] : [{ label: 'Undone', value: <Instant value={undoneAt} /> }]),
              { label: 'Format', value: report.format },
              { label: 'Size', value: bytesText(report.bytes) },
              { label: 'Import ID', value: <CopyValue text={id} label="import ID" /> },
            ]}
          />
          <ReportView report={report} tense="did" narrow />
        </div>
      </Drawer>
      {undoing && (
        <UndoDialog
          row={row}
          onDone={undone => {
            setUndoing(false)
            onUndone(undone)
          }}
          onClose={() => setUndoing(false)}
        />
      )}
    </>
  )
}
