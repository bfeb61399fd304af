/** Category rules in the order they apply: positions run from 0 to n - 1 without gaps. */
import type { Rule } from '../../contract/console/rules.ts'
import type { Connection } from '../engine/door.ts'
import { insertRows, selectList, type Table, updateRow } from '../engine/table.ts'

export const categoryRulesTable: Table<keyof Rule> = {
  name: 'category_rules',
  fields: {
    id: 'text',
    position: 'integer',
    name: 'text',
    categoryId: 'text',
    companyId: 'text',
    counterparty: 'text',
    words: 'text',
    type: 'text',
    side: 'text',
    amountMin: 'numeric',
    amountMax: 'numeric',
    currency: 'text',
    createdAt: 'timestamptz(3)',
  },
}

const select = selectList(categoryRulesTable, 't')

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
  const added = { ...rule, position: await countRules(connection, workspaceId) }
  await insertRows(connection, categoryRulesTable, workspaceId, [added])
  return added
}

/** Updates everything except the position. */
export async function updateRule(connection: Connection, workspaceId: string, rule: Rule): Promise<void> {
  const { id, position: _, createdAt: __, ...change } = rule
  await updateRow<Rule>(connection, categoryRulesTable, workspaceId, id, change)
}

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
