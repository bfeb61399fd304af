/** Reads /metrics over plain HTTP, and parses Prometheus' text format. */
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, vi } from 'vitest'

export interface Scraped {
  text: string
  /** By name and labels as written, such as `florin_store_up` or `name{a="b"}`. */
  series: Map<string, number>
  /** Names in # TYPE lines, with their types. */
  types: Map<string, string>
}

export async function scrape(url: string): Promise<Scraped> {
  const reply = await new Promise<IncomingMessage>((settle, fail) => get(url, settle).on('error', fail))
  const body = await text(reply)
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${body}`)
  return read(body)
}

/** A scrape that has everything: a store that is slow to respond counts as down, and its values are left out. */
export const scrapeWithStore = (url: string): Promise<Scraped> =>
  vi.waitFor(
    async () => {
      const scraped = await scrape(url)
      expect(scraped.series.get('florin_store_up')).toBe(1)
      return scraped
    },
    { timeout: 60_000, interval: 500 },
  )

export function read(body: string): Scraped {
  const series = new Map<string, number>()
  const types = new Map<string, string>()
  for (const line of body.split('\n')) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (name !== '') types.set(name, type)
    const [, key = '', value = ''] = /^([a-z][^ ]*) (\S+)$/.exec(line) ?? []
    if (key !== '') series.set(key, Number(value))
    else if (line !== '' && !line.startsWith('#')) throw new Error(`This is no line of the format: ${line}`)
  }
  return { text: body, series, types }
}

/** The differences between two scrapes, without series that have not changed. */
export function growth(before: Scraped, after: Scraped, prefix: string): Record<string, number> {
  const grown: Record<string, number> = {}
  for (const [key, value] of after.series) {
    const by = value - (before.series.get(key) ?? 0)
    if (key.startsWith(prefix) && by !== 0) grown[key.slice(prefix.length)] = by
  }
  return grown
}
