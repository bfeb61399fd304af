/** A bill as work: its document, its values, what can be done with it, and what was done. */
import { useReducer } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import { useLoad } from '../../../api/useLoad.ts'
import { useWorkspace } from '../../../session.tsx'
import { classes } from '../../../ui/classes.ts'
import { CallBehind } from '../../../ui/code/CallBehind.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../../ui/feedback/Skeleton.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { StatusBadge } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import drawer from '../../lists/drawer.module.css'
import { BillMatching } from '../BillMatching.tsx'
import { BillDocument } from '../document/BillDocument.tsx'
import { Payments } from '../settlement/Payments.tsx'
import { BillActions } from './BillActions.tsx'
import styles from './BillDetail.module.css'
import { BillValues } from './BillValues.tsx'
import { BuyerNotice } from './BuyerNotice.tsx'
import { Comments } from './Comments.tsx'
import { DocumentPane, hasDocument } from './DocumentPane.tsx'
import { History } from './History.tsx'

interface BillDetailProps {
  bill: Bill
  company: string
  onChanged: () => void
}

export function BillDetail({ bill, company, onChanged }: BillDetailProps) {
  const { id: workspaceId, call } = useWorkspace()
  const on = [workspaceId, bill.id, bill.updatedAt]
  const details = useLoad(on, signal =>
    call('getBillDetails', 'GET', '/bill-details/{id}', { id: bill.id, signal }),
  )
  const work = useLoad(on, signal => call('getBillWork', 'GET', '/bill-work/{id}', { id: bill.id, signal }))
  // A part payment changes nothing in the bill itself.
  const [turn, nextTurn] = useReducer((now: number) => now + 1, 0)
  const changed = () => {
    nextTurn()
    work.reload()
    onChanged()
  }
  const withDocument = details.data !== undefined && hasDocument(details.data)
  const matching = <BillMatching key={`matching ${bill.id}`} bill={bill} turn={turn} onChanged={changed} />
  return (
    <div
      className={classes(styles.detail, withDocument && styles.beside)}
      data-beside={withDocument || undefined}
    >
      {withDocument && details.data && <DocumentPane details={details.data} currency={bill.currency} />}
      <div className={styles.values}>
        <div className={drawer.amount}>
          {bill.totalAmount !== null && <Money amount={bill.totalAmount} currency={bill.currency} large />}
          <StatusBadge status={bill.status} />
        </div>
        {details.data && <BuyerNotice details={details.data} company={company} />}
        {work.data && <BillActions bill={bill} work={work.data} onChanged={changed} />}
        <Payments key={`payments ${bill.id}`} bill={bill} turn={turn} onChanged={changed} />
        {bill.matchedTransactionId === null && matching}
        <BillValues bill={bill} company={company} content={details.data?.content ?? null} work={work.data} />
        {bill.matchedTransactionId !== null && matching}
        {work.data ? (
          <Comments work={work.data} onWritten={work.reload} />
        ) : work.error ? (
          <ErrorState error={work.error} title="The history could not be loaded" onRetry={work.reload} />
        ) : (
          <SkeletonTable rows={3} columns={2} label="Loading history" />
        )}
        <BillDocument bill={bill} loaded={details} />
        {work.data && <History work={work.data} steps={details.data?.steps ?? []} />}
        <div className={layout.stackTight}>
          <CallBehind title="The API call for this bill" method="GET" path={`/bills/${bill.id}`} />
        </div>
      </div>
    </div>
  )
}
