/** Reads the replies to pipelined requests from the bytes of a connection. */

export interface ReadReply {
  status: number
  /** The service closes the connection after this one. */
  closes: boolean
  /** Identifies the request in the service's log; lower case. */
  requestId: string
}

const headEnd = Buffer.from('\r\n\r\n')
/** Our heads are far shorter. */
const headBytesMax = 64 * 1024

export class ReplyReader {
  #bytes: Buffer = Buffer.alloc(0)
  /** In the order in which they were sent. A reply to HEAD has a length but no body. */
  readonly #methods: string[]

  constructor(methods: readonly string[]) {
    this.#methods = [...methods]
  }

  /** The replies completed by these bytes. */
  take(piece: Buffer): ReadReply[] {
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece])
    const replies: ReadReply[] = []
    for (let next = this.#next(); next !== null; next = this.#next()) {
      // 100 Continue comes before the actual reply.
      if (next.status < 200) continue
      this.#methods.shift()
      replies.push(next)
      // Nothing after this is a reply: an unreadable HEAD request may get a body after all.
      if (next.closes) break
    }
    return replies
  }

  #next(): ReadReply | null {
    const end = this.#bytes.indexOf(headEnd)
    if (end < 0) {
      if (this.#bytes.length > headBytesMax) throw new Error('The head of a reply has no end.')
      return null
    }
    const head = this.#bytes.subarray(0, end).toString('latin1').toLowerCase()
    const status = Number(/^http\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)
    if (status === 0) throw new Error(`Not a reply: ${head.slice(0, 100)}`)
    const start = end + headEnd.length
    const bodyBytes = this.#bodyBytes(head, status, start)
    if (bodyBytes === null || this.#bytes.length < start + bodyBytes) return null
    this.#bytes = this.#bytes.subarray(start + bodyBytes)
    const [, requestId = ''] = /\r\nrequest-id: (\S+)/.exec(head) ?? []
    return { status, closes: /\r\nconnection: close/.test(head), requestId }
  }

  /** Null if the end of the body has not arrived yet. */
  #bodyBytes(head: string, status: number, start: number): number | null {
    if (status < 200 || status === 204 || status === 304 || this.#methods[0] === 'HEAD') return 0
    const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? []
    if (length !== undefined) return Number(length)
    if (!head.includes('\r\ntransfer-encoding: chunked')) return 0
    for (let at = start; ; ) {
      const lineEnd = this.#bytes.indexOf('\r\n', at)
      if (lineEnd < 0) return null
      const chunkBytes = Number.parseInt(this.#bytes.subarray(at, lineEnd).toString('latin1'), 16)
      at = lineEnd + 2 + chunkBytes + 2
      if (chunkBytes === 0) return at - start
    }
  }
}
