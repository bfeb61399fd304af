/**
 * Exact incremental sync: writers insert and change rows in transactions of random length while pollers follow the
 * specification's recipe with random page sizes. After the last poll every poller's copy equals the table.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FlorinClient } from '../../../src/client/index.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { asArrays } from '../../../src/store/engine/table.ts'
import { upsertRows } from '../../../src/store/engine/upsert.ts'
import { transactionsTable } from '../../../src/store/transactions.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { type WriterTask, withoutClockLock, writeRandomly } from '../../support/randomWriter.ts'
import { type TestService, useService } from '../../support/service.ts'
import { describeOnBothStores, type StoreName } from '../../support/stores.ts'

const writers = 3
/** The embedded store runs one query at a time, so a race on it takes longer for the same number of writes. */
const writesEach = { embedded: 12, postgres: 30, citus: 30 }
const pollers = 3

async function emptyWorkspace(service: TestService, store: StoreName) {
  const owner = company()
  const on = account(owner)
  const file = workspaceFile({ companies: [owner], accounts: [on] })
  const client = await service.workspace(file)
  const task = (seed: number): WriterTask => ({
    workspaceId: file.workspace.id,
    companyId: owner.id,
    accountId: on.id,
    seed,
    writes: writesEach[store],
  })
  return { client, file, on, tasks: Array.from({ length: writers }, (_, seed) => task(seed + 1)) }
}

interface Row {
  id: string
  updatedAt: string
}
type Copy = Map<string, Row>
type List = 'transactions' | 'bills'

/** One poll by the recipe: keep the newest updatedAt seen, pass it as updatedAfter. */
async function poll(client: FlorinClient, list: List, copy: Copy, updatedAfter: string, limit: number) {
  const changes = client[list].sync({ updatedAfter, limit })
  for await (const row of changes) copy.set(row.id, row)
  return changes.nextUpdatedAfter
}

/** Polls while the writers write, and once more after the last one has ended. */
async function follow(
  client: FlorinClient,
  list: List,
  seed: number,
  writing: Promise<unknown>,
): Promise<Copy> {
  const copy: Copy = new Map()
  let writersAtWork = true
  const ended = writing.then(() => {
    writersAtWork = false
  })
  let mark = '1970-01-01T00:00:00Z'
  for (let round = 0; writersAtWork; round += 1) {
    mark = await poll(client, list, copy, mark, 1 + ((seed * 37 + round * 11) % 100))
  }
  await ended
  await poll(client, list, copy, mark, 17)
  return copy
}

async function wholeTable(client: FlorinClient, list: List): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of client[list].all({ limit: 100 })) rows.push(row)
  return rows
}

