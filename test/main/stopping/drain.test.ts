/** How a server ends, as seen by clients that pipeline, stop half-way, send slowly, or send nothing. */
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { App } from '../../../src/api/app.ts'
import { jsonReply } from '../../../src/api/http/reply.ts'
import type { DrainLimits } from '../../../src/main/serve/drain.ts'
import { type Listening, listen } from '../../../src/main/serve/listen.ts'
import { canMakeCertificates, newCertificate } from '../../support/certificate.ts'
import { RawConnection, refusesConnections } from '../rawConnection.ts'

/** For tests in which a limit has to pass. */
const short = { idleMsMax: 100, lingerMsMax: 300, drainMsMax: 400 }
/** For tests in which no limit may pass, however slow the machine is. */
const long = { idleMsMax: 120_000, lingerMsMax: 120_000, drainMsMax: 240_000 }

const noFailure = (error: unknown): never => {
  throw error
}

/** Replies to each held path when the test says so, and records what reached it. */
class HeldApp implements Pick<App, 'handle' | 'logFailure'> {
  readonly logFailure = noFailure
  readonly seen: string[] = []
  readonly #held = new Map<string, () => void>()

  async handle(request: Parameters<App['handle']>[0]) {
    const url = request.url?.replace(/^\/v1/, '') ?? ''
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

async function started(limits: DrainLimits, tls: { cert: Buffer; key: Buffer } | null = null) {
  const app = new HeldApp()
  listening = await listen(app, { host: '127.0.0.1', port: 0, tls }, limits)
  return { app, url: listening.url, close: listening.close }
}

const repliesIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code = '']) => code)

describe.each([
  ["of node's HTTP server", ''],
  ['of plain requests', '/v1'],
])('a server that ends, with connections %s', (_name, base) => {
  const get = (path: string) => `GET ${base}${path} HTTP/1.1\r\nHost: florin\r\n\r\n`

  it('replies once more on an idle connection, with Connection: close, and to nothing after that', async () => {
    const { app, url, close } = await started(long)
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
    // The third may have been accepted together with the second. Every accepted request gets a reply.
    expect(repliesIn(connection.received)).toHaveLength(app.seen.length)
    expect(second).toMatch(/connection: close/i)
    expect(connection.error).toBeNull()
  })

  it('replies to every pipelined request that it accepted, and only the last reply closes', async () => {
    const { app, url, close } = await started(long)
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

  it('replies to every request that it accepted, also if the next one came meanwhile', async () => {
    const { app, url, close } = await started({ ...long, idleMsMax: short.idleMsMax })
    const connection = await RawConnection.open(url)
    connection.send(get('/held/1'))
    await app.until('/held/1')
    await connection.sendAll(get('/second'))
    const closed = close()
    await refusesConnections(url)
    app.letGo('/held/1')
    await connection.untilClosed()
    await closed
    expect(connection.received).toContain('"/held/1"')
    expect(repliesIn(connection.received)).toHaveLength(app.seen.length)
    expect(connection.error).toBeNull()
  })

  it('never passes a request to the app after a reply that closed the connection', async () => {
    const { app, url, close } = await started(long)
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

  it('waits for the rest of a request when half of its head has arrived', async () => {
    const { url, close } = await started({ ...long, idleMsMax: short.idleMsMax })
    const connection = await RawConnection.open(url)
    await connection.sendAll('GET /slow HTTP/1.1\r\nHo')
    const idle = await RawConnection.open(url)
    const closed = close()
    // The time limit of idle connections has passed.
    await idle.untilClosed()
    connection.send('st: florin\r\n\r\n')
    await connection.until(/"\/slow"$/)
    await closed
    expect(connection.error).toBeNull()
  })

  it.each([
    ['head', 'GET /slow HTTP/1.1\r\nHo'],
    ['body', 'POST /slow HTTP/1.1\r\nHost: florin\r\nContent-Length: 10\r\n\r\nhalf'],
  ])('replies 503 at the time limit to a request whose %s never arrived, and ends', async (_, half) => {
    const { url, close } = await started(short)
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
    'replies to a %s that is still running at the time limit, and does not reset its connection',
    async (method, reply) => {
      const { app, url, close } = await started(short)
      const connection = await RawConnection.open(url)
      connection.send(get('/held/1').replace('GET', method) + get('/held/2'))
      await app.until('/held/2')
      await close()
      await connection.untilClosed()
      expect(connection.received).toMatch(reply)
      expect(repliesIn(connection.received)).toHaveLength(2)
      expect(connection.received.match(/connection: close/gi)).toHaveLength(1)
      expect(connection.error).toBeNull()
      // Replies that the app gives now are discarded.
      for (const path of app.seen) app.letGo(path)
    },
  )

  it('ends silent connections without a reset', async () => {
    const { url, close } = await started({ ...long, idleMsMax: short.idleMsMax })
    const connections = await Promise.all([1, 2, 3].map(() => RawConnection.open(url)))
    await close()
    await Promise.all(connections.map(connection => connection.untilClosed()))
    expect(connections.map(({ error }) => error)).toEqual([null, null, null])
  })

  it.runIf(canMakeCertificates)('does the same over TLS', async () => {
    const { cert, key } = newCertificate()
    const { app, url, close } = await started(long, { cert: Buffer.from(cert), key: Buffer.from(key) })
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
