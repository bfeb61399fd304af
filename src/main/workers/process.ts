/**
 * A worker: a process that runs the whole service, with connections of its own to the store. The primary tells it its
 * configuration. It ends calmly when the primary says so, at a signal, and when the primary is gone.
 */
import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import type { MetricValues } from '../metrics/metric.ts'
import { type ServiceProcess, startService } from '../serve/serve.ts'
import { endInTime } from '../serve/shutdown.ts'

export type ToWorker = { start: Config } | { stop: true } | { askMetrics: number }

/** `trace` is there where the failure is a fault of ours, and null where the message is all that there is to say. */
export type FromWorker =
  | { ready: true }
  | { listening: string }
  | { failed: { message: string; trace: string | null } }
  | { metrics: { question: number; values: MetricValues[] } }

const workerWord = 'worker'

/** The words that make the program a worker. A list of processes shows them, so each can be told by its number. */
export const workerWords = (number: number): string[] => [workerWord, String(number)]

/** Only a primary can start one: to a person, the word is a command that there is not. */
export const isWorker = (words: readonly string[]): boolean => cluster.isWorker && words[0] === workerWord

/** Longer than requests under way are waited for. Nobody is left who would end an orphan that hangs. */
const orphanMsMax = 30_000

export async function runWorker([, number]: readonly string[]): Promise<void> {
  const service = await start(await configuration(), Number(number))
  const stop = toldToStop()
  answerMetrics(service)
  tell({ listening: service.url })
  await stop
  try {
    await endInTime(service.close)
  } finally {
    cluster.worker?.disconnect()
  }
}

/** It is asked for: what comes before someone listens is lost. */
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
    // The primary ends it: what a process says as it ends may not be heard.
    return await new Promise(() => undefined)
  }
}

function answerMetrics({ collector }: ServiceProcess): void {
  if (collector === null) return
  process.on('message', (message: ToWorker) => {
    if (!('askMetrics' in message)) return
    collector.values().then(
      values => tell({ metrics: { question: message.askMetrics, values } }),
      // The primary goes on without it when its time is up.
      () => undefined,
    )
  })
}

function toldToStop(): Promise<void> {
  return new Promise(settle => {
    let signals = 0
    const onSignal = () => {
      signals += 1
      if (signals > 1) process.exit(1)
      settle()
    }
    // Ctrl-C reaches every process of the terminal, and a service manager may signal all of them too.
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
    process.on('message', (message: ToWorker) => {
      if ('stop' in message) settle()
    })
    cluster.worker?.once('disconnect', () => {
      // Without this, node ends the process here and now, and with it the requests under way.
      if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
      setTimeout(() => process.exit(1), orphanMsMax).unref()
      settle()
    })
  })
}

/** Where the primary is gone nobody hears it, and that is no failure: the worker ends by itself. */
function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
