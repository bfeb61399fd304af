import type { getTransactionTotals } from '../../../../src/contract/console/lists.ts'
import type { ResultOf } from '../../../../src/contract/operation.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import text from '../../ui/text/text.module.css'
import styles from '../lists/work/work.module.css'

interface TransactionTotalsProps {
  totals: ResultOf<typeof getTransactionTotals> | undefined
  /** Those of other filters are on their way. */
  busy: boolean
}

/** Count and sums of the whole list, not only of the rows that are loaded. */
export function TransactionTotals({ totals, busy }: TransactionTotalsProps) {
  const undone = totals?.totals.reduce((sum, each) => sum + each.undone, 0) ?? 0
  return (
    <p className={styles.totals} role="status" aria-label="Totals" aria-busy={busy}>
      {totals && (
        <>
          <span>
            <b>{formatCount(totals.count)}</b> {totals.count === 1 ? 'transaction' : 'transactions'}
          </span>
          {totals.totals.map(({ currency, credit, debit, net }) => (
            <span key={currency}>
              <span className={text.num}>
                In <b>{formatMoney(credit, currency)}</b> ·
              </span>{' '}
              <span className={text.num}>
                Out <b>{formatMoney(debit, currency)}</b> ·
              </span>{' '}
              <span className={text.num}>
                Net <b>{formatMoney(net, currency)}</b>
              </span>
            </span>
          ))}
          {undone > 0 && <span>without {formatCount(undone)} rejected, released or canceled</span>}
        </>
      )}
    </p>
  )
}
