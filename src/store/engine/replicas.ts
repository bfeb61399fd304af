/**
 * Sends reads to replicas, in turn, and to the primary if a replica is behind, away or fails. A read can be repeated
 * without harm, so a request never notices.
 */
import { type Database, StoreUnavailable } from './door.ts'
import { type Needed, type Replica, ReplicaBehind } from './replica.ts'

export interface ReplicaOptions {
  /** A replica that has not answered by then is given up on, and the primary reads. */
  answerMsMax?: number
  /** How long a replica that was away is left alone. */
  awayMs?: number
}

/** Reads since the start. `behind` and `failed` were repeated on the primary. */
export interface ReplicaCounts {
  served: number
  behind: number
  failed: number
}

export interface Replicas {
  readonly counts: Readonly<ReplicaCounts>
  /** Where to read from a state that includes what is needed. The primary if no replica is there. */
  readsAt(needed: Needed): Database
  close(): Promise<void>
}

interface Listed {
  replica: Replica
  /** In milliseconds of `performance.now()`. */
  awayUntilMs: number
}

const answerMsDefault = 1_000
const awayMsDefault = 5_000

export function replicasOf(
  primary: Database,
  replicas: readonly Replica[],
  { answerMsMax = answerMsDefault, awayMs = awayMsDefault }: ReplicaOptions = {},
): Replicas {
  const listed: Listed[] = replicas.map(replica => ({ replica, awayUntilMs: 0 }))
  const counts: ReplicaCounts = { served: 0, behind: 0, failed: 0 }
  let turn = 0

  function next(): Listed | undefined {
    const nowMs = performance.now()
    for (let tried = 0; tried < listed.length; tried += 1) {
      turn = (turn + 1) % listed.length
      const each = listed[turn]
      if (each !== undefined && each.awayUntilMs <= nowMs) return each
    }
    return undefined
  }

  /** For one request, which stays with the primary once it was sent there. */
  const reader = (each: Listed) => {
    let isGivenUp = false
    return async <Result>(
      fromReplica: () => Promise<Result>,
      fromPrimary: () => Promise<Result>,
    ): Promise<Result> => {
      if (isGivenUp) return await fromPrimary()
      try {
        return await tried(each, fromReplica)
      } catch {
        isGivenUp = true
        return await fromPrimary()
      }
    }
  }

  async function tried<Result>(each: Listed, fromReplica: () => Promise<Result>): Promise<Result> {
    try {
      const result = await inTime(fromReplica(), answerMsMax)
      counts.served += 1
      return result
    } catch (error) {
      if (error instanceof ReplicaBehind) counts.behind += 1
      else counts.failed += 1
      // Other errors are of the query itself, for example while a migration has not been replayed yet.
      if (error instanceof StoreUnavailable) each.awayUntilMs = performance.now() + awayMs
      throw error
    }
  }

  return {
    counts,
    readsAt(needed) {
      const each = next()
      if (each === undefined) return primary
      const { replica } = each
      const reads = replica.readAt(needed)
      const fromEither = reader(each)
      return {
        ...primary,
        query: (sql, values) =>
          fromEither(
            () => reads.query(sql, values),
            () => primary.query(sql, values),
          ),
        read: (sql, values, reader) =>
          fromEither(
            () => reads.read(sql, values, reader),
            () => primary.read(sql, values, reader),
          ),
        transaction(work, options) {
          if (options?.snapshot !== true) return primary.transaction(work, options)
          return fromEither(
            () => replica.snapshotAt(needed, work),
            () => primary.transaction(work, options),
          )
        },
      }
    },
    async close() {
      await Promise.all(listed.map(({ replica }) => replica.close()))
    },
  }
}

async function inTime<Result>(work: Promise<Result>, msMax: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new StoreUnavailable('The replica did not answer in time.')), msMax)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
