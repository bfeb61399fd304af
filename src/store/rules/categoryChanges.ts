/** Pages through a workspace's transactions for the category rules, and writes the resulting categories. */
import type { Connection } from '../engine/door.ts'

export interface CategorisedTransaction {
  id: string
  categoryId: string | null
  /** The rule that set the category; null if none did. */
  ruleId: string | null
  /** JSON array in the order of `factColumns`; null if rules must not change the category. */
  facts: string | null
}

const factColumns = `company_id, counterparty_name, counterparty_iban, merchant_name, description, reference,
  type, side, amount::text, currency`

/**
 * Sorted by id, starting after `afterId`. Rules never change a category that a person set or removed, or that came with
 * a file. The `limit 1` forces an index lookup per row even if the planner has no statistics for a new table.
 */
export async function transactionsForRules(
  connection: Connection,
  workspaceId: string,
  afterId: string,
  limit: number,
): Promise<CategorisedTransaction[]> {
  return await connection.query<CategorisedTransaction>(
    `select t.id, t.category_id as "categoryId", case a.source when 'rule' then a.source_id end as "ruleId",
       case when (t.category_id is null and a.source is distinct from 'person')
         or (a.source = 'rule' and a.category_id = t.category_id)
       then t.facts::text end as facts
     from (
       select id, category_id, json_build_array(${factColumns}) as facts
       from transactions where workspace_id = $1 and id > $2 order by id limit $3
     ) t
     left join lateral (
       select source, source_id, category_id from category_assignments
       where workspace_id = $1 and transaction_id = t.id limit 1
     ) a on true
     order by t.id`,
    [workspaceId, afterId, limit],
  )
}

export async function countTransactions(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from transactions where workspace_id = $1',
    [workspaceId],
  )
  return row?.count ?? 0
}

/** Sets categories by transaction id; null removes one. Stamps every row, so pass only those that really change. */
export async function updateCategories(
  connection: Connection,
  workspaceId: string,
  categoryIds: Readonly<Record<string, string | null>>,
  stamp: string,
): Promise<void> {
  // Not a join with the new values: without statistics the planner would read the whole workspace for it.
  await connection.query(
    `update transactions set category_id = $3::jsonb ->> id, updated_at = $4
     where workspace_id = $1 and id = any($2)`,
    [workspaceId, Object.keys(categoryIds), JSON.stringify(categoryIds), stamp],
  )
}
