/** The details of one account, with its balance history and statements. */
import type { Account } from '../../../../src/contract/accounts.ts'
import { messageOf } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { Link } from '../../router.tsx'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { CallBehind } from '../../ui/code/CallBehind.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import { wordsOf } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import { CopyValue, Iban } from '../lists/CopyValue.tsx'
import { pathWith } from '../overview/paths.ts'
import { BalanceBadge } from './AccountTable.tsx'
import { History } from './History.tsx'
import { type BalanceState, nameOf } from './words.ts'

interface AccountDrawerProps {
  account: Account | undefined
  state: BalanceState | undefined
  error: unknown
  companyName: string | undefined
  onRetry: () => void
  /** Null for people who can only read. */
  onEdit: ((account: Account) => void) | null
  onChanged: () => void
  onClose: () => void
}

export function AccountDrawer({ account, error, onRetry, onClose, ...rest }: AccountDrawerProps) {
  if (account) return <Shown account={account} onClose={onClose} {...rest} />
  return (
    <Drawer open title="Account" onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} title="This account could not be loaded" />
      ) : (
        <Skeleton shape="chart" />
      )}
    </Drawer>
  )
}

type ShownProps = Omit<AccountDrawerProps, 'account' | 'error' | 'onRetry'> & { account: Account }

function Shown({ account, state, companyName, onEdit, onChanged, onClose }: ShownProps) {
  const { call } = useWorkspace()
  const turn = useMutation(
    () =>
      call('changeAccount', 'PATCH', '/account-details/{id}', {
        id: account.id,
        body: { enabled: !account.enabled },
      }),
    changed => {
      toast(`${nameOf(changed)} ${changed.enabled ? 'enabled' : 'disabled'}`)
      onChanged()
    },
  )
  const { iban, bic, institutionName, currency } = account
  const money = (amount: string | null) => amount && <Money amount={amount} currency={currency} />
  const known = [
    institutionName !== null && { label: 'Bank', value: institutionName },
    iban !== null && { label: 'IBAN', value: <Iban iban={iban} /> },
    bic !== null && { label: 'BIC', value: bic },
    account.nickname !== null && account.name !== null && { label: 'Name at the bank', value: account.name },
  ].filter(item => item !== false)
  return (
    <Drawer
      open
      title={nameOf(account)}
      description={companyName}
      json={account}
      onClose={onClose}
      footer={
        onEdit && (
          <>
            <Button onClick={() => turn.run()} pending={turn.pending}>
              {account.enabled ? 'Disable' : 'Enable'}
            </Button>
            <Button variant="primary" icon="edit" onClick={() => onEdit(account)}>
              Edit
            </Button>
          </>
        )
      }
    >
      {turn.error !== null && turn.error !== undefined && (
        <Notice tone="danger">{messageOf(turn.error)}</Notice>
      )}
      <Details
        items={[
          { label: 'Balance', value: money(account.balance) },
          { label: 'Available', value: money(account.availableBalance) },
          { label: 'As of', value: <Instant value={account.balanceUpdatedAt} empty="Not known" /> },
          { label: 'State', value: <BalanceBadge state={state} /> },
          ...known,
          { label: 'Kind', value: wordsOf(account.type) },
          {
            label: 'Transactions',
            value: <Link to={pathWith('/transactions', { accountId: account.id })}>Show all</Link>,
          },
          { label: 'ID', value: <CopyValue text={account.id} label="ID" /> },
        ]}
      />
      <History accountId={account.id} />
      <CallBehind title="The API call for this account" method="GET" path={`/accounts/${account.id}`} />
    </Drawer>
  )
}
