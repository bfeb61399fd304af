/** All metrics of one process. prom-client is loaded only here, and only if metrics are on. */
import type { App, ReplyObserver } from '../../api/app.ts'
import type { Database } from '../../store/engine/door.ts'
import type { Replicas } from '../../store/engine/replicas.ts'
import type { Metric, MetricValues } from './metric.ts'
import { RequestCounts } from './requestCounts.ts'
import { ClockMoves, poolMetrics, replicaMetrics } from './storeMetrics.ts'
import { WaitingWork } from './waitingWork.ts'
import { buildInfo, cacheMetrics, importMetrics } from './workMetrics.ts'

export interface Collector {
  /** A wrapper that counts writes; use it instead of the original store. */
  db: Database
  observe: ReplyObserver
  watchCache(cache: App['cache']): void
  watchReplicas(replicas: Pick<Replicas, 'counts'>): void
  /** In Prometheus text format. */
  text(): Promise<string>
  /** The same as values, which the primary adds up over all workers. */
  values(): Promise<MetricValues[]>
}

export async function startCollector(db: Database, clock: () => number): Promise<Collector> {
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  const requests = new RequestCounts()
  const clockMoves = new ClockMoves()
  const add = (metrics: readonly Metric[]) => {
    // The types require prom-client's own classes, but the registry only uses what our metrics have.
    for (const metric of metrics) registry.registerMetric(metric as never)
  }
  let replicaReads: Replicas['counts'] = { served: 0, behind: 0, failed: 0 }
  add([
    buildInfo(db.engine),
    replicaMetrics(() => replicaReads),
    ...requests.metrics(),
    ...poolMetrics(db),
    ...clockMoves.metrics(),
  ])
  add([...importMetrics(), ...new WaitingWork(db, clock).metrics()])
  prometheus.collectDefaultMetrics({ register: registry })
  return {
    db: clockMoves.watch(db),
    observe: requests.observe,
    watchCache: cache => add(cacheMetrics(cache)),
    watchReplicas: ({ counts }) => {
      replicaReads = counts
    },
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
  }
}
