/**
 * Somebody at a browser: a page of the console, in a context of its own, that fails its test when the browser complains
 * of anything, such as a script that the policy forbids, or asks another origin for something.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { readConsoleFiles } from '../../src/main/serve/consoleFiles.ts'
import type { TestService } from '../support/service.ts'

/** As they were built before the tests began. */
export function consoleFiles() {
  const files = readConsoleFiles()
  if (files === null) throw new Error('The console is not built.')
  return files
}

export interface VisitorOptions {
  /** Of a session that the test has made; signed out without it. */
  token?: string
  dark?: boolean
  width?: number
}

const height = 900

/** How long a page may take for one step where several browsers share a busy machine, in milliseconds. */
export const patienceMs = 30_000

export class Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly #complaints: string[] = []
  readonly #underWay = new Set<Request>()

  private constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
  }

  static async open(
    browser: Browser,
    service: TestService,
    { token, dark = false, width = 1280 }: VisitorOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    if (token !== undefined) {
      await context.addCookies([{ name: 'florin_session', value: token, url: service.url, httpOnly: true }])
    }
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    const visitor = new Visitor(context, page)
    page.on('pageerror', error => visitor.#complaints.push(error.message))
    page.on('console', message => {
      // The browser reports every 4xx; those are the test's own business.
      const refused = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !refused) visitor.#complaints.push(message.text())
    })
    page.on('request', request => {
      // What the document before has asked for is nothing to the next one.
      if (request.isNavigationRequest()) visitor.#underWay.clear()
      else visitor.#underWay.add(request)
      const { origin, protocol } = new URL(request.url())
      if (origin !== service.url && protocol !== 'data:' && protocol !== 'blob:') {
        visitor.#complaints.push(`asked ${request.url()}`)
      }
    })
    page.on('requestfinished', request => visitor.#underWay.delete(request))
    page.on('requestfailed', request => visitor.#underWay.delete(request))
    return visitor
  }

  /** All that the page has asked for is there and drawn, and nothing stands in for it any more. */
  async settled(): Promise<void> {
    const waiting = this.page.locator('[data-loading], [aria-busy=true]')
    let before = 1
    // Seen twice: what has just come may be drawn in between, and make the page ask for more.
    const left = async () => {
      await this.page.evaluate('new Promise(drawn => requestIdleCallback(() => drawn(), { timeout: 1_000 }))')
      const now = this.#underWay.size + (await waiting.count())
      const both = before + now
      before = now
      return both
    }
    await expect.poll(left).toBe(0)
  }

  /** What axe finds, as one line each; nothing is what a page should give. */
  async violations({ contrast = true } = {}): Promise<string[]> {
    return await this.#found({ rules: { 'color-contrast': { enabled: contrast } } })
  }

  /** What axe finds in the colours of a page whose markup it has looked at already. */
  async violationsOfColours(): Promise<string[]> {
    return await this.#found({ runOnly: ['color-contrast', 'link-in-text-block'] })
  }

  async #found(asked: object): Promise<string[]> {
    await this.settled()
    await this.page.evaluate(axeSource)
    const options = { resultTypes: ['violations'], ...asked }
    const results = await this.page.evaluate(
      given => (globalThis as unknown as { axe: Axe }).axe.run(given),
      options,
    )
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  }

  /** Nothing sticks out to the right, at whatever width. */
  async sidewaysPixels(): Promise<number> {
    const { scrollWidth, clientWidth } = await this.page.evaluate<{
      scrollWidth: number
      clientWidth: number
    }>('(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)')
    return scrollWidth - clientWidth
  }

  async close(): Promise<void> {
    await this.context.close()
    expect(this.#complaints).toEqual([])
  }
}

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
