/**
 * A plain request as the app sees it, and the reply to it: those parts of node's IncomingMessage and ServerResponse that
 * our server uses. Head and body are written in one go, and the head is the one that node would write.
 */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { keepAliveTimeoutMs } from '../../requestLimits.ts'
import type { PlainHead } from './plainHead.ts'

export class PlainRequest {
  readonly method = 'GET'
  readonly httpVersion = '1.1'
  /** It has no body. */
  readonly complete = true
  readonly url: string
  readonly headers: PlainHead['headers']
  readonly socket: Socket

  constructor({ url, headers }: PlainHead, socket: Socket) {
    this.url = url
    this.headers = headers
    this.socket = socket
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {}
}

const staysOpen = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveTimeoutMs / 1_000}\r\n\r\n`
const closes = 'Connection: close\r\n\r\n'

/** What a value must not have, as it could end the header. Node checks the same. */
const forbidden = /[^\t -~\x80-\xff]/
/** The values of the last head. Most come again in the next, and comparing takes less time than looking through them. */
const checked: string[] = []

export class PlainReply {
  readonly req: PlainRequest
  shouldKeepAlive = true
  headersSent = false
  /** Called once the reply has been handed to the socket. */
  readonly #onEnd: () => void
  #head = ''

  constructor(request: PlainRequest, onEnd: () => void) {
    this.req = request
    this.#onEnd = onEnd
  }

  get socket(): Socket {
    return this.req.socket
  }

  writeHead(status: number, headers: string[] | Record<string, string>): this {
    const pairs = Array.isArray(headers) ? headers : Object.entries(headers).flat()
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let index = 0; index < pairs.length; index += 2) {
      const [name, value] = [pairs[index] ?? '', pairs[index + 1] ?? '']
      if (value !== checked[index]) {
        if (forbidden.test(value)) throw new Error(`The header ${name} has a value that cannot be sent.`)
        checked[index] = value
      }
      // Written with the others of the connection, as by node.
      if (name === 'Connection') this.shouldKeepAlive = value !== 'close'
      else head += `${name}: ${value}\r\n`
    }
    this.#head = `${head}Date: ${httpDate()}\r\n`
    this.headersSent = true
    return this
  }

  end(body: string | Uint8Array | null): void {
    const { socket, shouldKeepAlive } = this
    // Not if the client is gone.
    if (socket.writable) {
      write(socket, this.#head + (shouldKeepAlive ? staysOpen : closes), body)
      if (!shouldKeepAlive) socket.destroySoon()
    }
    this.#onEnd()
  }

  /** Node's own response, for a body that is streamed. */
  streaming(): ServerResponse {
    this.headersSent = true
    const request = new IncomingMessage(this.socket)
    request.httpVersionMajor = 1
    request.httpVersionMinor = 1
    const response = new ServerResponse(request)
    response.shouldKeepAlive = this.shouldKeepAlive
    response.assignSocket(this.socket)
    response.once('finish', () => {
      response.detachSocket(this.socket)
      if (!response.shouldKeepAlive) this.socket.destroySoon()
      this.#onEnd()
    })
    return response
  }
}

/** Copying up to this many bytes takes less time than handing over two pieces: 14 and 16 µs for a request. */
const copiedBytesMax = 4_096

function write(socket: Socket, head: string, body: string | Uint8Array | null): void {
  if (body === null || body.length === 0) {
    socket.write(head, 'latin1')
  } else if (typeof body !== 'string' && body.length <= copiedBytesMax) {
    const bytes = Buffer.allocUnsafe(head.length + body.length)
    bytes.write(head, 'latin1')
    bytes.set(body, head.length)
    socket.write(bytes)
  } else {
    socket.cork()
    socket.write(head, 'latin1')
    socket.write(body)
    socket.uncork()
  }
}

let second = 0
let date = ''

/** The current time for the header Date, which has no parts of a second. */
function httpDate(): string {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) {
    second = now
    date = new Date(now * 1_000).toUTCString()
  }
  return date
}
