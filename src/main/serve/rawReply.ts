/** Error replies for requests that never reach the app, in the usual error shape. */
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { ApiError, outcomeUnknown, toApiError, unavailable } from '../../api/errors.ts'
import { strictTransportSecurity } from '../../api/http/strictTransport.ts'
import { newId } from '../../domain/ids.ts'
import { headerBytesMax } from '../requestLimits.ts'

/** Node's response or a plain one, before its head is written. */
interface UnsentResponse {
  readonly socket: Duplex | null
  writeHead(status: number, headers: Record<string, string>): { end(text: string): void }
}

class RawReply {
  readonly requestId = newId('req', Date.now())
  readonly status: number
  readonly text: string
  readonly headers: Record<string, string>

  constructor({ status, body, headers }: ApiError) {
    this.status = status
    this.text = JSON.stringify(body)
    this.headers = {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(this.text)),
      'Request-Id': this.requestId,
      Connection: 'close',
    }
  }

  /** If this is not the last reply on the connection, it stays open. */
  writeTo(response: UnsentResponse, isLast = true): void {
    const { Connection: _, ...others } = this.headersOn(response.socket)
    response.writeHead(this.status, isLast ? this.headersOn(response.socket) : others).end(this.text)
  }

  /** Adds Strict-Transport-Security over TLS, as on every other reply. */
  headersOn(socket: Duplex | null): Record<string, string> {
    const [name, value] = strictTransportSecurity
    return socket instanceof TLSSocket ? { ...this.headers, [name]: value } : this.headers
  }
}

export const malformedRequest = () =>
  new RawReply(new ApiError(400, 'MALFORMED_REQUEST', 'This is not a well-formed HTTP/1.1 request.'))

export const expectationFailed = () =>
  new RawReply(
    new ApiError(417, 'EXPECTATION_FAILED', 'The Expect header must be 100-continue, or be left out.'),
  )

/** For a request that had not arrived completely when the service stopped. */
export const stopping = () =>
  new RawReply(
    unavailable('The service is stopping, and the request did not arrive completely. Nothing was changed.'),
  )

const reads = new Set(['GET', 'HEAD'])

/** For a request that was still running when the service stopped. A write may still be saved. */
export const unfinished = (method = '') =>
  new RawReply(
    reads.has(method)
      ? unavailable('The service is stopping, and the request was not finished in time.')
      : outcomeUnknown('The service stopped while saving.'),
  )

/** For a reply of the app whose head cannot be written. */
export const unsendable = () => new RawReply(toApiError(null))

export const requestTimeout = () =>
  new RawReply(new ApiError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time. Send it again.'))

/** Null if the client is gone. */
export function unreadable({ code }: NodeJS.ErrnoException): RawReply | null {
  if (code === 'ECONNRESET') return null
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The URL and headers are longer than the limit of ${headerBytesMax} bytes.`
    return new RawReply(new ApiError(431, 'HEADERS_TOO_LARGE', message))
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout()
  return malformedRequest()
}

/** Writes directly to the socket, for when node failed before it created a response. */
export function replyOn(socket: Duplex, reply: RawReply | null): void {
  if (reply === null || !socket.writable) {
    socket.destroy()
    return
  }
  const headers = Object.entries(reply.headersOn(socket)).map(([name, value]) => `${name}: ${value}`)
  const start = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`
  socket.end([start, ...headers, '', reply.text].join('\r\n'))
}
