import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { patienceMs } from '../visitor.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const owner = company({ name: 'Werft Sieben GmbH' })
const on = account(owner)
const file = workspaceFile({
  companies: [owner],
  accounts: [on],
  transactions: [1, 2, 3].map(day => transaction(on, { bookingDate: `2026-01-0${day}` })),
})

describe.skipIf(!hasBrowser)('The API reference page', () => {
  const service = useService('embedded')
  const browser = useBrowser()
  const opened: Page[] = []

  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.current.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    opened.push(page)
    await page.goto(`${service.current.url}/docs`)
    return page
  }

  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close()
  })

  async function key(options?: Parameters<typeof service.current.key>[1]): Promise<string> {
    await service.current.load(file)
    return await service.current.key(file, options)
  }

  async function enterKey(page: Page, secret: string): Promise<void> {
    await page.locator('.key-state').click()
    await page.locator('#api-key').fill(secret)
    await page.locator('#api-key').press('Enter')
    await page.locator('dialog').waitFor({ state: 'hidden' })
  }

  /** Opens the form of an operation, and returns its section. */
  async function tried(page: Page, id: string) {
    const part = page.locator(`#${id}`)
    await part.locator('.try > summary').click()
    return part
  }

  const violations = (page: Page, within: string, options: object): Promise<string[]> =>
    page.evaluate(
      `${axe};axe.run('${within}', ${JSON.stringify({ resultTypes: ['violations'], ...options })})
        .then(found => found.violations.map(({ id, nodes }) => id + ' ' + nodes[0].target))`,
    )

  const background = (page: Page): Promise<string> =>
    page.evaluate('getComputedStyle(document.body).backgroundColor')

  const overflow = (page: Page): Promise<number> =>
    page.evaluate('document.documentElement.scrollWidth - innerWidth')

  it('uses its own address in every example', async () => {
    const page = await openPage()
    const shown = await page.locator('main').textContent()
    expect(shown).toContain(`${service.current.url}/v1/workspace`)
    expect(shown).not.toContain('127.0.0.1:8080')
  })

  it('generates the same curl line from an untouched form as the one in the served page', async () => {
    const lines = (page: Page) => page.locator('.call > .code code').allTextContents()
    const written = await lines(await openPage())
    const served = await lines(await openPage({ javaScriptEnabled: false }))
    expect(served.length).toBeGreaterThan(10)
    const mine = `${service.current.url}/v1`
    expect(written).toEqual(served.map(line => line.replace('http://127.0.0.1:8080/v1', mine)))
  })

  it('sends a request with the key, and shows status, headers, body and the next page', async () => {
    const page = await openPage()
    await enterKey(page, await key())
    const part = await tried(page, 'listTransactions')
    await part.locator('[name=limit]').fill('2')
    await part.locator('[name=limit]').press('Enter')
    await part.locator('.outcome.good').waitFor()
    expect(await part.locator('.outcome').textContent()).toMatch(/^200 OK, \d+ ms, [\d.]+ (bytes|kB)$/)
    const names = await part.locator('.reply dt').allTextContents()
    expect(names).toEqual(expect.arrayContaining(['Request-Id', 'ETag', 'RateLimit-Remaining']))
    const rows = async () =>
      (JSON.parse((await part.locator('.reply code').textContent()) ?? '') as { data: unknown[] }).data.length
    expect(await rows()).toBe(2)
    await part.locator('.next').click()
    await part.locator('.next').waitFor({ state: 'hidden' })
    expect(await rows()).toBe(1)
    expect(await part.locator('.call > .code code').textContent()).toMatch(/\?limit=2&cursor=[\w-]+'$/)
    await part.locator('[name=status]').fill('booked,pending')
    expect(await part.locator('[name=cursor]').inputValue()).toBe('')
  })

  it('asks for a missing key, and then sends the request', async () => {
    const page = await openPage()
    const part = await tried(page, 'getWorkspace')
    await part.locator('.send').click()
    await page.locator('#api-key').fill('florin_mistyped')
    await page.locator('#api-key').press('Enter')
    expect(await page.locator('#key-outcome').textContent()).toContain('40 letters and digits')
    await page.locator('#api-key').fill(await key())
    await page.locator('#api-key').press('Enter')
    await part.locator('.outcome.good').waitFor()
    expect(await part.locator('.reply code').textContent()).toContain(file.workspace.name)
  })

  it('keeps the key out of URLs, storage, cookies and elements, and forgets it with everything it loaded', async () => {
    const page = await openPage()
    const asked: string[] = []
    page.on('request', request => void asked.push(request.url()))
    const secret = await key()
    await enterKey(page, secret)
    const part = await tried(page, 'listCompanies')
    await part.locator('.send').click()
    await part.locator('.outcome.good').waitFor()
    expect(await part.locator('.reply code').textContent()).toContain(owner.name)
    // The page has filled in data that it must forget with the key.
    const example = page.locator('#createPayee textarea')
    await expect.poll(() => example.inputValue()).toContain(owner.id)
    const kept: string = await page.evaluate(`(async () => JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, await indexedDB.databases(),
      await caches.keys(), history.state, document.documentElement.outerHTML,
      [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    ]))()`)
    expect(kept).not.toContain(secret)
    expect(asked.filter(url => !url.startsWith(`${service.current.url}/`) || url.includes(secret))).toEqual(
      [],
    )
    await page.locator('.key-state').click()
    await page.locator('.forget').click()
    expect(await page.locator('main').textContent()).not.toContain(owner.name)
    expect(await page.locator('datalist option').count()).toBe(0)
    expect(await example.inputValue()).not.toContain(owner.id)
    await page.reload()
    expect(await page.locator('.key-state').textContent()).toBe('Add your key')
  })

  it('warns that the key lacks a scope before the request is sent', async () => {
    const page = await openPage()
    await enterKey(page, await key({ scopes: ['transactions:read'] }))
    const part = await tried(page, 'createPayee')
    expect(await part.locator('.lacks').textContent()).toContain('payees:write')
    await part.locator('textarea').press('Control+Enter')
    await part.locator('.outcome.bad').waitFor()
    expect(await part.locator('.outcome').textContent()).toMatch(/^403 FORBIDDEN/)
  })

  it('can cancel a request that takes too long', async () => {
    const page = await openPage()
    await enterKey(page, await key())
    await page.route('**/v1/categories', () => {})
    const part = await tried(page, 'listCategories')
    await part.locator('.send').click()
    await part.locator('.cancel').click()
    await part.locator('.outcome.bad').waitFor()
    expect(await part.locator('.outcome').textContent()).toBe('Canceled.')
    expect(await part.locator('.cancel').isVisible()).toBe(false)
  })

  it('filters the list of operations, and Enter opens the first match', async () => {
    const page = await openPage()
    await page.locator('#filter').fill('payees delete')
    expect(await page.locator('.group li:visible').allTextContents()).toEqual(['DELETE /payees/{id}'])
    await page.locator('#filter').press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#deletePayee')
    await page.locator('#filter').fill('no such thing')
    expect(await page.locator('.filter [role=status]').textContent()).toBe('Nothing found')
  })

  it('is readable without JavaScript, and hides the controls that need it', async () => {
    const page = await openPage({ javaScriptEnabled: false })
    expect(await page.locator('#listTransactions table').first().isVisible()).toBe(true)
    for (const part of ['form', 'button', '#filter']) {
      expect(await page.locator(part).filter({ visible: true }).count()).toBe(0)
    }
  })

  // Themes differ only in colours and switch without a reload, so the open page is checked in both. Contrast is not
  // checked on the phone: the colours are the same, and it is the slowest check.
  it.each([
    ['in the light and dark themes at', 1280],
    ['at', 360],
  ] as const)('has no axe violations %s %i px, with dialog, forms and menu open', async (_, width) => {
    const page = await openPage({ colorScheme: 'light', viewport: { width, height: 800 } })
    const policyBreaks: string[] = []
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) policyBreaks.push(message.text())
    })
    const look = async (within: string) => {
      expect(await violations(page, within, rulesWith(width > 360))).toEqual([])
      if (width === 360) return
      const light = await background(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await background(page)).not.toBe(light)
      expect(await violations(page, within, rulesOfColours)).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await page.locator('.key-state').click()
    await look('dialog')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'hidden' })
    await enterKey(page, await key())
    const part = await tried(page, 'listTransactions')
    await part.locator('.send').click()
    await part.locator('.outcome.good').waitFor()
    await (await tried(page, 'createPayee')).locator('.sample > summary').click()
    if (width < 900) await page.locator('.menu').click()
    await look('html')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(policyBreaks).toEqual([])
  })
})

const rulesWith = (contrast: boolean) => ({
  rules: { 'target-size': { enabled: true }, 'color-contrast': { enabled: contrast } },
})

const rulesOfColours = { runOnly: ['color-contrast', 'link-in-text-block'] }
