import type { getBillTotals } from '../../../../src/contract/console/lists.ts'
import type { ResultOf } from '../../../../src/contract/operation.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import styles from '../lists/work/work.module.css'

interface BillTotalsProps {
  totals: ResultOf<typeof getBillTotals> | undefined
  /** Those of other filters are on their way. */
  busy: boolean
}

/** Count and sums of the whole list, not only of the rows that are loaded. */
export function BillTotals({ totals, busy }: BillTotalsProps) {
  return (
    <p className={styles.totals} role="status" aria-label="Totals" aria-busy={busy}>
      {totals && (
        <>
          <span>
            <b>{formatCount(totals.count)}</b> {totals.count === 1 ? 'bill' : 'bills'}
          </span>
          {totals.totals.map(({ currency, count, total }) => (
            <span key={currency ?? ''}>
              {currency === null ? (
                `${formatCount(count)} without a currency`
              ) : (
                <>
                  Total <b>{formatMoney(total, currency)}</b>
                </>
              )}
            </span>
          ))}
        </>
      )}
    </p>
  )
}
