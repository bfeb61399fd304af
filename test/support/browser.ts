/**
 * A real Chromium for tests: the one that CHROME_PATH names, else the one that npm brings (for x64 alone), else one that
 * the machine has. Null where there is none, and then the tests of pages say that they were left out.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Without a locale that knows letters beyond ASCII, a browser gives no file a name that has them. */
const browserEnv = () => ({ ...process.env, LC_ALL: 'C.UTF-8' })

const launchArgs = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none']

export async function openBrowser(): Promise<Browser | null> {
  const given = process.env.CHROME_PATH
  if (given) return await chromium.launch({ executablePath: given, args: launchArgs, env: browserEnv() })
  if (process.arch === 'x64' && process.platform === 'linux') return await openPackaged()
  const found = usualPlaces.find(path => existsSync(path))
  return found === undefined
    ? null
    : await chromium.launch({ executablePath: found, args: launchArgs, env: browserEnv() })
}

/** The packaged one unpacks itself into the temp folder, and would take any that it finds there. */
async function openPackaged(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-chromium-'))
  const before = { TMPDIR: process.env.TMPDIR, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH }
  process.env.TMPDIR = folder
  // Makes it unpack the libraries that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x'
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const executablePath = await packaged.executablePath()
    const args = [...launchArgs, '--headless=shell', '--no-zygote']
    const browser = await chromium.launch({ executablePath, args, env: browserEnv() })
    browser.on('disconnected', () => rmSync(folder, { recursive: true, force: true }))
    return browser
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Whether this machine has a Chromium, known before any test runs. */
export const hasBrowser =
  Boolean(process.env.CHROME_PATH) ||
  (process.arch === 'x64' && process.platform === 'linux') ||
  usualPlaces.some(path => existsSync(path))

/** One browser for the tests of a file. */
export function useBrowser(): { readonly current: Browser } {
  const holder: { current: Browser } = { current: undefined as unknown as Browser }
  beforeAll(async () => {
    const browser = await openBrowser()
    if (browser === null) throw new Error('There is no Chromium here; set CHROME_PATH to one.')
    holder.current = browser
  })
  afterAll(async () => {
    await holder.current?.close()
  })
  return holder
}
