import { describe, expect, it } from 'vitest'
import { linkPath } from '../../../src/contract/console/paths.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { Browser, home, homeOf, person, sessionOf } from '../access/people.ts'
import { inviteFor } from '../samples.ts'
import { consoleFiles, openFilters, Visitor } from '../visitor.ts'
import { overHttp } from '../wire.ts'

describe.skipIf(!hasBrowser)('Sessions and invitations on the pages', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })
  const visitorOf = ({ token }: { token: string | null }, options = {}) =>
    Visitor.open(browser.current, service.current, { token: token ?? '', ...options })

  it('the Security page lists sessions by browser, and ends one without affecting the others', async () => {
    const owner = await (await home(service.current)).person('owner')
    const lost = new Browser(overHttp(service.current), await sessionOf(service.current, owner.id))
    // A session records its browser at its next use, at most once a minute.
    service.current.nowMs += 60_000
    const visitor = await visitorOf(owner)
    const { page } = visitor
    await page.goto('/settings/security')
    const table = page.getByRole('table', { name: 'Your sessions' })
    await table.getByText('This session').waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBe(3)
    await table.getByText('Chrome on Linux').waitFor()
    await table.getByText('Unknown browser', { exact: true }).first().waitFor()
    expect(await visitor.violations()).toEqual([])
    await table.getByRole('button', { name: /Sign out Unknown browser/ }).click()
    await page.getByRole('dialog').getByText('will be signed out immediately').waitFor()
    expect(await visitor.violations()).toEqual([])
    await page.getByRole('button', { name: 'Sign out session' }).click()
    await page.getByText('Session ended').waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    expect((await lost.get('/console/session')).status).toBe(401)
    expect(await owner.isSignedIn()).toBe(true)
    await visitor.close()
  })

  it('the Security page has no axe violations and no overflow on a phone in the dark theme', async () => {
    const owner = await (await home(service.current)).person('owner')
    await sessionOf(service.current, owner.id)
    const visitor = await visitorOf(owner, { dark: true, width: 375 })
    await visitor.page.goto('/settings/security')
    await visitor.page.getByText('This session').waitFor()
    expect(await visitor.violations()).toEqual([])
    expect(await visitor.sidewaysPixels()).toBe(0)
    await visitor.close()
  })

  it('an invitation lets a signed-in person join with one click', async () => {
    const bob = await homeOf(service.current, service.current.foreign).person('member')
    const at = await home(service.current)
    const { token } = await inviteFor({ service: service.current, home: at }, bob.email)
    const visitor = await visitorOf(bob)
    const { page } = visitor
    await page.goto(linkPath(token))
    await page.getByText(`You are signed in as ${bob.email}.`).waitFor()
    expect(await visitor.violations()).toEqual([])
    await page.getByRole('button', { name: `Join ${at.file.workspace.name}` }).click()
    await page.getByText(`Welcome to ${at.file.workspace.name}`).waitFor()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(page.url()).toContain(encodeURIComponent(at.workspaceId))
    await visitor.close()
  })

  it('an invitation opened by somebody else says whose it is, and offers to sign out and join', async () => {
    const eve = await homeOf(service.current, service.current.foreign).person('member')
    const bob = await person(service.current)
    const at = await home(service.current)
    const { token } = await inviteFor({ service: service.current, home: at }, bob.email)
    const visitor = await visitorOf(eve)
    const { page } = visitor
    await page.goto(linkPath(token))
    await page
      .getByText(`This invitation is for ${bob.email}, and you are signed in as ${eve.email}`)
      .waitFor()
    expect(await visitor.violations()).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password', { exact: true }).fill(bob.password)
    await page.getByRole('button', { name: 'Sign in and join' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(await eve.isSignedIn()).toBe(false)
    await visitor.close()
  })

  it('the audit log describes sign-ins in plain words, and members do not see the second factor of others', async () => {
    const at = await home(service.current)
    const [owner, member] = [await at.person('owner', { name: 'Ada' }), await at.person('member')]
    await owner.signIn(owner.elsewhere())
    await owner.signIn(owner.elsewhere(), { password: 'wrong' })
    await owner.signIn(owner.elsewhere(), { password: 'wrong' })
    await service.current.tidy()
    const visitor = await visitorOf(owner)
    await visitor.page.goto('/settings/audit')
    const table = visitor.page.getByRole('table', { name: /Audit log/ })
    await table.getByText('Signed in', { exact: true }).waitFor()
    await table.getByText('Sign-in failed').waitFor()
    await table.getByText('Ada · wrong password · 2 attempts · at 127.0.0.1').waitFor()
    await openFilters(visitor.page)
    await visitor.page.getByLabel('Actor type').selectOption('visitor')
    await table.getByText('Signed in', { exact: true }).waitFor({ state: 'hidden' })
    expect(await visitor.violations()).toEqual([])
    await visitor.page.goto('/settings/people')
    const people = visitor.page.getByRole('table', { name: 'People' })
    await people.getByRole('columnheader', { name: 'Second factor' }).waitFor()
    await visitor.close()

    const theirs = await visitorOf(member)
    await theirs.page.goto('/settings/people')
    const seen = theirs.page.getByRole('table', { name: 'People' })
    await seen.getByText(owner.email).waitFor()
    expect(await seen.getByRole('columnheader').allTextContents()).toEqual(['Person', 'Role', 'Joined'])
    await theirs.close()
  })
})
