import type { BillDetails } from '../../../../../src/contract/console/billDetails.ts'
import { classes } from '../../../ui/classes.ts'
import layout from '../../../ui/layout/layout.module.css'
import { StatusBadge } from '../../../ui/text/Badge.tsx'
import { Instant } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './Steps.module.css'

/** Each status that the bill had during its import, with the time. */
export function Steps({ steps }: Pick<BillDetails, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <div className={layout.stackTight}>
      <h4>History</h4>
      <ol className={styles.steps}>
        {steps.map(({ status, at }) => (
          <li key={status}>
            <StatusBadge status={status} />
            <span className={classes(text.muted, text.small)}>
              <Instant value={at} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
