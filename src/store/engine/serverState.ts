/** Finds the reason behind errors that come from the state of the database and not from the query. */
import type { PostgresServer } from '../../postgres/door.ts'
import { StoreUnavailable } from './door.ts'
import { readOnly, readOnlyCode, StoreUnfit, schemaCodes } from './fitness.ts'

export class ServerState {
  readonly #server: Pick<PostgresServer, 'renew'>
  readonly #look: () => Promise<void>

  /** `look` throws the reason if the server cannot serve. */
  constructor(server: Pick<PostgresServer, 'renew'>, look: () => Promise<void>) {
    this.#server = server
    this.#look = look
  }

  /** Throws the reason if the server cannot serve. */
  async check(): Promise<void> {
    try {
      await this.#look()
    } catch (error) {
      if (error instanceof StoreUnfit) this.#server.renew({ startElsewhere: error.isReadOnly })
      throw error
    }
  }

  /**
   * Returns the reason behind the error if the database is unfit, or else the error itself. A check that gets no connection
   * is a reason too: without its schema, a distributed store refuses new connections, and another request may have closed
   * the old ones.
   */
  async explain(error: unknown): Promise<unknown> {
    const { code = '' } = error as { code?: string }
    if (code === readOnlyCode) {
      this.#server.renew({ startElsewhere: true })
      return readOnly(error)
    }
    if (!schemaCodes.has(code)) return error
    try {
      await this.check()
      return error
    } catch (reason) {
      return reason instanceof StoreUnavailable ? reason : error
    }
  }
}
