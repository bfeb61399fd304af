/**
 * Metrics for prom-client's registry. Values are read from plain numbers at scrape time, because counting through
 * prom-client would look up labels for every request.
 */
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import { bucketSeconds, type DurationHistogram } from '../../domain/histogram.ts'

/** A metric with its values, as sent from a worker to the primary. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>

export type Labels = Record<string, string | number>

export interface Sample {
  labels: Labels
  value: number
  /** Set if it differs from the metric's name, as for the buckets of a histogram. */
  metricName?: string
}

/** How to combine the values of several workers. */
export type Aggregator = 'sum' | 'min' | 'max' | 'first'

export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  aggregator: Aggregator
  get(): Promise<MetricValues> | MetricValues
}

type Read = () => Sample[] | Promise<Sample[]>

function metric(
  type: Metric['type'],
  name: string,
  help: string,
  aggregator: Aggregator,
  read: Read,
): Metric {
  const about = { name, help, type, aggregator }
  return {
    ...about,
    get: async () => ({ ...about, values: await read() }) as unknown as MetricValues,
  }
}

export const counter = (name: string, help: string, read: Read): Metric =>
  metric('counter', name, help, 'sum', read)

export const gauge = (name: string, help: string, read: Read, aggregator: Aggregator = 'sum'): Metric =>
  metric('gauge', name, help, aggregator, read)

export const histogram = (
  name: string,
  help: string,
  read: () => { labels: Labels; durations: DurationHistogram }[],
): Metric =>
  metric('histogram', name, help, 'sum', () =>
    read().flatMap(({ labels, durations }) => histogramSamples(name, labels, durations)),
  )

function histogramSamples(name: string, labels: Labels, durations: DurationHistogram): Sample[] {
  const bucket = (le: string | number, value: number) => ({
    metricName: `${name}_bucket`,
    labels: { le, ...labels },
    value,
  })
  let upTo = 0
  const buckets = bucketSeconds.map((seconds, index) => {
    upTo += durations.counts[index] ?? 0
    return bucket(seconds, upTo)
  })
  return [
    ...buckets,
    bucket('+Inf', durations.count),
    { metricName: `${name}_sum`, labels, value: durations.sumSeconds },
    { metricName: `${name}_count`, labels, value: durations.count },
  ]
}

/** A single value without labels. */
export const plain = (value: number): Sample[] => [{ labels: {}, value }]
