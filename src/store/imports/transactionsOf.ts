/** Walks through an account, piece by piece. */
import type { Connection } from '../engine/door.ts'

/** Only ids are read, along an index. */
const idsPerQuery = 2_000

/** The ids of an account's transactions, piece by piece. */
export async function* transactionsOf(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): AsyncGenerator<string[], void, undefined> {
  interface Row {
    facet: number
    day: number
    created: string
    id: string
  }
  // Before all rows: no facet is negative.
  for (let last: Row | undefined = { facet: -1, day: 0, created: '0', id: '' }; last !== undefined; ) {
    const rows: Row[] = await connection.query<Row>(
      `select t.facet, t.walk_day as day, t.walk_created as created, t.id from transactions t
       where t.workspace_id = $1 and t.account_id = $2
         and (t.facet, t.walk_day, t.walk_created, t.id) > ($3, $4, $5, $6)
       order by t.facet, t.walk_day, t.walk_created, t.id limit ${idsPerQuery}`,
      [workspaceId, accountId, last.facet, last.day, last.created, last.id],
    )
    yield rows.map(({ id }) => id)
    last = rows.length < idsPerQuery ? undefined : rows.at(-1)
  }
}
