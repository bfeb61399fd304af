/** The HTTP server around the app: limits, TLS if there is a certificate, and graceful shutdown. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../api/app.ts'
import { isStream } from '../../api/http/reply.ts'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { headersTimeoutMs, requestLimits } from '../requestLimits.ts'
import { Drain, type DrainLimits } from './drain.ts'
import { PlainReply, PlainRequest } from './plain/plainReply.ts'
import { servePlain } from './plain/servePlain.ts'
import { expectationFailed, malformedRequest, replyOn, unreadable, unsendable } from './rawReply.ts'
import { requestTarget } from './requestTarget.ts'
import { tlsOptions } from './tlsOptions.ts'

type RequestHandler = Pick<App, 'handle' | 'logFailure'>

export interface Listening {
  url: string
  /** Stops accepting requests, finishes those in progress, and closes. */
  close(): Promise<void>
}

type ListenConfig = Pick<Config, 'host' | 'port' | 'tls'>

export async function listen(
  app: RequestHandler,
  config: ListenConfig,
  limits?: DrainLimits,
): Promise<Listening> {
  const server = newServer(config.tls)
  const drain = new Drain(server, config.tls !== null, limits)
  serve(server, app, config.tls, drain)
  await new Promise<void>((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(listenFailure(error, config)))
    server.listen(config.port, config.host, settle)
  })
  const { port } = server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return { url: `${config.tls ? 'https' : 'http'}://${host}:${port}`, close: () => drain.close() }
}

/** A server that is not listening yet. The caller is responsible for shutting it down. */
export function serverFor(app: RequestHandler, tls: ListenConfig['tls']): Server {
  const server = newServer(tls)
  serve(server, app, tls, null)
  return server
}

/** Plain requests are read by our own reader, all others by node's. */
function serve(server: Server, app: RequestHandler, tls: ListenConfig['tls'], drain: Drain | null): void {
  server.on('request', (request, response) => {
    if (drain?.accepts(request, response) !== false) void respond(app, request, response, drain)
  })
  servePlain(server, tls ? 'secureConnection' : 'connection', (request, reply) => {
    if (drain?.acceptsPlain(reply) === false) return false
    void respond(app, request, reply, drain).then(() => drain?.afterPlain(reply))
    return true
  })
}

function newServer(tls: ListenConfig['tls']): Server {
  const server = tls ? tlsServer(tls) : createServer(requestLimits)
  server.on('checkExpectation', (_, response) => expectationFailed().writeTo(response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => replyOn(socket, unreadable(error)))
  return server
}

async function respond(
  app: RequestHandler,
  request: IncomingMessage | PlainRequest,
  response: ServerResponse | PlainReply,
  drain: Drain | null,
): Promise<void> {
  if (!(request instanceof PlainRequest)) {
    const target = requestTarget(request)
    if (target === null) return malformedRequest().writeTo(response)
    request.url = target
  }
  const { status, headers, body } = await app.handle(request)
  // The service is stopping and has already replied instead of the app.
  if (response.headersSent) return
  drain?.beforeHead(response)
  try {
    if (!isStream(body)) {
      response.writeHead(status, headers).end(body)
      return
    }
    const streaming = response instanceof PlainReply ? response.streaming() : response
    await stream(body, streaming.writeHead(status, headers))
  } catch (error) {
    giveUp(app, response, error)
  }
}

/** A header with a line break, say, cannot be sent. That must fail one request, not the service. */
function giveUp(app: RequestHandler, response: ServerResponse | PlainReply, error: unknown): void {
  const reply = unsendable()
  app.logFailure(error, reply.requestId)
  if (response.headersSent) response.socket?.destroy()
  else reply.writeTo(response)
}

/** Sends at the client's pace. If the client disconnects, only the sending stops, not the work behind it. */
async function stream(body: AsyncIterable<string | Uint8Array>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(body, response)
  } catch {
    // The client is gone, or the rest of a file could not be made. Lines have reported their errors themselves.
    response.destroy()
  }
}

function tlsServer(tls: NonNullable<Config['tls']>): Server {
  try {
    return createTlsServer({ ...requestLimits, ...tlsOptions, ...tls, handshakeTimeout: headersTimeoutMs })
  } catch (error) {
    const reason = (error as { reason?: string }).reason ?? (error as Error).message
    throw new Failure(
      `FLORIN_TLS_CERT and FLORIN_TLS_KEY cannot be used (${reason}). They must be a certificate and its key in PEM format.`,
    )
  }
}

export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure(
        `Port ${port} of ${host} is in use. Stop the process that uses it, or set PORT to another port.`,
      )
    case 'EACCES':
      return new Failure(`There is no permission to use port ${port}. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Failure(`HOST ${host} is not an address of this machine. Set HOST to one that is.`)
    default:
      return error
  }
}
