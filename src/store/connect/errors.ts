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
