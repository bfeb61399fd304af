/** The limits within which node reads a request: of headers, of time, of connections that wait. */
export const headerBytesMax = 16 * 1024
export const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const keepAliveTimeoutMs = 65_000
/** How often node looks for what is past its time. */
const timeoutCheckMs = 2_000

export const requestLimits = {
  maxHeaderSize: headerBytesMax,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  connectionsCheckingInterval: timeoutCheckMs,
  // node would refuse in a shape of its own; the listener below does it in ours.
  requireHostHeader: false,
  // node would take the first of two Authorization headers; together they are one that is malformed.
  joinDuplicateHeaders: true,
}
