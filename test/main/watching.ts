/** Watches a folder with real files. Waiting takes no time and runs what should happen meanwhile. */
import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ImportReport } from '../../src/contract/console/imports.ts'
import { emptyReport } from '../../src/import/importRun.ts'
import {
  type WatchEvent,
  type WatchResult,
  type WatchTools,
  watchFolder,
} from '../../src/main/watch/watchFolder.ts'

export const report = (path: string, outcome: ImportReport['outcome']): ImportReport => ({
  ...emptyReport(basename(path), 1, null, false),
  outcome,
  reason: outcome === 'refused' ? 'It is no statement.' : null,
})

export interface Watched extends WatchResult {
  imported: string[]
  events: WatchEvent[]
  waits: number[]
}

export const nothing = () => undefined

/** What tests do with the current folder. */
export function watching(folder: () => string) {
  const put = (name: string, content = name) => writeFileSync(join(folder(), name), content)
  const filesIn = (name: string) => readdirSync(join(folder(), name)).sort()
  const loose = () =>
    readdirSync(folder())
      .filter(name => name !== 'imported' && name !== 'refused')
      .sort()

  /** Watches until every step of `meanwhile` has run, one in each wait. */
  async function watch(meanwhile: (() => void)[], tools: Partial<WatchTools> = {}): Promise<Watched> {
    const stop = new AbortController()
    const imported: string[] = []
    const events: WatchEvent[] = []
    const waits: number[] = []
    const { importFile = async path => [report(path, path.includes('bad') ? 'refused' : 'imported')] } = tools
    const result = await watchFolder(folder(), {
      once: false,
      stop: stop.signal,
      check: async () => undefined,
      explain: reports => reports.map(({ reason }) => reason).join('\n'),
      tell: event => events.push(event),
      wait: async ms => {
        waits.push(ms)
        const next = meanwhile[waits.length - 1]
        if (next) next()
        else stop.abort()
      },
      ...tools,
      importFile: async path => {
        imported.push(basename(path))
        return await importFile(path)
      },
    })
    return { ...result, imported, events, waits }
  }

  return { put, filesIn, loose, watch }
}
