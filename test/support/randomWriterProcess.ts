/** A random writer as a process of its own. It gets its task as JSON in its only argument. */
import { openPostgres } from '../../src/store/postgres.ts'
import { type WriterTask, withoutClockLock, writeRandomly } from './randomWriter.ts'

const { databaseUrl, locked, task }: { databaseUrl: string; locked: boolean; task: WriterTask } = JSON.parse(
  process.argv[2] ?? '',
)
const db = await openPostgres({ url: databaseUrl, connections: 1 })
await writeRandomly(locked ? db : withoutClockLock(db), task)
await db.close()
