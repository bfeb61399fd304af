/** Answers to what never becomes a request of the app, in the same shape as all others. */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { ApiError, outcomeUnknown, unavailable } from '../../api/errors.ts'
import { strictTransportSecurity } from '../../api/http/strictTransport.ts'
import { newId } from '../../domain/ids.ts'
import { headerBytesMax } from '../requestLimits.ts'

class RawAnswer {
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
      'Request-Id': newId('req', Date.now()),
      Connection: 'close',
    }
  }

  /** Further answers may follow on the connection, where this is not the last one. */
  writeTo(response: ServerResponse, isLast = true): void {
    const { Connection: _, ...others } = this.headersOn(response.socket)
    response.writeHead(this.status, isLast ? this.headersOn(response.socket) : others).end(this.text)
  }

  /** A browser that came by TLS is told to keep to it, here as on every other answer. */
  headersOn(socket: Duplex | null): Record<string, string> {
    const [name, value] = strictTransportSecurity
    return socket instanceof TLSSocket ? { ...this.headers, [name]: value } : this.headers
  }
}

export const malformedRequest = () =>
  new RawAnswer(new ApiError(400, 'MALFORMED_REQUEST', 'This is not a well-formed request in HTTP/1.1.'))

export const expectationFailed = () =>
  new RawAnswer(
    new ApiError(417, 'EXPECTATION_FAILED', 'The Expect header may say 100-continue, or be left out.'),
  )

/** For a request that had not arrived completely when the service had to end. */
export const stopping = () =>
  new RawAnswer(
    unavailable('The service stops, and the request had not arrived in full. Nothing was changed.'),
  )

const reads = new Set(['GET', 'HEAD'])

/** For a request that was still under way when the service had to end. A change may be stored all the same. */
export const unfinished = (method = '') =>
  new RawAnswer(
    reads.has(method)
      ? unavailable('The service stops, and this was not done in time.')
      : outcomeUnknown('The service had to stop while it saved this.'),
  )

/** Null where there is nobody left to answer. */
export function unreadable({ code }: NodeJS.ErrnoException): RawAnswer | null {
  if (code === 'ECONNRESET') return null
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The URL and headers are longer than ${headerBytesMax} bytes, which is the most that is read.`
    return new RawAnswer(new ApiError(431, 'HEADERS_TOO_LARGE', message))
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new RawAnswer(
      new ApiError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time. Send it again.'),
    )
  }
  return malformedRequest()
}

/** Where node gave up before there was a response to write to. */
export function replyOn(socket: Duplex, answer: RawAnswer | null): void {
  if (answer === null || !socket.writable) {
    socket.destroy()
    return
  }
  const headers = Object.entries(answer.headersOn(socket)).map(([name, value]) => `${name}: ${value}`)
  const start = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`
  socket.end([start, ...headers, '', answer.text].join('\r\n'))
}
