/** The programs in examples, each as a process of its own, killed and started again while others write. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sqlite from 'node-sqlite3-wasm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlorinClient, MirrorRow } from '../../../src/client/index.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { writeRandomly } from '../../support/randomWriter.ts'
import { useService } from '../../support/service.ts'
import { freshDatabase, type StoreName, type TestStore } from '../../support/stores.ts'
import { listsIn, listsOf } from './lists.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../../examples/${name}.ts`, import.meta.url))
const running = new Set<ChildProcess>()

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

function start(name: string, words: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', pathOf(name), ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

interface Place {
  /** The example's first argument. */
  target: string
  rows(): Promise<Pick<MirrorRow, 'resource' | 'object'>[]>
  remove(): Promise<void>
}

async function sqliteFile(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-mirror-'))
  const target = join(folder, 'copy.db')
  return {
    target,
    rows: async () => {
      const db = new sqlite.Database(target)
      const rows = db.all('select resource, object from florin') as { resource: never; object: string }[]
      db.close()
      return rows.map(({ resource, object }) => ({ resource, object: JSON.parse(object) }))
    },
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

async function postgresDatabase(): Promise<Place> {
  const store: TestStore = await freshDatabase('template1')
  const target = store.databaseUrl ?? ''
  return {
    target,
    rows: async () => {
      const db = new pg.Client(target)
      await db.connect()
      const { rows } = await db.query('select resource, object from florin')
      await db.end()
      return rows
    },
    remove: () => store.remove(),
  }
}

describe.each<[string, StoreName, () => Promise<Place>]>([
  ['mirror-sqlite', 'embedded', sqliteFile],
  ['mirror-postgres', 'postgres', postgresDatabase],
])('examples/%s.ts, with the service on %s', (name, store, prepare) => {
  const service = useService(store)
  const file = smallWorkspace()
  let place: Place
  let client: FlorinClient
  let env: Record<string, string>

  beforeAll(async () => {
    place = await prepare()
    client = await service.current.workspace(file)
    env = { FLORIN_URL: `${service.current.url}/v1`, FLORIN_API_KEY: await service.current.key(file) }
  })

  afterAll(() => place?.remove())

  const write = (seed: number) => {
    const [on] = file.accounts ?? []
    const task = { workspaceId: file.workspace.id, companyId: on?.companyId ?? '', accountId: on?.id ?? '' }
    return writeRandomly(service.current.store.db, { ...task, seed, writes: 10 })
  }

  it('is shorter than 60 lines', () => {
    expect(readFileSync(pathOf(name), 'utf8').trimEnd().split('\n').length).toBeLessThan(60)
  })

  it('makes an exact copy, also after it was killed', async () => {
    for (let life = 1; life <= 2; life += 1) {
      const child = start(name, [place.target], env)
      const writing = write(life)
      // It prints a report when the copy is complete, and then follows the writer.
      await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
      child.kill('SIGKILL')
      await Promise.all([once(child, 'exit'), writing])
    }
    const child = start(name, [place.target, '--once'], env)
    const pieces: string[] = []
    child.stdout?.setEncoding('utf8').on('data', (text: string) => pieces.push(text))
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(pieces.join('')).toMatch(/equal: true/)
    const lists = listsIn(await place.rows())
    expect(lists).toEqual(await listsOf(client))
    expect(lists.transaction.length).toBeGreaterThan(20)
  })
})
