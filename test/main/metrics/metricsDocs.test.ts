/** The page about metrics, the dashboard and the alert rules name exactly the metrics that exist. */
import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, it } from 'vitest'
import { crewMetrics } from '../../../src/main/workers/crewMetrics.ts'
import { useService } from '../../support/service.ts'
import { read, type Scraped } from './metricsText.ts'

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

interface Panel {
  title: string
  type: string
  targets?: { expr: string; legendFormat: string }[]
}
const dashboard = JSON.parse(file('docs/grafana/florin.json')) as { panels: Panel[] }
const panels = dashboard.panels.filter(({ type }) => type !== 'row')
const targets = panels.flatMap(panel =>
  (panel.targets ?? []).map(target => ({ title: panel.title, ...target })),
)
/** Grafana's variables, with values. */
const filled = (expr: string): string =>
  expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')

const alerts = file('docs/grafana/alerts.yml')
const alertExpressions = [...alerts.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(
  ([, block, line]) => ({ title: 'alert', expr: (block ?? line ?? '').trim() }),
)

function isPromql(expr: string): boolean {
  let broken = false
  parser.parse(expr).iterate({
    enter({ type }) {
      if (type.isError) broken = true
    },
  })
  return !broken
}

/** Names of metrics, without functions and labels. */
function namesIn(expr: string): string[] {
  const names: string[] = []
  parser.parse(expr).iterate({
    enter({ name, node, from }) {
      if (name !== 'VectorSelector') return
      const { from: start, to } = node.firstChild ?? { from, to: from }
      names.push(expr.slice(start, to))
    },
  })
  return names
}

describe('The documentation of the metrics', () => {
  const service = useService('postgres', { metrics: true })
  let scraped: Scraped
  let ofCrew: Scraped

  beforeAll(async () => {
    const { current } = service
    const secret = await current.key(current.foreign)
    await current.client(secret).payees.list()
    await current.request('/v1/payees')
    scraped = read((await current.collector?.text()) ?? '')
    ofCrew = read(await (await crewMetrics({ members: [], deaths: 0, size: 2 }))())
  })

  const types = () => new Map([...scraped.types, ...ofCrew.types])

  it('lists every metric with its type and labels, and no other', () => {
    const rows = [...file('docs/monitoring.md').matchAll(/^\| `([a-z_]+\w*)` \| (\w+) \| ([^|]*)\|/gm)]
    const listed = rows.map(([, name = '', type = '']) => [name, type] as const)
    expect(new Map(listed)).toEqual(types())
    expect(listed).toHaveLength(types().size)
    for (const [, name = '', , labels = ''] of rows) {
      const line = [...scraped.series.keys()].find(key =>
        key.replace(/_count(?=\{)/, '').startsWith(`${name}{`),
      )
      if (line === undefined) continue
      const found = [...line.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label)
      expect([name, found]).toEqual([name, labels.trim().split(', ')])
    }
  })

  it.each([...targets, ...alertExpressions])('has valid queries of existing metrics: $title', ({ expr }) => {
    expect(isPromql(filled(expr)), expr).toBe(true)
    const names = namesIn(filled(expr))
    expect(names.length).toBeGreaterThan(0)
    const known = [...types()].flatMap(([name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map(end => name + end) : [name],
    )
    expect(names.filter(name => name !== 'up' && !known.includes(name))).toEqual([])
  })

  it('shows each of our metrics on the dashboard', () => {
    const shown = targets.flatMap(({ expr }) => namesIn(filled(expr)))
    const unseen = [...types().keys()].filter(
      name => name.startsWith('florin_') && !shown.some(each => each.startsWith(name)),
    )
    expect(unseen).toEqual([])
  })

  it('has alerts for an event loop that stalls now and then, and for workers that listen but hang', () => {
    const expressions = alertExpressions.map(({ expr }) => expr)
    // Each scrape resets the maximum, so a plain comparison would have to hold at every scrape for minutes.
    expect(expressions).toContain('max_over_time(nodejs_eventloop_lag_max_seconds[2m]) > 0.5')
    expect(expressions).toContain('florin_workers_answering < florin_workers_listening')
  })

  it('is checked by a parser that notices an invalid query', () => {
    expect(isPromql('sum(rate(a{b="c"}[1m])')).toBe(false)
    expect(isPromql('sum by (le (a)')).toBe(false)
    expect(namesIn('sum by (x) (rate(one{y="two"}[5m])) / three or vector(0)')).toEqual(['one', 'three'])
    expect(alertExpressions).toHaveLength(alerts.split('- alert:').length - 1)
  })
})
