/** Undoes an import, or says what depends on it. */
import type { ListedImport } from '../../../../src/contract/console/imports.ts'
import { hasCode } from '../../api/errors.ts'
import { type Mutation, useMutation } from '../../api/useMutation.ts'
import { formatSentence } from '../../format/sentence.ts'
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
    (withWork: boolean) =>
      call('undoImport', 'DELETE', '/imports/{id}', {
        id: row.id,
        query: withWork ? { withWork: 'true' } : {},
      }),
    undone => {
      toast(`Import of ${fileName} undone`)
      onDone(undone)
    },
  )
  const reasons = reasonsIn(undo.error, 'reasons')
  const work = reasonsIn(undo.error, 'work')
  if (reasons.length > 0 && work.length === reasons.length) {
    return <Worked work={work} undo={{ ...undo, error: null, run: () => undo.run(true) }} onClose={onClose} />
  }
  if (reasons.length > 0) return <Blocked reasons={reasons} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      title={`Undo ${fileName}?`}
      confirm="Undo import"
      change={{ ...undo, run: () => undo.run(false) }}
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
          <li key={reason}>{formatSentence(reason)}</li>
        ))}
      </ul>
    </Notice>
    <p className={text.muted}>Nothing was changed.</p>
  </Dialog>
)

interface WorkedProps {
  work: readonly string[]
  undo: Mutation<[]>
  onClose: () => void
}

/** Only the work of people is in the way: they may decide to lose it. */
const Worked = ({ work, undo, onClose }: WorkedProps) => (
  <ConfirmDialog
    open
    title="People have worked on it since"
    confirm="Undo it and their work"
    change={undo}
    onClose={onClose}
  >
    <Notice tone="warning" live title="This would be undone as well">
      <ul className={text.bullets}>
        {work.map(each => (
          <li key={each}>{formatSentence(each)}</li>
        ))}
      </ul>
    </Notice>
    <p className={text.muted}>
      Bills of the import are removed with their comments and typed values. Who did what stays in the audit
      log. Nothing was changed yet.
    </p>
  </ConfirmDialog>
)

function reasonsIn(error: unknown, name: 'reasons' | 'work'): string[] {
  if (!hasCode(error, 'IMPORT_STANDS')) return []
  const found = (error.data as Record<string, unknown>)[name]
  return Array.isArray(found) ? found.filter(reason => typeof reason === 'string') : []
}
