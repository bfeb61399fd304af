/** Checks the ports before anything else is done: a first start with a busy port would make a store and then fail. */
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { listenFailure as metricsFailure } from '../metrics/server.ts'
import { listenFailure } from './listen.ts'

export async function requireFreePorts(
  config: Pick<Config, 'host' | 'port' | 'tls' | 'metrics'>,
): Promise<void> {
  await listenOnce(config).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, config)
  })
  const { metrics } = config
  if (metrics === null) return
  await listenOnce(metrics).catch((error: NodeJS.ErrnoException) => {
    throw metricsFailure(error, metrics)
  })
}

function listenOnce({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((settle, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(port, host, () => server.close(() => settle()))
  })
}
