/** What pages show: nothing empty, nothing covered, and what to do without a connection. */
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, bill, company, transaction, workspaceFile } from '../../../support/builders.ts'
import { useService } from '../../../support/service.ts'
import { home } from '../../access/people.ts'
import { consoleFiles } from '../../visitor.ts'
import { Flow, widths } from './flow.ts'

describe.skipIf(!hasBrowser)('What pages show', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function prepared(width: number) {
    const owner = company()
    const giro = account(owner, { balance: null, availableBalance: null, balanceUpdatedAt: null })
    const row = transaction(giro, {
      counterpartyName: null,
      counterpartyIban: null,
      reference: null,
      merchantName: 'Café Müller',
      amount: '8.50',
      side: 'debit',
      bookingDate: '2026-05-20',
    })
    const unread = bill(owner, { status: 'extract_failed', supplierName: null, totalAmount: null })
    const file = workspaceFile({ companies: [owner], accounts: [giro], transactions: [row], bills: [unread] })
    const at = await home(service.current, file)
    const { token } = await at.person('owner')
    const flow = await Flow.begin(browser.current, service.current, { token, width })
    return { flow, page: flow.page, giro, row, unread }
  }

  it('drawers leave out what is empty', async () => {
    const { flow, page, giro, row, unread } = await prepared(1440)
    const paths = [
      `/transactions?transaction=${row.id}`,
      `/bills?bill=${unread.id}`,
      `/accounts?account=${giro.id}`,
    ]
    for (const path of paths) {
      await page.goto(path)
      const drawer = page.getByRole('dialog')
      await drawer.locator('dt').first().waitFor()
      await flow.visitor.settled()
      const values = await drawer.locator('dd').allInnerTexts()
      expect(values.length).toBeGreaterThan(2)
      expect(values.filter(value => value.trim() === '–' || value.trim() === '')).toEqual([])
    }
    await flow.end()
  })

  it.each(widths)('the values of a bar cover neither bars nor figures at %i', async width => {
    const { flow, page } = await prepared(width)
    await flow.goTo('/')
    const bar = page.getByRole('link', { name: /^May 2026: .*€8\.50/ })
    const chart = page.locator('figure').filter({ has: bar })
    const boxes = () =>
      chart.evaluate(figure =>
        [...figure.querySelectorAll('svg, svg text')].map(each =>
          JSON.stringify(each.getBoundingClientRect()),
        ),
      )
    await bar.scrollIntoViewIfNeeded()
    const before = await boxes()
    await bar.hover()
    await chart.locator('ul').getByText('€8.50').waitFor()
    expect(await boxes()).toEqual(before)
    const covered = await bar.evaluate(link => {
      const { left, top, width: wide, height } = link.getBoundingClientRect()
      const hit = (y: number) => link.ownerDocument.elementFromPoint(left + wide / 2, y)
      return [top + 2, top + height / 2].filter(y => !link.contains(hit(y)))
    })
    expect(covered).toEqual([])
    await flow.end()
  })

  it('a page says that the browser is offline, until it is online again', async () => {
    const { flow, page } = await prepared(390)
    await flow.goTo('/transactions')
    await flow.visitor.context.setOffline(true)
    await page.getByRole('alert').getByText('You are offline').waitFor()
    await flow.look('offline')
    await page.getByRole('searchbox').fill('muller')
    await page.getByText('The service could not be reached. Check your connection and try again.').waitFor()
    await flow.visitor.context.setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
    // It is tried again without a click.
    await page.getByRole('button', { name: /^Café Müller/ }).waitFor()
    await flow.end()
  })
})
