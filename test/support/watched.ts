import type { Connection } from '../../src/store/engine/door.ts'

/** The same store or session, which tells of each statement before it is run, and waits for what is made of that. */
export function watched<Watched extends Connection>(
  session: Watched,
  onStatement: (sql: string) => void | Promise<void>,
): Watched {
  return {
    ...session,
    query: async (sql, values) => {
      await onStatement(sql)
      return await session.query(sql, values)
    },
    read: async (sql, values, reader) => {
      await onStatement(sql)
      return await session.read(sql, values, reader)
    },
  }
}
