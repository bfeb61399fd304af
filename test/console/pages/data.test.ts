import type { Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Payee } from '../../../src/contract/payees.ts'
import { demoWorkspace } from '../../../src/demo/index.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { company, iban, payee, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, openFilters, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('The data pages', () => {
  const browser = useBrowser()
  const service = useService('postgres', { files: consoleFiles() })
  const visitorOf = ({ token }: { token: string | null }) =>
    Visitor.open(browser.current, service.current, { token: token ?? '' })

  it('scroll through 2,000 transactions, each once, in API order', async () => {
    const at = await home(service.current, demoWorkspace())
    const owner = await at.person('owner')
    const client = service.current.client(await service.current.key(at.file))
    const expected: string[] = []
    for await (const { id } of client.transactions.all({})) expected.push(id)
    expect(expected.length).toBe(2_000)

    const visitor = await visitorOf(owner)
    const { page } = visitor
    // In order of arrival. The bodies may be read in another order.
    const pages: Promise<{ data: { id: string }[] }>[] = []
    const keep = (response: Response) => {
      if (response.url().includes('/transaction-rows')) pages.push(response.json())
    }
    page.on('response', keep)
    await page.goto('/transactions?unbooked=show')
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    // Only the rows near the screen are drawn, however many are loaded.
    const loaded = () => page.getByRole('table').getAttribute('aria-rowcount')
    for (let seen = ''; seen !== String(expected.length + 1); seen = (await loaded()) ?? '') {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await expect.poll(loaded).not.toBe(seen)
      expect(await rows.count()).toBeLessThan(100)
    }
    page.off('response', keep)
    expect((await Promise.all(pages)).flatMap(({ data }) => data.map(({ id }) => id))).toEqual(expected)

    // Filters are in the URL and in the API call that the page shows.
    await openFilters(page)
    await page.getByRole('button', { name: 'Status: Any' }).click()
    await page.getByRole('checkbox', { name: 'Pending' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toContain('status=pending')
    const pending = (await client.transactions.list({ status: 'pending', limit: 100 })).data
    await expect.poll(loaded).toBe(String(pending.length + 1))
    await page.getByRole('button', { name: 'API', exact: true }).click()
    expect(await page.locator('pre').first().textContent()).toContain('status=pending')
    await page.keyboard.press('Escape')

    // The JSON tab of a row shows what the API returned.
    await rows.first().click()
    await page.getByRole('tab', { name: 'JSON' }).click()
    const json = await page.getByRole('tabpanel', { name: 'JSON' }).locator('pre').textContent()
    expect(JSON.parse(json ?? '')).toEqual(pending[0])
    await visitor.close()
  })

  it('show exact balances, and filter bills', async () => {
    const at = await home(service.current, demoWorkspace())
    const owner = await at.person('member')
    const visitor = await visitorOf(owner)
    const { page } = visitor
    await page.goto('/')
    const { totals } = (await owner.get(at.at('/overview'))).body as {
      totals: { currency: string; balance: string }[]
    }
    for (const { currency, balance } of totals) {
      const words = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
      await page
        .getByText(words.format(balance as unknown as number))
        .first()
        .waitFor()
    }
    await page.getByRole('link', { name: 'Bills' }).first().click()
    await page.getByRole('heading', { name: 'Bills', level: 1 }).waitFor()
    await openFilters(page)
    await page.getByRole('button', { name: 'Status: Any' }).click()
    await page.getByRole('checkbox', { name: 'Paid' }).check()
    await expect.poll(() => page.url()).toContain('status=paid')
    await visitor.close()
  })

  it('create, change and delete a payee, and name the payee that already has an IBAN', async () => {
    const owner = company()
    const taken = payee(owner)
    const at = await home(service.current, workspaceFile({ companies: [owner], payees: [taken] }))
    const admin = await at.person('admin')
    const visitor = await visitorOf(admin)
    const { page } = visitor
    const stored = async () => ((await admin.get(at.at('/v1/payees'))).body as { data: Payee[] }).data

    await page.goto('/payees')
    await page
      .getByRole('button', { name: /New payee/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Papierwerk Süd AG')
    await dialog.getByLabel('IBAN').fill('DE00 1234')
    await dialog.getByRole('button', { name: 'Save payee' }).click()
    await dialog.getByText('Must be 15 to 42 characters long.').waitFor()
    await dialog.getByLabel('IBAN').fill(taken.iban)
    await dialog.getByRole('button', { name: 'Save payee' }).click()
    await dialog.getByText(`${taken.name} of this company already has this IBAN.`).waitFor()
    const fresh = iban()
    await dialog.getByLabel('IBAN').fill(fresh.toLowerCase().replace(/(.{4})/g, '$1 '))
    await dialog.getByRole('button', { name: 'Save payee' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await stored()).map(({ iban: each }) => each)).toContain(fresh)

    await page.getByRole('row', { name: /Papierwerk/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    const edited = page.getByRole('dialog', { name: 'Edit Papierwerk Süd AG' })
    await edited.getByLabel('Name').fill('Papierwerk Nord AG')
    await edited.getByRole('button', { name: 'Save changes' }).click()
    await edited.waitFor({ state: 'hidden' })
    expect((await stored()).map(({ name }) => name)).toContain('Papierwerk Nord AG')

    await page.goto('/payees')
    await page.getByRole('row', { name: /Papierwerk Nord/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete Papierwerk Nord AG?' })
    await asked.getByRole('button', { name: 'Delete payee' }).click()
    await expect.poll(async () => (await stored()).map(({ id }) => id)).toEqual([taken.id])
    await visitor.close()
  })
})
