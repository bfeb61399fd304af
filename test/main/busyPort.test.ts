/** A port that is in use is noticed before anything is made, on both stores. */
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { useSandbox } from '../support/program.ts'

const sandbox = useSandbox()
const database = 'florin_busy_port'
let blocker: Server
let port: number

async function admin(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresAdminUrl'))
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

beforeAll(async () => {
  blocker = createServer()
  await new Promise<void>(settle => blocker.listen(0, '127.0.0.1', settle))
  port = (blocker.address() as { port: number }).port
  await admin(`create database ${database}`)
})

afterAll(async () => {
  blocker.close()
  await admin(`drop database ${database} with (force)`)
})

const settings = () => [
  { name: 'PORT', env: { PORT: String(port) } },
  { name: 'FLORIN_METRICS_PORT', env: { PORT: '0', FLORIN_METRICS_PORT: String(port) } },
]

describe('a busy port', () => {
  it.each([0, 1])('stops a first start before it makes an embedded store (setting %i)', async nth => {
    const { name, env } = settings()[nth] ?? { name: '', env: {} }
    const dataDir = join(sandbox.folder, `data-${nth}`)
    const outcome = await sandbox.start(['serve'], { ...env, FLORIN_DATA_DIR: dataDir }).ended
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(outcome.stderr).toMatch(
      new RegExp(`^florin: Port ${port} of 127\\.0\\.0\\.1 is in use.*${name} to another port\\.\n$`),
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  it.each(['1', '2'])(
    'stops a first start before it makes tables in PostgreSQL (%s workers)',
    async workers => {
      const url = new URL(inject('postgresAdminUrl'))
      url.pathname = `/${database}`
      const env = { PORT: String(port), DATABASE_URL: url.href, FLORIN_WORKERS: workers }
      const outcome = await sandbox.start(['serve'], env).ended
      expect(outcome).toMatchObject({ code: 1, stdout: '' })
      expect(outcome.stderr).toContain(`Port ${port} of 127.0.0.1 is in use`)
      const client = new pg.Client(url.href)
      await client.connect()
      const { rows } = await client
        .query("select 1 from pg_tables where schemaname = 'public'")
        .finally(() => client.end())
      expect(rows).toEqual([])
    },
  )
})
