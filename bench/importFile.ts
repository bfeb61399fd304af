/**
 * What `florin import` does, in a process of its own, timed from the first byte of the file to the commit.
 * Usage: importFile.ts <statement> <workspace id>, with the configuration in the environment.
 */
import { readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { importFiles } from '../src/import/importFile.ts'
import { readConfig } from '../src/main/config.ts'
import { openStore } from '../src/main/openStore.ts'

const [path, workspaceId] = process.argv.slice(2)
const store = await openStore(readConfig(process.env))
if (store === null || path === undefined || workspaceId === undefined)
  throw new Error('Something is missing.')
const file = await open(path)
const source = {
  size: statSync(path).size,
  async read(offset: number, length: number) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  },
}
const startMs = performance.now()
const [report] = await importFiles(store.db, 'bench.xml', source, {
  workspaceId,
  actor: { kind: 'command', id: 'bench' },
  nowMs: Date.now(),
  dryRun: false,
  choices: { partial: false },
})
const seconds = (performance.now() - startMs) / 1000
await file.close()
await store.close()
/** The most that the process ever had in memory, as the kernel has counted it. */
const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
process.stdout.write(`${JSON.stringify({ seconds, megabytes: Number(peak) / 1024, report })}\n`)
