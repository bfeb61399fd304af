/**
 * A worker process. It runs the whole service with its own database connections, and gets its configuration from the
 * primary. It shuts down gracefully when the primary asks, on a signal, or when the primary is gone.
 */
import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import type { MetricValues } from '../metrics/metric.ts'
import { type ServiceProcess, startService } from '../serve/serve.ts'
import { endInTime } from '../serve/shutdown.ts'

export type ToWorker = { start: Config } | { stop: true } | { requestMetrics: number }

/** `trace` is set for bugs, and null if the message is meant for the operator. */
export type FromWorker =
  | { ready: true }
  | { listening: string }
  | { failed: { message: string; trace: string | null } }
  | { metrics: { requestId: number; values: MetricValues[] } }

/** Ends an orphan that hangs. Longer than the time that open requests get. */
const orphanMsMax = 30_000

export async function runWorker([, number]: readonly string[]): Promise<void> {
  const service = await start(await configuration(), Number(number))
  const stop = stopRequested()
  sendMetricsOnRequest(service)
  tell({ listening: service.url })
  await stop
  try {
    await endInTime(service.close)
  } finally {
    cluster.worker?.disconnect()
  }
}

/** The worker asks for it, because a message that arrives before anyone listens is lost. */
function configuration(): Promise<Config> {
  return new Promise(settle => {
    process.on('message', (message: ToWorker) => {
      if ('start' in message) settle(message.start)
    })
    tell({ ready: true })
  })
}

async function start(config: Config, number: number): Promise<ServiceProcess> {
  try {
    return await startService(config, Date.now, number)
  } catch (error) {
    const { message, stack = message } = error as Error
    tell({ failed: { message, trace: error instanceof Failure ? null : stack } })
    // Wait to be killed by the primary: a message sent while exiting may get lost.
    return await new Promise(() => undefined)
  }
}

function sendMetricsOnRequest({ collector }: ServiceProcess): void {
  if (collector === null) return
  process.on('message', (message: ToWorker) => {
    if (!('requestMetrics' in message)) return
    collector.values().then(
      values => tell({ metrics: { requestId: message.requestMetrics, values } }),
      // The primary continues without them after its time limit.
      () => undefined,
    )
  })
}

function stopRequested(): Promise<void> {
  return new Promise(settle => {
    let signals = 0
    const onSignal = () => {
      signals += 1
      if (signals > 1) process.exit(1)
      settle()
    }
    // Ctrl-C reaches every process of the terminal, and service managers may signal all of them too.
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
    process.on('message', (message: ToWorker) => {
      if ('stop' in message) settle()
    })
    cluster.worker?.once('disconnect', () => {
      // Without this, node would end the process at once, along with its open requests.
      if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
      setTimeout(() => process.exit(1), orphanMsMax).unref()
      settle()
    })
  })
}

/** Does nothing if the primary is gone: the worker shuts down by itself. */
function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
