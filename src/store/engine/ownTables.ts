/** The tables that Florin's migrations create. Other programs may have tables in the same schema. */
import type { Migration } from './migrations.ts'

/** The tables that exist after these migrations. A test compares them with a real database. */
export function tablesMadeBy(migrations: readonly Pick<Migration, 'sql'>[]): string[] {
  const tables = new Set(['migrations'])
  for (const { sql } of migrations) {
    for (const [, verb = '', name = ''] of withoutComments(sql).matchAll(tableChange)) {
      if (verb.toLowerCase() === 'create') tables.add(name)
      else tables.delete(name)
    }
  }
  return [...tables]
}

const tableChange = /\b(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?(\w+)/gi

const withoutComments = (sql: string): string => sql.replace(/--.*$/gm, '')
