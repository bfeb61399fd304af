import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startCollector } from '../../../src/main/metrics/collector.ts'
import { serveMetrics } from '../../../src/main/metrics/server.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { useService } from '../../support/service.ts'
import { scrape } from './metricsText.ts'

describe('The metrics of a store that does not respond', () => {
  const service = useService('embedded')

  it.each([
    ['that hangs', () => new Promise<never>(() => undefined)],
    ['that fails', () => Promise.reject(new Error('gone'))],
  ])('are still served, without ages and with the store reported down: one %s', async (_, query) => {
    const db: Database = { ...service.current.store.db, engine: 'postgres', query }
    const collector = await startCollector(db, () => 0)
    const server = await serveMetrics(
      { host: '127.0.0.1', port: 0 },
      pino({ level: 'silent' }),
      collector.text,
    )
    const startMs = performance.now()
    const { series } = await scrape(server.url)
    const again = await scrape(server.url).finally(server.close)
    // Prometheus gives up on a scrape after 10 s.
    expect(performance.now() - startMs).toBeLessThan(10_000)
    for (const each of [series, again.series]) {
      expect(each.get('florin_store_up')).toBe(0)
      expect([...each.keys()].filter(key => key.startsWith('florin_oldest'))).toEqual([
        'florin_oldest_waiting_seconds{work="import"}',
      ])
      expect(each.has('process_cpu_seconds_total')).toBe(true)
    }
  })
})
