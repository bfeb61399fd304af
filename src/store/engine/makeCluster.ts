/**
 * Makes an empty embedded store. The package of Florin has a finished one to unpack, with its schema; in the repository
 * the engine makes one without. That takes seconds and 800 MB, so it happens in a process of its own.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Written by `npm run pack`. */
const packedCluster = new URL('../../../dist/cluster.br', import.meta.url)

/** The folder must be empty. */
export async function makeCluster(folder: string): Promise<void> {
  if (existsSync(packedCluster)) await unpackCluster(await readFile(packedCluster), folder)
  else await makeInProcess(folder)
}

/** Ends with the process that started it. */
const script = `
process.stdin.on('end', () => process.exit(1)).resume()
const [engine, folder] = process.argv.slice(1)
require(engine).PGlite.create({ dataDir: folder }).then(made => made.close()).then(() => process.exit(0))`

async function makeInProcess(folder: string): Promise<void> {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  // A name of its own: if this process is killed, the other one must not write into what the next start makes.
  const made = join(folder, randomUUID())
  // It runs once, for a moment: to optimize the engine's code meanwhile takes longer than it saves.
  const words = ['--liftoff-only', '-e', script, engine, made]
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'ignore', 'pipe'] })
  const errors = text(child.stderr)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The embedded store cannot be made: ${await errors}`)
  for (const name of await readdir(made)) await rename(join(made, name), join(folder, name))
  await rmdir(made)
}

/** A folder as one file: the length of the list, the list of entries as JSON, then the bytes of all files. */
export interface PackedEntry {
  path: string
  /** Null for a folder. */
  bytes: number | null
}

export const lengthBytes = 4

/** A thousand small files: one after the other, they take three times as long. */
const writesAtOnce = 16

async function unpackCluster(packed: Uint8Array, folder: string): Promise<void> {
  const all = await promisify(brotliDecompress)(packed)
  const listEnd = lengthBytes + all.readUInt32LE(0)
  const entries = JSON.parse(all.toString('utf8', lengthBytes, listEnd)) as PackedEntry[]
  for (const { path, bytes } of entries) {
    if (bytes === null) await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
  }
  const waiting = filesOf(entries, all.subarray(listEnd))
  const writeRest = async () => {
    for (const { path, content } of waiting) await writeFile(join(folder, path), content, { mode: 0o600 })
  }
  await Promise.all(Array.from({ length: writesAtOnce }, writeRest))
}

function* filesOf(entries: readonly PackedEntry[], contents: Uint8Array) {
  let at = 0
  for (const { path, bytes } of entries) {
    if (bytes === null) continue
    yield { path, content: contents.subarray(at, at + bytes) }
    at += bytes
  }
}
