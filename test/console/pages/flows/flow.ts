/**
 * A person who works in the console with the keyboard alone, at one width. `look` checks what is on the screen: axe in
 * the light theme, the colours again in the dark one, and that nothing overflows.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestService } from '../../../support/service.ts'
import { Visitor } from '../../visitor.ts'

export const widths = [1440, 820, 390] as const

/** More stops than any page has before its rows. */
const stopsMax = 150

interface PageElement {
  isConnected: boolean
  ownerDocument: { activeElement: unknown }
}

const stateOf = (element: PageElement): 'focused' | 'present' | 'replaced' => {
  if (element === element.ownerDocument.activeElement) return 'focused'
  return element.isConnected ? 'present' : 'replaced'
}

export class Flow {
  readonly visitor: Visitor
  readonly page: Page
  readonly #found: string[] = []

  private constructor(visitor: Visitor) {
    this.visitor = visitor
    this.page = visitor.page
  }

  static async begin(
    browser: Browser,
    service: TestService,
    { token, width }: { token?: string | null; width: number },
  ): Promise<Flow> {
    return new Flow(await Visitor.open(browser, service, { ...(token && { token }), width }))
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(path)
    await this.page.getByRole('heading', { level: 1 }).waitFor()
    await this.visitor.settled()
  }

  /** Presses Tab until the element has the focus, which must be visible. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor()
    let element = await target.elementHandle()
    for (let stop = 0; stop < stopsMax; stop += 1) {
      const state = await element?.evaluate(stateOf)
      if (state === 'focused') return
      // Found again only then: looking for a name among all elements takes longer than a press of the key.
      if (state !== 'present') element = await target.elementHandle()
      else await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${target}.`)
  }

  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await this.reach(within.getByRole('button', { name, exact: typeof name === 'string' }).first())
    await this.page.keyboard.press('Enter')
  }

  /** Replaces the text of a field. */
  async type(label: string | RegExp, text: string, within: Page | Locator = this.page): Promise<void> {
    const field = within.getByLabel(label, { exact: typeof label === 'string' }).first()
    await this.reach(field)
    if ((await field.getAttribute('type')) === 'date') return await field.fill(text)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.insertText(text)
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name })
  }

  async look(where: string): Promise<void> {
    for (const each of await this.visitor.violations()) this.#found.push(`${where}: ${each}`)
    const sideways = await this.visitor.sidewaysPixels()
    if (sideways !== 0) this.#found.push(`${where}: overflows by ${sideways} pixels`)
    for (const each of await this.visitor.violationsInDark()) this.#found.push(`${where} ${each}`)
  }

  async end(): Promise<void> {
    expect(this.#found).toEqual([])
    await this.visitor.close()
  }
}
