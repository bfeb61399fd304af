/** The rules that set the category of transactions. They are tried in order, and the first match wins. */
import { useState } from 'react'
import type { Rule } from '../../../src/contract/console/rules.ts'
import { messageOf } from '../api/errors.ts'
import { useLoad } from '../api/useLoad.ts'
import { useMutation } from '../api/useMutation.ts'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { SkeletonTable } from '../ui/feedback/Skeleton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { ConsoleCall } from './ConsoleCall.tsx'
import { ApplyDialog } from './rules/ApplyDialog.tsx'
import { DeleteRuleDialog } from './rules/DeleteRuleDialog.tsx'
import { RuleDialog } from './rules/RuleDialog.tsx'
import { RuleTable } from './rules/RuleTable.tsx'
import { useRuleNames } from './rules/useRuleNames.ts'

/** The open dialog, and what it is about. */
type Asked = { to: 'create' | 'apply' } | { to: 'edit' | 'delete'; rule: Rule }

export default function RulesPage() {
  const { id, call, canEdit } = useWorkspace()
  const [asked, setAsked] = useState<Asked | null>(null)
  const rules = useLoad(id, signal => call('listRules', 'GET', '/rules', { signal }))
  const listed = rules.data?.data
  const names = useRuleNames(listed)
  const close = () => setAsked(null)
  const done = () => {
    close()
    rules.reload()
  }
  const move = useMutation(
    (rule: Rule, position: number) =>
      call('changeRule', 'PATCH', '/rules/{id}', { id: rule.id, body: { position } }),
    rules.reload,
  )
  const addRule = (
    <Button variant="primary" icon="plus" onClick={() => setAsked({ to: 'create' })}>
      New rule
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Rules"
        description={`Rules set the category of new transactions. The first match wins, and a category that a person chose is never changed.${canEdit ? '' : ' Bookkeepers, admins and owners can add and change rules.'}`}
        actions={
          canEdit && (
            <>
              {listed && <Button onClick={() => setAsked({ to: 'apply' })}>Apply to all transactions</Button>}
              {addRule}
            </>
          )
        }
      />
      {move.error !== null && move.error !== undefined && (
        <Notice tone="danger" live>
          {messageOf(move.error)}
        </Notice>
      )}
      <Card flush>
        {rules.error && !listed ? (
          <ErrorState error={rules.error} onRetry={rules.reload} />
        ) : !listed ? (
          <SkeletonTable rows={5} label="Loading rules" />
        ) : listed.length === 0 ? (
          <EmptyState icon="filter" title="No rules yet" action={canEdit && addRule}>
            A rule sets the category of every new transaction that matches it, such as rent paid to your
            landlord.
          </EmptyState>
        ) : (
          <RuleTable
            rules={listed}
            names={names}
            busy={rules.loading || move.pending}
            onMove={move.run}
            onEdit={rule => setAsked({ to: 'edit', rule })}
            onDelete={rule => setAsked({ to: 'delete', rule })}
          />
        )}
      </Card>
      <ConsoleCall path="/rules" command={`rules apply --workspace ${id} --dry-run`}>
        Only people can manage rules; API keys have no access to them. On the server, a command lists and
        applies them.
      </ConsoleCall>
      {asked?.to === 'create' && <RuleDialog onDone={done} onClose={close} />}
      {asked?.to === 'edit' && <RuleDialog rule={asked.rule} onDone={done} onClose={close} />}
      {asked?.to === 'delete' && <DeleteRuleDialog rule={asked.rule} onDone={done} onClose={close} />}
      {asked?.to === 'apply' && <ApplyDialog rules={listed ?? []} onClose={close} />}
    </>
  )
}
