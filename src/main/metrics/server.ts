/** Serves /metrics on a separate port, so that a proxy in front of the API never exposes it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { requestLimits } from '../requestLimits.ts'

type MetricsConfig = NonNullable<Config['metrics']>

export interface MetricsServer {
  url: string
  close(): Promise<void>
}

/** The content type of prom-client's output. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8'
/** Enough for several Prometheus servers and people. */
const connectionsMax = 50

export async function serveMetrics(
  config: MetricsConfig,
  log: Logger,
  text: () => Promise<string>,
): Promise<MetricsServer> {
  const scrape = shared(text)
  const server = createServer(
    requestLimits,
    (request, response) => void respond(request, response, scrape, log),
  )
  server.maxConnections = connectionsMax
  await new Promise<void>((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(listenFailure(error, config)))
    server.listen(config.port, config.host, settle)
  })
  const { port } = server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return {
    url: `http://${host}:${port}/metrics`,
    close: () =>
      new Promise(settle => {
        server.close(() => settle())
        server.closeAllConnections()
      }),
  }
}

/** Concurrent scrapes share one result. */
function shared(text: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | null = null
  return () => {
    running ??= text().finally(() => {
      running = null
    })
    return running
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  scrape: () => Promise<string>,
  log: Logger,
): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || request.url?.split('?', 1)[0] !== '/metrics') {
    return send(response, 404, 'text/plain; charset=utf-8', 'Not found. The only page is GET /metrics.\n')
  }
  try {
    send(response, 200, contentType, await scrape())
  } catch (error) {
    log.error({ err: error }, 'metrics failed')
    send(response, 500, 'text/plain; charset=utf-8', 'The metrics could not be read. See the log.\n')
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff' }).end(body)
}

export function listenFailure(error: NodeJS.ErrnoException, { host, port }: MetricsConfig): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure(
        `Port ${port} of ${host} is in use, so /metrics cannot be served there. Set FLORIN_METRICS_PORT to another port.`,
      )
    case 'EACCES':
      return new Failure(
        `There is no permission to use port ${port}. Set FLORIN_METRICS_PORT to one above 1023.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Failure(
        `FLORIN_METRICS_HOST ${host} is not an address of this machine. Set it to one that is, or leave it out.`,
      )
    default:
      return error
  }
}
