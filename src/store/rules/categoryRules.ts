/** Category rules in the order they apply: positions run from 0 to n - 1 without gaps. */
import type { Rule } from '../../contract/console/rules.ts'
import type { Connection } from '../engine/door.ts'

const select = `t.id, t.position, t.name, t.category_id as "categoryId", t.company_id as "companyId",
  t.counterparty, t.words, t.type, t.side, t.amount_min as "amountMin", t.amount_max as "amountMax",
  t.currency, t.created_at as "createdAt"`

export async function listRules(connection: Connection, workspaceId: string): Promise<Rule[]> {
  return await connection.query<Rule>(
    `select ${select} from category_rules t where t.workspace_id = $1 order by t.position`,
    [workspaceId],
  )
}

export async function findRule(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<Rule | null> {
  const [row] = await connection.query<Rule>(
    `select ${select} from category_rules t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}

export async function countRules(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from category_rules where workspace_id = $1',
    [workspaceId],
  )
  return row?.count ?? 0
}

/** Appends the rule. The caller holds the workspace lock, so the count cannot change in between. */
export async function insertRule(
  connection: Connection,
  workspaceId: string,
  rule: Omit<Rule, 'position'>,
): Promise<Rule> {
  const position = await countRules(connection, workspaceId)
  await connection.query(
    `insert into category_rules
       (workspace_id, id, position, name, category_id, company_id, counterparty, words, type, side,
        amount_min, amount_max, currency, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [workspaceId, rule.id, position, ...changeableOf(rule), rule.createdAt],
  )
  return { ...rule, position }
}

/** Updates everything except the position. */
export async function updateRule(connection: Connection, workspaceId: string, rule: Rule): Promise<void> {
  await connection.query(
    `update category_rules set name = $3, category_id = $4, company_id = $5, counterparty = $6, words = $7,
       type = $8, side = $9, amount_min = $10, amount_max = $11, currency = $12
     where workspace_id = $1 and id = $2`,
    [workspaceId, rule.id, ...changeableOf(rule)],
  )
}

const changeableOf = (rule: Omit<Rule, 'position'>) => [
  rule.name,
  rule.categoryId,
  rule.companyId,
  rule.counterparty,
  rule.words,
  rule.type,
  rule.side,
  rule.amountMin,
  rule.amountMax,
  rule.currency,
]

/** Shifts the rules between the old and new position. The unique constraint on positions is deferred to commit. */
export async function moveRule(
  connection: Connection,
  workspaceId: string,
  { id, position }: Pick<Rule, 'id' | 'position'>,
  to: number,
): Promise<void> {
  await connection.query(
    `update category_rules
     set position = case when id = $2 then $4::int when $3::int < $4::int then position - 1 else position + 1 end
     where workspace_id = $1 and position between least($3::int, $4::int) and greatest($3::int, $4::int)`,
    [workspaceId, id, position, to],
  )
}

/** Deletes the rule and closes the gap. */
export async function deleteRule(
  connection: Connection,
  workspaceId: string,
  { id, position }: Pick<Rule, 'id' | 'position'>,
): Promise<void> {
  await connection.query('delete from category_rules where workspace_id = $1 and id = $2', [workspaceId, id])
  await connection.query(
    'update category_rules set position = position - 1 where workspace_id = $1 and position > $2',
    [workspaceId, position],
  )
}
