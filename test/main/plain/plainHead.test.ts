/** What is read as a plain request means the same to node, whatever a client sends. */
import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestLimits } from '../../../src/main/requestLimits.ts'
import { type PlainHead, readPlainHead } from '../../../src/main/serve/plain/plainHead.ts'

const read = (text: string, last: PlainHead | null = null) => readPlainHead(Buffer.from(text, 'latin1'), last)

const plain = 'GET /v1/accounts?limit=5 HTTP/1.1\r\nHost: florin.test\r\nAuthorization: Bearer x y\r\n\r\n'

describe('a plain head is read', () => {
  it('with its URL, and its headers under lower-case names', () => {
    expect(read(plain)).toMatchObject({
      url: '/v1/accounts?limit=5',
      headers: { host: 'florin.test', authorization: 'Bearer x y' },
    })
  })

  it('also if it asks to keep the connection', () => {
    expect(read(plain.replace('\r\n\r\n', '\r\nConnection: Keep-Alive\r\n\r\n'))).not.toBeNull()
  })

  it('with the headers of the last one only if they are the same to the letter', () => {
    const last = read(plain)
    expect(read(plain.replace('limit=5', 'limit=6'), last)?.headers).toBe(last?.headers)
    expect(read(plain.replace('x y', 'x z'), last)?.headers.authorization).toBe('Bearer x z')
  })
})

describe('left to node is', () => {
  it.each([
    ['another method', plain.replace('GET', 'POST')],
    ['another path', plain.replace('/v1/', '/v2/')],
    ['HTTP/1.0', plain.replace('1.1', '1.0')],
    ['a part of a head', plain.slice(0, -2)],
    ['a head with something after it', `${plain}G`],
    ['two heads', plain + plain],
    ['an empty line before the headers', plain.replace('\r\n', '\r\n\r\n')],
    ['a line that ends with a line feed only', plain.replace('test\r\n', 'test\n')],
    ['a line that goes on in the next', plain.replace('x y', 'x\r\n y')],
    ['a header twice', plain.replace('Host', 'Host: a\r\nHOST')],
    ['a header without a value', plain.replace('florin.test', '')],
    ['a space before the colon', plain.replace('Host:', 'Host :')],
    ['a tab in a value', plain.replace('x y', 'x\ty')],
    ['a letter that is not ASCII', plain.replace('x y', 'ü')],
    ['a NUL', plain.replace('x y', 'x\0y')],
    ['a body', plain.replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n')],
    ['a body in chunks', plain.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')],
    ['an upgrade', plain.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')],
    ['a connection to be closed', plain.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')],
    ['an expectation', plain.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n')],
    ['trailers', plain.replace('\r\n\r\n', '\r\nTE: trailers\r\n\r\n')],
    ['names of trailers', plain.replace('\r\n\r\n', '\r\nTrailer: X\r\n\r\n')],
    ['a time to keep the connection', plain.replace('\r\n\r\n', '\r\nKeep-Alive: 5\r\n\r\n')],
    ['a connection of a proxy', plain.replace('\r\n\r\n', '\r\nProxy-Connection: close\r\n\r\n')],
    ['a fragment', plain.replace('limit=5', '#5')],
    ['a backslash', plain.replace('accounts', 'a\\b')],
    ['a header named like a property of every object', plain.replace('Host', 'constructor')],
    ['a head that is too long', plain.replace('x y', 'x'.repeat(5_000))],
    ['more headers than anyone sends', plain.replace('\r\n\r\n', `${'\r\nX: '.repeat(60)}\r\n\r\n`)],
  ])('%s', (_, text) => {
    expect(read(text)).toBeNull()
  })
})

describe('whatever is accepted', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[' ', ':', ': ', '\r\n', '\n', '\r', '\t', '\0', '%2e', '/', '?', '#', '\\', 'ü', '"', '&'],
    ),
    fc.constantFrom(
      ...['Host: b', 'Connection: close', 'Content-Length: 3', 'Transfer-Encoding: chunked', 'Te: trailers'],
    ),
    fc.constantFrom(
      ...['Keep-Alive: 5', 'Upgrade: h2c', '__proto__: x', 'toString: x', 'X-Forwarded-For: ::1'],
    ),
    fc.string({ maxLength: 5 }),
  )
  const changes = fc.array(fc.record({ at: fc.nat(plain.length), cut: fc.nat(3), piece }), { maxLength: 3 })
  const changed = changes.map(list =>
    list.reduce(
      (text, { at, cut, piece: inserted }) => text.slice(0, at) + inserted + text.slice(at + cut),
      plain,
    ),
  )
  const own = fc
    .tuple(
      fc.stringMatching(/^[ -~]{0,20}$/),
      fc.array(
        fc.tuple(fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/), fc.stringMatching(/^[ -~]{0,12}$/)),
      ),
    )
    .map(([url, headers]) => {
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
      return `GET /v1/${url} HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n`
    })

  it('is one request to node, with the same method, URL and headers, and no body', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, own), async text => {
        const head = read(text)
        if (head === null) return
        accepted += 1
        const { url, headers } = head
        expect(await readByNode(text)).toEqual([{ method: 'GET', url, headers, complete: true }])
      }),
      { numRuns: 3_000 },
    )
    expect(accepted).toBeGreaterThan(300)
  })
})

/** The requests that node's own server reads from this text. */
async function readByNode(text: string) {
  const requests: IncomingMessage[] = []
  const server = createServer(requestLimits, request => requests.push(request))
  const failed = new Promise<never>((_, fail) => server.on('clientError', fail))
  const connection = new Connection(Buffer.from(text, 'latin1'))
  server.emit('connection', connection)
  await Promise.race([connection.isRead, failed])
  connection.destroy()
  return requests.map(({ method, url, headers, complete }) => ({ method, url, headers, complete }))
}

/** A connection on which a client has sent these bytes. */
class Connection extends Duplex {
  /** Resolves when all of them have been read. */
  readonly isRead: Promise<void>
  #unread: Buffer | null
  #noteRead = () => {}

  constructor(bytes: Buffer) {
    super()
    this.#unread = bytes
    this.isRead = new Promise(settle => {
      this.#noteRead = settle
    })
  }

  override _read(): void {
    if (this.#unread === null) {
      setImmediate(this.#noteRead)
      return
    }
    this.push(this.#unread)
    this.#unread = null
  }

  override _write(_bytes: Buffer, _encoding: string, done: () => void): void {
    done()
  }
}
