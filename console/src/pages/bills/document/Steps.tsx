import type { BillDetails } from '../../../../../src/contract/console/billDetails.ts'
import { StatusBadge } from '../../../ui/Badge.tsx'
import { Instant } from '../../../ui/Time.tsx'

/** Each status that the bill had during its import, with the time. */
export function Steps({ steps }: Pick<BillDetails, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <div className="stack-tight">
      <h4>History</h4>
      <ol className="bill-steps">
        {steps.map(({ status, at }) => (
          <li key={status}>
            <StatusBadge status={status} />
            <span className="muted small">
              <Instant value={at} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
