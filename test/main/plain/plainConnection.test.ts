/** Plain requests over real connections: the same replies as node's server sends, however the bytes arrive. */
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { jsonReply, type Reply } from '../../../src/api/http/reply.ts'
import { headersTimeoutMs, keepAliveTimeoutMs } from '../../../src/main/requestLimits.ts'
import { type Listening, listen } from '../../../src/main/serve/listen.ts'
import { PlainConnection } from '../../../src/main/serve/plain/plainConnection.ts'
import type { PlainReply } from '../../../src/main/serve/plain/plainReply.ts'
import { RawConnection } from '../rawConnection.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0)) await each()
})

/** What the server logged. */
let failures: { error: unknown; requestId: string }[] = []
afterEach(() => {
  failures = []
})

const get = (path: string, ...lines: string[]) =>
  `${[`GET /v1${path} HTTP/1.1`, 'Host: florin', ...lines].join('\r\n')}\r\n\r\n`

/** A header that makes node read the request. It means nothing here. */
const forNode = 'Keep-Alive: timeout=5'

/** A server whose app replies with what `replyTo` says; the URL of each request by default. */
async function serving(replyTo: (url: string) => Reply = url => textReply(url)): Promise<Listening> {
  const logFailure = (error: unknown, requestId: string) => failures.push({ error, requestId })
  const app: Parameters<typeof listen>[0] = { handle: async ({ url = '' }) => replyTo(url), logFailure }
  const listening = await listen(app, { host: '127.0.0.1', port: 0, tls: null })
  undo.push(() => listening.close())
  return listening
}

function textReply(text: string): Reply {
  return jsonReply(200, text, 'Content-Length', String(Buffer.byteLength(text)))
}

async function connected(url: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url)
  undo.unshift(() => connection.destroy())
  return connection
}

describe('a reply is the one that node would send', () => {
  const reply = (status: number, body: Reply['body'], ...headers: string[]) => ({ status, headers, body })
  it.each<[string, () => Reply]>([
    [
      'bytes',
      () => reply(200, Buffer.from('["ü"]'), 'Content-Type', 'application/json', 'Content-Length', '6'),
    ],
    ['many bytes', () => reply(200, Buffer.alloc(20_000, 'ü'), 'Content-Length', '20000')],
    ['text with any letters', () => reply(404, '{"a":"ü 🙂"}', 'Content-Length', '15')],
    ['an empty text', () => reply(200, '', 'Content-Length', '0')],
    ['no body', () => reply(304, null, 'ETag', 'W/"a"')],
    ['no content', () => reply(204, null)],
    ['an error', () => reply(503, '{}', 'Content-Length', '2', 'Retry-After', '2')],
  ])('%s', async (_, replyTo) => {
    const { url } = await serving(requested => (requested === '/v1/end' ? textReply('"end"') : replyTo()))
    const received = await Promise.all(
      [[], [forNode]].map(async headers => {
        const connection = await connected(url)
        connection.send(get('/it', ...headers))
        await connection.until(/\r\n\r\n/)
        // The next reply shows where this one ends.
        connection.send(get('/end', ...headers))
        await connection.until(/"end"$/)
        return connection.received.replace(/Date: [^\r]+/g, 'Date: today')
      }),
    )
    expect(received[0]).toBe(received[1])
  })

  it.each([
    ['a request without a Host', ''],
    ['a request with an invalid Host', 'Host: a b\r\n'],
  ])('also to %s, but for the order of the headers, and the connection ends', async (_, host) => {
    const { url } = await serving()
    const received = await Promise.all(
      ['', `${forNode}\r\n`].map(async header => {
        const connection = await connected(url)
        connection.send(`GET /v1/it HTTP/1.1\r\nAccept: */*\r\n${host}${header}\r\n`)
        await connection.untilClosed()
        return connection.received.replace(/Date: [^\r]+|req_\w+/g, 'new').split('\r\n')
      }),
    )
    expect(received[0]?.[0]).toBe('HTTP/1.1 400 Bad Request')
    expect(received[0]?.toSorted()).toEqual(received[1]?.toSorted())
  })

  it('also if it is streamed, and the connection goes on', async () => {
    async function* lines() {
      yield 'one\n'
      yield Buffer.from('two\n')
    }
    const { url } = await serving(requested =>
      requested === '/v1/end' ? textReply('"end"') : reply(200, lines(), 'X-Accel-Buffering', 'no'),
    )
    const connection = await connected(url)
    connection.send(get('/it'))
    await connection.until(/\r\n0\r\n\r\n$/)
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 OK\r\nX-Accel-Buffering: no\r\n/)
    expect(connection.received).toMatch(/\r\none\n[\s\S]*two\n\r\n0\r\n\r\n$/)
    connection.send(get('/end'))
    await connection.until(/"end"$/)
  })

  it('never a header that a line break would split', async () => {
    const reply = { status: 200, headers: ['X', 'a\r\nSet-Cookie: b'], body: null }
    let thrown: unknown
    const socket = await accepted((_, answer) => {
      try {
        answer.writeHead(reply.status, reply.headers)
      } catch (error) {
        thrown = error
      }
      answer.writeHead(200, []).end(null)
    })
    socket.client.send(get('/it'))
    await socket.client.until(/\r\n\r\n/)
    expect(thrown).toBeInstanceOf(Error)
    expect(socket.client.received).not.toContain('Set-Cookie')
  })
})

