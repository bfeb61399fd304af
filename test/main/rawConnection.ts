/** A connection on which a test says what no HTTP client would, or says it at the moment it chooses. */
import { connect, type Socket } from 'node:net'
import { vi } from 'vitest'

export class RawConnection {
  received = ''
  closed = false
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text
    })
    socket.on('error', () => undefined)
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

  async until(pattern: RegExp): Promise<void> {
    await vi.waitFor(
      () => {
        if (!pattern.test(this.received)) throw new Error(`no ${pattern} in: ${this.received}`)
      },
      { timeout: 15_000, interval: 5 },
    )
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

/** Status, headers and body of the first answer to these bytes. */
export async function rawAnswer(url: string, bytes: string) {
  const connection = await RawConnection.open(url)
  try {
    connection.send(bytes)
    await connection.until(/^HTTP\/1\.1 \d{3} .*\r\n\r\n/s)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(connection.received)?.[1] ?? 0)
    await connection.until(new RegExp(`\\r\\n\\r\\n.{${length}}`, 's'))
    const [head = '', body = ''] = connection.received.split(/\r\n\r\n(.*)/s)
    return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body: body.slice(0, length) }
  } finally {
    connection.destroy()
  }
}
