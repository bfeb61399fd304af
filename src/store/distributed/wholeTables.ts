/** Settings for a transaction that changes whole tables of a distributed store, and not rows of one workspace. */
import type { Connection } from '../engine/door.ts'

/**
 * Call it before the transaction's first query. Citus refuses to change a table after the coordinator has read a copy of
 * a reference table itself, so the coordinator asks itself over a connection, as it asks other nodes. One connection to
 * each node: rows that refer to a reference table have to see what the same transaction wrote there. Triggers are made
 * for shards (`triggerFunctions.ts`), so they are safe, but Citus asks for the setting with every change to one.
 */
export async function prepareWholeTables(connection: Connection): Promise<void> {
  if (connection.nodeOf === undefined) return
  await connection.script(`
    set local citus.enable_local_execution = off;
    set local citus.multi_shard_modify_mode = 'sequential';
    set local citus.enable_unsafe_triggers = on;`)
}
