/** Everything that one process measures. prom-client is loaded here and only where metrics are on. */
import type { App, ReplyObserver } from '../../api/app.ts'
import type { Database } from '../../store/engine/door.ts'
import type { Metric, MetricValues } from './metric.ts'
import { RequestCounts } from './requestCounts.ts'
import { ClockMoves, poolMetrics } from './storeMetrics.ts'
import { WaitingWork } from './waitingWork.ts'
import { buildInfo, cacheMetrics, importMetrics } from './workMetrics.ts'

export interface Collector {
  /** The store, to be used in place of the given one: what is written through it is counted. */
  db: Database
  observe: ReplyObserver
  watchCache(cache: App['cache']): void
  /** As text for Prometheus. */
  text(): Promise<string>
  /** The same as values, which the primary adds to those of other workers. */
  values(): Promise<MetricValues[]>
}

export async function startCollector(db: Database, clock: () => number): Promise<Collector> {
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  const requests = new RequestCounts()
  const clockMoves = new ClockMoves()
  const add = (metrics: readonly Metric[]) => {
    // The registry only needs what our metrics have; its types ask for the classes of prom-client.
    for (const metric of metrics) registry.registerMetric(metric as never)
  }
  add([buildInfo(db.engine), ...requests.metrics(), ...poolMetrics(db), ...clockMoves.metrics()])
  add([...importMetrics(), ...new WaitingWork(db, clock).metrics()])
  prometheus.collectDefaultMetrics({ register: registry })
  return {
    db: clockMoves.watch(db),
    observe: requests.observe,
    watchCache: cache => add(cacheMetrics(cache)),
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
  }
}
