/** Why a connection cannot be used, where waiting does not help: somebody has to change a setting. */
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

/** PgBouncer is there and the server behind it is not. It says so with the code of a broken protocol. */
export function isPoolerWithoutServer(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '08P01' && poolerWords.test(message)
}

const poolerWords =
  /cannot connect to server|server login (has been )?fail|server_login_retry|query_wait_timeout|server conn crashed|server (closed|disconnect)|pooler is shut|pgbouncer (is )?shut|no working server|database (is )?(paused|disabled)/i
