/** Transactions as the rules look at them, all of a workspace in pages, and the categories that they get. */
import type { Connection } from '../engine/door.ts'

export interface LookedAt {
  id: string
  categoryId: string | null
  /** The rule that gave the category; null where none did. */
  ruleId: string | null
  /** In the order of `factColumns`, as JSON; null where the category is not a rule's to change. */
  facts: string | null
}

const factColumns = `company_id, counterparty_name, counterparty_iban, merchant_name, description, reference,
  type, side, amount::text, currency`

/**
 * By id, after the given one. A category that a person chose, or that came with a file, is no rule's to change; nor is
 * the lack of one that a person chose. The limit of one keeps the planner, which may know little of new tables, from
 * anything but a look-up for each row.
 */
export async function transactionsToLookAt(
  connection: Connection,
  workspaceId: string,
  afterId: string,
  limit: number,
): Promise<LookedAt[]> {
  return await connection.query<LookedAt>(
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

/** By transaction; null takes it away. Each of them really gets another one, so each is stamped. */
export async function updateCategories(
  connection: Connection,
  workspaceId: string,
  categoryIds: Readonly<Record<string, string | null>>,
  stamp: string,
): Promise<void> {
  // Not joined with what they get: knowing little of the tables, the planner would read the whole workspace for it.
  await connection.query(
    `update transactions set category_id = $3::jsonb ->> id, updated_at = $4
     where workspace_id = $1 and id = any($2)`,
    [workspaceId, Object.keys(categoryIds), JSON.stringify(categoryIds), stamp],
  )
}
