import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PostgresServer, startPostgres, sweepAbandonedFolders } from './postgresServer.ts'

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The number of a process that has just ended, for a folder whose owner is dead. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid as number
}

describe('a running server', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres({ settings: { work_mem: '5MB', timezone: 'Asia/Tokyo' } })
  })

  afterAll(async () => {
    await server?.stop()
  })

  test('is PostgreSQL of a version that is supported', async () => {
    const [row] = await query<{ version: string }>(server.adminUrl, 'select version()')
    expect(row?.version).toMatch(/^PostgreSQL 1[5-8]\./)
  })

  test('sorts by code point unless an ICU collation is named', async () => {
    const words = `(values ('Zebra'), ('ähre'), ('apfel')) as t (word)`
    const select = (collation: string) =>
      query<{ words: string }>(
        server.adminUrl,
        `select string_agg(word, ' ' order by word ${collation}) as words from ${words}`,
      )
    expect(await select('')).toEqual([{ words: 'Zebra apfel ähre' }])
    expect(await select('collate "und-x-icu"')).toEqual([{ words: 'ähre apfel Zebra' }])
  })

  test('folds the case of letters beyond ASCII', async () => {
    expect(await query(server.adminUrl, `select lower('ÄÉŁ') as folded`)).toEqual([{ folded: 'äéł' }])
  })

  test('has the test settings, and those the caller gave over them', async () => {
    const names = `'fsync', 'max_connections', 'work_mem', 'TimeZone', 'listen_addresses'`
    const sql = `select name, current_setting(name) as value from pg_settings where name in (${names})`
    const rows = await query<{ name: string; value: string }>(server.adminUrl, sql)
    expect(Object.fromEntries(rows.map(row => [row.name, row.value]))).toEqual({
      fsync: 'off',
      max_connections: '200',
      work_mem: '5MB',
      TimeZone: 'Asia/Tokyo',
      listen_addresses: '',
    })
  })

  test('gives a URL for any database name', async () => {
    await query(server.adminUrl, 'create database "two words"')
    const rows = await query(server.url('two words'), 'select current_database() as name')
    expect(rows).toEqual([{ name: 'two words' }])
  })

  test('shares nothing with a second server beside it, and outlives it', async () => {
    const second = await startPostgres()
    try {
      await query(second.adminUrl, 'create table only_here (n int)')
      expect(second.folder).not.toBe(server.folder)
      const sql = `select to_regclass('only_here')::text as found`
      expect(await query(second.adminUrl, sql)).toEqual([{ found: 'only_here' }])
      expect(await query(server.adminUrl, sql)).toEqual([{ found: null }])
    } finally {
      await second.stop()
    }
    expect(await query(server.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('the end of a server', () => {
  test('kill and startAgain recover the rows that were committed', async () => {
    const server = await startPostgres({ settings: { synchronous_commit: 'on' } })
    try {
      const { pid, adminUrl } = server
      await query(adminUrl, 'create table kept as select n from generate_series(1, 1000) as n')
      await expect(server.startAgain()).rejects.toThrow('still running')
      await server.kill()
      expect(isRunning(pid)).toBe(false)
      await expect(query(adminUrl, 'select 1')).rejects.toThrow()

      await server.startAgain()
      expect(server.pid).not.toBe(pid)
      expect(await query(adminUrl, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
      const log = await readFile(join(server.folder, 'server.log'), 'utf8')
      expect(log).toContain('automatic recovery in progress')
    } finally {
      await server.stop()
    }
  })

  test('stop leaves neither process nor folder, even with a client connected', async () => {
    const server = await startPostgres()
    const client = new pg.Client({ connectionString: server.adminUrl })
    client.on('error', () => {})
    await client.connect()
    await server.stop()
    expect(isRunning(server.pid)).toBe(false)
    expect(existsSync(server.folder)).toBe(false)
    await server.stop()
  })

  test('a start that fails shows the log and leaves no folder', async () => {
    // In a temp folder of its own, so that servers of other tests are not mistaken for a rest of this one.
    const folder = await mkdtemp(join(tmpdir(), 'florin-failure-'))
    await chmod(folder, 0o755)
    vi.stubEnv('TMPDIR', folder)
    try {
      const start = startPostgres({ settings: { shared_buffers: 'plenty' } })
      await expect(start).rejects.toThrow('invalid value for parameter "shared_buffers"')
      expect(await readdir(folder)).toEqual([])
    } finally {
      vi.unstubAllEnvs()
      await rm(folder, { recursive: true })
    }
  })
})

describe('the sweep at the start', () => {
  test('ends the server of a dead owner and removes its folder', async () => {
    const abandoned = await startPostgres()
    await writeFile(join(abandoned.folder, 'owner.pid'), `${await endedPid()}\n`)
    await sweepAbandonedFolders()
    expect(isRunning(abandoned.pid)).toBe(false)
    expect(existsSync(abandoned.folder)).toBe(false)
  })

  test('spares a process that only inherited the number of the dead server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'florin-postgres-'))
    const bystander = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
    try {
      await mkdir(join(folder, 'data'))
      await writeFile(join(folder, 'data', 'postmaster.pid'), `${bystander.pid}\n`)
      await writeFile(join(folder, 'owner.pid'), `${await endedPid()}\n`)
      await sweepAbandonedFolders()
      expect(existsSync(folder)).toBe(false)
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    } finally {
      bystander.kill()
    }
  })

  test('leaves a folder that is being created, but not one that was never finished', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'florin-postgres-'))
    await sweepAbandonedFolders()
    expect(existsSync(folder)).toBe(true)

    const anHourAgo = new Date(Date.now() - 3_600_000)
    await utimes(folder, anHourAgo, anHourAgo)
    await sweepAbandonedFolders()
    expect(existsSync(folder)).toBe(false)
  })
})
