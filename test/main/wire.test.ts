/** What the HTTP server handles before the app: malformed requests and TLS. */
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { Failure } from '../../src/main/failure.ts'
import { type RunningService, startService } from '../../src/main/serve/serve.ts'
import { type CertificateFiles, canMakeCertificates, makeCertificate } from '../support/certificate.ts'
import { type Environment, useSandbox } from '../support/program.ts'
import { checkedFetch } from '../support/setup/contractCheck.ts'
import { freshDatabase, type TestStore } from '../support/stores.ts'
import { rawReply } from './rawConnection.ts'

const sandbox = useSandbox()
let store: TestStore
let service: RunningService

const start = (env: Environment = {}) =>
  startService(
    readConfig({
      DATABASE_URL: store.databaseUrl ?? '',
      FLORIN_DEMO: 'off',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    }),
  )

beforeAll(async () => {
  store = await freshDatabase('florin_template')
  service = await start()
})

afterAll(async () => {
  await service?.close()
  await store?.remove()
})

describe('malformed requests get the common error shape', () => {
  it.each([
    [400, 'text that is not HTTP', 'hello\r\n\r\n'],
    [400, 'an unknown method', 'FETCH /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'a header with a line break in it', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n'],
    [
      400,
      'a length that is not a number',
      'POST /v1/payees HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    ],
    [
      400,
      'two lengths',
      'POST /v1/payees HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [400, 'no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    [400, 'a backslash in the path', 'GET /v1\\companies HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    [400, 'a target that is not a path', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'an invalid Host', 'GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n'],
    [417, 'an unknown expectation', 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n'],
    [
      431,
      'a header that is too long',
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [431, 'a URL that is too long to read', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('%i: %s', async (status, _, bytes) => {
    const reply = await rawReply(service.url, bytes)
    expect(reply.status).toBe(status)
    expect(reply.head).toContain('content-type: application/json')
    expect(reply.head).toMatch(/\r\nrequest-id: req_/)
    expect(JSON.parse(reply.body)).toEqual({
      defined: false,
      code: expect.stringMatching(/^[A-Z_]+$/),
      status,
      message: expect.stringMatching(/\.$/),
    })
  })

  it('and the service keeps working', async () => {
    expect((await checkedFetch(`${service.url}/readyz`)).status).toBe(200)
  })
})

it('a health check over HTTP/1.0 without a Host, as load balancers send it, works', async () => {
  const reply = await rawReply(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')
  expect([reply.status, reply.body]).toEqual([200, '{"status":"ok"}'])
})

describe('an unusual but valid request target is read as a browser would', () => {
  it.each([
    ['with the scheme and host before it', 'http://florin.test/healthz'],
    ['with dots in the path', '/v1/../healthz'],
    ['with escaped dots in the path', '/v1/%2E%2e/healthz'],
    ['with needlessly escaped letters', '/%68ealthz'],
  ])('%s', async (_, target) => {
    const reply = await rawReply(service.url, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect([reply.status, reply.body]).toEqual([200, '{"status":"ok"}'])
  })

  it('dot segments do not bypass the key', async () => {
    const reply = await rawReply(service.url, 'GET /docs/../v1/workspace HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(reply.status).toBe(401)
  })
})

describe('with its own certificate', () => {
  const certificate = (name: string): CertificateFiles => makeCertificate(join(sandbox.folder, name))

  it.runIf(canMakeCertificates)('the service replies over HTTPS, and not over plain HTTP', async () => {
    const { cert, key } = certificate('own')
    const secure = await start({ FLORIN_TLS_CERT: cert, FLORIN_TLS_KEY: key })
    try {
      expect(secure.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
      const status = await new Promise((settle, fail) => {
        const options = { ca: readFileSync(cert), agent: false }
        const request = get(`${secure.url}/readyz`, options, reply => {
          reply.resume().on('end', () => settle(reply.statusCode))
        })
        request.on('error', fail)
      })
      expect(status).toBe(200)
      await expect(fetch(`${secure.url.replace('https', 'http')}/healthz`)).rejects.toThrow()
    } finally {
      await secure.close()
    }
  })

  it.runIf(canMakeCertificates)(
    'a key that does not match is refused in one line that names the variables',
    async () => {
      await expectRefused({
        FLORIN_TLS_CERT: certificate('one').cert,
        FLORIN_TLS_KEY: certificate('other').key,
      })
    },
  )

  it('a file that is not a certificate is refused in one line that names the variables', async () => {
    const path = sandbox.file('garbage.pem', 'no certificate')
    await expectRefused({ FLORIN_TLS_CERT: path, FLORIN_TLS_KEY: path })
  })

  async function expectRefused(env: Environment): Promise<void> {
    const started = (async () => (await start(env)).close())()
    const error = await started.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Failure)
    expect((error as Failure).message).toMatch(/^[^\n]*FLORIN_TLS_CERT[^\n]*$/)
  }
})
