/** One worker as the primary sees it: a process that is started, told what to do, and whose end is told. */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import type { MetricValues } from '../metrics/metric.ts'
import { type Handovers, watchHandovers } from './handover.ts'
import { type FromWorker, type ToWorker, workerWords } from './process.ts'
import { askMetrics } from './workerQuestion.ts'

const program = fileURLToPath(new URL('../../../bin/florin.js', import.meta.url))

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  /** Why it could not start, in its own words. */
  failure: Error | null
  /** Null where it never listened. */
  listenedMs: number | null
}

export interface ForkedWorker {
  readonly number: number
  readonly pid: number | undefined
  readonly ended: Promise<Ending>
  isListening(): boolean
  /** Where it listens; null where it ended before it did. The configuration is taken when it can be sent. */
  begin(config: () => Config): Promise<string | null>
  /** It gets no more connections. */
  shut(): void
  /** Lets it answer what is under way. */
  stop(): void
  kill(): void
  /** What it has measured; null where it does not say so in time. */
  metrics(msMax: number): Promise<MetricValues[] | null>
}

/** It loads the program at once, and waits for `begin` before it does anything. */
export function forkWorker(number: number): ForkedWorker {
  // The configuration holds bytes, a certificate and its key, which JSON would not carry.
  cluster.setupPrimary({ exec: program, args: workerWords(number), serialization: 'advanced' })
  const worker = cluster.fork()
  const send = (message: ToWorker) => worker.send(message, () => undefined)
  const kill = () => void worker.process.kill('SIGKILL')

  let failure: Error | null = null
  let listenedSinceMs: number | null = null
  let over = false
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
    over = true
    const listenedMs = listenedSinceMs === null ? null : performance.now() - listenedSinceMs
    return { ...end, failure: failure ?? end.failure, listenedMs }
  })
  const unlessEnded = <Result>(promise: Promise<Result>) => Promise.race([promise, ended.then(() => null)])

  return {
    number,
    pid: worker.process.pid,
    ended,
    isListening: () => listenedSinceMs !== null && !over,
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
    metrics: async msMax => (listenedSinceMs === null || over ? null : await askMetrics(worker, msMax)),
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
    // Without a listener, a message to a worker that has just died would end the primary.
    worker.on('error', failure => {
      if (worker.process.pid === undefined) settle({ code: null, signal: null, failure })
    })
    worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      // node takes a dead worker out of the turn when its channel closes, and where a connection was on its way to it
      // that is never told. The port would stay open, and so would the primary.
      worker.disconnect()
      closeLost()
      settle({ code, signal, failure: null })
    })
  })
}

function failureFrom({ message, trace }: { message: string; trace: string | null }): Error {
  return trace === null ? new Failure(message) : Object.assign(new Error(message), { stack: trace })
}
