/** How a long transaction, such as an import, leaves room for others and stays fast while tables grow. */
import type { Connection } from './door.ts'

/** Rows that a query gets or reads at most. The embedded store answers other requests between two queries. */
export const rowsPerQuery = 200

/**
 * Lets PostgreSQL plan the queries of this connection again. Each query is planned once. While its tables are small, any
 * index looks as good as the right one, and later the query reads the whole table with it. PostgreSQL plans again by itself
 * after ANALYZE, which is too late for work that makes its own tables grow.
 */
export async function planAnew(connection: Connection): Promise<void> {
  await connection.script('discard plans')
}
