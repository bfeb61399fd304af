/**  Runs florin backup and florin restore as a user would: beside a running service, killed midway, and refused. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreCommand } from '../../src/cli/store/backupCommand.ts'
import { readConfig } from '../../src/main/config.ts'
import { account, company, iban, transaction, workspaceFile } from '../support/builders.ts'
import {
  clientFor,
  nodeWords,
  type Outcome,
  programPath,
  type Serving,
  useSandbox,
} from '../support/program.ts'
import { freshDatabase, type TestStore } from '../support/stores.ts'

const sandbox = useSandbox()
const owner = company()
const on = account(owner)
/** Enough rows that a backup or a restore can be killed before it ends. */
const transactions = Array.from({ length: 2_000 }, () => transaction(on, { description: 'x'.repeat(200) }))
const file = workspaceFile({ companies: [owner], accounts: [on], transactions })
let env: Record<string, string>
let service: Serving
let secret: string
let database: TestStore

/** Polls often enough to be in time, but not so often that it takes CPU from the program. */
const patience = { timeout: 60_000, interval: 10 }

const at = (name: string): string => join(sandbox.folder, name)
const partials = (): string[] => readdirSync(sandbox.folder).filter(name => name.endsWith('.partial'))
const modeOf = (path: string): number => statSync(path).mode & 0o777

async function json<Result>(line: string, where = env): Promise<Result> {
  const { code, stdout, stderr } = await sandbox.run([...line.split(' '), '--json'], where)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

function expectRefusal({ code, stdout, stderr }: Outcome, line: RegExp): void {
  expect({ code, stdout }).toEqual({ code: expect.toSatisfy(each => each >= 1 && each <= 5), stdout: '' })
  expect(stderr).toMatch(/^florin: .+\n$/)
  expect(stderr).toMatch(line)
}

beforeAll(async () => {
  env = { FLORIN_DATA_DIR: sandbox.dataFolder('data'), FLORIN_DEMO: 'off', FLORIN_RATE_BURST: '100000' }
  database = await freshDatabase('template1')
  service = await sandbox.serve(env)
  await json(`load ${sandbox.file('file.json', file)}`)
  const words = `keys create --workspace ${file.workspace.id} --name Sync --scopes all`
  secret = (await json<{ secret: string }>(words)).secret
})

afterAll(async () => {
  await database?.remove()
})

describe('florin backup beside a running service', () => {
  it('contains every write confirmed before it started, and concurrent writes up to a single point in time', async () => {
    const client = service.client(secret)
    const names: string[] = []
    const add = async () => {
      const name = `Payee ${names.length}`
      await client.payees.create({ companyId: owner.id, name, iban: iban() })
      names.push(name)
    }
    for (let count = 0; count < 3; count += 1) await add()
    const confirmedBefore = names.length
    let over = false
    const backup = json<{ file: string; bytes: number; rows: number; tables: number }>('backup one.backup')
    const ended = backup.finally(() => {
      over = true
    })
    while (!over) await add()
    const facts = await ended
    expect(facts).toMatchObject({ file: at('one.backup'), bytes: statSync(at('one.backup')).size })
    expect(modeOf(at('one.backup'))).toBe(0o600)
    const lines = gunzipSync(readFileSync(at('one.backup')))
      .toString('utf8')
      .split('\n')
    const held = names.filter(name => lines.some(line => line.includes(`"${name}"`)))
    expect(held.length).toBeGreaterThanOrEqual(confirmedBefore)
    expect(held).toEqual(names.slice(0, held.length))
    expect(readdirSync(env.FLORIN_DATA_DIR ?? '').filter(name => name.startsWith('store.'))).toEqual([])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves no file of that name if ended by %s midway',
    async signal => {
      const program = sandbox.start(['backup', `${signal}.backup`], env)
      await expect.poll(partials, patience).toHaveLength(1)
      await program.stop(signal)
      expect(existsSync(at(`${signal}.backup`))).toBe(false)
      expect(partials()).toHaveLength(signal === 'SIGKILL' ? 1 : 0)
      expect((await service.request('/readyz')).status).toBe(200)
    },
  )

  it('replaces a file only with --force, and removes the leftovers of a killed backup', async () => {
    writeFileSync(at('SIGKILL.backup'), 'precious')
    expectRefusal(
      await sandbox.run(['backup', 'SIGKILL.backup'], env),
      /SIGKILL\.backup exists\. Name another file, or use --force\./,
    )
    expect(readFileSync(at('SIGKILL.backup'), 'utf8')).toBe('precious')
    await json('backup SIGKILL.backup --force')
    expect(modeOf(at('SIGKILL.backup'))).toBe(0o600)
    expect(partials()).toEqual([])
    expect(readdirSync(env.FLORIN_DATA_DIR ?? '').filter(name => name.startsWith('store.'))).toEqual([])
  })

  it('can be piped with - into a restore on PostgreSQL, to move from one store to the other', async () => {
    const florin = `"$0" ${nodeWords.join(' ')} "$1"`
    const script = `${florin} backup - | DATABASE_URL="$2" ${florin} restore - --json`
    const piped = spawnSync('sh', ['-c', script, process.execPath, programPath, database.databaseUrl ?? ''], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })
    expect(piped).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(piped.stdout)).toMatchObject({ applied: [] })
    const moved = await sandbox.serve({ DATABASE_URL: database.databaseUrl ?? '', FLORIN_DEMO: 'off' })
    const path = '/v1/transactions?limit=100'
    const [here, there] = [await service.request(path, secret), await moved.request(path, secret)]
    expect(await there.text()).toBe(await here.text())
    await moved.program.stop()
  })
})

