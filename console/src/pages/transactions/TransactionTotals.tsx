import type { getTransactionTotals } from '../../../../src/contract/console/lists.ts'
import type { ResultOf } from '../../../../src/contract/operation.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import styles from '../lists/work/work.module.css'

/** Count and sums of the whole list, not only of the rows that are loaded. */
export function TransactionTotals({ totals }: { totals: ResultOf<typeof getTransactionTotals> | undefined }) {
  const undone = totals?.totals.reduce((sum, each) => sum + each.undone, 0) ?? 0
  return (
    <p className={styles.totals} role="status" aria-label="Totals">
      {totals && (
        <>
          <span>
            <b>{formatCount(totals.count)}</b> {totals.count === 1 ? 'transaction' : 'transactions'}
          </span>
          {totals.totals.map(({ currency, credit, debit, net }) => (
            <span key={currency}>
              In <b>{formatMoney(credit, currency)}</b> · Out <b>{formatMoney(debit, currency)}</b> · Net{' '}
              <b>{formatMoney(net, currency)}</b>
            </span>
          ))}
          {undone > 0 && <span>without {formatCount(undone)} rejected, released or canceled</span>}
        </>
      )}
    </p>
  )
}
