/** What was done with a bill, from the audit log. */
import { type BillWork, historyMax } from '../../contract/console/bills/work.ts'
import type { Connection } from '../engine/door.ts'

/** Oldest first; the newest ones if there are more than fit. */
export async function listHistory(
  connection: Connection,
  workspaceId: string,
  billId: string,
): Promise<BillWork['history']> {
  const rows = await connection.query<BillWork['history'][number]>(
    `select t.id, t.at, t.action, t.details,
       json_build_object('kind', t.actor_kind, 'id', t.actor_id, 'name', coalesce(u.name, k.name)) as by
     from audit_records t
     left join users u on t.actor_kind = 'person' and u.user_id = t.actor_id
     left join api_keys k on t.actor_kind = 'key' and k.workspace_id = t.workspace_id and k.id = t.actor_id
     where t.workspace_id = $1 and t.subject_id = $2 and t.action like 'bill.%'
     order by t.at desc, t.id desc limit ${historyMax}`,
    [workspaceId, billId],
  )
  return rows.reverse()
}
