/** Comments of people on bills. The API does not show them, so they have no stamp of the workspace clock. */
import { type BillWork, commentsPerBillMax } from '../../contract/console/bills/work.ts'
import { Conflict } from '../../domain/conflict.ts'
import type { Connection } from '../engine/door.ts'

export interface NewComment {
  id: string
  billId: string
  userId: string
  at: string
  comment: string
}

/** Locks the bill, so that the limit holds when several people write at once. */
export async function insertComment(
  connection: Connection,
  workspaceId: string,
  { id, billId, userId, at, comment }: NewComment,
): Promise<void> {
  await connection.query('select from bills where workspace_id = $1 and id = $2 for no key update', [
    workspaceId,
    billId,
  ])
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from bill_comments where workspace_id = $1 and bill_id = $2',
    [workspaceId, billId],
  )
  if ((row?.count ?? 0) >= commentsPerBillMax) {
    throw new Conflict(
      'TOO_MANY_COMMENTS',
      `A bill can have ${commentsPerBillMax} comments, and this one has that many.`,
    )
  }
  await connection.query(
    `insert into bill_comments (workspace_id, id, bill_id, user_id, at, comment)
     values ($1, $2, $3, $4, $5, $6)`,
    [workspaceId, id, billId, userId, at, comment],
  )
}

/** Oldest first. */
export async function listComments(
  connection: Connection,
  workspaceId: string,
  billId: string,
): Promise<BillWork['comments']> {
  return await connection.query<BillWork['comments'][number]>(
    `select c.id, c.at, json_build_object('kind', 'person', 'id', c.user_id, 'name', u.name) as by, c.comment
     from bill_comments c left join users u on u.user_id = c.user_id
     where c.workspace_id = $1 and c.bill_id = $2 order by c.at, c.id limit ${commentsPerBillMax}`,
    [workspaceId, billId],
  )
}
