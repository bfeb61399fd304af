/**
 * The lists that people work in, on one large workspace: searches, a file of 100,000 rows and its memory, how soon the
 * pages are drawn, and how smoothly 50,000 loaded rows scroll. The search index is complete before anything is measured.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { buildConsole } from '../scripts/buildConsole.ts'
import { consolePaths } from '../src/contract/console/paths.ts'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/serve/serve.ts'
import { findChromium } from '../test/support/browser/chromium.ts'
import { workspaceId } from './dataset/shape.ts'
import { counterparties, merchants } from './dataset/texts.ts'
import { dropDatabase, filledDatabase, indexWords, startDatabaseServer } from './server.ts'
import { temporaryFolder, undoLater } from './support/cleanup.ts'
import { signUp } from './support/firstPerson.ts'
import { step } from './support/progress.ts'

const bars = {
  searchMs: 300,
  exportMs: 10_000,
  exportMegabytes: 150,
  paintMs: 1_000,
  loadMs: 60_000,
  frameMs: 1000 / 60,
  // The rest of a frame is for painting, which a graphics card does if there is one.
  ownFrameMs: 1000 / 60 / 2,
}
const exportedMax = 100_000
const scrolledMax = 50_000
const frames = 300
const tries = 5
/** How long the next page of a list may take. */
const loadMsMax = 30_000

interface Figure {
  name: string
  value: number
  unit: string
  bar: number
}

export async function lists(rows: number): Promise<void> {
  await buildConsole()
  const server = await startDatabaseServer()
  const name = 'lists'
  const { url } = await filledDatabase(server, name, { transactions: rows, workspaces: 1 })
  undoLater(() => dropDatabase(server, name))
  await indexWords(url)
  const service = await startService(
    readConfig({ PORT: '0', DATABASE_URL: url, LOG_LEVEL: 'silent', FLORIN_METRICS: 'off' }),
  )
  undoLater(() => service.close())
  const found = await findChromium(temporaryFolder())
  if (!('launch' in found)) throw new Error('No Chromium could be started. Set CHROME_PATH to a working one.')
  const browser = await found.launch()
  undoLater(() => browser.close())
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } })
  await signUp(context, service.url + service.setupPath)

  const figures = [
    ...(await step('Searching', () => searches(context))),
    ...(await step('Exporting', () => exported(context, service.url, Math.min(rows, exportedMax)))),
    ...(await step('Drawing pages', () => painted(context))),
    ...(await step('Scrolling', () => scrolled(context, Math.min(rows, scrolledMax)))),
  ]
  for (const { name: what, value, unit, bar } of figures) {
    const met = value <= bar * (unit === 'ms a frame' ? 1.1 : 1)
    console.log(`${what}: ${value.toFixed(1)} ${unit}, target ${bar.toFixed(1)}: ${met ? 'met' : 'NOT met'}`)
    if (!met) process.exitCode = 1
  }
}

const base = `/console/workspaces/${workspaceId(0)}`

/** Medians of several kinds of search: frequent, rare, absent, several words, with other filters, in other orders. */
async function searches(context: BrowserContext): Promise<Figure[]> {
  const [one = '', two = ''] = [merchants[0], counterparties[0]]
  const queries = {
    'a frequent name': `q=${encodeURIComponent(one)}`,
    'two words': `q=${encodeURIComponent(two.split(' ').slice(0, 2).join(' '))}`,
    'one letter': 'q=a',
    'an amount': 'q=1249.90',
    nothing: 'q=zzzzqqqq',
    'a name and an amount': `q=${encodeURIComponent(one)}&minAmount=100&maxAmount=101`,
    'large amounts': 'minAmount=99999999',
    'no category': 'categoryId=none&status=booked,pending',
    'the largest': 'sort=largest',
    'the oldest of a word': `q=${encodeURIComponent(one)}&sort=oldest`,
    'the smallest that are pending': 'status=pending&sort=smallest',
  }
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = []
    for (let turn = 0; turn < tries; turn += 1) {
      const startMs = performance.now()
      const reply = await context.request.get(`${base}/transaction-rows?${query}&limit=50`)
      if (!reply.ok()) throw new Error(`${name}: ${reply.status()} ${await reply.text()}`)
      times.push(performance.now() - startMs)
    }
    figures.push({ name: `Search, ${name}`, value: median(times), unit: 'ms', bar: bars.searchMs })
  }
  return figures
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** The service runs in this process, so its memory is ours. The rows are counted, not kept. */
async function exported(context: BrowserContext, origin: string, rows: number): Promise<Figure[]> {
  const [cookie] = await context.cookies()
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  const figures: Figure[] = []
  for (const format of ['csv', 'xlsx']) {
    global.gc?.()
    const before = process.memoryUsage().rss
    let most = before
    const startMs = performance.now()
    const reply = await fetch(`${origin}${base}/transaction-export?format=${format}`, { headers })
    if (!reply.ok || reply.body === null) throw new Error(`The export failed: ${reply.status}`)
    let lines = 0
    for await (const chunk of reply.body) {
      most = Math.max(most, process.memoryUsage().rss)
      if (format === 'csv') for (const byte of chunk) lines += byte === 10 ? 1 : 0
      if (lines > rows) break
    }
    const ms = performance.now() - startMs
    figures.push({ name: `Export, ${format}, ${rows} rows`, value: ms, unit: 'ms', bar: bars.exportMs })
    figures.push({
      name: `Export, ${format}, more memory`,
      value: (most - before) / 1024 ** 2,
      unit: 'MB',
      bar: bars.exportMegabytes,
    })
    // A workbook cannot be cut off after some rows, so it is measured whole, and only if the workspace is not larger.
    if (format === 'csv' && lines > rows) break
  }
  return figures
}

