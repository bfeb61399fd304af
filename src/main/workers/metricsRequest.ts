/** Requests the metrics of one worker, from the primary. */
import type { Worker } from 'node:cluster'
import type { MetricValues } from '../metrics/metric.ts'
import type { FromWorker } from './process.ts'

let requests = 0

/** Null if there is no reply in time, for example because the worker hangs or has just died. */
export function requestMetrics(worker: Worker, msMax: number): Promise<MetricValues[] | null> {
  requests += 1
  const requestId = requests
  return new Promise(settle => {
    const end = (values: MetricValues[] | null) => {
      clearTimeout(timer)
      worker.off('message', listen)
      worker.off('exit', onExit)
      settle(values)
    }
    const onExit = () => end(null)
    const listen = (message: FromWorker) => {
      if ('metrics' in message && message.metrics.requestId === requestId) end(message.metrics.values)
    }
    const timer = setTimeout(() => end(null), msMax)
    worker.on('message', listen)
    worker.on('exit', onExit)
    // The callback swallows the error of a closed channel; the timeout or exit ends the wait.
    worker.send({ requestMetrics: requestId }, () => undefined)
  })
}
