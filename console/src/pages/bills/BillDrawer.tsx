import { useReducer } from 'react'
import type { Bill } from '../../../../src/contract/bills.ts'
import { Link } from '../../router.tsx'
import { CallBehind } from '../../ui/code/CallBehind.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import { StatusBadge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { Day, Instant } from '../../ui/text/Time.tsx'
import { CopyValue, Iban } from '../lists/CopyValue.tsx'
import drawer from '../lists/drawer.module.css'
import type { useOpenRow } from '../lists/useOpenRow.ts'
import { BillMatching } from './BillMatching.tsx'
import { BillDocument } from './document/BillDocument.tsx'
import { DueBadge, isToPay } from './due.tsx'
import { Payments } from './Payments.tsx'
import { supplierOf } from './text.ts'

interface BillDrawerProps {
  shown: ReturnType<typeof useOpenRow<Bill>>
  companyOf: (id: string) => string | undefined
  /** Called when the bill was matched, or its match undone. */
  onChanged: () => void
}

export function BillDrawer({ shown, companyOf, onChanged }: BillDrawerProps) {
  const { id, row, error, reload, close } = shown
  return (
    <Drawer open={id !== null} title={row ? supplierOf(row) : 'Bill'} json={row} onClose={close}>
      {row ? (
        <BillDetails row={row} company={companyOf(row.companyId) ?? row.companyId} onChanged={onChanged} />
      ) : error ? (
        <ErrorState error={error} title="This bill could not be loaded" onRetry={reload} />
      ) : (
        <SkeletonTable rows={10} columns={2} label="Loading bill" />
      )}
    </Drawer>
  )
}

interface BillDetailsProps {
  row: Bill
  company: string
  onChanged: () => void
}

function BillDetails({ row, company, onChanged }: BillDetailsProps) {
  const { dueDate, paymentReference, matchedTransactionId: matched } = row
  // A part payment changes nothing in the bill itself.
  const [turn, nextTurn] = useReducer((now: number) => now + 1, 0)
  const changed = () => {
    nextTurn()
    onChanged()
  }
  const matching = <BillMatching key={`matching ${row.id}`} bill={row} turn={turn} onChanged={changed} />
  return (
    <>
      <div className={drawer.amount}>
        <Money amount={row.totalAmount} currency={row.currency} large />
        <StatusBadge status={row.status} />
      </div>
      <Payments key={`payments ${row.id}`} bill={row} turn={turn} onChanged={changed} />
      {matched === null && matching}
      <Details
        items={[
          { label: 'Company', value: company },
          { label: 'Invoice number', value: row.invoiceNumber },
          { label: 'Invoice date', value: row.invoiceDate && <Day value={row.invoiceDate} /> },
          {
            label: 'Due',
            value: dueDate && (
              <span className={layout.row}>
                <Day value={dueDate} />
                {isToPay(row) && <DueBadge day={dueDate} />}
              </span>
            ),
          },
          { label: 'VAT', value: row.vatAmount && <Money amount={row.vatAmount} currency={row.currency} /> },
          { label: 'Pay to', value: row.supplierIban && <Iban iban={row.supplierIban} /> },
          {
            label: 'Reference',
            value: paymentReference && <CopyValue text={paymentReference} label="payment reference" />,
          },
          {
            label: 'Settled by',
            value: matched && (
              <Link to={`/transactions?transaction=${encodeURIComponent(matched)}`}>Matched transaction</Link>
            ),
          },
          { label: 'Paid', value: row.paidAt && <Instant value={row.paidAt} /> },
          { label: 'Received', value: <Instant value={row.createdAt} /> },
          { label: 'Last updated', value: <Instant value={row.updatedAt} /> },
          { label: 'ID', value: <CopyValue text={row.id} label="ID" /> },
        ]}
      />
      <BillDocument key={row.id} bill={row} />
      {matched !== null && matching}
      <CallBehind title="The API call for this bill" method="GET" path={`/bills/${row.id}`} />
    </>
  )
}
