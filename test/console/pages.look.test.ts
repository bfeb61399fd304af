import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Bill, billStatuses } from '../../src/contract/bills.ts'
import { consolePaths } from '../../src/contract/console/paths.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { demoWorkspace } from '../../src/demo/index.ts'
import { hasBrowser, useBrowser } from '../support/browser.ts'
import { useService } from '../support/service.ts'
import { home, type Person } from './people.ts'
import { consoleFiles, Visitor } from './visitor.ts'

const builtBytesMax = 350 * 1024

it(`weighs less than ${builtBytesMax} bytes, compressed`, () => {
  const bytes = [...consoleFiles().values()].reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect(bytes).toBeLessThan(builtBytesMax)
})

/** Of each kind as many rows as show every form that they have; axe looks at each of them. */
function aLittleOfEverything(): WorkspaceFile {
  const { transactions = [], bills = [], payees = [], ...rest } = demoWorkspace()
  return {
    ...rest,
    transactions: transactions.slice(-20),
    bills: billStatuses.flatMap(status => bills.find(bill => bill.status === status) ?? []).map(unmatched),
    payees: payees.slice(0, 5),
  }
}

const unmatched = (bill: Bill): Bill => ({ ...bill, matchedTransactionId: null })

describe.skipIf(!hasBrowser)('every page of the console', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })
  let owner: Person | undefined

  async function signedIn(): Promise<string> {
    owner ??= await (await home(service.current, aLittleOfEverything())).person('owner')
    return owner.token ?? ''
  }

  const looks = [
    { name: 'light', dark: false, width: 1280 },
    { name: 'dark', dark: true, width: 1280 },
    { name: 'on a phone', dark: false, width: 360 },
  ]

  /** Nothing stands in for something that is still to come. */
  async function drawn(page: Page): Promise<void> {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
  }

  // Colours are those of the wide page, and looking for contrast takes most of the time.
  it.each(looks)(
    '$name: axe finds nothing, and nothing sticks out',
    async ({ dark, width }) => {
      const visitor = await Visitor.open(browser.current, service.current, {
        token: await signedIn(),
        dark,
        width,
      })
      const { page } = visitor
      const found: Record<string, unknown> = {}
      for (const path of consolePaths.filter(each => each !== '/sign-in' && each !== '/join')) {
        await page.goto(path)
        await drawn(page)
        expect(await page.getByText('went wrong').count()).toBe(0)
        found[path] = {
          violations: await visitor.violations({ contrast: width > 360 }),
          sideways: await visitor.sidewaysPixels(),
        }
      }
      await visitor.context.clearCookies()
      for (const path of ['/sign-in', '/join#not-a-token', '/nowhere']) {
        await page.goto(path)
        await drawn(page)
        found[path] = {
          violations: await visitor.violations({ contrast: width > 360 }),
          sideways: await visitor.sidewaysPixels(),
        }
      }
      const clean = { violations: [], sideways: 0 }
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map(path => [path, clean])))
      await visitor.close()
    },
    60_000,
  )

  it('keeps the theme that was chosen, whatever the system says', async () => {
    const visitor = await Visitor.open(browser.current, service.current, { token: await signedIn() })
    const { page } = visitor
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const light = await background()
    await page.getByRole('button', { name: new RegExp(owner?.name ?? '') }).click()
    await page.getByText('Dark', { exact: true }).click()
    await expect.poll(background).not.toBe(light)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await background()).not.toBe(light)
    await visitor.close()
  })

  it('is reached by keyboard alone: past the skip link, along the navigation, into the page', async () => {
    const visitor = await Visitor.open(browser.current, service.current, { token: await signedIn() })
    const { page } = visitor
    const focused = () => page.evaluate('document.activeElement?.textContent?.trim() ?? ""')
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (let presses = 0; presses < 40 && (await focused()) !== 'Bills'; presses += 1) {
      await page.keyboard.press('Tab')
    }
    expect(await focused()).toBe('Bills')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bills', level: 1 }).waitFor()
    await expect.poll(focused).toBe('Bills')
    await visitor.close()
  })
})
