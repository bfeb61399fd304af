import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Bill, billStatuses } from '../../../src/contract/bills.ts'
import { consolePaths } from '../../../src/contract/console/paths.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { demoWorkspace } from '../../../src/demo/index.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { home, type Person } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

const builtBytesMax = 350 * 1024
/** A browser fetches only the parts of the font whose characters are on the page. */
const fontBytesMax = 250 * 1024

it(`the compressed console is smaller than ${builtBytesMax} bytes, and its font than ${fontBytesMax}`, () => {
  const bytesOf = (isFont: boolean) =>
    [...consoleFiles()]
      .filter(([name]) => name.endsWith('.woff2') === isFont)
      .reduce((sum, [, body]) => sum + gzipSync(body).length, 0)
  expect(bytesOf(false)).toBeLessThan(builtBytesMax)
  expect(bytesOf(true)).toBeLessThan(fontBytesMax)
})

/** A small workspace with a bill in every status. axe checks every row, so more rows only cost time. */
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

describe.skipIf(!hasBrowser)('Every console page', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })
  let owner: Person | undefined

  async function signedIn(): Promise<string> {
    owner ??= await (await home(service.current, aLittleOfEverything())).person('owner')
    return owner.token ?? ''
  }

  const background = (page: Page) =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')

  /** Opens each page and collects its problems, prefixed with its path. */
  async function checkEachPage(visitor: Visitor, check: () => Promise<string[]>): Promise<string[]> {
    const { page } = visitor
    const found: string[] = []
    const goTo = async (path: string) => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await visitor.settled()
      const wrong = await check()
      const sideways = await visitor.sidewaysPixels()
      if (sideways !== 0) wrong.push(`overflows by ${sideways} pixels`)
      found.push(...wrong.map(each => `${path} ${each}`))
    }
    for (const path of consolePaths.filter(each => each !== '/sign-in' && each !== '/join')) {
      await goTo(path)
      expect(await page.getByText('went wrong').count()).toBe(0)
    }
    await visitor.context.clearCookies()
    for (const path of ['/sign-in', '/join#not-a-token', '/nowhere']) await goTo(path)
    return found
  }

  // Themes differ only in colours and switch without a reload, so each page is opened once and checked in both.
  it('has no axe violations and no horizontal overflow in the light and dark themes', async () => {
    const visitor = await Visitor.open(browser.current, service.current, { token: await signedIn() })
    const { page } = visitor
    const found = await checkEachPage(visitor, async () => {
      const inLight = await visitor.violations()
      const light = await background(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await background(page)).not.toBe(light)
      const inDark = await visitor.violationsOfColours()
      await page.emulateMedia({ colorScheme: 'light' })
      return [...inLight, ...inDark.map(each => `in dark ${each}`)]
    })
    expect(found).toEqual([])
    await visitor.close()
  })

  // The colours are the same as on a wide page, and the contrast check is the slowest, so it is skipped here.
  it('has no axe violations and no horizontal overflow on a phone', async () => {
    const visitor = await Visitor.open(browser.current, service.current, {
      token: await signedIn(),
      width: 360,
    })
    expect(await checkEachPage(visitor, () => visitor.violations({ contrast: false }))).toEqual([])
    await visitor.close()
  })

  it('keeps the chosen theme after a reload, whatever the system theme is', async () => {
    const visitor = await Visitor.open(browser.current, service.current, { token: await signedIn() })
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const light = await background(page)
    await page.getByRole('button', { name: new RegExp(owner?.name ?? '') }).click()
    await page.getByText('Dark', { exact: true }).click()
    await expect.poll(() => background(page)).not.toBe(light)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await background(page)).not.toBe(light)
    await visitor.close()
  })

  it('can be reached with the keyboard only, and the heading gets the focus', async () => {
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
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H1')
    await visitor.close()
  })
})
