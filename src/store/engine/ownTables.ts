/**
 * Florin's own tables: those that its migrations create. The database may have tables of other programs in the same
 * schema, and those are none of Florin's business.
 */
import type { Migration } from './migrate.ts'

/** The tables that are there once these migrations were applied. A test holds them against a real database. */
export function tablesMadeBy(migrations: readonly Pick<Migration, 'sql'>[]): string[] {
  const tables = new Set(['migrations'])
  for (const { sql } of migrations) {
    for (const [, verb = '', name = ''] of withoutComments(sql).matchAll(tableStatement)) {
      if (verb.toLowerCase() === 'create') tables.add(name)
      else tables.delete(name)
    }
  }
  return [...tables]
}

const tableStatement = /\b(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?(\w+)/gi

const withoutComments = (sql: string): string => sql.replace(/--.*$/gm, '')
