/** A raw connection: a test sends what no HTTP client would, or at a moment of its choice. */
import { connect, type Socket } from 'node:net'
import { expect, vi } from 'vitest'

/** For what takes a moment, and much longer on a busy machine. */
const patience = { timeout: 60_000, interval: 10 }

export class RawConnection {
  received = ''
  closed = false
  /** An error code such as ECONNRESET. */
  error: string | null = null
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.error = error.code ?? error.message
    })
    socket.on('close', () => {
      this.closed = true
    })
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const connection = new RawConnection(socket)
    await new Promise((settle, fail) => socket.once('connect', settle).once('error', fail))
    return connection
  }

  send(text: string): void {
    this.#socket.write(text)
  }

  /** Resolves when the operating system has all of it. */
  sendAll(text: string): Promise<void> {
    return new Promise(settle => {
      this.#socket.write(text, () => settle())
    })
  }

  async until(pattern: RegExp): Promise<void> {
    await vi.waitFor(() => {
      if (!pattern.test(this.received)) throw new Error(`no ${pattern} in: ${this.received}`)
    }, patience)
  }

  async untilClosed(): Promise<void> {
    await vi.waitFor(() => expect(this.closed).toBe(true), patience)
  }

  /** Reads nothing until it resumes. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

/** Status, headers and body of the only reply to these bytes. */
export async function rawReply(url: string, bytes: string) {
  const connection = await RawConnection.open(url)
  try {
    connection.send(bytes)
    await connection.until(/\r\n\r\n/)
    const [head = ''] = connection.received.toLowerCase().split('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    const chunked = head.includes('\r\ntransfer-encoding: chunked')
    await connection.until(chunked ? /\r\n0\r\n\r\n$/ : new RegExp(`\\r\\n\\r\\n.{${length}}$`, 's'))
    const rest = connection.received.slice(head.length + '\r\n\r\n'.length)
    const body = chunked ? rest.replace(/[0-9a-f]+\r\n(.*?)\r\n/gs, '$1') : rest
    return { status: Number(head.slice('http/1.1 '.length, 'http/1.1 200'.length)), head, body }
  } finally {
    connection.destroy()
  }
}

/** The head of a request for a new payee. With `expect100` the service replies 100 once it has read the head. */
export function payeeHead(secret: string, body: string, expect100 = true): string {
  const lines = [
    'POST /v1/payees HTTP/1.1',
    'Host: florin',
    `Authorization: Bearer ${secret}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(expect100 ? ['Expect: 100-continue'] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Waits until nothing listens at the address. */
export async function refusesConnections(url: string): Promise<void> {
  const attempt = async () => (await RawConnection.open(url)).destroy()
  await vi.waitFor(() => expect(attempt()).rejects.toThrow('ECONNREFUSED'), patience)
}
