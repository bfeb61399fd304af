/** Every number of the overview, compared with the rows of the list that it links to. From nothing to a key, too. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createSetupLink } from '../../../src/actions/people.ts'
import { linkPath } from '../../../src/contract/console/paths.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { endingOn } from '../../../src/demo/endingOn.ts'
import { demoWorkspace } from '../../../src/demo/index.ts'
import { DecimalSum } from '../../../src/domain/money/decimal.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { actor, TestService, useService } from '../../support/service.ts'
import { freshStore } from '../../support/stores.ts'
import { home, type Person } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

const looks = [
  { width: 1440, dark: false },
  { width: 820, dark: true },
  { width: 390, dark: false },
]

/** "€1,234.50" → 1234.50 */
const figure = (text: string | null) => (text ?? '').replace(/[^\d.-]/g, '')

async function figureAndLink(page: Page, name: string) {
  const term = page.locator('dl div', { has: page.getByText(name, { exact: true }) }).locator('a')
  return { shown: figure(await term.textContent()), href: (await term.getAttribute('href')) ?? '' }
}

describe.skipIf(!hasBrowser)('The numbers of the overview', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function rowsBehind(who: Person, at: (path: string) => string, href: string): Promise<Transaction[]> {
    const query = new URL(href, 'http://florin.test').searchParams
    query.delete('workspace')
    const rows: Transaction[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      query.set('limit', '100')
      if (cursor) query.set('cursor', cursor)
      const { body } = await who.get(at(`/v1/transactions?${query}`))
      rows.push(...body.data)
      cursor = body.nextCursor
    }
    return rows
  }

  function sumOf(rows: readonly Transaction[], currency: string): string {
    const sum = new DecimalSum()
    for (const row of rows) {
      if (row.currency === currency) sum.add({ amount: row.amount, negative: row.side === 'debit' })
    }
    return sum.toString()
  }

  it('are the sums of the rows that they lead to, in each currency', async () => {
    const today = new Date(service.current.nowMs).toISOString().slice(0, 10)
    const at = await home(service.current, endingOn(demoWorkspace(), today))
    const member = await at.person('member')
    const visitor = await Visitor.open(browser.current, service.current, { token: member.token ?? '' })
    const { page } = visitor
    for (const currency of ['EUR', 'CHF', 'USD']) {
      await page.goto(`/?currency=${currency}`)
      await visitor.settled()
      for (const [name, sign] of [
        ['In', ''],
        ['Out', '-'],
        ['Net', ''],
      ] as const) {
        const { shown, href } = await figureAndLink(page, name)
        const rows = await rowsBehind(member, at.at, href)
        expect([currency, name, `${sign}${shown}`]).toEqual([currency, name, sumOf(rows, currency)])
      }
      for (const bar of await page.locator('figure svg a').all()) {
        const label = (await bar.getAttribute('aria-label')) ?? ''
        const [, moneyIn = '', moneyOut = ''] = /Money in (.+), Money out (.+)$/.exec(label) ?? []
        const rows = await rowsBehind(member, at.at, (await bar.getAttribute('href')) ?? '')
        const of = (side: string) =>
          sumOf(
            rows.filter(row => row.side === side),
            currency,
          )
        const compared = [Number(figure(moneyIn)), -Number(figure(moneyOut))]
        expect([label, ...compared.map(Math.abs)]).toEqual([
          label,
          Math.abs(Number(of('credit'))),
          Math.abs(Number(of('debit'))),
        ])
      }
    }
    // What was left out is a list, too, and has a leg on each side.
    await page.goto('/?currency=EUR')
    await visitor.settled()
    await page.getByRole('link', { name: /between your own accounts/ }).click()
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
    expect(new URL(page.url()).searchParams.get('ownTransfers')).toBe('only')
    await visitor.close()
  })

  it.each(looks)('and the accounts behind them have no violations: %o', async look => {
    const at = await home(service.current, endingOn(demoWorkspace(), '2026-06-01'))
    const owner = await at.person('owner')
    const visitor = await Visitor.open(browser.current, service.current, {
      token: owner.token ?? '',
      ...look,
    })
    const { page } = visitor
    await page.goto('/')
    await visitor.settled()
    expect([await visitor.violations(), await visitor.sidewaysPixels()]).toEqual([[], 0])
    await shot(page, `overview-${look.width}`)
    await page.goto('/accounts')
    await visitor.settled()
    expect([await visitor.violations(), await visitor.sidewaysPixels()]).toEqual([[], 0])
    await shot(page, `accounts-${look.width}`)
    await page
      .getByRole('button', { name: /Operations EUR/ })
      .first()
      .press('Enter')
    await page.getByRole('heading', { name: 'Statements' }).waitFor()
    expect(await visitor.violations()).toEqual([])
    await shot(page, `account-${look.width}`)
    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    await page.getByLabel('Nickname').fill('Daily business')
    expect(await visitor.violations()).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Daily business saved').waitFor()
    await visitor.close()
  })
})

const folder = process.env.FLORIN_TEST_SHOTS
async function shot(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

describe.skipIf(!hasBrowser)('A new service', () => {
  const browser = useBrowser()

  it('leads from the setup link to a workspace, a company, an account and a key, by keyboard', async () => {
    const service = await TestService.on(await freshStore('embedded'), { files: consoleFiles() })
    const token = await service.store.db.transaction(connection =>
      createSetupLink(connection, null, actor, service.nowMs),
    )
    const visitor = await Visitor.open(browser.current, service, { width: 390 })
    const { page } = visitor
    const fill = async (label: string, value: string) =>
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.goto(linkPath(token))
    await fill('E-mail', 'ada@example.com')
    await fill('Name', 'Ada Lovelace')
    await fill('New password', 'a password for someone new')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Create your workspace' }).waitFor()
    expect(await visitor.violations()).toEqual([])
    await fill('Name', 'Quellmond Group')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Get started' }).waitFor()
    expect(await visitor.violations()).toEqual([])
    await shot(page, 'start-390')
    await page.getByRole('button', { name: 'Add company' }).press('Enter')
    await fill('Legal name', 'Quellmond GmbH')
    expect(await visitor.violations()).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Quellmond GmbH saved').waitFor()
    await page.getByRole('button', { name: 'Add account' }).press('Enter')
    await fill('Name', 'Giro')
    await fill('IBAN', 'DE89370400440532013000')
    expect(await visitor.violations()).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Giro saved').waitFor()
    await page.getByRole('button', { name: 'Create key' }).press('Enter')
    await fill('Name', 'Ledger')
    await page.keyboard.press('Enter')
    await page
      .getByText(/florin_/)
      .first()
      .waitFor()
    await visitor.close()
    await service.stop()
  })
})
