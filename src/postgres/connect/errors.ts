/** Why a connection cannot be used. */
import { ServerError } from '../response.ts'

/** Waiting does not help: somebody has to change a setting. */
export class ConnectionRefused extends Error {
  override name = 'ConnectionRefused'
}

/** No host of the list can be used at the moment. It carries a socket's code, so that it counts as out of reach. */
export class NoHostUsable extends Error {
  override name = 'NoHostUsable'
  readonly code: string

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** PgBouncer has one code for all that it says: that of a broken protocol. */
const poolerCode = '08P01'

/** PgBouncer is there and the server behind it is not, or it has no room for us. At login only its words tell. */
export function isPoolerWithoutServer(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === poolerCode && poolerWords.test(message)
}

/** After login, PgBouncer ends a connection for many reasons, in words that change with its versions. */
export const isEndedByPooler = (error: unknown): boolean =>
  isPoolerWithoutServer(error) ||
  (error instanceof ServerError && error.code === poolerCode && error.severity === 'FATAL')

const poolerWords =
  /cannot connect to server|server login (has been )?fail|server_login_retry|query_wait_timeout|server conn crashed|server (closed|disconnect)|pooler is shut|pgbouncer (is )?shut|no working server|no more connections allowed|client connections exceeded|server shutting down|is paused|is disabled/i
