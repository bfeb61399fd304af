/** How fast a statement is imported into the embedded store, how fast an import is undone, and who waits meanwhile. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ublOf } from '../../test/import/invoices/written.ts'
import { importBars } from '../bars.ts'
import { writeCamtFile } from '../dataset/camtFile.ts'
import { readPages } from '../load/readPages.ts'
import { runFlorin, runScript, startFlorin } from '../support/child.ts'
import { step } from '../support/progress.ts'

const undoneEntries = 360
const undoneBills = 60
const warmUpPages = 20

interface Timed {
  seconds: number
  slowestPageMs: number
}

export async function measureEmbeddedImports(folder: string, path: string, entries: number): Promise<void> {
  const dataDir = join(folder, 'embedded-imports')
  const prepared = await runScript('embedded/prepareImports', [dataDir], {})
  const { workspaceId, otherId, secret } = JSON.parse(prepared) as {
    workspaceId: string
    otherId: string
    secret: string
  }
  const env = { FLORIN_DATA_DIR: dataDir }
  const service = await startFlorin(folder, env)
  const page = { url: `${service.url}/v1/transactions`, secret }
  const florin = (...words: string[]) => runFlorin([...words, '--workspace', workspaceId], env)

  const small = join(folder, 'small.xml')
  await writeCamtFile(small, undoneEntries)
  const bills = join(folder, 'bills')
  await writeBills(bills)
  await step('Importing bills and a small statement', () => florin('import', ...billPaths(bills), small))
  const last = JSON.parse(await florin('imports', 'list')) as { imports: { id: string }[] }
  const undone = await step('Undoing the small statement', () =>
    timed(page, () => florin('imports', 'undo', last.imports[0]?.id ?? '')),
  )
  const alone = await step('Importing into the embedded store, alone', async () => {
    const startMs = performance.now()
    await runFlorin(['import', path, '--workspace', otherId], env)
    return (performance.now() - startMs) / 1000
  })
  const imported = await step('Importing into another workspace of it, with a reader', () =>
    timed(page, () => florin('import', path)),
  )
  await service.stop()
  report(entries, alone, imported, undone)
}

/** A command starts in half a second, which is part of the time. */
async function timed(page: { url: string; secret: string }, work: () => Promise<string>): Promise<Timed> {
  // The first pages of a service take longer than any wait.
  const warmUpMs: number[] = []
  await readPages(page, warmUpMs, {
    get over() {
      return warmUpMs.length >= warmUpPages
    },
  })
  const readMs: number[] = []
  const state = { over: false }
  const reading = readPages(page, readMs, state)
  const startMs = performance.now()
  await work().finally(() => {
    state.over = true
  })
  const seconds = (performance.now() - startMs) / 1000
  await reading
  return { seconds, slowestPageMs: Math.max(...readMs) }
}

const billPaths = (folder: string): string[] =>
  Array.from({ length: undoneBills }, (_, number) => join(folder, `bill-${number}.xml`))

/** Bills that the debits of the small statement pay. */
async function writeBills(folder: string): Promise<void> {
  await mkdir(folder)
  for (const [number, path] of billPaths(folder).entries())
    await writeFile(
      path,
      ublOf({ number: `RE-2025-${3 * number + 1}`, reference: `RE-2025-${3 * number + 1}` }),
    )
}

function report(entries: number, aloneSeconds: number, imported: Timed, undone: Timed): void {
  const { embeddedEntriesPerSecond, undoSecondsBelow, lateMsBelow } = importBars
  const rate = (seconds: number) => Math.round(entries / seconds)
  const late = (ms: number) => `slowest page meanwhile ${Math.round(ms)} ms (target below ${lateMsBelow})`
  console.log(`embedded store, alone    ${rate(aloneSeconds)} entries/s (target ${embeddedEntriesPerSecond})`)
  console.log(`with a reader            ${rate(imported.seconds)} entries/s`)
  console.log(`                         ${late(imported.slowestPageMs)}`)
  console.log(
    `undo of ${undoneEntries} entries      ${undone.seconds.toFixed(2)} s (target below ${undoSecondsBelow})`,
  )
  console.log(`                         ${late(undone.slowestPageMs)}`)
  const isMet = rate(aloneSeconds) >= embeddedEntriesPerSecond && undone.seconds < undoSecondsBelow
  const isLate = Math.max(imported.slowestPageMs, undone.slowestPageMs) >= lateMsBelow
  if (!isMet || isLate) process.exitCode = 1
}
