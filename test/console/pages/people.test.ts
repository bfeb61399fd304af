import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { home, person } from '../access/people.ts'
import { consoleFiles, openFilters, Visitor } from '../visitor.ts'

const password = 'a password for someone new'

describe.skipIf(!hasBrowser)('The People and Audit pages', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })
  const visitorOf = ({ token }: { token: string | null }) =>
    Visitor.open(browser.current, service.current, { token: token ?? '' })

  it('invite a person by link, change their role and remove them, effective from their next page', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const visitor = await visitorOf(owner)
    const { page } = visitor
    await page.goto('/settings/people')
    await page
      .getByRole('button', { name: /Invite/ })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('grace@example.com')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    expect(link).toMatch(new RegExp(`^${service.current.url}/join#[\\w-]{43}$`))
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(link)

    const guest = await Visitor.open(browser.current, service.current)
    await guest.page.goto(link)
    await guest.page.getByLabel('Name').fill('Grace Hopper')
    await guest.page.getByLabel('New password').fill(password)
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await guest.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await guest.page.goto('/payees')
    await guest.page.getByRole('heading', { name: 'Payees', level: 1 }).waitFor()
    await guest.settled()
    expect(await guest.page.getByRole('button', { name: /New payee/ }).count()).toBe(0)

    await page.reload()
    await page.getByRole('button', { name: /Change role of Grace Hopper/ }).click()
    await page.getByRole('radio', { name: /bookkeeper/i }).check()
    await page.getByText('Grace Hopper can import files and change categories, bills and payees.').waitFor()
    await page.getByRole('button', { name: 'Change role', exact: true }).click()
    await page.getByText('Grace Hopper is now a bookkeeper').waitFor()
    await guest.page.goto('/payees')
    await guest.page
      .getByRole('button', { name: /New payee/ })
      .first()
      .waitFor()
    await guest.page.goto('/settings/developer')
    await guest.page.getByText('Owners and admins can create and revoke them.').waitFor()
    expect(await guest.page.getByRole('link', { name: 'Audit' }).count()).toBe(0)

    await page.reload()
    await page.getByRole('button', { name: /Change role of Grace Hopper/ }).click()
    await page.getByRole('radio', { name: /admin/i }).check()
    await page.getByRole('button', { name: 'Change role', exact: true }).click()
    await page.getByText('Grace Hopper is now an admin').waitFor()
    await guest.page.goto('/settings/people')
    const ofOwner = guest.page.getByRole('button', { name: `Change role of ${owner.name}` })
    expect(await ofOwner.isDisabled()).toBe(true)

    await page.getByRole('button', { name: /Remove Grace Hopper/ }).click()
    await page.getByRole('button', { name: 'Remove person' }).click()
    await page.getByText('Grace Hopper removed').waitFor()
    await guest.page.goto('/payees')
    await guest.page
      .getByText(/no longer belong|not belong/i)
      .first()
      .waitFor()
    await guest.close()
    await visitor.close()
  })

  it('do not let the last owner leave, and say why', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const visitor = await visitorOf(owner)
    const { page } = visitor
    await page.goto('/settings/people')
    await page.getByRole('button', { name: 'Leave the workspace' }).click()
    await page.getByRole('button', { name: 'Leave workspace' }).click()
    await page.getByText('This is the last owner').waitFor()
    expect((await owner.get(at.at('/people'))).status).toBe(200)
    await visitor.close()
  })

  it('let invited people with an account join with its password', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const known = await person(service.current)
    const invited = await owner.post(at.at('/invites'), { email: known.email, role: 'member' })
    const { linkPath } = invited.body as { linkPath: string }
    const visitor = await Visitor.open(browser.current, service.current)
    const { page } = visitor
    await page.goto(linkPath)
    await page.getByLabel('Password', { exact: true }).fill(known.password)
    await page.getByRole('button', { name: 'Sign in and join' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await visitor.close()
  })

  it('filter the audit log, and export it as CSV without spreadsheet formulas', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner', { name: '=HYPERLINK("http://evil")' })
    for (const name of ['First', 'Second, with a comma']) {
      const made = await owner.post(at.at('/keys'), { name, scopes: [], expiresInDays: null })
      expect(made.status).toBe(201)
      service.current.nowMs += 1_000
    }
    await owner.post(at.at('/invites'), { email: 'someone@example.com', role: 'member' })
    const visitor = await visitorOf(owner)
    const { page } = visitor
    await page.goto('/settings/audit')
    const table = page.getByRole('table', { name: /Audit log/ })
    await table.getByText('someone@example.com').first().waitFor()
    await openFilters(page)
    await page.getByLabel('Action').selectOption('key.created')
    await table.getByText('someone@example.com').first().waitFor({ state: 'hidden' })
    await table.getByText('Second, with a comma').first().waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /Export/ }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^florin-audit-.*\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(lines[0]?.charCodeAt(0)).toBe(0xfeff)
    expect(lines.filter(line => line !== '')).toHaveLength(3)
    expect(lines[1]).toContain('Second, with a comma')
    expect(lines[0]).toMatch(/,in words$/)
    expect(lines[1]).toContain('Key created: Second, with a comma')
    // A leading quote keeps spreadsheets from running it as a formula.
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")"`)
    await visitor.close()
  })
})
