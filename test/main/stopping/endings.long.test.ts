/** How a service ends, by SIGKILL or SIGTERM: no confirmed write is lost, and the next start works. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { askService } from '../../../src/main/commands/controlSocket.ts'
import { readConfig } from '../../../src/main/config.ts'
import { controlSocketPath } from '../../../src/main/dataFolder.ts'
import { openStore } from '../../../src/main/openStore.ts'
import { openEmbedded } from '../../../src/store/engine/embedded.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { iban } from '../../support/builders.ts'
import { type Outcome, type Serving, useSandbox } from '../../support/program.ts'
import { patient } from '../patientService.ts'
import { payeeHead, RawConnection, refusesConnections } from '../rawConnection.ts'

const sandbox = useSandbox()
let env: { FLORIN_DATA_DIR: string } & Record<string, string>
let service: Serving
let secret: string
let companyId: string

beforeAll(async () => {
  env = {
    FLORIN_DATA_DIR: sandbox.dataFolder('data'),
    FLORIN_RATE_PER_SECOND: '100000',
    FLORIN_RATE_BURST: '100000',
    LOG_LEVEL: 'info',
    ...patient(sandbox),
  }
  service = await sandbox.serve(env)
  secret = service.demoKey ?? ''
  companyId = (await service.client(secret).companies.list()).data[0]?.id ?? ''
})

describe('kill -9', () => {
  it('during writes loses no confirmed payee, and the folder opens again', async () => {
    const { program } = service
    const client = service.client(secret)
    const before = (await client.payees.list()).data.length
    const acknowledged: string[] = []
    const writerCount = 4
    const writer = async () => {
      for (;;) {
        const { id } = await client.payees.create({ companyId, name: 'Written', iban: iban() })
        acknowledged.push(id)
        if (acknowledged.length === 60) program.signal('SIGKILL')
      }
    }
    const writers = await Promise.allSettled(Array.from({ length: writerCount }, writer))
    for (const end of writers) expect(String((end as PromiseRejectedResult).reason)).toContain('Connection')
    expect((await program.ended).signal).toBe('SIGKILL')
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)

    service = await sandbox.serve(env)
    expect(service.demoKey).toBeNull()
    const stored = (await service.client(secret).payees.list()).data.map(({ id }) => id)
    expect(acknowledged.filter(id => !stored.includes(id))).toEqual([])
    expect(stored.length).toBeLessThanOrEqual(before + acknowledged.length + writerCount)
  })

  it('leaves a control socket behind, which the next service replaces', async () => {
    const quiet = { onProgress: () => undefined, write: async () => undefined }
    const reply = await askService(controlSocketPath(env.FLORIN_DATA_DIR), 'workspaces list', {}, quiet)
    expect(reply).toMatchObject({ workspaces: [{}] })
  })

  it('during the first start leaves a folder that the next start can use', async () => {
    const dying = sandbox.file('dying.mjs', dyingWhileTheStoreIsMade)
    const fresh = { FLORIN_DATA_DIR: join(sandbox.folder, 'fresh') }
    const { signal } = await sandbox.run(['migrate'], { ...fresh, NODE_OPTIONS: `--import=${dying}` })
    expect(signal).toBe('SIGKILL')
    const store = await openStore(readConfig(fresh))
    expect(store?.migration.version).toBe(readMigrations().length)
    await store?.close()
  })
})

/** Loaded before the program, also by the process that makes the store: kills the program when the store's files are half written. A signal from outside cannot be timed so. */
const dyingWhileTheStoreIsMade = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { openSync } = fs
  const [isMaker, program] = [process.execArgv.includes('-e'), process.ppid]
  let filesSinceMark = 0
  fs.openSync = (path, ...rest) => {
    if (filesSinceMark > 0 || String(path).endsWith('/PG_VERSION') && !String(path).includes('/base/')) filesSinceMark += 1
    if (filesSinceMark === 4) process.kill(isMaker ? program : process.pid, 'SIGKILL')
    return openSync(path, ...rest)
  }
  syncBuiltinESMExports()
`

describe('SIGTERM', () => {
  const requestCount = 12
  let underWay: RequestUnderWay[]
  let outcome: Outcome
  let wasOpenToTheLast: boolean

  beforeAll(async () => {
    const idle = await RawConnection.open(service.url)
    idle.send('GET /healthz HTTP/1.1\r\nHost: florin\r\n\r\n')
    await idle.until(/"ok"/)
    underWay = await Promise.all(Array.from({ length: requestCount }, requestUnderWay))
    service.program.signal('SIGTERM')
    await refusesConnections(service.url)
    const [last, ...others] = underWay as [RequestUnderWay, ...RequestUnderWay[]]
    await Promise.all(others.map(answered))
    // All clients keep their connections open; the service keeps only the one that waits for a reply.
    const done = [idle, ...others.map(({ connection }) => connection)]
    await Promise.all(done.map(connection => connection.untilClosed()))
    wasOpenToTheLast = !last.connection.closed
    await answered(last)
    outcome = await service.program.ended
  })

  it('lets every running request finish', () => {
    const statuses = underWay.map(
      ({ connection }) => /\r\n\r\nHTTP\/1\.1 (\d+)/.exec(connection.received)?.[1],
    )
    expect(statuses).toEqual(Array(requestCount).fill('201'))
  })

  it('ends the process with exit code 0 and a last line in the log', () => {
    expect({ code: outcome.code, signal: outcome.signal }).toEqual({ code: 0, signal: null })
    const lines = outcome.stderr.trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'stopped' })
  })

  it('does not wait for idle connections, and closes none that waits for a reply', () => {
    expect(wasOpenToTheLast).toBe(true)
  })

  it('removes the control socket', () => {
    expect(existsSync(controlSocketPath(env.FLORIN_DATA_DIR))).toBe(false)
  })

  it('closes the store with every confirmed write in it', async () => {
    const db = await openEmbedded({ folder: join(env.FLORIN_DATA_DIR, 'store') })
    try {
      const rows = await db.query(`select name from payees where name = 'Under way'`)
      expect(rows).toHaveLength(requestCount)
      const [key] = await db.query<{ used: boolean }>('select last_used_at is not null as used from api_keys')
      expect(key).toEqual({ used: true })
    } finally {
      await db.close()
    }
  })

  interface RequestUnderWay {
    connection: RawConnection
    body: string
  }

  async function answered({ connection, body }: RequestUnderWay): Promise<void> {
    connection.send(body)
    await connection.until(/HTTP\/1\.1 [2-5]\d\d .*\r\n\r\n\{.*\}/s)
  }

  /** A request whose head the service has read, and whose body is still to come. */
  async function requestUnderWay(): Promise<RequestUnderWay> {
    const body = JSON.stringify({ companyId, name: 'Under way', iban: iban() })
    const connection = await RawConnection.open(service.url)
    connection.send(payeeHead(secret, body))
    await connection.until(/^HTTP\/1\.1 100 Continue/)
    return { connection, body }
  }
})
