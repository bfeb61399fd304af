/** How fast a bank statement with 100,000 entries is stored, with how much memory, and how readers are affected. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../src/actions/keys.ts'
import type { ImportReport } from '../src/contract/console/imports.ts'
import { scopes } from '../src/contract/scopes.ts'
import { loadWorkspace } from '../src/import/workspace/loadWorkspace.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { company, smallWorkspace, workspaceFile } from '../test/support/builders.ts'
import { importBars } from './bars.ts'
import { writeCamtFile } from './dataset/camtFile.ts'
import { measureEmbeddedImports } from './embedded/imports.ts'
import { readPages } from './load/readPages.ts'
import { emptyDatabase, startDatabaseServer } from './server.ts'
import { runFlorin, startFlorin } from './support/child.ts'
import { undoLater } from './support/cleanup.ts'
import { median } from './support/numbers.ts'
import { peakMegabytesOf } from './support/processes.ts'
import { step } from './support/progress.ts'

const rounds = 3
/** The first import into a new server takes longer, as its memory was never used before. */
const warmUps = 1
/** The kernel remembers the peak, so only the last moments of a process can be missed. */
const peakEveryMs = 20

/** One run of `florin import`. */
interface Round {
  /** With the start of the command. */
  seconds: number
  /** The peak of the command. */
  megabytes: number
  /** Durations of pages read by a client of another workspace in the meantime. */
  readMs: number[]
}

export async function imports(entries: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-imports-'))
  undoLater(() => rm(folder, { recursive: true, force: true }))
  const server = await startDatabaseServer()
  const path = join(folder, 'statement.xml')
  const bytes = await step('Writing the statement', () => writeCamtFile(path, entries))
  const measured: { quiet: Round[]; read: Round[]; again: Round[] } = { quiet: [], read: [], again: [] }
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    const url = await emptyDatabase(server, `imports_${round + warmUps}`)
    const [quiet, read, secret] = await prepare(url)
    const first = await importOnce(path, quiet, url, entries, round, null)
    if (round < 1) continue
    measured.quiet.push(first)
    measured.again.push(await importOnce(path, quiet, url, 0, round, null))
    const service = await startFlorin(folder, { DATABASE_URL: url })
    const page = { url: `${service.url}/v1/transactions`, secret }
    measured.read.push(await importOnce(path, read, url, entries, round, page))
    await service.stop()
  }
  report(entries, bytes, measured)
  await server.stop()
  await measureEmbeddedImports(folder, path, entries)
}

async function prepare(url: string): Promise<[quiet: string, read: string, secret: string]> {
  const db = await openPostgres({ url })
  const actor = { kind: 'command', id: 'bench' } as const
  const nowMs = Date.now()
  const files = [
    workspaceFile({ companies: [company()] }),
    workspaceFile({ companies: [company()] }),
    smallWorkspace(),
  ]
  for (const file of files) await loadWorkspace(db, file, { nowMs, actor })
  const [quiet = '', read = '', reader = ''] = files.map(({ workspace }) => workspace.id)
  const request = { workspaceId: reader, name: 'bench', scopes, expiresInDays: null }
  const { secret } = await createKey(db, request, actor, nowMs)
  await db.close()
  return [quiet, read, secret]
}

async function importOnce(
  path: string,
  workspaceId: string,
  url: string,
  added: number,
  round: number,
  page: { url: string; secret: string } | null,
): Promise<Round> {
  const label = page ? 'with readers' : added === 0 ? 'the same again' : 'alone'
  return await step(`Importing, ${label}, round ${round} of ${rounds}`, async () => {
    const readMs: number[] = []
    const state = { over: false }
    const reading = page ? readPages(page, readMs, state) : Promise.resolve()
    const words = ['import', path, '--workspace', workspaceId]
    let megabytes = 0
    let watch: NodeJS.Timeout | undefined
    const startMs = performance.now()
    const output = await runFlorin(words, { DATABASE_URL: url }, pid => {
      watch = setInterval(() => {
        megabytes = Math.max(megabytes, peakMegabytesOf(pid) ?? 0)
      }, peakEveryMs)
    }).finally(() => {
      clearInterval(watch)
      state.over = true
    })
    const seconds = (performance.now() - startMs) / 1000
    await reading
    const { reports } = JSON.parse(output) as { reports: ImportReport[] }
    const [result] = reports
    if (result?.counts.added !== added || result.reason !== null) {
      throw new Error(`${result?.counts.added} entries were stored, not ${added}: ${result?.reason}`)
    }
    return { seconds, megabytes, readMs }
  })
}

function report(
  entries: number,
  bytes: number,
  { quiet, read, again }: { quiet: Round[]; read: Round[]; again: Round[] },
): void {
  const rate = (all: Round[]) => Math.round(entries / median(all.map(({ seconds }) => seconds)))
  const megabytes = Math.round(Math.max(...[...quiet, ...read, ...again].map(each => each.megabytes)))
  const reads = read.flatMap(({ readMs }) => readMs).sort((one, other) => one - other)
  const shown = (ms: number | undefined) => (ms ?? 0).toFixed(1)
  console.log(
    `camt.053 of ${entries} entries, ${(bytes / 1e6).toFixed(1)} MB, PostgreSQL, medians of ${rounds}`,
  )
  const { entriesPerSecond, againEntriesPerSecond, megabytesBelow } = importBars
  console.log(`stored, alone            ${rate(quiet)} entries/s (target ${entriesPerSecond})`)
  console.log(`stored, with a reader    ${rate(read)} entries/s`)
  console.log(
    `the same file again      ${rate(again)} entries/s, nothing stored (target ${againEntriesPerSecond})`,
  )
  console.log(`peak memory              ${megabytes} MB (target below ${megabytesBelow})`)
  console.log(
    `pages read meanwhile     ${reads.length}, median ${shown(median(reads))} ms, slowest ${shown(reads.at(-1))} ms`,
  )
  const isMet = rate(quiet) >= entriesPerSecond && rate(again) >= againEntriesPerSecond
  if (!isMet || megabytes >= megabytesBelow) process.exitCode = 1
}
