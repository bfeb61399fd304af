/** The list of webhooks, and before the first one, what webhooks are for. */
import type { Webhook } from '../../../../src/contract/console/webhooks.ts'
import type { Loaded } from '../../api/useLoad.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import steps from '../developer/steps.module.css'
import { WebhookTable } from './WebhookTable.tsx'

export interface WebhookList {
  data: Webhook[]
  unavailable: string | null
}

interface WebhooksCardProps {
  list: Loaded<WebhookList>
  onNew: () => void
  onOpen: (webhook: Webhook) => void
}

export function WebhooksCard({ list: { data, error, reload }, onNew, onOpen }: WebhooksCardProps) {
  return (
    <Card flush>
      {!data && error !== null ? (
        <ErrorState error={error} title="The webhooks could not be loaded" onRetry={reload} />
      ) : !data ? (
        <SkeletonTable rows={3} columns={4} label="Loading webhooks" />
      ) : data.data.length === 0 ? (
        <FirstWebhook onNew={data.unavailable === null ? onNew : null} />
      ) : (
        <WebhookTable webhooks={data.data} isOff={data.unavailable !== null} onOpen={onOpen} />
      )}
    </Card>
  )
}

/** `onNew` is null if the service sends no webhooks. */
const FirstWebhook = ({ onNew }: { onNew: (() => void) | null }) => (
  <EmptyState
    icon="bell"
    title="Let your programs know when something changes"
    action={
      onNew && (
        <Button variant="primary" icon="plus" onClick={onNew}>
          Create the first webhook
        </Button>
      )
    }
  >
    <p>
      A ledger, a data warehouse or a chat learns of new transactions and bills within seconds, without asking
      again and again. A message that fails is sent again for five days.
    </p>
    <ol className={classes(steps.steps, steps.below)}>
      <li>Enter the address of the program. It has to accept POST requests over HTTPS.</li>
      <li>Copy the secret, with which the program checks that a message comes from Florin.</li>
      <li>Send a test message and see the reply.</li>
    </ol>
  </EmptyState>
)
