/** Reads the answers to pipelined requests from the bytes of a connection. */

export interface ReadAnswer {
  status: number
  /** The service closes the connection after this one. */
  closes: boolean
  /** Names the request in the service's log; in lower case. */
  requestId: string
}

const headEnd = Buffer.from('\r\n\r\n')
/** A head of ours is far shorter. */
const headBytesMax = 64 * 1024

export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0)
  /** In the order in which they were sent; an answer to HEAD has a length and no body. */
  readonly #methods: string[]

  constructor(methods: readonly string[]) {
    this.#methods = [...methods]
  }

  /** The answers that are complete with these bytes. */
  take(piece: Buffer): ReadAnswer[] {
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece])
    const answers: ReadAnswer[] = []
    for (let next = this.#next(); next !== null; next = this.#next()) {
      // 100 Continue comes before the answer itself.
      if (next.status < 200) continue
      this.#methods.shift()
      answers.push(next)
      // Nothing that follows is an answer: to a HEAD that could not be read there may be a body after all.
      if (next.closes) break
    }
    return answers
  }

  #next(): ReadAnswer | null {
    const end = this.#bytes.indexOf(headEnd)
    if (end < 0) {
      if (this.#bytes.length > headBytesMax) throw new Error('The head of an answer has no end.')
      return null
    }
    const head = this.#bytes.subarray(0, end).toString('latin1').toLowerCase()
    const status = Number(/^http\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)
    if (status === 0) throw new Error(`This is no answer: ${head.slice(0, 100)}`)
    const start = end + headEnd.length
    const bodyBytes = this.#bodyBytes(head, status, start)
    if (bodyBytes === null || this.#bytes.length < start + bodyBytes) return null
    this.#bytes = this.#bytes.subarray(start + bodyBytes)
    const [, requestId = ''] = /\r\nrequest-id: (\S+)/.exec(head) ?? []
    return { status, closes: /\r\nconnection: close/.test(head), requestId }
  }

  /** Null where the end of the body is not there yet. */
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
