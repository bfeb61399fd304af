/**
 * Creates an embedded store with one workspace and prints its keys. Usage: fillEmbedded.ts <data folder>
 * <number of transactions>
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../../src/store/engine/embedded.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { fill } from '../dataset/fill.ts'

const [dataDir = '', transactions] = process.argv.slice(2)
mkdirSync(dataDir, { mode: 0o700 })
const db = await openEmbedded({ folder: join(dataDir, 'store') })
await migrate(db)
const size = { transactions: Number(transactions), workspaces: 1 }
const { secrets } = await fill(db, size, () => undefined)
await db.close()
process.stdout.write(`${JSON.stringify(secrets)}\n`)