/** From opening the address in a new tab until the page is drawn, without placeholders for what is still loading. */
async function painted(context: BrowserContext): Promise<Figure[]> {
  const withoutPerson = new Set<string>(['/sign-in', '/join'])
  const paths = [...consolePaths.filter(path => !withoutPerson.has(path)), '/transactions?q=a']
  const figures: Figure[] = []
  for (const path of paths) {
    const times: number[] = []
    for (let turn = 0; turn < tries; turn += 1) {
      const page = await context.newPage()
      const startMs = performance.now()
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('main:has(h1):not(:has([data-loading]))').waitFor()
      times.push(performance.now() - startMs)
      // What this tab still asks for must not slow down the next one.
      await page.waitForLoadState('networkidle')
      await page.close()
    }
    figures.push({ name: `Drawing ${path}`, value: median(times), unit: 'ms', bar: bars.paintMs })
  }
  return figures
}

/** Loads the rows by scrolling to the end of the list, then scrolls through them from the top. */
async function scrolled(context: BrowserContext, rows: number): Promise<Figure[]> {
  const page = await context.newPage()
  await page.goto('/transactions')
  await page.locator('tbody tr').first().waitFor()
  const startMs = performance.now()
  let grewAtMs = startMs
  for (let loaded = 0; loaded < rows; ) {
    // To the end of the list, again and again: a longer list has another end.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.evaluate('new Promise(done => requestAnimationFrame(done))')
    const before = loaded
    loaded = await loadedRows(page)
    if (loaded > before) grewAtMs = performance.now()
    else if (performance.now() - grewAtMs > loadMsMax) break
  }
  const count = await loadedRows(page)
  const loadMs = performance.now() - startMs
  if (count < rows) throw new Error(`Only ${count} of ${rows} rows could be loaded by scrolling.`)
  const cost = await costOfFrames(page)
  await page.close()
  const unit = 'ms a frame'
  return [
    { name: `Loading ${count} rows by scrolling`, value: loadMs, unit: 'ms', bar: bars.loadMs },
    { name: `Scrolling ${count} loaded rows`, value: cost.wholeMs, unit, bar: bars.frameMs },
    { name: 'Script, styles and layout of these', value: cost.ownMs, unit, bar: bars.ownFrameMs },
  ]
}

/** Scrolls from the top, a third of the screen in each frame. */
async function costOfFrames(page: Page): Promise<{ wholeMs: number; ownMs: number }> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  const ownSeconds = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return metrics
      .filter(({ name }) => ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].includes(name))
      .reduce((sum, { value }) => sum + value, 0)
  }
  const before = await ownSeconds()
  const wholeMs = await page.evaluate<number>(`new Promise(done => {
    scrollTo(0, 0)
    let drawn = 0
    let startMs
    const step = nowMs => {
      startMs ??= nowMs
      if (drawn === ${frames}) return done((nowMs - startMs) / ${frames})
      drawn += 1
      scrollBy(0, 300)
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)
  return { wholeMs, ownMs: ((await ownSeconds()) - before) * (1000 / frames) }
}

const loadedRows = async (page: Page): Promise<number> =>
  Number(await page.getByRole('table').first().getAttribute('aria-rowcount')) - 1
