/** New pages of the embedded store, requested by one client and by many at once. */

import { join } from 'node:path'
import { ask } from '../compare.ts'
import { newPagePath, pagePath, pagePathCount } from '../dataset/requests.ts'
import { neverTwice } from '../load/paths.ts'
import { type Measured, overHttp, type RoundsPlan, takeTurns } from '../rounds.ts'
import { runScript, startFlorin } from '../support/child.ts'
import { step } from '../support/progress.ts'

export interface EmbeddedResult {
  alone: Measured
  together: Measured
}

const connectionsTogether = 16
/** Even in a quick run: WebAssembly is compiled as it runs and is many times slower in the first second. */
const firstWarmUpSeconds = 1

export interface EmbeddedData {
  dataDir: string
  secrets: string[]
}

/** In a separate process, because the engine would block everything else in this one. */
export async function fillEmbedded(folder: string, transactions: number): Promise<EmbeddedData> {
  const dataDir = join(folder, 'embedded')
  const secrets = JSON.parse(
    await runScript('embedded/fillEmbedded', [dataDir, String(transactions)], {}),
  ) as string[]
  return { dataDir, secrets }
}

export async function measureEmbedded(
  folder: string,
  { dataDir, secrets }: EmbeddedData,
  plan: Pick<RoundsPlan, 'rounds' | 'seconds'>,
): Promise<EmbeddedResult> {
  const service = await startFlorin(folder, { FLORIN_DATA_DIR: dataDir })
  const headers = { Authorization: `Bearer ${secrets[0]}` }
  const { body } = await ask(service.url, newPagePath(0), headers)
  // One list for both, so that the second does not request what the first already has.
  const paths = neverTwice(pagePath, pagePathCount)
  const measure = async (connections: number, warmUpSeconds: number, say: (detail: string) => void) => {
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
  const alone = await step('page of the embedded store, 1 connection', say =>
    measure(1, firstWarmUpSeconds, say),
  )
  const together = await step(`page of the embedded store, ${connectionsTogether} connections`, say =>
    measure(connectionsTogether, 0, say),
  )
  await service.stop()
  return { alone, together }
}
