/** What was sent to a webhook and what came of it, and the button that sends a test. */
import { useState } from 'react'
import type { Webhook, WebhookAttempt } from '../../../../src/contract/console/webhooks.ts'
import { messageOf } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { formatCount } from '../../format/money.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import layout from '../../ui/layout/layout.module.css'
import { LoadMore } from '../../ui/tables/LoadMore.tsx'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import type { AttemptList } from './useAttempts.ts'
import { failureText, resultText, typeWords } from './webhookFacts.ts'

interface AttemptsProps {
  of: Webhook
  isOff: boolean
  attempts: AttemptList
}

export function Attempts({ of, isOff, attempts }: AttemptsProps) {
  const { call } = useWorkspace()
  const [tested, setTested] = useState<WebhookAttempt | null>(null)
  const test = useMutation(
    () => {
      setTested(null)
      return call('testWebhook', 'POST', '/webhook-tests', { body: { webhookId: of.id } })
    },
    attempt => {
      setTested(attempt)
      attempts.reload()
    },
  )
  return (
    <section className={layout.stack}>
      <div className={layout.rowSpread}>
        <h3>Attempts, last 30 days</h3>
        {!isOff && (
          <Button size="small" pending={test.pending} onClick={() => test.run()}>
            Send test
          </Button>
        )}
      </div>
      {tested && <TestResult of={tested} />}
      {test.error !== null && test.error !== undefined && (
        <Notice tone="danger" live>
          {messageOf(test.error)}
        </Notice>
      )}
      <List {...attempts} />
    </section>
  )
}

function TestResult({ of }: { of: WebhookAttempt }) {
  if (of.error === null) {
    return (
      <Notice tone="success" live title="The test was delivered">
        {resultText(of)} after {formatCount(of.durationMs)} ms.
      </Notice>
    )
  }
  return (
    <Notice tone="danger" live title="The test was not delivered">
      {failureText(of.error, of.status)}
    </Notice>
  )
}

function List({ rows, error, reload, ...pages }: AttemptList) {
  if (!rows) {
    return error === null ? (
      <SkeletonTable rows={3} columns={2} label="Loading attempts" />
    ) : (
      <ErrorState error={error} onRetry={reload} />
    )
  }
  if (rows.length === 0) return <p className={text.muted}>Nothing was sent yet.</p>
  return (
    <div>
      <Table caption="Attempts" columns={columns} rows={rows} rowKey={({ id }) => id} />
      {pages.hasMore && <LoadMore count={rows.length} {...pages} />}
    </div>
  )
}

const columns: Column<WebhookAttempt>[] = [
  {
    header: 'Message',
    cell: ({ at, type, messageId }) => (
      <span className={table.lines}>
        <span>
          {typeWords[type]}, <Instant value={at} relative />
        </span>
        <span className={text.mono}>{messageId}</span>
      </span>
    ),
    wrap: true,
  },
  {
    header: 'Result',
    cell: attempt => (
      <span className={table.lines}>
        <span>
          <Badge tone={attempt.delivered ? 'good' : 'bad'}>
            {attempt.delivered ? 'Delivered' : 'Failed'}
          </Badge>
        </span>
        <span>
          {resultText(attempt)}, {formatCount(attempt.durationMs)} ms
        </span>
      </span>
    ),
  },
]
