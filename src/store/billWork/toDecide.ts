/** Counts of what needs a person. Each one reads at most `countMax` rows of an index. */
import {
  countMax,
  dueWithinDays,
  expiringWithinDays,
  type ToDecide,
} from '../../contract/console/bills/toDecide.ts'
import type { Connection } from '../engine/door.ts'

const counted = (from: string) => `(select count(*)::int from (select from ${from} limit ${countMax}) found)`

/** Written as in the index bills_to_pay. */
const toPay = `bills where workspace_id = $1 and due_date is not null and matched_transaction_id is null
  and status not in ('paid', 'rejected', 'archived')`

export async function countToDecide(
  connection: Connection,
  workspaceId: string,
  { personId, now }: { personId: string; now: string },
): Promise<ToDecide> {
  const [row] = await connection.query<Omit<ToDecide, 'total'>>(
    `select
       ${counted("suggestions where workspace_id = $1 and state = 'open'")} as matches,
       ${counted("bills where workspace_id = $1 and status = 'pending_approval'")} as approvals,
       ${counted("bills where workspace_id = $1 and status = 'extract_failed'")} as unread,
       ${counted(`${toPay} and due_date < $2::date`)} as overdue,
       ${counted(`${toPay} and due_date between $2::date and $2::date + ${dueWithinDays}`)} as due,
       ${counted("uploads where workspace_id = $1 and created_by = $3 and created_at > $4::timestamptz - interval '1 day'")} as uploads,
       ${counted(`api_keys where workspace_id = $1 and revoked_at is null
         and expires_at between $4::timestamptz and $4::timestamptz + interval '${expiringWithinDays} days'`)} as keys`,
    [workspaceId, now.slice(0, 10), personId, now],
  )
  const counts = row ?? { matches: 0, approvals: 0, unread: 0, overdue: 0, due: 0, uploads: 0, keys: 0 }
  return { ...counts, total: Object.values(counts).reduce((sum, each) => sum + each, 0) }
}
