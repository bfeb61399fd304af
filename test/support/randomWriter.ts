/** Writes for the sync tests: database transactions of random length that add and change transactions and bills. */
import { randomStream } from '../../src/demo/random.ts'
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
  /** Part of the ids of this writer's rows, and the seed of its choices. */
  seed: number
  writes: number
}

export async function writeRandomly(db: Database, task: WriterTask): Promise<void> {
  const { below: random } = randomStream(`writer ${task.seed}`)
  for (let write = 0; write < task.writes; write += 1) {
    // Clocks of several machines differ, and sometimes go back.
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
  // Half of the numbers repeat, so about as many rows are changed as added.
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
  // Simulates a busy database.
  await connection.query('select pg_sleep($1::float8 / 1000)', [random(4)])
}

/**
 * The same database, except that it stamps writes without locking the clock's row. Its transactions take ten times as
 * long, so that one is sure to overtake another.
 */
export function withoutClockLock(db: Database): Database {
  const unlocked = (connection: Connection): Connection => ({
    ...connection,
    query: (sql, values) => {
      const slower = sql.includes('pg_sleep') ? values?.map(ms => Number(ms) * 10) : values
      return connection.query(sql.replace(/ for no key update$/, ''), slower)
    },
  })
  return {
    ...db,
    transaction: (work, options) => db.transaction(connection => work(unlocked(connection)), options),
  }
}