it.each([
  ['of a plain request', []],
  ["of a request that is node's", [forNode]],
])(
  'a reply %s with a header that cannot be sent is a logged 500, and the service goes on',
  async (_, headers) => {
    const { url } = await serving(requested =>
      requested === '/v1/bad' ? jsonReply(200, '{}', 'X-Name', 'a\r\nb') : textReply('"good"'),
    )
    const connection = await connected(url)
    connection.send(get('/bad', ...headers))
    await connection.untilClosed()
    expect(connection.received).toMatch(/^HTTP\/1\.1 500 /)
    const [failure] = failures
    expect(failures).toHaveLength(1)
    expect(connection.received).toContain(`Request-Id: ${failure?.requestId}\r\n`)
    expect(connection.received).toContain('"code":"INTERNAL_ERROR"')
    const next = await connected(url)
    next.send(get('/good', ...headers))
    await next.until(/"good"$/)
  },
)

describe('the same replies come, in order,', () => {
  const paths = ['/1', '/2', '/3', '/4']
  const expected = paths.map(path => `/v1${path}`)
  const bodies = (text: string) => [...text.matchAll(/\/v1\/\d/g)].map(String)

  it('if requests are sent one after the other', async () => {
    const { url } = await serving()
    const connection = await connected(url)
    for (const path of paths) {
      connection.send(get(path))
      await connection.until(new RegExp(`/v1${path}$`))
    }
    expect(bodies(connection.received)).toEqual(expected)
  })

  it('if all of them come at once', async () => {
    const { url } = await serving()
    const connection = await connected(url)
    connection.send(paths.map(path => get(path)).join(''))
    await connection.until(/\/v1\/4$/)
    expect(bodies(connection.received)).toEqual(expected)
  })

  it('if some are not plain', async () => {
    const { url } = await serving()
    const connection = await connected(url)
    for (const [index, path] of paths.entries()) {
      connection.send(index === 1 ? get(path, forNode) : get(path))
      await connection.until(new RegExp(`/v1${path}$`))
    }
    expect(bodies(connection.received)).toEqual(expected)
  })

  it.each([1, 2, 10, 30, 45, 90])('if the bytes are cut after every %i', async length => {
    const { url } = await serving()
    const connection = await connected(url)
    const bytes = paths.map(path => get(path)).join('')
    for (let at = 0; at < bytes.length; at += length) {
      await connection.sendAll(bytes.slice(at, at + length))
      await new Promise<void>(settle => setImmediate(settle))
    }
    await connection.until(/\/v1\/4$/)
    expect(bodies(connection.received)).toEqual(expected)
  })
})

describe('a client that does not behave', () => {
  it('that sends while it waits for a reply gets the next one after that', async () => {
    const { client, replies, socket } = await accepted()
    client.send(get('/1'))
    await vi.waitFor(() => expect(replies).toHaveLength(1))
    client.send(get('/2'))
    await vi.waitFor(() => expect(socket().bytesRead).toBe(2 * get('/1').length))
    expect(replies).toHaveLength(1)
    replies[0]?.writeHead(200, []).end('first')
    await vi.waitFor(() => expect(replies).toHaveLength(2))
    expect(replies[1]?.req.url).toBe('/v1/2')
  })

  it('that does not read its reply gets no other made', async () => {
    const large = 'x'.repeat(8_000_000)
    const { client, replies, socket } = await accepted(
      (_, reply) => reply.writeHead(200, []).end(large),
      true,
    )
    client.send(get('/1'))
    await vi.waitFor(() => expect(replies).toHaveLength(1))
    await vi.waitFor(() => expect(socket().writableNeedDrain).toBe(true))
    client.send(get('/2'))
    await vi.waitFor(() => expect(socket().bytesRead).toBe(2 * get('/1').length))
    expect(replies).toHaveLength(1)
    client.resume()
    await vi.waitFor(() => expect(replies).toHaveLength(2), { timeout: 60_000 })
  })

  it('that leaves while its reply is made disturbs nobody', async () => {
    const { client, replies, socket } = await accepted()
    client.send(get('/1'))
    await vi.waitFor(() => expect(replies).toHaveLength(1))
    client.destroy()
    await vi.waitFor(() => expect(socket().destroyed).toBe(true))
    replies[0]?.writeHead(200, []).end('late')
  })

  it('that sends no first request in time gets 408', async () => {
    const { client, socket } = await accepted()
    expect(socket().timeout).toBe(headersTimeoutMs)
    socket().emit('timeout')
    await client.untilClosed()
    expect(client.received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/)
  })

  it('that is idle between requests for too long is disconnected, but not while it waits for a reply', async () => {
    const { client, replies, socket } = await accepted()
    client.send(get('/1'))
    await vi.waitFor(() => expect(replies).toHaveLength(1))
    expect(socket().timeout).toBe(keepAliveTimeoutMs)
    socket().emit('timeout')
    replies[0]?.writeHead(200, []).end('slow')
    await client.until(/slow$/)
    socket().emit('timeout')
    await client.untilClosed()
    expect(client.received).toMatch(/slow$/)
  })
})

/** A plain connection without a service behind it. By default the test replies. */
async function accepted(
  answer = (_request: unknown, _reply: PlainReply): unknown => undefined,
  isPaused = false,
) {
  const replies: PlainReply[] = []
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.push(socket)
    new PlainConnection(socket, {
      answer(request, reply) {
        replies.push(reply)
        answer(request, reply)
        return true
      },
      takeOver: taken => taken.destroy(),
    })
  })
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as { port: number }
  const client = await connected(`http://127.0.0.1:${port}`)
  if (isPaused) client.pause()
  undo.push(() => new Promise<void>(settle => server.close(() => settle())))
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
  return { client, replies, socket: () => sockets[0] as Socket }
}
