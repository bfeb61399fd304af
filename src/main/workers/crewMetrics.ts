/**
 * Combines the metrics of all workers. Counters never decrease when a worker is replaced: its counts at the last scrape
 * are kept and added to those of the running workers. What it counted after that scrape is lost.
 */
import { counter, gauge, type Metric, type MetricValues, plain } from '../metrics/metric.ts'
import type { Crew } from './crew.ts'
import type { ForkedWorker } from './fork.ts'

/** A worker that takes longer is left out, except for its counters. Prometheus waits 10 s by default. */
const workerMsMax = 2_000

/** Returns the function that produces the text of a scrape. */
export async function crewMetrics(
  crew: Pick<Crew, 'members' | 'deaths' | 'size'>,
): Promise<() => Promise<string>> {
  const { default: prometheus } = await import('prom-client')
  const sum = (parts: MetricValues[][]) =>
    // The types ask for single metrics, but it takes a list per worker.
    prometheus.AggregatorRegistry.aggregate(parts as never)
  const lastSeen = new Map<ForkedWorker, MetricValues[]>()
  let retired: MetricValues[] = []

  async function retireReplaced(): Promise<void> {
    const members = new Set(crew.members)
    for (const [member, values] of lastSeen) {
      if (members.has(member)) continue
      lastSeen.delete(member)
      retired = await sum([retired, onlyCounts(values)]).getMetricsAsJSON()
    }
  }

  async function valuesOf(member: ForkedWorker): Promise<WorkerValues> {
    const values = await member.metrics(workerMsMax)
    if (values === null) return { isResponding: false, values: onlyCounts(lastSeen.get(member) ?? []) }
    lastSeen.set(member, values)
    return { isResponding: true, values }
  }

  return async () => {
    await retireReplaced()
    const workers = await Promise.all(crew.members.map(valuesOf))
    const responding = workers.filter(({ isResponding }) => isResponding).length
    const own = await Promise.all(ownMetrics(crew, responding).map(metric => metric.get()))
    return await sum([...workers.map(({ values }) => values), retired, own]).metrics()
  }
}

interface WorkerValues {
  isResponding: boolean
  values: MetricValues[]
}

/** Only counters and histograms: gauges of a worker that is gone mean nothing. */
const onlyCounts = (values: readonly MetricValues[]): MetricValues[] =>
  values.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')

function ownMetrics(crew: Pick<Crew, 'members' | 'deaths' | 'size'>, responding: number): Metric[] {
  return [
    gauge('florin_workers', 'Configured number of worker processes.', () => plain(crew.size)),
    gauge('florin_workers_listening', 'Worker processes that accept connections.', () =>
      plain(crew.members.filter(member => member.isListening()).length),
    ),
    gauge('florin_workers_answering', 'Worker processes that responded to this scrape.', () =>
      plain(responding),
    ),
    counter('florin_worker_deaths_total', 'Workers that exited unexpectedly.', () => plain(crew.deaths)),
  ]
}
