/** Creates or edits a rule. */
import { useState } from 'react'
import type { Rule } from '../../../../src/contract/console/rules.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { RuleFields } from './RuleFields.tsx'
import { bodyOf, draftOf, type RuleDraft, ruleFields } from './ruleText.ts'
import { useRuleNames } from './useRuleNames.ts'

interface RuleDialogProps {
  /** The rule to edit. Without it, the dialog creates one. */
  rule?: Rule | undefined
  /** The initial values of a new rule. */
  start?: RuleDraft | undefined
  onDone: () => void
  onClose: () => void
}

export function RuleDialog({ rule, start, onDone, onClose }: RuleDialogProps) {
  const { call } = useWorkspace()
  const names = useRuleNames()
  const [first] = useState(() => start ?? draftOf(rule ?? {}))
  const [draft, setDraft] = useState(first)
  const untouched = JSON.stringify(draft) === JSON.stringify(first)

  const save = useMutation(
    () =>
      rule
        ? call('changeRule', 'PATCH', '/rules/{id}', { id: rule.id, body: bodyOf(draft) })
        : call('createRule', 'POST', '/rules', { body: bodyOf(draft) }),
    ({ name }) => {
      toast(rule ? `${name} updated` : `${name} added. It sets the category of new transactions.`)
      onDone()
    },
  )
  return (
    <Dialog
      open
      size="wide"
      title={rule ? `Edit ${rule.name}` : 'New rule'}
      closeOnBackdrop={untouched}
      onClose={onClose}
    >
      <ChangeForm
        label={rule ? 'Edit rule' : 'New rule'}
        fields={ruleFields}
        change={save}
        submit={rule ? 'Save changes' : 'Add rule'}
        onCancel={onClose}
      >
        <RuleFields draft={draft} onChange={setDraft} errors={fieldErrors(save.error)} names={names} />
      </ChangeForm>
    </Dialog>
  )
}
