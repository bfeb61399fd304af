import type { Database } from '../store/engine/door.ts'
import { SharedTurns } from '../store/sharedTurns.ts'
import { NotIndexedYet } from '../store/sums/filteredRows.ts'
import { readSummary } from '../store/sums/transactionSummary.ts'
import { requireCompany } from './companies.ts'
import { tooManyRequests, unavailable } from './errors.ts'
import type { Handler } from './http/call.ts'

/** Summaries of a workspace that may wait for their turn. */
const waitingMax = 20
const retryAfterSeconds = 1

interface Queue {
  turns: SharedTurns
  /** How many requests of each workspace are not answered yet. */
  open: Map<string, number>
}

const queues = new WeakMap<Database, Queue>()

/**
 * A summary reads every transaction that it adds up, so each workspace gets one at a time, and other requests go between
 * them.
 */
export const summarizeTransactions: Handler<'summarizeTransactions'> = async (
  { db, workspaceId, version },
  { query },
) => {
  await requireCompany(db, workspaceId, query.companyId)
  const { turns, open } = queueOf(db)
  const before = open.get(workspaceId) ?? 0
  if (before >= waitingMax) throw tooManyRequests(retryAfterSeconds, 'Too many summaries at once.')
  open.set(workspaceId, before + 1)
  try {
    const name = JSON.stringify([version, query])
    return await turns.run(workspaceId, name, () => readSummary(db, workspaceId, query))
  } catch (error) {
    if (error instanceof NotIndexedYet) {
      throw unavailable('Many rows are new and not indexed yet.')
    }
    throw error
  } finally {
    const left = (open.get(workspaceId) ?? 1) - 1
    if (left === 0) open.delete(workspaceId)
    else open.set(workspaceId, left)
  }
}

function queueOf(db: Database): Queue {
  let queue = queues.get(db)
  if (queue === undefined) {
    queue = { turns: new SharedTurns(), open: new Map() }
    queues.set(db, queue)
  }
  return queue
}
