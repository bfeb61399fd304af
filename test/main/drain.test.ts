/** The end of a server, seen by clients that pipeline, stop half-way, send slowly, or say nothing. */
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { App } from '../../src/api/app.ts'
import { jsonReply } from '../../src/api/http/reply.ts'
import { type Listening, listen } from '../../src/main/serve/listen.ts'
import { canMakeCertificates, newCertificate } from '../support/certificate.ts'
import { RawConnection, refusesConnections } from './rawConnection.ts'

const limits = { idleMsMax: 200, lingerMsMax: 300, drainMsMax: 1_500 }
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: florin\r\n\r\n`

/** Answers each path when the test says so, and keeps count of what reached it. */
class HeldApp implements Pick<App, 'handle'> {
  readonly seen: string[] = []
  readonly #held = new Map<string, () => void>()

  async handle(request: Parameters<App['handle']>[0]) {
    const { url = '' } = request
    let body = ''
    try {
      for await (const chunk of request) body += Buffer.from(chunk).toString()
    } catch {
      return jsonReply(400, '"broken off"')
    }
    this.seen.push(url)
    if (url.startsWith('/held')) await new Promise<void>(settle => this.#held.set(url, settle))
    const text = JSON.stringify(url + body)
    return jsonReply(200, text, 'Content-Length', String(text.length))
  }

  async until(url: string): Promise<void> {
    await vi.waitFor(() => expect(this.seen).toContain(url), { timeout: 60_000, interval: 5 })
  }

  letGo(url: string): void {
    this.#held.get(url)?.()
  }
}

let listening: Listening | null = null
afterEach(() => listening?.close().catch(() => undefined))

async function started(tls: { cert: Buffer; key: Buffer } | null = null) {
  const app = new HeldApp()
  listening = await listen(app, { host: '127.0.0.1', port: 0, tls }, limits)
  return { app, url: listening.url, close: listening.close }
}

const answersIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code = '']) => code)

describe('a server that ends', () => {
  it('answers an idle connection that asks once more, with Connection: close, and nothing after that', async () => {
    const { app, url, close } = await started()
    const connection = await RawConnection.open(url)
    connection.send(get('/first'))
    await connection.until(/"\/first"$/)
    expect(connection.received).not.toMatch(/connection: close/i)
    const closed = close()
    await refusesConnections(url)
    connection.send(get('/second') + get('/third'))
    await connection.untilClosed()
    await closed
    const [, second = ''] = connection.received.split('"/first"')
    expect(app.seen).toEqual(expect.arrayContaining(['/first', '/second']))
    // The third may have been taken together with the second. Whatever was taken is answered.
    expect(answersIn(connection.received)).toHaveLength(app.seen.length)
    expect(second).toMatch(/connection: close/i)
    expect(connection.error).toBeNull()
  })

  it('answers every pipelined request that it took, and only the last answer closes', async () => {
    const { app, url, close } = await started()
    const connection = await RawConnection.open(url)
    connection.send(get('/held/1') + get('/held/2'))
    await app.until('/held/2')
    const closed = close()
    await refusesConnections(url)
    app.letGo('/held/2')
    app.letGo('/held/1')
    await connection.untilClosed()
    await closed
    const [first = '', last = ''] = connection.received.split('"/held/1"')
    expect([first, last].map(text => /connection: close/i.test(text))).toEqual([false, true])
    expect(last).toContain('"/held/2"')
    expect(connection.error).toBeNull()
  })

  it('never lets a request reach the app behind an answer that closed the connection', async () => {
    const { app, url, close } = await started()
    const connection = await RawConnection.open(url)
    connection.send(get('/held/1'))
    await app.until('/held/1')
    const closed = close()
    await refusesConnections(url)
    app.letGo('/held/1')
    await connection.until(/"\/held\/1"$/)
    connection.send(get('/late'))
    await connection.untilClosed()
    await closed
    expect(app.seen).toEqual(['/held/1'])
    expect(connection.error).toBeNull()
  })

  it('waits for the rest of a request whose head had half arrived', async () => {
    const { url, close } = await started()
    const connection = await RawConnection.open(url)
    connection.send('GET /slow HTTP/1.1\r\nHo')
    const closed = close()
    await refusesConnections(url)
    // Past the time that idle connections have.
    await new Promise(resolve => setTimeout(resolve, 2 * limits.idleMsMax))
    connection.send('st: florin\r\n\r\n')
    await connection.until(/"\/slow"$/)
    await closed
    expect(connection.error).toBeNull()
  })

  it.each([
    ['head', 'GET /slow HTTP/1.1\r\nHo'],
    ['body', 'POST /slow HTTP/1.1\r\nHost: florin\r\nContent-Length: 10\r\n\r\nhalf'],
  ])('answers 503 at its time limit to a request whose %s never arrived, and ends', async (_, half) => {
    const { url, close } = await started()
    const connection = await RawConnection.open(url)
    await connection.sendAll(half)
    await close()
    await connection.untilClosed()
    expect(connection.received).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*"code":"UNAVAILABLE"/i)
  })

  it.each([
    ['GET', /^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*"code":"UNAVAILABLE"/i],
    ['DELETE', /^HTTP\/1\.1 500 [\s\S]*"code":"OUTCOME_UNKNOWN"/],
  ])(
    'answers a %s that is still under way at its time limit, and does not reset it',
    async (method, answer) => {
      const { app, url, close } = await started()
      const connection = await RawConnection.open(url)
      connection.send(get('/held/1').replace('GET', method) + get('/held/2'))
      await app.until('/held/2')
      await close()
      await connection.untilClosed()
      expect(connection.received).toMatch(answer)
      expect(answersIn(connection.received)).toHaveLength(2)
      expect(connection.received.match(/connection: close/gi)).toHaveLength(1)
      expect(connection.error).toBeNull()
      // What the app makes of it now is thrown away.
      for (const path of app.seen) app.letGo(path)
    },
  )

  it('ends connections that stay silent in order, without a reset', async () => {
    const { url, close } = await started()
    const connections = await Promise.all([1, 2, 3].map(() => RawConnection.open(url)))
    await close()
    await Promise.all(connections.map(connection => connection.untilClosed()))
    expect(connections.map(({ error }) => error)).toEqual([null, null, null])
  })

  it.runIf(canMakeCertificates)('does the same over TLS', async () => {
    const { cert, key } = newCertificate()
    const { app, url, close } = await started({ cert: Buffer.from(cert), key: Buffer.from(key) })
    const socket = connectTls({
      port: Number(new URL(url).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
    })
    let received = ''
    let failure: Error | null = null
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.on('error', error => {
      failure = error
    })
    const ended = new Promise(settle => socket.on('close', settle))
    socket.write(get('/held/1'))
    await app.until('/held/1')
    const closed = close()
    await refusesConnections(url)
    app.letGo('/held/1')
    await Promise.all([ended, closed])
    expect(received).toMatch(/connection: close[\s\S]*"\/held\/1"$/i)
    expect(failure).toBeNull()
  })
})