describe('florin restore', () => {
  it('rejects a store that has data, and a folder that a service has open', async () => {
    const where = { DATABASE_URL: database.databaseUrl ?? '' }
    expectRefusal(await sandbox.run(['restore', 'one.backup'], where), /The store is not empty/)
    expectRefusal(
      await sandbox.run(['restore', 'one.backup'], env),
      /is in use by another Florin process\. Stop it/,
    )
    await service.program.stop()
    expectRefusal(await sandbox.run(['restore', 'one.backup'], env), /The store is not empty/)
  })

  it.each([
    ['a file that does not exist', 'nowhere', /nowhere cannot be read \(ENOENT\)/],
    ['a folder', '.', /is a folder, not a backup/],
    ['a file that is not a backup', 'file.json', /is not a backup made by florin backup/],
  ])('rejects %s and leaves no store behind', async (_, name, line) => {
    const config = readConfig({ FLORIN_DATA_DIR: at('refused') })
    await expect(restoreCommand(config, { file: at(name) }, true)).rejects.toThrow(line)
    const left = existsSync(at('refused')) ? readdirSync(at('refused')) : []
    expect(left.filter(each => each.startsWith('store'))).toEqual([])
  })

  it('with --check reads the whole file and opens no store', async () => {
    const where = { FLORIN_DATA_DIR: at('unopened') }
    const facts = await json('restore one.backup --check', where)
    expect(facts).toMatchObject({
      rows: expect.any(Number),
      tables: expect.any(Number),
      schema: expect.any(Number),
    })
    const whole = readFileSync(at('one.backup'))
    writeFileSync(at('cut.backup'), whole.subarray(0, whole.length - 100))
    const config = readConfig(where)
    await expect(restoreCommand(config, { file: at('cut.backup'), check: 'true' }, true)).rejects.toThrow(
      /cut\.backup is damaged/,
    )
    expect(existsSync(at('unopened'))).toBe(false)
  })

  it('leaves no store if killed midway, and works when run again', async () => {
    const where = { FLORIN_DATA_DIR: at('restored'), FLORIN_DEMO: 'off' }
    mkdirSync(where.FLORIN_DATA_DIR)
    const program = sandbox.start(['restore', 'one.backup'], where)
    const begun = () => existsSync(join(at('restored'), 'store.restoring', 'PG_VERSION'))
    await expect.poll(begun, patience).toBe(true)
    await program.stop('SIGKILL')
    expect(existsSync(join(at('restored'), 'store'))).toBe(false)
    expect(await json('restore one.backup', where)).toMatchObject({ tables: expect.any(Number), applied: [] })
    expect(readdirSync(at('restored')).filter(name => name.startsWith('store'))).toEqual(['store'])
    const again = await sandbox.serve(where)
    const { data } = await clientFor(again.url, secret).transactions.list({ limit: 100 })
    expect(data).toHaveLength(100)
    await again.program.stop()
  })
})

describe('florin restore into PostgreSQL', () => {
  it('leaves the database unchanged if killed midway', async () => {
    const unused = await freshDatabase('template1')
    try {
      const env = { PATH: process.env.PATH, DATABASE_URL: unused.databaseUrl ?? '' }
      const child = spawn(process.execPath, [programPath, 'restore', '-'], { env })
      const half = readFileSync(at('one.backup'))
      child.stdin.write(half.subarray(0, half.length / 2))
      // It has written rows and waits for the rest of the file.
      const writing = `select from pg_stat_activity where datname = current_database() and backend_xid is not null
        and state = 'idle in transaction'`
      await expect.poll(() => unused.db.query(writing)).toHaveLength(1)
      child.kill('SIGKILL')
      await once(child, 'close')
      await expect.poll(() => unused.db.query(writing)).toHaveLength(0)
      const tables = "select from pg_class where relnamespace = 'public'::regnamespace"
      expect(await unused.db.query(tables)).toEqual([])
    } finally {
      await unused.remove()
    }
  })
})

describe('florin backup without a store', () => {
  it('says that there is no store, and creates none', async () => {
    const refused = await sandbox.run(['backup', 'none.backup'], { FLORIN_DATA_DIR: at('none') })
    expectRefusal(refused, /There is no store in .*none\. Set FLORIN_DATA_DIR or DATABASE_URL\./)
    expect(existsSync(at('none'))).toBe(false)
    expect(partials()).toEqual([])
  })
})
