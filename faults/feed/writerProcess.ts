/** A writer as a process, on PostgreSQL. It gets its task as JSON in its only argument, and writes until SIGTERM. */
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { type WriterTask, writeUntil } from './writers.ts'

const { databaseUrl, task, without }: WriterTask & { databaseUrl: string } = JSON.parse(process.argv[2] ?? '')
const db = await openPostgres({ url: databaseUrl, connections: 1 })
let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})
await writeUntil(db, { task, without }, async () => isOver)
await db.close()
