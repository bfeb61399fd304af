import type { Connection } from '../engine/door.ts'

/** Runs as many queries at once. Each takes long enough to need a connection of its own. */
export async function openConnections(connection: Connection, count: number): Promise<void> {
  const opening = Array.from({ length: count }, () => connection.query('select pg_sleep(0.1)::text as slept'))
  await Promise.all(opening)
}
