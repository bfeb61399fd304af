/** The details of one webhook: what it sends and where, how it is doing, and its attempts. */
import type { ReactNode } from 'react'
import type { Webhook } from '../../../../src/contract/console/webhooks.ts'
import { Button } from '../../ui/actions/Button.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import { CopyValue } from '../lists/CopyValue.tsx'
import { useCompanies } from '../lists/useCompanies.ts'
import { Attempts } from './Attempts.tsx'
import { StateNotice } from './StateNotice.tsx'
import { useAttempts } from './useAttempts.ts'
import type { StateChange } from './useStateChange.ts'
import styles from './WebhookDrawer.module.css'
import { HealthBadge } from './WebhookTable.tsx'
import { healthOf, includeWords, resourcesText } from './webhookFacts.ts'

export interface WebhookActions {
  onEdit: (webhook: Webhook) => void
  onRotate: (webhook: Webhook) => void
  onReplay: (webhook: Webhook) => void
  onDelete: (webhook: Webhook) => void
}

interface WebhookDrawerProps extends WebhookActions {
  opened: Webhook
  isOff: boolean
  /** Enables and disables it. */
  state: StateChange
  onClose: () => void
}

export function WebhookDrawer(props: WebhookDrawerProps) {
  const { opened, isOff, state, onEdit, onDelete, onClose } = props
  const attempts = useAttempts(opened)
  return (
    <Drawer
      open
      title={opened.name}
      onClose={onClose}
      json={opened}
      footer={
        <>
          <Button onClick={() => onDelete(opened)}>Delete…</Button>
          <Button onClick={() => onEdit(opened)}>Edit…</Button>
          <StateButtons opened={opened} isOff={isOff} state={state} />
        </>
      }
    >
      <div className={layout.stackLoose}>
        <StateNotice of={opened} isOff={isOff} attempts={attempts.rows} error={state.error} />
        <Facts {...props} />
        <Attempts of={opened} isOff={isOff} attempts={attempts} />
      </div>
    </Drawer>
  )
}

/** Enabling starts at once and with all attempts, which is also what someone wants who has repaired the receiver. */
function StateButtons({ opened, isOff, state }: Pick<WebhookDrawerProps, 'opened' | 'isOff' | 'state'>) {
  const health = healthOf(opened, isOff)
  const set = (next: Webhook['state']) => () => state.run(opened, next)
  const pendingIf = (next: Webhook['state']) => state.pending === next
  return (
    <>
      {health !== 'disabled' && (
        <Button pending={pendingIf('disabled')} onClick={set('disabled')}>
          Disable
        </Button>
      )}
      {health === 'disabled' && !isOff && (
        <Button variant="primary" pending={pendingIf('active')} onClick={set('active')}>
          Enable
        </Button>
      )}
      {health === 'failing' && (
        <Button variant="primary" pending={pendingIf('active')} onClick={set('active')}>
          Try now
        </Button>
      )}
    </>
  )
}

function Facts({ opened, isOff, onRotate, onReplay }: WebhookDrawerProps) {
  const companies = useCompanies()
  const { url, resources, companyId, include, deliveredTo, previousSecretUntil } = opened
  return (
    <Details
      items={[
        { label: 'State', value: <HealthBadge of={opened} isOff={isOff} /> },
        { label: 'URL', value: <CopyValue text={url} label="URL" /> },
        { label: 'Changes of', value: resourcesText(resources) },
        {
          label: 'Company',
          value: companyId === null ? 'All companies' : (companies.nameOf(companyId) ?? companyId),
        },
        { label: 'Messages say', value: includeWords[include] },
        {
          label: 'Delivered',
          value: (
            <WithButton
              // Nothing can be delivered again before something was delivered.
              button={deliveredTo !== null && { label: 'Replay…', press: () => onReplay(opened) }}
            >
              <Delivered of={opened} />
            </WithButton>
          ),
        },
        { label: 'Last delivery', value: <Instant value={opened.lastDeliveryAt} relative empty="Never" /> },
        {
          label: 'Secret',
          value: (
            <WithButton button={!isOff && { label: 'Rotate…', press: () => onRotate(opened) }}>
              {previousSecretUntil === null ? (
                'Signs every message'
              ) : (
                <>
                  The old one signs too until <Instant value={previousSecretUntil} />
                </>
              )}
            </WithButton>
          ),
        },
        { label: 'Created', value: <Instant value={opened.createdAt} /> },
        { label: 'Created by', value: opened.createdBy },
        { label: 'ID', value: <CopyValue text={opened.id} label="webhook ID" /> },
      ]}
    />
  )
}

function Delivered({ of: { upToDate, deliveredTo } }: { of: Webhook }) {
  if (upToDate) return 'Everything'
  if (deliveredTo === null) return 'Nothing yet'
  return (
    <>
      Changes up to <Instant value={deliveredTo} />
    </>
  )
}

interface WithButtonProps {
  button: { label: string; press: () => void } | false
  children: ReactNode
}

/** A fact with the button that changes it. */
const WithButton = ({ button, children }: WithButtonProps) => (
  <div className={styles.withButton}>
    <span>{children}</span>
    {button && (
      <Button size="small" onClick={button.press}>
        {button.label}
      </Button>
    )}
  </div>
)
