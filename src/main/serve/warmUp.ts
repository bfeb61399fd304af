/**
 * Has the nodes of a cluster plan what nearly every first request asks: the state of a key and the first page of
 * transactions. A node reads the catalogue of a shard and plans its queries once for each connection, which takes several
 * times as long as the queries. Without this, the first requests after a start would wait for it.
 */

import { copyColumnOptions } from '../../store/distributed/columnOptions.ts'
import { openConnections } from '../../store/distributed/openConnections.ts'
import { keysOfGroups } from '../../store/distributed/shardGroups.ts'
import type { Connection } from '../../store/engine/door.ts'
import { findKeyStatesIn } from '../../store/keys/apiKeys.ts'
import { listTransactions } from '../../store/transactions.ts'

/** With more, a node would soon drop what it has prepared (`preparedPerAge`). */
const groupsMax = 128

/** `connections` is how many are used for queries. Each shard prefers one of them. */
export async function warmUp(
  connection: Connection,
  connections: number,
  isStopped: () => boolean,
): Promise<void> {
  if (connection.nodeOf === undefined) return
  await copyColumnOptions(connection)
  const keys = (await keysOfGroups(connection)).slice(0, groupsMax)
  // Which connection a shard prefers depends on how many are open.
  await openConnections(connection, connections)
  const turns = Array.from({ length: connections }, (_, turn) =>
    keys.filter((_key, place) => place % connections === turn),
  )
  await Promise.all(
    turns.map(async own => {
      for (const key of own) {
        if (isStopped()) return
        await findKeyStatesIn(connection, key, [''])
        await listTransactions(connection, key, { filters: {}, changed: null, after: null, limit: 1 })
      }
    }),
  )
}
