/** The details of one key: facts, usage, and the scopes that it does not use. */
import type { ApiKey } from '../../../../src/contract/console/keys.ts'
import type { Usage } from '../../../../src/contract/console/usage.ts'
import type { Scope } from '../../../../src/contract/scopes.ts'
import type { Loaded } from '../../api/useLoad.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import table from '../../ui/tables/Table.module.css'
import { StatusBadge } from '../../ui/text/Badge.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { CopyValue } from '../lists/CopyValue.tsx'
import { Expiry, type KeyActions, Relation } from './KeyTable.tsx'
import { startOf } from './keyFacts.ts'
import { ScopeUses } from './usage/ScopeUses.tsx'
import { UsageChart } from './usage/UsageChart.tsx'
import { ofKey } from './usage/usageFacts.ts'

interface KeyDrawerProps extends Omit<KeyActions, 'onOpen'> {
  opened: ApiKey
  keys: readonly ApiKey[]
  usage: Loaded<Usage>
  canManage: boolean
  onNarrow: (old: ApiKey, scopes: Scope[]) => void
  onNetworks: (key: ApiKey) => void
  onClose: () => void
}

export function KeyDrawer(props: KeyDrawerProps) {
  const { opened, keys, usage, canManage, onRotate, onRevoke, onNarrow, onNetworks, onClose } = props
  const mayChange = canManage && opened.state !== 'revoked'
  const own = usage.data && ofKey(usage.data, opened.id)
  return (
    <Drawer
      open
      title={opened.name}
      onClose={onClose}
      json={opened}
      footer={
        mayChange && (
          <>
            <Button onClick={() => onRevoke(opened)}>Revoke…</Button>
            <Button onClick={() => onNetworks(opened)}>Networks…</Button>
            <Button variant="primary" icon="refresh" onClick={() => onRotate(opened)}>
              Rotate…
            </Button>
          </>
        )
      }
    >
      <div className={layout.stackLoose}>
        <Facts of={opened} keys={keys} own={own} />
        <section className={layout.stack}>
          <h3>Requests, last 30 days</h3>
          {own && <OwnRequests usage={own} of={opened} />}
          {!own && usage.error !== null && <ErrorState error={usage.error} onRetry={usage.reload} />}
          {!own && usage.error === null && <Skeleton shape="chart" />}
        </section>
        {own && (
          <section className={layout.stack}>
            <h3>Scopes</h3>
            <ScopeUses
              of={opened}
              usage={own}
              onNarrow={mayChange ? scopes => onNarrow(opened, scopes) : undefined}
            />
          </section>
        )}
      </div>
    </Drawer>
  )
}

const OwnRequests = ({ usage, of }: { usage: Usage; of: ApiKey }) =>
  usage.requests.length > 0 ? (
    <UsageChart title={`Requests of ${of.name}, by day`} usage={usage} />
  ) : (
    <p className={text.muted}>{noRequests(of)}</p>
  )

function noRequests({ state, lastUsedAt }: ApiKey): string {
  if (state !== 'active') return 'None.'
  return lastUsedAt === null ? 'None yet.' : 'None. If nothing needs this key any more, revoke it.'
}

function Facts({ of, keys, own }: { of: ApiKey; keys: readonly ApiKey[]; own: Usage | undefined }) {
  const last = own?.keys[0]
  return (
    <div className={layout.stackTight}>
      <Details
        items={[
          { label: 'State', value: <StatusBadge status={of.state} /> },
          { label: 'Starts with', value: <code>{startOf(of)}</code> },
          { label: 'Created', value: <Instant value={of.createdAt} /> },
          { label: 'Created by', value: of.createdBy },
          { label: 'Expires', value: <Expiry of={of} /> },
          ...(of.revokedAt === null ? [] : [{ label: 'Revoked', value: <Instant value={of.revokedAt} /> }]),
          { label: 'Allowed networks', value: <AllowedNetworks of={of} /> },
          { label: 'Last used', value: <Instant value={of.lastUsedAt} relative empty="Never" /> },
          { label: 'Last address', value: last?.lastAddress && <code>{last.lastAddress}</code> },
          { label: 'Last client', value: last?.lastClient && <code>{last.lastClient}</code> },
          { label: 'ID', value: <CopyValue text={of.id} label="key ID" /> },
        ]}
      />
      <Relation of={of} keys={keys} />
    </div>
  )
}

const AllowedNetworks = ({ of: { networks } }: { of: ApiKey }) =>
  networks === null ? (
    'Any'
  ) : (
    <span className={table.lines}>
      {networks.map(network => (
        <code key={network}>{network}</code>
      ))}
    </span>
  )
