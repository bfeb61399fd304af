import type { Rule } from '../../../../src/contract/console/rules.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import text from '../../ui/text/text.module.css'

interface DeleteRuleDialogProps {
  rule: Rule
  onDone: () => void
  onClose: () => void
}

export function DeleteRuleDialog({ rule, onDone, onClose }: DeleteRuleDialogProps) {
  const { call } = useWorkspace()
  const remove = useMutation(
    () => call('deleteRule', 'DELETE', '/rules/{id}', { id: rule.id }),
    () => {
      toast(`${rule.name} deleted`)
      onDone()
    },
  )
  return (
    <ConfirmDialog
      open
      title={`Delete ${rule.name}?`}
      confirm="Delete rule"
      change={remove}
      onClose={onClose}
    >
      <p>The rule will no longer set the category of new transactions.</p>
      <p className={text.muted}>
        Categories that it has set stay until you apply the rules to all transactions.
      </p>
    </ConfirmDialog>
  )
}
