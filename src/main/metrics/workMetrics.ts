/** Metrics of the reply cache and of imports, and build information. */
import { readFileSync } from 'node:fs'
import type { App } from '../../api/app.ts'
import { importCounts, type RowOutcome } from '../../import/importCounts.ts'
import { counter, gauge, type Metric, plain } from './metric.ts'

export function cacheMetrics({ counts, size }: App['cache']): Metric[] {
  return [
    counter('florin_cache_requests_total', 'Reads by result of the reply cache.', () => [
      { labels: { result: 'hit' }, value: counts.hits },
      { labels: { result: 'miss' }, value: counts.misses },
      { labels: { result: 'not_modified' }, value: counts.notModified },
    ]),
    gauge('florin_cache_entries', 'Replies in the cache.', () => plain(size().entries)),
    gauge('florin_cache_bytes', 'Memory used by the reply cache.', () => plain(size().bytes)),
  ]
}

export function importMetrics(): Metric[] {
  return [
    counter('florin_imports_total', 'Imported files by format and outcome.', () =>
      [...importCounts.files].flatMap(([format, outcomes]) =>
        [...outcomes].map(([outcome, value]) => ({ labels: { format, outcome }, value })),
      ),
    ),
    counter('florin_import_rows_total', 'Entries of imported files by result.', () =>
      Object.entries<number>(importCounts.rows satisfies Record<RowOutcome, number>).map(
        ([result, value]) => ({ labels: { result }, value }),
      ),
    ),
    gauge('florin_imports_in_progress', 'Imports in progress.', () => plain(importCounts.underWay().count)),
  ]
}

export const buildInfo = (store: string): Metric =>
  gauge(
    'florin_build_info',
    'The version of Florin and Node.js, and the store; always 1.',
    () => [{ labels: { version: packageVersion(), node: process.version, store }, value: 1 }],
    'first',
  )

function packageVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
