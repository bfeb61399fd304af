import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createSetupLink } from '../../../src/actions/people.ts'
import { linkPath } from '../../../src/contract/console/paths.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { iban } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { codeAt, home, person } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

const password = 'correct horse battery staple'
const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)

describe.skipIf(!hasBrowser)('A person in a browser', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  it('creates the first account with the setup link, signs out, and signs in again', async () => {
    const { foreign, store, nowMs } = service.current
    const token = await createSetupLink(store.db, foreign.workspace.id, actor, nowMs)
    const visitor = await Visitor.open(browser.current, service.current)
    const { page } = visitor

    await page.goto(linkPath(token))
    await page.getByRole('heading', { name: 'Set up Florin' }).waitFor()
    // The token is removed from the address bar immediately.
    expect(page.url()).not.toContain(token)
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('New password').fill('too short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('must be 12 to 200 characters long').waitFor()
    await page.getByLabel('New password').fill('AdaLovelace1815')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('is little more than your name').waitFor()
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // A pending request may have led to this page before the reply to the sign-out arrived.
    const names = async () => (await visitor.context.cookies()).map(({ name }) => name)
    await expect.poll(names).toEqual(['florin_device'])

    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

    await page.goto(linkPath(token))
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await visitor.close()
  })

  it('is asked to sign in again when the session has ended, and continues on the same page', async () => {
    const owner = await (await home(service.current)).person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    await page.goto('/payees')
    await page.getByRole('heading', { name: 'Payees', level: 1 }).waitFor()
    // Otherwise a pending request of this page would open the sign-in page before the click.
    await visitor.settled()
    await owner.delete('/console/sessions')
    await page.getByRole('link', { name: 'Bills' }).click()
    await page.getByText('Your session has ended').waitFor()
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Bills', level: 1 }).waitFor()
    await visitor.close()
  })

  it('stays signed in when a late reply to the previous session arrives', async () => {
    const owner = await (await home(service.current)).person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    // Held until the test releases it.
    const saving = new Promise<Route>(held =>
      page.route('**/v1/payees', route =>
        route.request().method() === 'POST' ? held(route) : route.continue(),
      ),
    )
    await page.goto('/bills')
    await page.getByRole('link', { name: 'Payees' }).click()
    await page.getByRole('button', { name: 'New payee' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Papierwerk Süd AG')
    await dialog.getByLabel('IBAN').fill(iban())
    await dialog.getByRole('button', { name: 'Save payee' }).click()
    await owner.delete('/console/sessions')
    const late = await (await saving).fetch()
    expect(late.status()).toBe(401)
    await page.goBack()
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Bills', level: 1 }).waitFor()
    await (await saving).fulfill({ response: late })
    await visitor.settled()
    await page.getByRole('link', { name: 'Payees' }).click()
    await page.getByRole('heading', { name: 'Payees', level: 1 }).waitFor()
    await visitor.close()
  })

  it('sets up a second factor, and signs in with a code and with a recovery code', async () => {
    const owner = await (await home(service.current)).person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    await page.goto('/settings/security')
    await page.getByRole('button', { name: /Set up/ }).click()
    const dialog = page.getByRole('dialog')
    const secret = ((await dialog.locator('code').first().textContent()) ?? '').replace(/\s/g, '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
    await dialog.getByLabel(/Code/).fill('000000')
    await dialog.getByRole('button', { name: /Switch on/ }).click()
    await dialog.getByText('That code is not valid').waitFor()
    await dialog.getByLabel(/Code/).fill(codeAt(secret, service.current.nowMs))
    await dialog.getByRole('button', { name: /Switch on/ }).click()
    const listed = page.getByRole('list', { name: 'Recovery codes' })
    await listed.waitFor()
    const codes = await listed.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await page.getByLabel('I have stored these codes in a safe place').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await visitor.close()

    service.current.nowMs += 60_000
    for (const code of [codeAt(secret, service.current.nowMs), codes[0] ?? '']) {
      const again = await Visitor.open(browser.current, service.current)
      await again.page.goto('/settings/security')
      await again.page.getByLabel('E-mail').fill(owner.email)
      await again.page.getByLabel('Password', { exact: true }).fill(owner.password)
      await again.page.getByRole('button', { name: 'Sign in' }).click()
      await again.page.getByLabel('Code').fill('123')
      await again.page.getByRole('button', { name: 'Verify and sign in' }).click()
      await again.page.getByText('That code is not valid').waitFor()
      await again.page.getByLabel('Code').fill(code)
      await again.page.getByRole('button', { name: 'Verify and sign in' }).click()
      await again.page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
      await again.close()
    }
  })

  it('leaves no secret in the URL, storage or history of the browser', async () => {
    const owner = await (await home(service.current)).person('owner')
    const visitor = await Visitor.open(browser.current, service.current)
    const { page } = visitor
    await page.goto('/')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    const kept = await page.evaluate(
      'JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state])',
    )
    const cookies = await visitor.context.cookies()
    expect(
      cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite })).sort(byName),
    ).toEqual([
      { name: 'florin_device', httpOnly: true, sameSite: 'Strict' },
      { name: 'florin_session', httpOnly: true, sameSite: 'Lax' },
    ])
    for (const { value } of cookies) expect(kept).not.toContain(value)
    expect(kept).not.toContain(owner.password)
    await visitor.close()
  })

  it('without a workspace sees a page that says so', async () => {
    const nobody = await person(service.current)
    const visitor = await Visitor.open(browser.current, service.current, { token: nobody.token ?? '' })
    await visitor.page.goto('/')
    await visitor.page.getByText('You do not belong to a workspace').waitFor()
    expect(await visitor.violations()).toEqual([])
    await visitor.close()
  })
})
