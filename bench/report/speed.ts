/** The speed run as a table and as a plot. */
import { type Bar, describeBar } from '../bars.ts'
import type { PathResult } from '../speed.ts'
import { short } from '../support/numbers.ts'
import { type BarGroup, barPlot } from './barPlot.ts'
import { table } from './table.ts'

const head = [
  'path',
  'speed',
  'of node:http',
  '× plain',
  'of pgbench',
  'CPU µs: service, database',
  'target',
  'met',
]

export function speedTable(results: readonly PathResult[]): string {
  return table(
    head,
    results.map(result => [
      result.title,
      speedText(result),
      ratio(result.ofBareHttp),
      ratio(result.timesPlain),
      ratio(result.ofPgbench),
      cpuText(result),
      describeBar(result.bar) || '-',
      metText(result.bar, result.met),
    ]),
  )
}

function speedText({ contestants, ms, rowsPerSecond }: PathResult): string {
  if (rowsPerSecond !== undefined) return `${short(rowsPerSecond)} rows/s`
  const perSecond = `${short(contestants.service?.requestsPerSecond ?? 0)} req/s`
  return ms === undefined ? perSecond : `${short(ms)} ms (${perSecond})`
}

const ratio = (value: number | null | undefined): string => (value == null ? '-' : value.toFixed(2))

function cpuText({ contestants }: PathResult): string {
  const cpu = contestants.service?.cpuMicroseconds
  const text = (value: number | null | undefined) => (value == null ? '-' : short(value))
  return `${text(cpu?.server)}, ${text(cpu?.database)}`
}

const metText = (bar: Bar, met: boolean): string => (Object.keys(bar).length === 0 ? '-' : met ? 'yes' : 'NO')

export function speedPlot(results: readonly PathResult[], subtitle: string): string {
  const groups = results.flatMap((result): BarGroup[] => {
    const bare = result.contestants.bare?.requestsPerSecond
    if (bare === undefined) return []
    const bars = (['service', 'plain', 'pgbench'] as const).flatMap(name => {
      const perSecond = result.contestants[name]?.requestsPerSecond
      if (perSecond === undefined) return []
      return [{ series: seriesNames[name], value: perSecond / bare, text: `${short(perSecond)}/s` }]
    })
    return [{ title: result.title, bars, mark: result.bar.ofBareHttp ?? null }]
  })
  const title = 'Replies per second, as a share of bare node:http sending the same bytes'
  return barPlot(title, subtitle, 'the target', groups)
}

const seriesNames = {
  service: 'Florin',
  plain: 'Fastify + Drizzle + zod',
  pgbench: 'pgbench (only the database)',
}
