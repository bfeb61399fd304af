/** Transactions as the rules look at them, all of a workspace in pages, and the categories that they get. */
import type { Session } from './door.ts'

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
 * the lack of one that a person chose. The bound stands twice, so that both indexes are entered where the page begins.
 */
export async function transactionsToLookAt(
  session: Session,
  workspaceId: string,
  afterId: string,
  limit: number,
): Promise<LookedAt[]> {
  return await session.query<LookedAt>(
    `select t.id, t.category_id as "categoryId", case a.source when 'rule' then a.source_id end as "ruleId",
       case when (t.category_id is null and a.source is distinct from 'person')
         or (a.source = 'rule' and a.category_id = t.category_id)
       then t.facts::text end as facts
     from (
       select id, category_id, json_build_array(${factColumns}) as facts
       from transactions where workspace_id = $1 and id > $2 order by id limit $3
     ) t
     left join category_assignments a
       on a.workspace_id = $1 and a.transaction_id > $2 and a.transaction_id = t.id
     order by t.id`,
    [workspaceId, afterId, limit],
  )
}

export async function countTransactions(session: Session, workspaceId: string): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    'select count(*)::int as count from transactions where workspace_id = $1',
    [workspaceId],
  )
  return row?.count ?? 0
}

export interface CategoryChange {
  transactionId: string
  /** The category and the rule that gives it; null where none fits any more. */
  given: { categoryId: string; ruleId: string } | null
}

/** Each of them really gets another category, so each is stamped. */
export async function changeCategories(
  session: Session,
  workspaceId: string,
  changes: readonly CategoryChange[],
  stamp: string,
): Promise<void> {
  if (changes.length === 0) return
  await session.query(
    `with given as (
       select r.id, r.category_id, r.rule_id
       from json_to_recordset($2::json) as r(id text, category_id text, rule_id text)
     ), changed as (
       update transactions t set category_id = g.category_id, updated_at = $3
       from given g where t.workspace_id = $1 and t.id = g.id
     ), freed as (
       delete from category_assignments a using given g
       where a.workspace_id = $1 and a.transaction_id = g.id and g.category_id is null
     )
     insert into category_assignments (workspace_id, transaction_id, source, source_id, category_id, at)
     select $1, g.id, 'rule', g.rule_id, g.category_id, $3 from given g where g.category_id is not null
     on conflict (workspace_id, transaction_id) do update
       set source = excluded.source, source_id = excluded.source_id, category_id = excluded.category_id,
         at = excluded.at`,
    [
      workspaceId,
      JSON.stringify(
        changes.map(({ transactionId: id, given }) => ({
          id,
          category_id: given?.categoryId ?? null,
          rule_id: given?.ruleId ?? null,
        })),
      ),
      stamp,
    ],
  )
}
