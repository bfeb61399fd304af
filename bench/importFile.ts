/**
 * Does what `florin import` does, in a separate process, timed from the first byte of the file to the
 * commit. Usage: importFile.ts <statement> <workspace id>, with the configuration in the environment.
 */
import { readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { importFiles } from '../src/import/importFile.ts'
import { readConfig } from '../src/main/config.ts'
import { openStore } from '../src/main/openStore.ts'

const [path, workspaceId] = process.argv.slice(2)
const store = await openStore(readConfig(process.env))
if (store === null || path === undefined || workspaceId === undefined)
  throw new Error('A store, a file and a workspace id are required.')
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
/** The peak memory of the process, as counted by the kernel. */
const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
process.stdout.write(`${JSON.stringify({ seconds, megabytes: Number(peak) / 1024, report })}\n`)