const byId = (rows: Iterable<Row>): Row[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

/** Runs the pollers while the writers write; returns every poller's copy with its table. */
async function race(client: FlorinClient, writing: Promise<unknown>) {
  const lists: List[] = ['transactions', 'bills']
  const followed = lists.flatMap(list =>
    Array.from({ length: pollers }, async (_, seed) => ({
      list,
      copy: await follow(client, list, seed, writing),
    })),
  )
  const copies = await Promise.all(followed)
  const tables = {
    transactions: await wholeTable(client, 'transactions'),
    bills: await wholeTable(client, 'bills'),
  }
  return copies.map(({ list, copy }) => ({ copy: byId(copy.values()), table: byId(tables[list]) }))
}

const writerProgram = fileURLToPath(new URL('../../support/randomWriterProcess.ts', import.meta.url))

async function writeInProcess(databaseUrl: string, task: WriterTask): Promise<void> {
  const input = JSON.stringify({ databaseUrl, task })
  const child = spawn(process.execPath, ['--import', 'tsx', writerProgram, input], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`A writer ended with ${code}.`)
}

describeOnBothStores('Exact incremental sync', store => {
  const service = useService(store)

  it('loses no row and no change, for any writers and page sizes', async () => {
    const { client, tasks } = await emptyWorkspace(service.current, store)
    const { db, databaseUrl } = service.current.store
    // On PostgreSQL each writer is a process; the embedded store only has one process.
    const writing = Promise.all(
      tasks.map(task => (databaseUrl ? writeInProcess(databaseUrl, task) : writeRandomly(db, task))),
    )
    const results = await race(client, writing)
    expect(results).toHaveLength(2 * pollers)
    for (const { copy, table } of results) {
      expect(table.length).toBeGreaterThan(writesEach[store])
      expect(copy).toEqual(table)
    }
  })

  it('gives every commit its own stamp, in commit order', async () => {
    const { client, tasks, file } = await emptyWorkspace(service.current, store)
    const { db } = service.current.store
    const seen: string[] = []
    const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
    await Promise.all(
      tasks.map(async ({ workspaceId }) => {
        for (let write = 0; write < 10; write += 1) {
          await writeWorkspace(db, workspaceId, nowMs, async (_, stamp) => {
            seen.push(stamp)
            return { result: undefined, changed: true }
          })
        }
      }),
    )
    expect(new Set(seen).size).toBe(30)
    expect(seen).toEqual([...seen].sort())
    expect((await client.workspace.get()).id).toBe(file.workspace.id)
  })
})

describe('A build that takes its stamps without the lock on the clock', () => {
  const service = useService('postgres')

  // The sums of a month are one row, for which writers would wait as they wait for the clock.
  beforeAll(async () => {
    for (const trigger of ['months_of_inserted', 'months_of_updated', 'months_of_deleted'])
      await service.current.store.db.script(`alter table transactions disable trigger ${trigger}`)
  })

  it('is detected by racing writers and pollers', async () => {
    const url = service.current.store.databaseUrl ?? ''
    const pools = await Promise.all(
      Array.from({ length: writers }, () => openPostgres({ url, connections: 1 })),
    )
    let wrong = 0
    // One round is nearly always enough; which writer overtakes which is random.
    for (let round = 0; wrong === 0 && round < 10; round += 1) {
      const { client, tasks } = await emptyWorkspace(service.current, 'postgres')
      // In this process, because one of several processes might end before the next begins.
      const writing = tasks.map((task, index) => writeRandomly(unlocked(pools[index]), task))
      const results = await race(client, Promise.all(writing))
      wrong = results.filter(({ copy, table }) => JSON.stringify(copy) !== JSON.stringify(table)).length
    }
    await Promise.all(pools.map(db => db.close()))
    expect(wrong).toBeGreaterThan(0)
  })

  const unlocked = (db: Database | undefined) => {
    if (db === undefined) throw new Error('There are fewer pools than writers.')
    return withoutClockLock(db)
  }

  it.each([
    { locked: true, outcome: 'the row that was stamped first is polled' },
    { locked: false, outcome: 'the row that was stamped first is lost' },
  ])('two overlapping writers, lock held: $locked: $outcome', async ({ locked }) => {
    const { client, file, on } = await emptyWorkspace(service.current, 'postgres')
    const url = service.current.store.databaseUrl ?? ''
    const pools = await Promise.all([1, 2].map(() => openPostgres({ url, connections: 1 })))
    const [slow, quick] = pools.map(db => (locked ? db : withoutClockLock(db)))
    if (!slow || !quick) throw new Error('two pools were opened')
    const copy: Copy = new Map()
    let mark = '1970-01-01T00:00:00Z'

    const write = (db: typeof slow, id: string, before: () => Promise<void>) =>
      writeWorkspace(db, file.workspace.id, service.current.nowMs, async (connection, stamp) => {
        await before()
        const { category: _none, ...row } = transaction(on, { id, createdAt: stamp })
        await upsertRows(
          connection,
          transactionsTable,
          file.workspace.id,
          asArrays(transactionsTable, [{ ...row, categoryId: null }]),
          stamp,
        )
        return { result: undefined, changed: true }
      })

    // The slow writer has its stamp and stays open while the quick one could overtake it.
    let quickWriter: Promise<void> = Promise.resolve()
    await write(slow, 'txn_slow', async () => {
      service.current.nowMs += 5
      quickWriter = write(quick, 'txn_quick', async () => undefined)
      if (!locked) await quickWriter
      mark = await poll(client, 'transactions', copy, mark, 10)
    })
    await quickWriter
    await poll(client, 'transactions', copy, mark, 10)
    await Promise.all(pools.map(db => db.close()))
    expect([...copy.keys()].sort()).toEqual(locked ? ['txn_quick', 'txn_slow'] : ['txn_quick'])
  })
})
