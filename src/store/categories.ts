import type { Category } from '../contract/categories.ts'
import type { Connection } from './engine/door.ts'
import { selectList, type Table } from './engine/table.ts'

export const categoriesTable: Table<keyof Category> = {
  name: 'categories',
  resource: 'category',
  fields: {
    id: 'text',
    name: 'text',
    slug: 'text',
    color: 'text',
    description: 'text',
    isSystem: 'boolean',
    createdAt: 'timestamptz(3)',
  },
}

export async function listCategories(connection: Connection, workspaceId: string): Promise<Category[]> {
  return await connection.query<Category>(
    `select ${selectList(categoriesTable, 't')} from categories t
     where t.workspace_id = $1 order by t.name, t.id`,
    [workspaceId],
  )
}

export async function categoryExists(
  connection: Connection,
  workspaceId: string,
  categoryId: string,
): Promise<boolean> {
  const rows = await connection.query('select from categories where workspace_id = $1 and id = $2', [
    workspaceId,
    categoryId,
  ])
  return rows.length > 0
}
