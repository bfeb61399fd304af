/** Pages of the embedded store that were never asked for before, by one caller and by many at once. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../src/store/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { ask } from './compare.ts'
import { type FilledData, fill } from './dataset/fill.ts'
import { newPagePath, pagePath, pagePathCount } from './dataset/requests.ts'
import { neverTwice } from './load/paths.ts'
import { type Measured, overHttp, type RoundsPlan, takeTurns } from './rounds.ts'
import { startFlorin } from './support/child.ts'
import { step } from './support/progress.ts'

export interface EmbeddedResult {
  alone: Measured
  together: Measured
}

const connectionsTogether = 16
/** Even in a quick run: a database that is compiled as it runs is many times as slow in its first second. */
const warmUpSeconds = 1

export async function measureEmbedded(
  folder: string,
  transactions: number,
  plan: Pick<RoundsPlan, 'rounds' | 'seconds'>,
): Promise<EmbeddedResult> {
  const dataDir = join(folder, 'embedded')
  const { secrets } = await step(
    `Filling ${transactions.toLocaleString('en-US')} transactions into the embedded store`,
    say => fillFolder(dataDir, transactions, say),
  )
  const service = await startFlorin(folder, { FLORIN_DATA_DIR: dataDir })
  const headers = { Authorization: `Bearer ${secrets[0]}` }
  const { body } = await ask(service.url, newPagePath(0), headers)
  // One list for both: the second must not ask for what the first has asked.
  const paths = neverTwice(pagePath, pagePathCount)
  const measure = async (connections: number, say: (detail: string) => void) => {
    const request = { url: service.url, paths, headers, connections, folder }
    const contestant = overHttp('service', service.pid, request, { status: 200, bytes: body.length })
    const { service: measured } = await takeTurns([contestant], {
      ...plan,
      warmUpSeconds,
      databasePid: null,
      say,
    })
    if (!measured) throw new Error('The service took no turn.')
    return measured
  }
  const alone = await step('page of the embedded store, 1 connection', say => measure(1, say))
  const together = await step(`page of the embedded store, ${connectionsTogether} connections`, say =>
    measure(connectionsTogether, say),
  )
  await service.stop()
  return { alone, together }
}

async function fillFolder(
  dataDir: string,
  transactions: number,
  say: (detail: string) => void,
): Promise<FilledData> {
  mkdirSync(dataDir, { mode: 0o700 })
  const db = await openEmbedded({ folder: join(dataDir, 'store') })
  try {
    await migrate(db)
    const size = { transactions, workspaces: 1 }
    return await fill(db, size, done => say(`${done.toLocaleString('en-US')} rows`))
  } finally {
    await db.close()
  }
}
