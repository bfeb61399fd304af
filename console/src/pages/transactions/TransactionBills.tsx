/** The bills that a payment settles, in its drawer. Shows nothing if there are none. */
import { useId } from 'react'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { useLoad } from '../../api/useLoad.ts'
import { Link } from '../../router.tsx'
import { useWorkspace } from '../../session.tsx'
import layout from '../../ui/layout/layout.module.css'
import { StatusBadge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { subtitleOf, supplierOf } from '../bills/text.ts'

export function TransactionBills({ transaction }: { transaction: Transaction }) {
  const { id: workspaceId, call } = useWorkspace()
  const title = useId()
  const { data } = useLoad([workspaceId, transaction.id, transaction.updatedAt], signal =>
    call('listTransactionBills', 'GET', '/transaction-bills/{id}', { id: transaction.id, signal }),
  )
  if (!data?.data.length) return null
  return (
    <section className={layout.stack} aria-labelledby={title}>
      <h3 id={title}>{data.data.length === 1 ? 'Bill' : 'Bills'}</h3>
      <ul className={layout.stack}>
        {data.data.map(bill => (
          <li key={bill.id} className={layout.rowSpread}>
            <Link to={`/bills?bill=${encodeURIComponent(bill.id)}`}>
              {supplierOf(bill)}, {subtitleOf(bill)}
            </Link>
            <span className={layout.row}>
              <Money amount={bill.totalAmount} currency={bill.currency} />
              <StatusBadge status={bill.status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
