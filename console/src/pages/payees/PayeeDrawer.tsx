/** The details of one payee. */
import type { Payee } from '../../../../src/contract/payees.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { CallBehind } from '../../ui/code/CallBehind.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import { CopyValue, Iban } from '../lists/CopyValue.tsx'
import type { PayeeTask } from './PayeeDialogs.tsx'

interface PayeeDrawerProps {
  /** Undefined while it is loading. */
  payee: Payee | undefined
  error: unknown
  companyName: string | undefined
  onRetry: () => void
  /** Null for people who can only read. */
  onTask: ((task: PayeeTask) => void) | null
  onClose: () => void
}

export function PayeeDrawer({ payee, error, companyName, onRetry, onTask, onClose }: PayeeDrawerProps) {
  if (!payee) {
    return (
      <Drawer open title="Payee" onClose={onClose}>
        {error ? (
          <ErrorState error={error} onRetry={onRetry} title="This payee could not be loaded" />
        ) : (
          <Skeleton shape="chart" />
        )}
      </Drawer>
    )
  }
  return (
    <Drawer
      open
      title={payee.name}
      json={payee}
      onClose={onClose}
      footer={
        onTask && (
          <>
            <Button icon="trash" onClick={() => onTask({ to: 'delete', payee })}>
              Delete
            </Button>
            <Button variant="primary" icon="edit" onClick={() => onTask({ to: 'change', payee })}>
              Edit
            </Button>
          </>
        )
      }
    >
      <Details
        items={[
          { label: 'Name', value: payee.name },
          { label: 'IBAN', value: <Iban iban={payee.iban} /> },
          { label: 'Company', value: companyName ?? <code>{payee.companyId}</code> },
          { label: 'Default reference', value: payee.defaultReference },
          { label: 'Last used', value: <Instant value={payee.lastUsedAt} empty="Never" /> },
          { label: 'Added', value: <Instant value={payee.createdAt} /> },
          { label: 'Last updated', value: <Instant value={payee.updatedAt} /> },
          { label: 'ID', value: <CopyValue text={payee.id} label="ID" /> },
        ]}
      />
      <CallBehind title="The API call for this payee" method="GET" path={`/payees/${payee.id}`} />
    </Drawer>
  )
}
