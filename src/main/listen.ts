/** The HTTP server around the app: limits on header, URL and time, TLS where there is a certificate, a calm end. */
import { createServer, type Server, STATUS_CODES } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { App } from '../api/app.ts'
import { ApiError } from '../api/errors.ts'
import { newId } from '../domain/ids.ts'
import type { Config } from './config.ts'
import { Failure } from './failure.ts'

const headerBytesMax = 16 * 1024
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const keepAliveTimeoutMs = 65_000
const drainTimeoutMs = 10_000

export interface Listening {
  url: string
  /** Takes no new request, answers those under way, and ends. */
  close(): Promise<void>
}

export async function listen(app: App, config: Pick<Config, 'host' | 'port' | 'tls'>): Promise<Listening> {
  const limits = {
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  }
  const answer = getRequestListener(app.fetch, { errorHandler: answerMalformed })
  const server: Server = config.tls
    ? createTlsServer({ ...limits, ...config.tls }, answer)
    : createServer(limits, answer)
  server.on('clientError', answerUnreadable)

  await new Promise<void>((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(listenFailure(error, config)))
    server.listen(config.port, config.host, settle)
  })
  const { port } = server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return { url: `${config.tls ? 'https' : 'http'}://${host}:${port}`, close: () => drain(server) }
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): Error {
  if (error.code === 'EADDRINUSE') {
    return new Failure(
      `Port ${port} of ${host} is in use. Stop what listens there, or set PORT to another one.`,
    )
  }
  if (error.code === 'EACCES')
    return new Failure(`Port ${port} is not ours to use. Set PORT to one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Failure(`HOST ${host} is no address of this machine. Set HOST to one that is.`)
  }
  return error
}

/** What cannot be read as a request never reaches the app; it gets the same shape of answer all the same. */
const malformedRequest = new ApiError(
  400,
  'MALFORMED_REQUEST',
  'This is not a well-formed request in HTTP/1.1.',
)

function answerMalformed(): Response {
  const { status, body } = malformedRequest
  return Response.json(body, { status, headers: { 'Request-Id': newId('req', Date.now()) } })
}

/** The same, where node gave up before there was a request to answer. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = unreadable(error.code)
  const text = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `Request-Id: ${newId('req', Date.now())}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  )
}

function unreadable(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The URL and headers are longer than ${headerBytesMax} bytes, which is the most that is read.`
    return new ApiError(431, 'HEADERS_TOO_LARGE', message)
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time. Send it again.')
  }
  return malformedRequest
}

async function drain(server: Server): Promise<void> {
  const ended = new Promise<void>(settle => server.close(() => settle()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
  await ended
  clearTimeout(deadline)
}
