/**
 * How fast a workspace file is loaded into PostgreSQL, as `florin load` does it: read and checked first,
 * then stored.
 */
import { join } from 'node:path'
import { writeFurtherRows, writeNewWorkspace } from './dataset/workspaceFile.ts'
import { runScript } from './support/child.ts'
import { median } from './support/numbers.ts'
import { step } from './support/progress.ts'

export interface BulkLoadResult {
  rows: number
  /** For a file with only new rows: storing it, and including reading and checking. */
  rowsPerSecond: number
  wholeRowsPerSecond: number
  /** For the same file a second time, when nothing in it is new. */
  againRowsPerSecond: number
  /** What a command takes before its work starts and after it ends. */
  startSeconds: number
  rounds: number[]
}

export async function measureBulkLoad(
  folder: string,
  databaseUrl: string,
  rows: number,
  rounds: number,
): Promise<BulkLoadResult> {
  return await step(`florin load of ${rows.toLocaleString('en-US')} transactions`, async say => {
    const file = join(folder, 'workspace.json')
    const [first, second]: [Timed[], Timed[]] = [[], []]
    for (let round = 1; round <= rounds; round += 1) {
      await writeNewWorkspace(file, `wsp_loaded_${round}`, rows)
      say(`round ${round} of ${rounds}`)
      first.push(await timedLoad(file, databaseUrl))
      say(`round ${round} of ${rounds}, the same file again`)
      second.push(await timedLoad(file, databaseUrl))
    }
    return {
      rows,
      rowsPerSecond: rows / median(first.map(({ seconds }) => seconds)),
      wholeRowsPerSecond: rows / median(first.map(({ seconds, readSeconds }) => seconds + readSeconds)),
      againRowsPerSecond: rows / median(second.map(({ seconds }) => seconds)),
      startSeconds: median([...first, ...second].map(({ startSeconds }) => startSeconds)),
      rounds: first.map(({ seconds }) => Math.round(rows / seconds)),
    }
  })
}

/** Rows per second for more rows of the largest workspace. */
export async function furtherLoadRate(folder: string, databaseUrl: string, rows: number): Promise<number> {
  const file = join(folder, 'further.json')
  await writeFurtherRows(file, rows)
  return rows / (await timedLoad(file, databaseUrl)).seconds
}

export interface Timed {
  seconds: number
  readSeconds: number
  startSeconds: number
}

export async function timedLoad(file: string, databaseUrl: string): Promise<Timed> {
  const startMs = performance.now()
  const output = await runScript('loadFile', [file], { DATABASE_URL: databaseUrl })
  const { seconds, readSeconds } = JSON.parse(output) as Omit<Timed, 'startSeconds'>
  const startSeconds = (performance.now() - startMs) / 1000 - seconds - readSeconds
  return { seconds, readSeconds, startSeconds }
}
