/** The progress of an export, with a button to cancel. */
import { messageOf } from '../../api/errors.ts'
import { formatCount } from '../../format/money.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import progress from '../../ui/feedback/progress.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import text from '../../ui/text/text.module.css'
import { type ExportState, exportRowsMax } from './useExport.ts'

interface ExportDialogProps {
  state: ExportState
  filtered: boolean
  onRetry: () => void
  onCancel: () => void
}

export function ExportDialog({ state, filtered, onRetry, onCancel }: ExportDialogProps) {
  return (
    <Dialog
      open={state.is !== 'idle'}
      title="Export as CSV"
      description={filtered ? 'The records that match the filters.' : 'All records of the workspace.'}
      onClose={onCancel}
      closeOnBackdrop={false}
      footer={
        <>
          <Button onClick={onCancel}>{state.is === 'running' ? 'Cancel' : 'Close'}</Button>
          {state.is === 'failed' && (
            <Button variant="primary" icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      }
    >
      {state.is === 'running' && (
        <div className={progress.progress}>
          <progress aria-label="Export" />
          {/* Announced once: announcing the count of each page would never stop. */}
          <p className={text.num}>{formatCount(state.count)} records read</p>
          <p className={text.visuallyHidden} role="status">
            Reading the audit log
          </p>
        </div>
      )}
      {state.is === 'failed' && (
        <Notice tone="danger" live title="The export stopped">
          {`${messageOf(state.error)} ${formatCount(state.count)} records were read. No file was created.`}
        </Notice>
      )}
      {state.is === 'tooMany' && (
        <Notice tone="warning" live title="Too many records for one file">
          {`More than ${formatCount(exportRowsMax)} records match. Choose a date range, and export one part at a time.`}
        </Notice>
      )}
    </Dialog>
  )
}
