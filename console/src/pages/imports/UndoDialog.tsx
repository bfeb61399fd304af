/** Undoes an import, or says what depends on it. */
import type { ListedImport } from '../../../../src/contract/console/imports.ts'
import { hasCode } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlays/Dialog.tsx'
import text from '../../ui/text/text.module.css'

interface UndoDialogProps {
  row: ListedImport
  onDone: (undone: ListedImport) => void
  onClose: () => void
}

export function UndoDialog({ row, onDone, onClose }: UndoDialogProps) {
  const { call } = useWorkspace()
  const { fileName } = row.report
  const undo = useMutation(
    () => call('undoImport', 'DELETE', '/imports/{id}', { id: row.id }),
    undone => {
      toast(`Import of ${fileName} undone`)
      onDone(undone)
    },
  )
  const reasons = reasonsIn(undo.error)
  if (reasons.length > 0) return <Blocked reasons={reasons} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      title={`Undo ${fileName}?`}
      confirm="Undo import"
      pending={undo.pending}
      error={undo.error}
      onConfirm={() => undo.run()}
      onClose={onClose}
    >
      <p>
        Rows that it added are deleted, rows that it changed are restored, and balances come from the
        remaining statements.
      </p>
      <Notice tone="warning">
        Programs that follow the change feed delete these rows too. Programs that only use updatedAfter keep
        them until they sync again from the start.
      </Notice>
    </ConfirmDialog>
  )
}

const Blocked = ({ reasons, onClose }: { reasons: readonly string[]; onClose: () => void }) => (
  <Dialog
    open
    title="This import cannot be undone yet"
    onClose={onClose}
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <Notice tone="danger" live title="Later changes depend on it">
      <ul className={text.bullets}>
        {reasons.map(reason => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
    <p className={text.muted}>Nothing was changed.</p>
  </Dialog>
)

function reasonsIn(error: unknown): string[] {
  if (!hasCode(error, 'IMPORT_STANDS')) return []
  const { reasons } = error.data as { reasons?: unknown }
  return Array.isArray(reasons) ? reasons.filter(reason => typeof reason === 'string') : []
}
