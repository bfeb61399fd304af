/**
 * Takes the README's pictures of the console: `npm run pictures`. It starts the service with a new demo in a temporary
 * folder, creates an account with the set-up link, and drives a real Chromium (`CHROME_PATH`, or an installed one).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const root = fileURLToPath(new URL('../', import.meta.url))
const viewport = { width: 1440, height: 900 }
const look: BrowserContextOptions = { viewport, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' }
const startSecondsMax = 120

interface Started {
  api: string
  console: string
  setupLink: string
  demoKey: string
}

async function startService(folder: string) {
  const env = { ...process.env, FLORIN_DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['bin/florin.js', 'serve', '--json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: startSecondsMax * 1000,
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, started: JSON.parse(line) as Started }
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction('document.querySelectorAll("[data-loading], [aria-busy=true]").length === 0')
}

async function signUp(page: Page, { setupLink }: Started): Promise<void> {
  await page.goto(setupLink)
  await page.getByLabel('E-mail', { exact: true }).fill('mira@quellmond.example')
  await page.getByLabel('Name', { exact: true }).fill('Mira Quell')
  await page.getByLabel('New password', { exact: true }).fill('a password for pictures')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
}

const pictures: Record<string, (page: Page) => Promise<void>> = {
  async overview(page) {
    await page.goto('/')
  },
  async transactions(page) {
    await page.goto('/transactions')
  },
  async bill(page) {
    await page.goto('/bills?status=pending_approval&q=Transports')
    await page.locator('[data-opens]').first().click()
    await page.getByRole('article', { name: 'Invoice' }).waitFor()
  },
  async matches(page) {
    await page.goto('/bills')
    await page.getByRole('button', { name: 'Review' }).click()
  },
  async imports(page) {
    await page.goto('/imports')
    await settled(page)
    const given = { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(statement()) }
    await page.getByLabel('Choose files').setInputFiles(given)
    const card = page.getByRole('region', { name: 'statement.xml', exact: true })
    await card.getByText('Adds up').first().waitFor()
    await card.scrollIntoViewIfNeeded()
  },
  async developer(page) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/settings/developer')
  },
}

/** A statement of a new account of the first company, with entries of the last days. */
function statement(): string {
  const dayAt = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const money = (amount: string, isDebit = false) =>
    `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = ([name, text, amount, days, isDebit]: (typeof newEntries)[number]) => {
    const party = isDebit ? 'Cdtr' : 'Dbtr'
    return `<Ntry>${money(amount, isDebit)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dayAt(days)}</Dt></BookgDt>
      <NtryDtls><TxDtls><RltdPties><${party}><Pty><Nm>${name}</Nm></Pty></${party}></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  }
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>2026-9</Id>
    <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy>
    <Ownr><Nm>Quellmond Möbelwerk GmbH</Nm></Ownr></Acct>
    ${balance('OPBD', '4180.00', dayAt(7))}${balance('CLBD', '7251.55', dayAt(1))}
    ${newEntries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`
}

const newEntries: readonly [string, string, string, number, boolean][] = [
  ['Hotel Seestern am Bodden', 'Order 2831, first half', '3940.00', 1, false],
  ['Beschläge Krüßmann GmbH', 'Kd.-Nr. 20417 R-2026-0331', '612.85', 2, true],
  ['Stadtwerke Havelau', 'Abschlag Strom', '486.00', 3, true],
  ['Galerie Nordlicht', 'Order 2829', '1280.40', 5, false],
  ['Post &amp; Paket', 'Versand', '1050.00', 6, true],
]

/** So that the page has something to say about the key. */
async function askSomething({ api, demoKey }: Started): Promise<void> {
  const paths = [
    '/workspace',
    '/transactions?limit=50',
    '/bills?limit=50',
    '/payees',
    '/accounts',
    '/nothing',
  ]
  for (const path of Array.from({ length: 8 }, () => paths).flat()) {
    await fetch(`${api}${path}`, { headers: { Authorization: `Bearer ${demoKey}` } })
  }
}

const folder = mkdtempSync(join(tmpdir(), 'florin-pictures-'))
const { child, started } = await startService(folder)
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--font-render-hinting=none'],
})
try {
  const context = await browser.newContext({ ...look, baseURL: started.console })
  const page = await context.newPage()
  await signUp(page, started)
  await askSomething(started)
  for (const [name, open] of Object.entries(pictures)) {
    await open(page)
    await settled(page)
    await page.screenshot({ path: join(root, 'docs/images', `${name}.png`) })
    console.log(`docs/images/${name}.png`)
  }
} finally {
  await browser.close()
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
