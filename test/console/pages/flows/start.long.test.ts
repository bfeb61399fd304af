/** From nothing to a workspace with data, and accounts, with the keyboard alone at each width. */
import { describe, expect, it } from 'vitest'
import { createSetupLink } from '../../../../src/actions/people.ts'
import type { Account } from '../../../../src/contract/accounts.ts'
import { linkPath } from '../../../../src/contract/console/paths.ts'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, company, iban, workspaceFile } from '../../../support/builders.ts'
import { actor, TestService, useService } from '../../../support/service.ts'
import { freshStore } from '../../../support/stores.ts'
import { home } from '../../access/people.ts'
import { camtFile, imported } from '../../imports/bankFiles.ts'
import { inviteFor } from '../../samples.ts'
import { consoleFiles } from '../../visitor.ts'
import { Flow, widths } from './flow.ts'

describe.skipIf(!hasBrowser)('Starting with the keyboard alone', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  it.each(widths)('a first workspace, company, account and key at %i', async width => {
    const fresh = await TestService.on(await freshStore('embedded'), { files: consoleFiles() })
    const token = await fresh.store.db.transaction(connection =>
      createSetupLink(connection, null, actor, fresh.nowMs),
    )
    const flow = await Flow.begin(browser.current, fresh, { width })
    const { page } = flow
    await page.goto(linkPath(token))
    await flow.type('E-mail', 'ada@example.com')
    await flow.type('Name', 'Ada Lovelace')
    await flow.type('New password', 'a password for someone new')
    await flow.look('the setup link')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Create your workspace' }).waitFor()
    await flow.look('the first workspace')
    await flow.type('Name', 'Quellmond Group')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Get started' }).waitFor()
    await flow.look('the first steps')
    await flow.press('Add company')
    await flow.type('Legal name', 'Quellmond GmbH')
    await flow.look('a new company')
    await page.keyboard.press('Enter')
    await page.getByText('Quellmond GmbH saved').waitFor()
    await flow.press('Add account')
    await flow.type('Name', 'Giro')
    await flow.type('IBAN', 'DE89370400440532013000')
    await flow.look('a new account')
    await page.keyboard.press('Enter')
    await page.getByText('Giro saved').waitFor()
    await flow.press('Create key')
    await flow.type('Name', 'Ledger', page.getByRole('dialog'))
    await flow.look('a new key')
    await page.keyboard.press('Enter')
    await page
      .getByText(/florin_\w{40}/)
      .first()
      .waitFor()
    await flow.end()
    await fresh.stop()
  })

  it.each(widths)('workspaces, companies and an invitation to another one at %i', async width => {
    const at = await home(service.current, workspaceFile({ companies: [company({ name: 'Nord GmbH' })] }))
    const owner = await at.person('owner')
    const flow = await Flow.begin(browser.current, service.current, { token: owner.token, width })
    const { page } = flow
    await flow.goTo('/settings/workspace')
    await flow.look('the workspace')
    await flow.press(/^Rename/)
    await flow.type('Name', `Group ${width}`, page.getByRole('dialog'))
    await flow.look('renaming')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('main').getByText(`Group ${width}`).first().waitFor()
    await flow.press(/^(New|Add) company/)
    await flow.type('Legal name', 'Süd GmbH')
    await page.keyboard.press('Enter')
    await page.getByText('Süd GmbH saved').waitFor()
    await flow.press(/^New workspace/)
    await flow.type('Name', 'A second one', page.getByRole('dialog'))
    await flow.look('a new workspace')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('main').getByText('A second one').first().waitFor()

    const other = await home(service.current)
    const { token } = await inviteFor({ service: service.current, home: other }, owner.email)
    await page.goto('about:blank')
    await page.goto(linkPath(token))
    await page.getByText(`You are signed in as ${owner.email}.`).waitFor()
    await flow.look('the invitation')
    await flow.press(`Join ${other.file.workspace.name}`)
    await page.getByText(`Welcome to ${other.file.workspace.name}`).waitFor()
    await flow.end()
  })

  it.each(widths)('an account with its history, nickname and state at %i', async width => {
    const owner = company({ name: 'Nord GmbH' })
    const giro = account(owner, { nickname: 'Giro', currency: 'EUR', iban: iban() })
    const at = await home(service.current, workspaceFile({ companies: [owner], accounts: [giro] }))
    await imported(service.current, at.workspaceId, camtFile({ iban: giro.iban ?? '' }))
    const ada = await at.person('owner')
    const stored = async () => (await ada.get(at.at(`/v1/accounts/${giro.id}`))).body as unknown as Account
    const flow = await Flow.begin(browser.current, service.current, { token: ada.token, width })
    const { page } = flow
    await flow.goTo('/accounts')
    await flow.look('the accounts')
    await flow.reach(page.getByRole('button', { name: /^Giro/ }).first())
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Adds up').waitFor()
    await flow.look('the account')
    await flow.press(/^Disable/, drawer)
    await expect.poll(async () => (await stored()).enabled).toBe(false)
    await flow.press(/^Enable/, drawer)
    await expect.poll(async () => (await stored()).enabled).toBe(true)
    await flow.press(/^Edit/, drawer)
    await flow.type('Nickname', 'Tagesgeschäft', flow.dialog('Edit Giro'))
    await flow.look('editing the account')
    await page.keyboard.press('Enter')
    await page.getByText('Tagesgeschäft saved').waitFor()
    expect((await stored()).nickname).toBe('Tagesgeschäft')
    await flow.end()
  })
})
