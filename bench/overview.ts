/**
 * How quickly the console's overview is drawn: a separate service with the demo data, and new tabs of a real
 * browser.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { buildConsole } from '../scripts/buildConsole.ts'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/serve/serve.ts'
import { findChromium } from '../test/support/browser/chromium.ts'
import { signUp } from './support/firstPerson.ts'

const tabs = 15
const barMs = 1_000

export async function overview(): Promise<void> {
  await buildConsole()
  const folder = await mkdtemp(join(tmpdir(), 'florin-overview-'))
  const service = await startService(readConfig({ PORT: '0', FLORIN_DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const found = await findChromium(folder)
  const browser = 'launch' in found ? await found.launch() : null
  try {
    if (browser === null) throw new Error('No Chromium could be started. Set CHROME_PATH to a working one.')
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await signUp(context, service.url + service.setupPath)
    const times: number[] = []
    for (let tab = 0; tab < tabs; tab += 1) times.push(await timeOfTab(context, service.url))
    times.sort((a, b) => a - b)
    const median = times[(tabs - 1) / 2] ?? 0
    console.log(`Drawn in new tabs after ${times.map(Math.round).join(', ')} ms`)
    console.log(`Median ${Math.round(median)} ms, target ${barMs} ms: ${median < barMs ? 'met' : 'NOT met'}`)
    if (median >= barMs) process.exitCode = 1
  } finally {
    await browser?.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** From opening the address until the last table is drawn. */
async function timeOfTab(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const startMs = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  const names = ['Latest transactions', 'Bills by status', 'Balances by company and currency']
  await Promise.all(names.map(name => page.getByRole('table', { name }).waitFor()))
  const ms = performance.now() - startMs
  await page.close()
  return ms
}
