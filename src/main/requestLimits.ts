/** Limits of node's HTTP server: header size and timeouts. */
export const headerBytesMax = 16 * 1024
export const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
export const keepAliveTimeoutMs = 65_000
/** How often node checks for timeouts. */
const timeoutCheckMs = 2_000

export const requestLimits = {
  maxHeaderSize: headerBytesMax,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  connectionsCheckingInterval: timeoutCheckMs,
  // Checked in `requestTarget.ts` instead, which replies in our error shape.
  requireHostHeader: false,
  // Joins duplicate Authorization headers into one malformed value. By default node would use the first.
  joinDuplicateHeaders: true,
}
