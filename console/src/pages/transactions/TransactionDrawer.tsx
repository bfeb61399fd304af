import type { Transaction } from '../../../../src/contract/transactions.ts'
import { CallBehind } from '../../ui/code/CallBehind.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import { StatusBadge, wordsOf } from '../../ui/text/Badge.tsx'
import { Day, Instant } from '../../ui/text/Time.tsx'
import { CopyValue, Iban } from '../lists/CopyValue.tsx'
import drawer from '../lists/drawer.module.css'
import type { useOpenRow } from '../lists/useOpenRow.ts'
import { Amount } from './Amount.tsx'
import { CategoryChoice } from './CategoryChoice.tsx'
import type { TransactionNames } from './names.ts'
import { TransactionBills } from './TransactionBills.tsx'
import { titleOf, unbooked } from './text.ts'

interface TransactionDrawerProps {
  shown: ReturnType<typeof useOpenRow<Transaction>>
  names: TransactionNames
  /** Called when the open transaction has changed. */
  onChanged: () => void
}

export function TransactionDrawer({ shown, names, onChanged }: TransactionDrawerProps) {
  const { id, row, error, reload, close } = shown
  return (
    <Drawer open={id !== null} title={row ? titleOf(row) : 'Transaction'} json={row} onClose={close}>
      {row ? (
        <TransactionDetails row={row} names={names} onChanged={onChanged} />
      ) : error ? (
        <ErrorState error={error} title="This transaction could not be loaded" onRetry={reload} />
      ) : (
        <SkeletonTable rows={10} columns={2} label="Loading transaction" />
      )}
    </Drawer>
  )
}

interface TransactionDetailsProps extends Pick<TransactionDrawerProps, 'names' | 'onChanged'> {
  row: Transaction
}

function TransactionDetails({ row, names, onChanged }: TransactionDetailsProps) {
  return (
    <>
      <div className={drawer.amount}>
        <Amount transaction={row} large />
        <StatusBadge status={row.status} />
      </div>
      <Details
        items={[
          { label: 'Booked', value: row.bookingDate ? <Day value={row.bookingDate} /> : unbooked },
          { label: 'Value date', value: row.valueDate && <Day value={row.valueDate} /> },
          { label: 'Account', value: names.accounts.nameOf(row.accountId) ?? row.accountId },
          { label: 'Company', value: names.companies.fullNameOf(row.companyId) ?? row.companyId },
          { label: 'Counterparty', value: row.counterpartyName },
          { label: 'IBAN', value: row.counterpartyIban && <Iban iban={row.counterpartyIban} /> },
          { label: 'Merchant', value: row.merchantName },
          { label: 'Description', value: row.description },
          {
            label: 'Reference',
            value: row.reference && <CopyValue text={row.reference} label="reference" />,
          },
          {
            label: 'Category',
            value: <CategoryChoice row={row} categories={names.categories} onChanged={onChanged} />,
          },
          { label: 'Type', value: row.type && wordsOf(row.type) },
          { label: 'Added', value: <Instant value={row.createdAt} /> },
          { label: 'Last updated', value: <Instant value={row.updatedAt} /> },
          { label: 'ID', value: <CopyValue text={row.id} label="ID" /> },
        ]}
      />
      <TransactionBills transaction={row} />
      <CallBehind title="The API call for this transaction" method="GET" path={`/transactions/${row.id}`} />
    </>
  )
}
