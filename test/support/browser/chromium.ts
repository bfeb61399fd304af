/**
 * Finds a Chromium that starts on this machine: the one CHROME_PATH names, else the one npm brings (Linux on x64 only),
 * else an installed one. A browser that is there but cannot start, or crashes on its first page, counts as missing.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * An installed Chromium draws its address bar's popup as a page: one more renderer for each page that a test opens, and
 * a quarter of the CPU time of a short page test. The browser takes only the last list of features, so the others are
 * Playwright's own.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const launchArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** Without a UTF-8 locale, Chromium mangles names of downloaded files that go beyond ASCII. */
const utf8 = { LC_ALL: 'C.UTF-8' }

/** Letters that no usual font has all of: a browser without a fallback font crashes on them. */
const pageOfManyScripts = '<p>Ä ≥ → 中 ع 🙂</p>'

interface Candidate {
  name: string
  options(): Promise<LaunchOptions>
}

export type ChromiumFound = { launch(): Promise<Browser> } | { whyNone: string }

/** `folder` is where the packaged browser is unpacked. Its owner removes it. */
export async function findChromium(
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ChromiumFound> {
  const failures: string[] = []
  for (const { name, options } of candidatesFor(folder, environment)) {
    try {
      const launchOptions = await options()
      await requireOnePage(launchOptions)
      return { launch: () => chromium.launch(launchOptions) }
    } catch (error) {
      const [firstLine = ''] = (error as Error).message.split('\n')
      failures.push(`${name}: ${firstLine}`)
    }
  }
  return { whyNone: failures.length === 0 ? 'none is installed' : failures.join('; ') }
}

function candidatesFor(folder: string, environment: NodeJS.ProcessEnv): Candidate[] {
  const at = (path: string): Candidate => ({
    name: path,
    async options() {
      // Starting a program that is not there would leave two temporary folders behind.
      if (!existsSync(path)) throw new Error('there is no such file')
      return { executablePath: path, args: launchArgs, env: { ...environment, ...utf8 } }
    },
  })
  if (environment.CHROME_PATH) return [at(environment.CHROME_PATH)]
  const packaged = process.arch === 'x64' && process.platform === 'linux'
  return [
    ...(packaged
      ? [{ name: 'the packaged Chromium', options: () => unpackedChromium(folder, environment) }]
      : []),
    ...installedPaths.filter(path => existsSync(path)).map(at),
  ]
}

async function requireOnePage(options: LaunchOptions): Promise<void> {
  const browser = await chromium.launch(options)
  try {
    const page = await browser.newPage()
    await page.setContent(pageOfManyScripts)
    await page.screenshot()
  } finally {
    await browser.close()
  }
}

/** The package unpacks into the temp folder, reusing any Chromium it finds there, so each worker gives it its own. */
async function unpackedChromium(parent: string, environment: NodeJS.ProcessEnv): Promise<LaunchOptions> {
  const folder = join(parent, `packaged-${threadId}`)
  mkdirSync(folder, { recursive: true })
  const executablePath = await inTempFolder(folder, async () => {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  })
  return {
    executablePath,
    args: [...launchArgs, '--headless=shell', '--no-zygote'],
    env: {
      ...environment,
      ...utf8,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: undefined,
      FONTCONFIG_FILE: writeFontsConf(folder),
    },
  }
}

/** The package's own fonts.conf names a fixed folder that is not there: the browser would start without any font. */
function writeFontsConf(folder: string): string {
  const path = join(folder, 'fonts.conf')
  const elements = [
    `<dir>${join(folder, 'fonts')}</dir>`,
    '<dir>/usr/share/fonts</dir>',
    `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`,
  ]
  writeFileSync(path, `<?xml version="1.0"?>\n<fontconfig>\n${elements.join('\n')}\n</fontconfig>\n`)
  return path
}

/** The package reads and changes the environment when it is loaded and when it unpacks. What it changed is put back. */
async function inTempFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const names = ['TMPDIR', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'AWS_LAMBDA_JS_RUNTIME', 'HOME'] as const
  const before = names.map(name => [name, process.env[name]] as const)
  process.env.TMPDIR = folder
  // Makes it unpack the libraries that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x'
  try {
    return await work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
