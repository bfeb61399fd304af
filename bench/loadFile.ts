/**
 * Does what `florin load` does, in a separate process, timing reading and storing separately and without the
 * start of the process. Usage: loadFile.ts <workspace file>, with the configuration in the environment.
 */
import { readFileSync } from 'node:fs'
import { loadWorkspace } from '../src/import/workspace/loadWorkspace.ts'
import { parseWorkspaceFile } from '../src/import/workspace/workspaceFile.ts'
import { readConfig } from '../src/main/config.ts'
import { openStore } from '../src/main/openStore.ts'

const [path] = process.argv.slice(2)
const store = await openStore(readConfig(process.env))
if (store === null || path === undefined) throw new Error('A store and a file are required.')
const startMs = performance.now()
const file = parseWorkspaceFile(readFileSync(path, 'utf8'))
const readMs = performance.now()
await loadWorkspace(store.db, file, { nowMs: Date.now(), actor: { kind: 'command', id: 'bench' } })
const seconds = (performance.now() - readMs) / 1000
await store.close()
process.stdout.write(`${JSON.stringify({ seconds, readSeconds: (readMs - startMs) / 1000 })}\n`)
