/**
 * The metrics of all workers as one. Counters never go back when a worker is replaced: what it had counted by the last
 * scrape is kept and added to those that run. What it counted after that scrape is lost with it.
 */

import { counter, gauge, type Metric, type MetricValues, plain } from '../metrics/metric.ts'
import type { Crew } from './crew.ts'
import type { ForkedWorker } from './fork.ts'

/** A worker that takes longer is left out but for its counters; Prometheus waits 10 s by default. */
const workerMsMax = 2_000

/** Gives the function that makes the text of a scrape. */
export async function crewMetrics(
  crew: Pick<Crew, 'members' | 'deaths' | 'size'>,
): Promise<() => Promise<string>> {
  const { default: prometheus } = await import('prom-client')
  const sum = (parts: MetricValues[][]) =>
    // Its types say that it takes single metrics; it takes a list of them for each worker.
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

  async function valuesOf(member: ForkedWorker): Promise<Answer> {
    const values = await member.metrics(workerMsMax)
    if (values === null) return { isAnswering: false, values: onlyCounts(lastSeen.get(member) ?? []) }
    lastSeen.set(member, values)
    return { isAnswering: true, values }
  }

  return async () => {
    await retireReplaced()
    const answers = await Promise.all(crew.members.map(valuesOf))
    const answering = answers.filter(({ isAnswering }) => isAnswering).length
    const own = await Promise.all(ownMetrics(crew, answering).map(metric => metric.get()))
    return await sum([...answers.map(({ values }) => values), retired, own]).metrics()
  }
}

interface Answer {
  isAnswering: boolean
  values: MetricValues[]
}

/** What only ever grows. A gauge of a worker that is gone says nothing. */
const onlyCounts = (values: readonly MetricValues[]): MetricValues[] =>
  values.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')

function ownMetrics(crew: Pick<Crew, 'members' | 'deaths' | 'size'>, answering: number): Metric[] {
  return [
    gauge('florin_workers', 'Worker processes that are wanted.', () => plain(crew.size)),
    gauge('florin_workers_listening', 'Worker processes that accept connections.', () =>
      plain(crew.members.filter(member => member.isListening()).length),
    ),
    gauge('florin_workers_answering', 'Worker processes that answered this scrape.', () => plain(answering)),
    counter('florin_worker_deaths_total', 'Workers that exited unexpectedly.', () => plain(crew.deaths)),
  ]
}
