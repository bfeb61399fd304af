/** The end of a service that is told to stop. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openEmbedded } from '../../src/store/embedded.ts'
import { iban } from '../support/builders.ts'
import { type Outcome, type Serving, useSandbox } from '../support/program.ts'
import { RawConnection } from './rawConnection.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const sandbox = useSandbox()
const requestCount = 12
let dataDir: string
let service: Serving
let companyId: string

beforeAll(async () => {
  dataDir = sandbox.dataFolder('data')
  service = await sandbox.serve({ FLORIN_DATA_DIR: dataDir, LOG_LEVEL: 'info' })
  const { data } = await service.client(service.demoKey ?? '').companies.list()
  companyId = data[0]?.id ?? ''
})

/** A request that the service has begun to read, and whose body is still to come. */
async function requestUnderWay(body: string): Promise<RawConnection> {
  const connection = await RawConnection.open(service.url)
  const head = [
    'POST /v1/payees HTTP/1.1',
    'Host: florin',
    `Authorization: Bearer ${service.demoKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ]
  connection.send(`${head.join('\r\n')}\r\n\r\n`)
  await connection.until(/^HTTP\/1\.1 100 Continue/)
  return connection
}

async function takesNoNewConnection(): Promise<void> {
  const attempt = async () => {
    const connection = await RawConnection.open(service.url)
    connection.destroy()
  }
  await vi.waitFor(() => expect(attempt()).rejects.toThrow('ECONNREFUSED'), { timeout: 10_000, interval: 20 })
}

describe('SIGTERM', () => {
  const bodies = Array.from({ length: requestCount }, (_, index) => () => {
    return JSON.stringify({ companyId, name: `Under way ${index}`, iban: iban() })
  })
  let underWay: { connection: RawConnection; body: string }[]
  let outcome: Outcome
  let endedMsAfterLastAnswer: number

  beforeAll(async () => {
    const idle = await RawConnection.open(service.url)
    idle.send('GET /healthz HTTP/1.1\r\nHost: florin\r\n\r\n')
    await idle.until(/"ok"/)
    underWay = await Promise.all(
      bodies.map(async make => {
        const body = make()
        return { body, connection: await requestUnderWay(body) }
      }),
    )
    service.program.signal('SIGTERM')
    await takesNoNewConnection()
    for (const { connection, body } of underWay) connection.send(body)
    await Promise.all(
      underWay.map(({ connection }) => connection.until(/HTTP\/1\.1 [2-5]\d\d .*\r\n\r\n\{.*\}/s)),
    )
    const answeredMs = performance.now()
    outcome = await service.program.ended
    endedMsAfterLastAnswer = performance.now() - answeredMs
  })

  it('lets every request that is under way be answered', () => {
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

  it('does not wait for clients that keep their connections open', () => {
    expect(endedMsAfterLastAnswer).toBeLessThan(6_000)
  })

  it('takes the control socket away', () => {
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false)
  })

  it('closes the store with all that was answered in it', async () => {
    const db = await openEmbedded({ folder: join(dataDir, 'store') })
    try {
      const rows = await db.query(`select name from payees where name like 'Under way %'`)
      expect(rows).toHaveLength(requestCount)
      const [key] = await db.query<{ used: boolean }>('select last_used_at is not null as used from api_keys')
      expect(key).toEqual({ used: true })
    } finally {
      await db.close()
    }
  })
})
