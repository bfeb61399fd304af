import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('The Developer page', () => {
  const browser = useBrowser()
  const service = useService('postgres', { files: consoleFiles() })

  const statusWith = async (secret: string): Promise<number> =>
    (await service.current.request('/v1/transactions?limit=1', { secret })).status

  it('creates a first key that works until it is revoked, and not for one request more', async () => {
    const owner = await (await home(service.current)).person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    await page.goto('/settings/developer')
    await page.getByText('Your first key in under a minute').waitFor()
    await page.getByRole('button', { name: 'Create the first key' }).click()

    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledger sync')
    await dialog.getByRole('button', { name: 'None' }).click()
    await dialog.getByRole('checkbox', { name: 'transactions:read' }).check()
    await dialog.getByText('30 days').click()
    await dialog.getByRole('button', { name: 'Create key' }).click()

    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(secret).toMatch(/^florin_[0-9A-Za-z]{40}$/)
    await dialog.getByRole('button', { name: 'Copy secret' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    expect(await dialog.getByText('curl -H').textContent()).toContain(
      `Bearer ${secret}' '${service.current.url}/v1/`,
    )
    expect(await statusWith(secret)).toBe(200)

    await page.keyboard.press('Escape')
    expect(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe(secret)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(secret)

    const row = page.getByRole('row', { name: /Ledger sync/ })
    expect(await row.textContent()).toContain(secret.slice(0, 13))
    await row.getByRole('button', { name: /^Revoke/ }).click()
    const confirm = page.getByRole('dialog', { name: 'Revoke Ledger sync?' })
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusWith(secret)).toBe(200)
    await row.getByRole('button', { name: /^Revoke/ }).click()
    await confirm.getByRole('button', { name: 'Revoke key' }).click()
    await confirm.waitFor({ state: 'hidden' })
    expect(await statusWith(secret)).toBe(401)
    await page.getByRole('radio', { name: /^Revoked/ }).check({ force: true })
    await page.getByRole('row', { name: /Ledger sync/ }).waitFor()
    await visitor.close()
  })

  it('rotates a key; both keys work until the old one is revoked', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const { secret: old } = await service.current.createKey(at.file, {
      name: 'Nightly',
      scopes: ['transactions:read'],
    })
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    await page.goto('/settings/developer')
    await page.getByRole('button', { name: /^Rotate Nightly/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create successor' }).click()
    const next = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(await Promise.all([statusWith(old), statusWith(next)])).toEqual([200, 200])
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Revoke the old key…' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await Promise.all([statusWith(old), statusWith(next)])).toEqual([401, 200])
    await visitor.close()
  })

  it('shows how a key was used, and advises to remove unused scopes', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const secret = await service.current.key(at.file, { name: 'Too wide' })
    for (let count = 0; count < 3; count += 1) expect(await statusWith(secret)).toBe(200)
    await service.current.tidy()
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    await page.goto('/settings/developer')
    await page.getByText('Too wide').first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('This key has unused scopes').waitFor()
    expect(await drawer.textContent()).toContain('127.0.0.1')
    expect(await drawer.textContent()).toContain('payees:write')
    expect(await visitor.violations()).toEqual([])
    await visitor.close()
  })

  it('shows members the keys without any button to change them', async () => {
    const at = await home(service.current)
    const member = await at.person('member')
    await service.current.createKey(at.file, { name: 'Seen by all' })
    const visitor = await Visitor.open(browser.current, service.current, { token: member.token ?? '' })
    const { page } = visitor
    await page.goto('/settings/developer')
    await page.getByText('Seen by all').first().waitFor()
    expect(await page.getByRole('button', { name: /New key|Revoke|Rotate/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
    await visitor.close()
  })
})
