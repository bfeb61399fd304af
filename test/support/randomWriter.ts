/** A writer for the sync tests: transactions of random length that add and change transactions and bills. */
import { billsTable } from '../../src/store/bills.ts'
import type { Connection, Database } from '../../src/store/engine/door.ts'
import { asArrays } from '../../src/store/engine/table.ts'
import { upsertRows } from '../../src/store/engine/upsert.ts'
import { transactionsTable } from '../../src/store/transactions.ts'
import { writeWorkspace } from '../../src/store/workspaceClock.ts'
import { bill, transaction } from './builders.ts'

export interface WriterTask {
  workspaceId: string
  companyId: string
  accountId: string
  /** Tells this writer's rows from another's, and seeds its choices. */
  seed: number
  writes: number
}

export async function writeRandomly(db: Database, task: WriterTask): Promise<void> {
  const random = randomFrom(task.seed)
  for (let write = 0; write < task.writes; write += 1) {
    // Wall clocks of several machines differ, and go back now and then.
    const nowMs = Date.now() + random(200) - 100
    await writeWorkspace(db, task.workspaceId, nowMs, async (connection, stamp) => {
      const steps = 1 + random(4)
      for (let step = 0; step < steps; step += 1) await writeSome(connection, task, stamp, random)
      return { result: undefined, changed: true }
    })
  }
}

async function writeSome(
  connection: Connection,
  { workspaceId, companyId, accountId, seed }: WriterTask,
  stamp: string,
  random: (below: number) => number,
): Promise<void> {
  // Half of the numbers are met again, so about as many rows are changed as are added.
  const number = () => `${seed}_${random(400)}`
  const bookingDate = random(3) === 0 ? null : `2026-02-${String(1 + random(28)).padStart(2, '0')}`
  const amount = `${random(1000)}.00`
  const on = { id: accountId, companyId }
  const rows = Array.from({ length: 1 + random(5) }, (_, index) => {
    const { category: _none, ...row } = transaction(on, {
      id: `txn_${number()}_${index}`,
      bookingDate,
      amount,
    })
    return { ...row, categoryId: null, createdAt: stamp }
  })
  await upsertRows(connection, transactionsTable, workspaceId, asArrays(transactionsTable, rows), stamp)
  const supplierName = `Supplier ${random(1000)}`
  const bills = [bill({ id: companyId }, { id: `bil_${number()}`, supplierName, createdAt: stamp })]
  await upsertRows(connection, billsTable, workspaceId, asArrays(billsTable, bills), stamp)
  // The database itself takes its time, as it would with more to do.
  await connection.query('select pg_sleep($1::float8 / 1000)', [random(4)])
}

/** A small generator of pseudo-random whole numbers (mulberry32), so that a run can be had again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The same database with one fault: a stamp is taken without the lock on the clock's row. */
export function withoutClockLock(db: Database): Database {
  const unlocked = (connection: Connection): Connection => ({
    ...connection,
    query: (sql, values) => connection.query(sql.replace(/ for no key update$/, ''), values),
  })
  return {
    ...db,
    transaction: (work, options) => db.transaction(connection => work(unlocked(connection)), options),
  }
}
