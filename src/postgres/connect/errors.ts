/** Why a connection cannot be used. */
import { ServerError } from '../protocol/response.ts'

/** Waiting does not help: a setting has to change. */
export class ConnectionRefused extends Error {
  override name = 'ConnectionRefused'
}

/** No host can be used at the moment. Has a socket error code, so that it counts as out of reach. */
export class NoHostUsable extends Error {
  override name = 'NoHostUsable'
  readonly code: string

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** PgBouncer uses this one code, protocol violation, for all of its errors. */
const poolerCode = '08P01'

/** PgBouncer is up but its server is not, or it has no room for us. At login only the message tells which. */
export function isPoolerWithoutServer(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === poolerCode && poolerWords.test(message)
}

/** After login, PgBouncer closes connections for many reasons, with messages that differ between versions. */
export const isEndedByPooler = (error: unknown): boolean =>
  isPoolerWithoutServer(error) ||
  (error instanceof ServerError && error.code === poolerCode && error.severity === 'FATAL')

const poolerWords =
  /cannot connect to server|server login (has been )?fail|server_login_retry|query_wait_timeout|server conn crashed|server (closed|disconnect)|pooler is shut|pgbouncer (is )?shut|no working server|no more connections allowed|client connections exceeded|server shutting down|is paused|is disabled/i
