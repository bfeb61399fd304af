/**
 * The only way to delete a row that the change feed shows. The same query records the deletion, with the stamp of the
 * write that is under way, so no writer can forget it. `test/store/engine/deleteRows.test.ts` checks that no other query
 * deletes from these tables.
 */
import type { Connection } from './door.ts'
import type { Table } from './table.ts'

/** Ids that do not exist are left out. Returns the number of rows that were deleted. */
export async function deleteRows(
  connection: Connection,
  table: Table,
  workspaceId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const [row] = await connection.query<{ count: number }>(deleteSql(table), [workspaceId, ids])
  return row?.count ?? 0
}

function deleteSql({ name, resource, fields }: Table): string {
  if (resource === undefined) throw new Error(`The table ${name} is not in the change feed.`)
  const companyId = resource === 'company' ? 'id' : 'companyId' in fields ? 'company_id' : 'null'
  const accountId = 'accountId' in fields ? 'account_id' : 'null'
  return `
    with gone as (
      delete from ${name} where workspace_id = $1 and id = any($2) returning *
    ), noted as (
      insert into deletions as noted (workspace_id, resource, id, company_id, account_id)
      select $1, '${resource}', id, ${companyId}, ${accountId} from gone
      on conflict (workspace_id, resource, id) do update
        set company_id = excluded.company_id, account_id = excluded.account_id, at = excluded.at
    )${resource === 'transaction' ? `, ${notedPeriods}` : ''}
    select count(*)::int as count from gone`
}

/** Digests are kept until something changes in their period. */
const notedPeriods = `periods as (
      insert into transaction_periods as noted (workspace_id, account_id, facet, period, changed_at)
      select distinct $1, '', -1, walk_day >> 4, write_stamp() from gone
      on conflict (workspace_id, account_id, facet, period) do update set changed_at = excluded.changed_at
    )`
