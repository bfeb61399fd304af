/** The HTTP server around the app: limits on header, URL and time, TLS where there is a certificate, a calm end. */
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
import { requestTarget } from './requestTarget.ts'
import { tlsOptions } from './tlsOptions.ts'
import { expectationFailed, malformedRequest, replyOn, unreadable } from './unreadable.ts'

/** All that the server needs of the app. */
type Answering = Pick<App, 'answer'>

export interface Listening {
  url: string
  /** Takes no new request, answers those under way, and ends. */
  close(): Promise<void>
}

type ListenConfig = Pick<Config, 'host' | 'port' | 'tls'>

export async function listen(app: Answering, config: ListenConfig, limits?: DrainLimits): Promise<Listening> {
  const server = newServer(config.tls)
  const drain = new Drain(server, config.tls !== null, limits)
  server.on('request', (request, response) => {
    if (drain.accepts(request, response)) void respond(app, request, response, drain)
  })
  await new Promise<void>((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(listenFailure(error, config)))
    server.listen(config.port, config.host, settle)
  })
  const { port } = server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return { url: `${config.tls ? 'https' : 'http'}://${host}:${port}`, close: () => drain.close() }
}

/** A server that answers, as it is before it listens. Whoever uses it ends it in a way of their own. */
export function serverFor(app: Answering, tls: ListenConfig['tls']): Server {
  const server = newServer(tls)
  server.on('request', (request, response) => void respond(app, request, response, null))
  return server
}

function newServer(tls: ListenConfig['tls']): Server {
  const server = tls ? tlsServer(tls) : createServer(requestLimits)
  server.on('checkExpectation', (_, response) => expectationFailed().writeTo(response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => replyOn(socket, unreadable(error)))
  return server
}

async function respond(
  app: Answering,
  request: IncomingMessage,
  response: ServerResponse,
  drain: Drain | null,
): Promise<void> {
  const target = requestTarget(request)
  if (target === null) return malformedRequest().writeTo(response)
  request.url = target
  const { status, headers, body } = await app.handle(request)
  // The service stops, and has answered in place of the app.
  if (response.headersSent) return
  drain?.beforeHead(response)
  response.writeHead(status, headers)
  if (isStream(body)) await sendAsItComes(body, response)
  else response.end(body)
}

/** No faster than the client reads. One that goes away ends the sending, and not the work that is told of. */
async function sendAsItComes(body: AsyncIterable<string>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(body, response)
  } catch {
    // Nobody is left to be told: the app has answered for what went wrong on its side already.
    response.destroy()
  }
}

function tlsServer(tls: NonNullable<Config['tls']>): Server {
  try {
    return createTlsServer({ ...requestLimits, ...tlsOptions, ...tls, handshakeTimeout: headersTimeoutMs })
  } catch (error) {
    const reason = (error as { reason?: string }).reason ?? (error as Error).message
    throw new Failure(
      `FLORIN_TLS_CERT and FLORIN_TLS_KEY cannot be used (${reason}). They must be a certificate and its key, as PEM.`,
    )
  }
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: ListenConfig): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure(
        `Port ${port} of ${host} is in use. Stop what listens there, or set PORT to another one.`,
      )
    case 'EACCES':
      return new Failure(`Port ${port} is not ours to use. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Failure(`HOST ${host} is no address of this machine. Set HOST to one that is.`)
    default:
      return error
  }
}
