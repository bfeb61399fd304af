/** Applies the rules to all transactions, after showing what would change. */
import type { Rule } from '../../../../src/contract/console/rules.ts'
import { messageOf } from '../../api/errors.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useMutation } from '../../api/useMutation.ts'
import { formatCount } from '../../format/money.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Details } from '../../ui/overlays/Drawer.tsx'
import text from '../../ui/text/text.module.css'

interface ApplyDialogProps {
  rules: readonly Rule[]
  onClose: () => void
}

interface Outcome {
  looked: number
  changed: number
  byRule: Record<string, number>
}

export function ApplyDialog({ rules, onClose }: ApplyDialogProps) {
  const { id, call } = useWorkspace()
  const preview = useLoad(id, signal =>
    call('applyRules', 'POST', '/rule-runs', { body: { dryRun: true }, signal }),
  )
  const apply = useMutation(
    () => call('applyRules', 'POST', '/rule-runs', { body: { dryRun: false } }),
    ({ changed }) => {
      toast(`${transactions(changed)} changed`)
      onClose()
    },
  )
  const changed = preview.data?.changed ?? 0
  return (
    <Dialog
      open
      title="Apply to all transactions"
      onClose={onClose}
      locked={apply.pending}
      footer={
        changed > 0 ? (
          <>
            <Button onClick={onClose} disabled={apply.pending}>
              Cancel
            </Button>
            <Button variant="primary" pending={apply.pending} onClick={() => apply.run()}>
              {`Change ${transactions(changed)}`}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {preview.data ? (
        <Preview outcome={preview.data} rules={rules} />
      ) : preview.error ? (
        <ErrorState error={preview.error} onRetry={preview.reload} />
      ) : (
        <div role="status" aria-label="Counting what would change">
          <Skeleton />
        </div>
      )}
      {apply.error !== null && apply.error !== undefined && (
        <Notice tone="danger" live>
          {messageOf(apply.error)}
        </Notice>
      )}
    </Dialog>
  )
}

function Preview({
  outcome: { looked, changed, byRule },
  rules,
}: {
  outcome: Outcome
  rules: readonly Rule[]
}) {
  if (changed === 0) {
    return (
      <p>
        All {transactions(looked)} already have the category that the rules give them. Nothing would change.
      </p>
    )
  }
  const given = rules.filter(rule => byRule[rule.id])
  const lost = changed - Object.values(byRule).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <p>
        <strong>{formatCount(changed)}</strong> of {transactions(looked)} would get another category.
      </p>
      <Details
        items={[
          ...given.map(({ id, name }) => ({ label: name, value: formatCount(byRule[id] ?? 0) })),
          ...(lost > 0 ? [{ label: 'Category removed', value: formatCount(lost) }] : []),
        ]}
      />
      <p className={text.muted}>Categories that a person chose, or that came with a file, do not change.</p>
    </>
  )
}

const transactions = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`
