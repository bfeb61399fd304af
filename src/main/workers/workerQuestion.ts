/** The primary's question to one worker for what it has measured. */
import type { Worker } from 'node:cluster'
import type { MetricValues } from '../metrics/metric.ts'
import type { FromWorker } from './process.ts'

let questions = 0

/** Null where there is no answer in time, as from a worker that hangs or has just died. */
export function askMetrics(worker: Worker, msMax: number): Promise<MetricValues[] | null> {
  questions += 1
  const question = questions
  return new Promise(settle => {
    const end = (values: MetricValues[] | null) => {
      clearTimeout(timer)
      worker.off('message', listen)
      worker.off('exit', onExit)
      settle(values)
    }
    const onExit = () => end(null)
    const listen = (message: FromWorker) => {
      if ('metrics' in message && message.metrics.question === question) end(message.metrics.values)
    }
    const timer = setTimeout(() => end(null), msMax)
    worker.on('message', listen)
    worker.on('exit', onExit)
    // A channel that is closed is no answer either: the callback takes the error.
    worker.send({ askMetrics: question }, () => undefined)
  })
}
