/** COPY … FROM STDIN on the driver's connection: text goes out piece by piece, no faster than the server takes it. */
import type { Writable } from 'node:stream'
import type pg from 'pg'

/** What the driver calls while its answers come in; the types of `pg` leave it out. */
interface CopyConnection {
  stream: Writable
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

export class CopyIn implements pg.Submittable {
  readonly #sql: string
  readonly #pieces: Iterable<string>
  readonly #settle: () => void
  readonly #fail: (reason: unknown) => void
  #failure: unknown

  constructor(sql: string, pieces: Iterable<string>, settle: () => void, fail: (reason: unknown) => void) {
    this.#sql = sql
    this.#pieces = pieces
    this.#settle = settle
    this.#fail = fail
  }

  submit(connection: unknown): void {
    ;(connection as CopyConnection).query(this.#sql)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: unknown) => {
      this.#failure ??= error
      connection.sendCopyFail('the sender gave up')
    })
  }

  async #send(connection: CopyConnection): Promise<void> {
    for (const piece of this.#pieces) {
      // The server has refused a row, or the connection is gone: nobody reads the rest.
      if (this.#failure !== undefined || connection.stream.destroyed) return
      connection.sendCopyFromChunk(Buffer.from(piece))
      if (connection.stream.writableNeedDrain) await drained(connection.stream)
    }
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {
    // Only when the server is ready for the next statement is this one over.
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#settle()
    else this.#fail(this.#failure)
  }

  /** Called for what the server refuses, before it is ready again, and for a connection that is lost, which never is. */
  handleError(error: unknown): void {
    this.#failure ??= error
    this.#fail(this.#failure)
  }
}

/** Also where the stream ends before it is. */
function drained(stream: Writable): Promise<void> {
  return new Promise(settle => {
    const done = () => {
      stream.off('drain', done)
      stream.off('close', done)
      settle()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
