/** The webhooks of the workspace, and how they are doing. */
import type { Webhook } from '../../../../src/contract/console/webhooks.ts'
import { formatRelative } from '../../format/date.ts'
import { classes } from '../../ui/classes.ts'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { type Companies, useCompanies } from '../lists/useCompanies.ts'
import { healthOf, healthTone, healthWords, hostOf, reasonWords, resourcesText } from './webhookFacts.ts'

interface WebhookTableProps {
  webhooks: readonly Webhook[]
  isOff: boolean
  onOpen: (webhook: Webhook) => void
}

export function WebhookTable({ webhooks, isOff, onOpen }: WebhookTableProps) {
  const companies = useCompanies(webhooks)
  return (
    <Table
      caption="Webhooks"
      columns={columnsFor(companies, isOff)}
      rows={webhooks}
      rowKey={({ id }) => id}
      onOpen={onOpen}
    />
  )
}

const columnsFor = (companies: Companies, isOff: boolean): Column<Webhook>[] => [
  {
    header: 'Webhook',
    cell: webhook => (
      <span className={table.lines}>
        <span className={text.strong}>{webhook.name}</span>
        <span className={text.mono}>{hostOf(webhook)}</span>
      </span>
    ),
    wrap: true,
  },
  {
    header: 'Changes of',
    cell: ({ resources, companyId }) => (
      <span className={table.lines}>
        <span>{resourcesText(resources)}</span>
        {companyId !== null && <span>{companies.nameOf(companyId) ?? companyId}</span>}
      </span>
    ),
    secondary: true,
    wrap: true,
  },
  {
    header: 'Last delivery',
    cell: ({ lastDeliveryAt }) => <Instant value={lastDeliveryAt} relative empty="Never" />,
  },
  { header: 'State', cell: webhook => <State of={webhook} isOff={isOff} /> },
]

const State = ({ of, isOff }: { of: Webhook; isOff: boolean }) => (
  <span className={table.lines}>
    <HealthBadge of={of} isOff={isOff} />
    <StateDetail of={of} isOff={isOff} />
  </span>
)

export function HealthBadge({ of, isOff }: { of: Webhook; isOff: boolean }) {
  const health = healthOf(of, isOff)
  return (
    <span>
      <Badge tone={healthTone(health, of)}>{healthWords[health]}</Badge>
    </span>
  )
}

function StateDetail({ of, isOff }: { of: Webhook; isOff: boolean }) {
  const { disabledReason, nextAttemptAt } = of
  if (disabledReason !== null) return <span>{reasonWords[disabledReason]}</span>
  if (isOff || nextAttemptAt === null) return null
  return (
    <span className={classes(text.muted, text.small)}>
      {Date.parse(nextAttemptAt) <= Date.now()
        ? 'Trying again now'
        : `Next try ${formatRelative(nextAttemptAt)}`}
    </span>
  )
}
