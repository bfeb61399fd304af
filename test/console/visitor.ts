/**
 * A person at a browser: a console page in its own browser context. It fails its test if the browser reports an error,
 * such as a script that the policy forbids, or contacts another origin.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { readConsoleFiles } from '../../src/main/serve/consoleFiles.ts'
import type { TestService } from '../support/service.ts'

/** The pages, built before the tests. */
export function consoleFiles() {
  const files = readConsoleFiles()
  if (files === null) throw new Error('The console is not built.')
  return files
}

export interface VisitorOptions {
  /** The token of a session; without it the visitor is signed out. */
  token?: string
  dark?: boolean
  width?: number
}

const height = 900

/** Milliseconds that one step of a page may take when several browsers share a busy machine. */
export const patienceMs = 60_000

/** A whole Chromium shows a PDF by pages of its own. They come with the browser, and no page of a service can ask for them. */
const protocolsOfBrowser = ['chrome:', 'chrome-extension:']

/** Opens the filters of a list, which are folded at first. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

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
      // The browser reports every 4xx; tests check those themselves.
      const refused = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !refused) visitor.#complaints.push(message.text())
    })
    page.on('request', request => {
      const { origin, protocol } = new URL(request.url())
      if (protocolsOfBrowser.includes(protocol)) return
      // Requests of the previous document do not count.
      if (request.isNavigationRequest()) visitor.#underWay.clear()
      else visitor.#underWay.add(request)
      if (origin !== service.url && protocol !== 'data:' && protocol !== 'blob:') {
        visitor.#complaints.push(`asked ${request.url()}`)
      }
    })
    page.on('requestfinished', request => visitor.#underWay.delete(request))
    page.on('requestfailed', request => visitor.#underWay.delete(request))
    return visitor
  }

  /** Waits until everything that the page requested is loaded and drawn, without placeholders. */
  async settled(): Promise<void> {
    let before = 1
    // Checked twice, because drawing what has just arrived may cause further requests.
    const left = async () => {
      const placeholders = await this.page.evaluate<number>(placeholdersInNextFrame)
      const now = this.#underWay.size + placeholders
      const both = before + now
      before = now
      return both
    }
    // Each check waits for a frame of the page, so no other pause is needed between them.
    await expect.poll(left, { interval: 0 }).toBe(0)
  }

  /** The findings of axe, one line each; a good page has none. */
  async violations({ contrast = true } = {}): Promise<string[]> {
    return await this.#found({ rules: { 'color-contrast': { enabled: contrast } } })
  }

  /** The findings of axe about colours only. */
  async violationsOfColours(): Promise<string[]> {
    return await this.#found({ runOnly: ['color-contrast', 'link-in-text-block'] })
  }

  /** The same in the dark theme, for a page that was opened in the light one: themes differ only in colours. */
  async violationsInDark(): Promise<string[]> {
    await this.page.emulateMedia({ colorScheme: 'dark' })
    const found = await this.violationsOfColours()
    await this.page.emulateMedia({ colorScheme: 'light' })
    return found.map(each => `in dark: ${each}`)
  }

  async #found(asked: object): Promise<string[]> {
    await this.settled()
    // Once per document: loading axe takes as long as checking a small page.
    if (await this.page.evaluate('!("axe" in globalThis)')) await this.page.evaluate(axeSource)
    // No rule that is used here needs the style sheets, which axe would otherwise fetch again.
    const options = { resultTypes: ['violations'], preload: false, ...asked }
    // The lines are made in the page: what axe says about all the rules that hold would take long to send.
    return await this.page.evaluate(async given => {
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(given)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    }, options)
  }

  /** Checks that nothing overflows to the right at any width. */
  async sidewaysPixels(): Promise<number> {
    const { scrollWidth, clientWidth } = await this.page.evaluate<{
      scrollWidth: number
      clientWidth: number
    }>('(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)')
    // An open dialog hides the scrollbar, whose gutter stays: then there is room left over.
    return Math.max(0, scrollWidth - clientWidth)
  }

  async close(): Promise<void> {
    await this.context.close()
    expect(this.#complaints).toEqual([])
  }
}

/**
 * How many placeholders there are in the task after a frame: what is drawn in that frame is on the page. A page in the
 * background has no frames.
 */
const placeholdersInNextFrame = `new Promise(drawn => {
  requestAnimationFrame(() => setTimeout(drawn))
  setTimeout(drawn, 1_000)
}).then(() => document.querySelectorAll('[data-loading], [aria-busy=true]').length)`

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
