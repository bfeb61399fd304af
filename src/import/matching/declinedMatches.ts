/** Which matches people have declined. */
import type { Connection } from '../../store/engine/door.ts'
import { listDeclined } from '../../store/matching/suggestions.ts'

/** Pairs also count within a larger set, sets only as a whole. */
export async function declinedOf(
  connection: Connection,
  { workspaceId, companyId }: { workspaceId: string; companyId: string },
) {
  const declined = new Set(
    (await listDeclined(connection, workspaceId, companyId)).map(({ transactionId, billIds }) =>
      JSON.stringify([transactionId, ...billIds]),
    ),
  )
  const has = (transactionId: string, billIds: readonly string[]) =>
    declined.has(JSON.stringify([transactionId, ...billIds]))
  return (billIds: readonly string[], transactionId: string): boolean =>
    has(transactionId, billIds) || billIds.some(id => has(transactionId, [id]))
}
