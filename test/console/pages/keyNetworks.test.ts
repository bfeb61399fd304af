import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('The networks of a key on the Developer page', () => {
  const browser = useBrowser()
  const service = useService('postgres', { files: consoleFiles() })

  const statusWith = async (secret: string): Promise<number> =>
    (await service.current.request('/v1/companies', { secret })).status

  it('can be set with a new key, changed and cleared; mistakes are shown at the field', async () => {
    const owner = await (await home(service.current)).person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    await page.goto('/settings/developer')
    await page.getByRole('button', { name: 'Create the first key' }).click()

    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: 'Allowed networks' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledger sync')
    await field.fill('10.0.0.1/8')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('is an address inside a network').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await visitor.violations()).toEqual([])
    await field.fill('10.0.0.0/8\n2001:db8::/32')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await statusWith(secret)).toBe(403)

    await page.getByText('Ledger sync').first().click()
    const drawer = page.getByRole('dialog', { name: 'Ledger sync', exact: true })
    await drawer.getByText('2001:db8::/32', { exact: true }).waitFor()
    expect(await visitor.violations()).toEqual([])
    await drawer.getByRole('button', { name: 'Networks…' }).click()

    const edit = page.getByRole('dialog', { name: 'Networks of Ledger sync' })
    const list = edit.getByRole('textbox', { name: 'Allowed networks' })
    expect(await list.inputValue()).toBe('10.0.0.0/8\n2001:db8::/32')
    expect(await visitor.violations()).toEqual([])
    await list.fill('127.0.0.1, 10.0.0.0/8')
    await edit.getByRole('button', { name: 'Save networks' }).click()
    await edit.waitFor({ state: 'hidden' })
    expect(await statusWith(secret)).toBe(200)
    await drawer.getByText('127.0.0.1', { exact: true }).first().waitFor()

    await drawer.getByRole('button', { name: 'Networks…' }).click()
    await list.fill('')
    await edit.getByRole('button', { name: 'Save networks' }).click()
    await edit.waitFor({ state: 'hidden' })
    await drawer.getByText('Any', { exact: true }).waitFor()

    await page.goto('/settings/audit')
    await page.getByRole('cell', { name: 'Key networks changed' }).first().waitFor()
    await visitor.close()
  })

  it('are shown to members without a button to change them', async () => {
    const at = await home(service.current)
    const member = await at.person('member')
    const owner = await at.person('owner')
    const request = { name: 'Office only', scopes: [], expiresInDays: null, networks: ['203.0.113.7'] }
    await owner.post(at.at('/keys'), request)
    const visitor = await Visitor.open(browser.current, service.current, { token: member.token ?? '' })
    await visitor.page.goto('/settings/developer')
    await visitor.page.getByText('Office only').first().click()
    await visitor.page.getByText('203.0.113.7', { exact: true }).waitFor()
    expect(await visitor.page.getByRole('button', { name: 'Networks…' }).count()).toBe(0)
    await visitor.close()
  })
})
