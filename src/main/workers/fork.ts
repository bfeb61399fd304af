/** A worker process, seen from the primary. */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import type { MetricValues } from '../metrics/metric.ts'
import { type Handovers, watchHandovers } from './handover.ts'
import { requestMetrics } from './metricsRequest.ts'
import type { FromWorker, ToWorker } from './process.ts'
import { workerArguments } from './workerCommand.ts'

const program = fileURLToPath(new URL('../../../bin/florin.js', import.meta.url))

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  /** Why it could not start, as reported by the worker. */
  failure: Error | null
  /** Null if it never listened. */
  listenedMs: number | null
}

export interface ForkedWorker {
  readonly number: number
  readonly pid: number | undefined
  readonly ended: Promise<Ending>
  isListening(): boolean
  /** Returns the address; null if it exited before it listened. `config` is called when the worker is ready. */
  begin(config: () => Config): Promise<string | null>
  /** Sends it no more connections. */
  shut(): void
  /** Lets it finish its requests, then exit. */
  stop(): void
  kill(): void
  /** Its metrics; null if it does not send them in time. */
  metrics(msMax: number): Promise<MetricValues[] | null>
}

/** Loads the program at once, then waits for `begin`. */
export function forkWorker(number: number): ForkedWorker {
  // The configuration contains Buffers (certificate and key), which JSON serialization would break.
  cluster.setupPrimary({ exec: program, args: workerArguments(number), serialization: 'advanced' })
  const worker = cluster.fork()
  const send = (message: ToWorker) => worker.send(message, () => undefined)
  const kill = () => void worker.process.kill('SIGKILL')

  let failure: Error | null = null
  let listenedSinceMs: number | null = null
  let hasEnded = false
  const ready = heard(worker, message => ('ready' in message ? true : null))
  const listening = heard(worker, message => ('listening' in message ? message.listening : null))
  worker.on('message', (message: FromWorker) => {
    if ('listening' in message) listenedSinceMs = performance.now()
    if ('failed' in message) {
      failure = failureFrom(message.failed)
      kill()
    }
  })

  const handovers = watchHandovers(worker)
  const ended = endOf(worker, handovers).then((end): Ending => {
    hasEnded = true
    const listenedMs = listenedSinceMs === null ? null : performance.now() - listenedSinceMs
    return { ...end, failure: failure ?? end.failure, listenedMs }
  })
  const unlessEnded = <Result>(promise: Promise<Result>) => Promise.race([promise, ended.then(() => null)])

  return {
    number,
    pid: worker.process.pid,
    ended,
    isListening: () => listenedSinceMs !== null && !hasEnded,
    async begin(config) {
      if ((await unlessEnded(ready)) === null) return null
      send({ start: config() })
      return await unlessEnded(listening)
    },
    shut: handovers.shut,
    stop() {
      if (listenedSinceMs !== null) send({ stop: true })
      else kill()
    },
    kill,
    metrics: async msMax =>
      listenedSinceMs === null || hasEnded ? null : await requestMetrics(worker, msMax),
  }
}

function heard<Found>(worker: Worker, find: (message: FromWorker) => Found | null): Promise<Found> {
  return new Promise(settle => {
    worker.on('message', (message: FromWorker) => {
      const found = find(message)
      if (found !== null) settle(found)
    })
  })
}

function endOf(
  worker: Worker,
  { closeLost }: Handovers,
): Promise<Pick<Ending, 'code' | 'signal' | 'failure'>> {
  return new Promise(settle => {
    // Without this listener, sending to a worker that has just died would crash the primary.
    worker.on('error', failure => {
      if (worker.process.pid === undefined) settle({ code: null, signal: null, failure })
    })
    worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      // node removes a dead worker from the rotation when its channel closes. If a connection was being handed to it, that
      // event never comes, and the port and the primary would stay open.
      worker.disconnect()
      closeLost()
      settle({ code, signal, failure: null })
    })
  })
}

function failureFrom({ message, trace }: { message: string; trace: string | null }): Error {
  return trace === null ? new Failure(message) : Object.assign(new Error(message), { stack: trace })
}
