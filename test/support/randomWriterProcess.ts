/** A random writer as a process of its own. It gets its task as JSON in its only argument. */
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { type WriterTask, writeRandomly } from './randomWriter.ts'

const { databaseUrl, task }: { databaseUrl: string; task: WriterTask } = JSON.parse(process.argv[2] ?? '')
const db = await openPostgres({ url: databaseUrl, connections: 1 })
await writeRandomly(db, task)
await db.close()
