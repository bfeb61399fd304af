/** The port for metrics: what it serves, when it is open, and errors in its configuration. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../../src/main/failure.ts'
import { type MetricsServer, serveMetrics } from '../../../src/main/metrics/server.ts'
import { useSandbox } from '../../support/program.ts'
import { RawConnection } from '../rawConnection.ts'
import { scrapeWithStore } from './metricsText.ts'

const log = pino({ level: 'silent' })

describe('The server of the metrics', () => {
  let server: MetricsServer
  let read: () => Promise<string> = async () => 'a 1\n'

  beforeAll(async () => {
    server = await serveMetrics({ host: '127.0.0.1', port: 0 }, log, () => read())
  })
  afterAll(() => server?.close())

  function ask(method: string, path: string) {
    return new Promise<{ status: number | undefined; type: string | undefined; body: string }>(
      (settle, fail) => {
        request(new URL(path, server.url), { method }, async reply => {
          const { statusCode: status, headers } = reply
          settle({ status, type: headers['content-type'], body: await text(reply) })
        })
          .on('error', fail)
          .end()
      },
    )
  }

  it('serves GET and HEAD of /metrics in the text format of Prometheus', async () => {
    const type = 'text/plain; version=0.0.4; charset=utf-8'
    expect(await ask('GET', '/metrics')).toEqual({ status: 200, type, body: 'a 1\n' })
    expect(await ask('GET', '/metrics?name=a')).toEqual({ status: 200, type, body: 'a 1\n' })
    expect(await ask('HEAD', '/metrics')).toEqual({ status: 200, type, body: '' })
  })

  it.each([
    ['POST', '/metrics'],
    ['GET', '/'],
    ['GET', '/metrics/'],
    ['GET', '/v1/payees'],
    ['DELETE', '/console'],
  ])('serves nothing else: %s %s', async (method, path) => {
    const reply = await ask(method, path)
    expect(reply.status).toBe(404)
    expect(reply.body).toBe('Not found. The only page is GET /metrics.\n')
  })

  it('replies 500 without a reason if it fails', async () => {
    read = () => Promise.reject(new Error('secret'))
    const reply = await ask('GET', '/metrics')
    read = async () => 'a 1\n'
    expect(reply.status).toBe(500)
    expect(reply.body).not.toContain('secret')
  })

  it('has the same limit on headers as the API', async () => {
    const connection = await RawConnection.open(new URL(server.url).origin)
    connection.send(`GET /metrics HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    await expect.poll(() => connection.closed).toBe(true)
    expect(connection.received).toMatch(/^HTTP\/1\.1 431 /)
  })
})

describe('A service', () => {
  const sandbox = useSandbox()

  it('without a port for metrics serves none and does not load the library', async () => {
    const noticed = sandbox.file(
      'noticed.mjs',
      `import { Module } from 'node:module'
       process.on('exit', () => {
         const loaded = Object.keys(Module._cache).some(path => path.includes('prom-client'))
         process.stderr.write(\`library loaded: \${loaded}\\n\`)
       })`,
    )
    const environment = { NODE_OPTIONS: `--import=${noticed}`, FLORIN_DEMO: 'off' }
    const without = await sandbox.serve({ ...environment, FLORIN_DATA_DIR: sandbox.dataFolder('without') })
    expect(JSON.parse(without.program.stdout)).not.toHaveProperty('metrics')
    expect((await without.program.stop()).stderr).toContain('library loaded: false')
    const withPort = { ...environment, FLORIN_METRICS_PORT: '0' }
    const having = await sandbox.serve({ ...withPort, FLORIN_DATA_DIR: sandbox.dataFolder('having') })
    const { metrics } = JSON.parse(having.program.stdout) as { metrics: string }
    expect((await scrapeWithStore(metrics)).series.get('florin_store_up')).toBe(1)
    // Never on the port of the API.
    expect((await having.request('/metrics')).status).toBe(404)
    expect((await having.program.stop()).stderr).toContain('library loaded: true')
  })

  it('says in one line if the port for metrics is in use', async () => {
    const taken = createServer()
    await new Promise<void>(settle => taken.listen(0, '127.0.0.1', settle))
    const { port } = taken.address() as AddressInfo
    const outcome = await sandbox.run(['serve'], {
      FLORIN_DATA_DIR: sandbox.dataFolder('taken'),
      FLORIN_DEMO: 'off',
      FLORIN_METRICS_PORT: String(port),
    })
    taken.close()
    expect(outcome.code).not.toBe(0)
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1)
    expect(outcome.stderr).toContain(
      `Port ${port} of 127.0.0.1 is in use, so /metrics cannot be served there.`,
    )
  })

  it('refuses the same port for the API and for metrics', async () => {
    const outcome = await sandbox.run(['serve'], { PORT: '9464', FLORIN_METRICS_PORT: '9464' })
    expect(outcome.stderr).toContain('FLORIN_METRICS_PORT and PORT are both 9464')
  })

  it('refuses a host for metrics that is not of this machine', async () => {
    await expect(serveMetrics({ host: '192.0.2.1', port: 0 }, log, async () => '')).rejects.toThrow(Failure)
  })
})
