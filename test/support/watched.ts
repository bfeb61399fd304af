/** Stores that report each query, for tests that count queries, delay them or make them fail. */
import type { Connection, Database, Value } from '../../src/store/engine/door.ts'

/** Called before a query runs; the query waits for it, and fails if it throws. */
export type OnQuery = (sql: string) => void | Promise<void>

/** The same store or connection. Queries within its transactions are not reported. */
export function watched<Watched extends Pick<Connection, 'query' | 'read'>>(
  connection: Watched & Pick<Connection, 'nodeOf' | 'onEveryNode'>,
  onQuery: OnQuery,
): Watched {
  const { nodeOf, onEveryNode } = connection
  return {
    ...connection,
    ...(nodeOf && { nodeOf: (workspaceId: string) => watched(nodeOf(workspaceId), onQuery) }),
    ...(onEveryNode && {
      onEveryNode: async (sql: string, values?: readonly Value[]) => {
        await onQuery(sql)
        return await onEveryNode(sql, values)
      },
    }),
    query: async (sql, values) => {
      await onQuery(sql)
      return await connection.query(sql, values)
    },
    read: async (sql, values, reader) => {
      await onQuery(sql)
      return await connection.read(sql, values, reader)
    },
  }
}

/** The same store, with the queries of its transactions reported too. */
export const watchedThroughout = (db: Database, onQuery: OnQuery): Database => ({
  ...watched(db, onQuery),
  transaction: (work, options) => db.transaction(each => work(watched(each, onQuery)), options),
})

/** The same store, except that it cannot write audit records. */
export const withoutAudit = (db: Database): Database =>
  watchedThroughout(db, sql => {
    if (sql.includes('insert into audit_records')) throw new Error('no audit')
  })
