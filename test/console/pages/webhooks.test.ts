import { describe, expect, it } from 'vitest'
import { createWebhook, type WebhookRequest } from '../../../src/actions/webhooks.ts'
import type { Webhook } from '../../../src/contract/console/webhooks.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { actor, useService } from '../../support/service.ts'
import { masterSecret, verified, webhookRequest } from '../../support/webhooks.ts'
import { type Home, home, type Person } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'
import { FakeReceiver } from '../webhooks/receiver.ts'

describe.skipIf(!hasBrowser)('The Webhooks page', () => {
  const browser = useBrowser()
  const receiver = new FakeReceiver()
  const service = useService('postgres', { files: consoleFiles(), webhooks: receiver.tools })

  const visit = (by: Person, options: { width?: number } = {}) =>
    Visitor.open(browser.current, service.current, { token: by.token ?? '', ...options })

  async function made({ workspace }: WorkspaceFile, given: Partial<WebhookRequest> = {}): Promise<string> {
    const { store, nowMs } = service.current
    const work = { db: store.db, tools: receiver.tools, actor, nowMs }
    return (await createWebhook(work, workspace.id, webhookRequest(given))).webhook.id
  }

  const listed = async (by: Person, { at }: Home) => (await by.get(at('/webhooks'))).body.data as Webhook[]

  const lastReceived = () => {
    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' }
    return { headers: { ...headers }, body }
  }

  it('creates a webhook whose secret is shown once and signs the test message', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const foreign = await made(service.current.foreign, { name: 'Foreign ledger' })
    const visitor = await visit(owner)
    const { page } = visitor
    await page.goto('/settings/webhooks')
    await page.getByRole('button', { name: 'Create the first webhook' }).click()

    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledger')
    const url = dialog.getByRole('textbox', { name: 'URL' })
    await url.fill('http://ledger.example/florin')
    await dialog.getByRole('checkbox', { name: 'Companies' }).uncheck()
    await dialog.getByRole('radio', { name: 'The changed rows' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText('Must start with https://.').waitFor()
    expect(await page.evaluate('document.activeElement.value')).toBe('http://ledger.example/florin')
    expect(await visitor.violations()).toEqual([])
    await url.fill('https://ledger.example/florin')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()

    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    await dialog.getByRole('button', { name: 'Copy secret' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await page.keyboard.press('Escape')
    expect(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe(secret)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()

    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('The test was delivered').waitFor()
    expect(verified(secret, lastReceived())).toMatchObject({ type: 'webhook.test' })
    await page.getByRole('cell', { name: 'Delivered' }).waitFor()
    const [webhook] = await listed(owner, at)
    expect(webhook).toMatchObject({
      ...{ name: 'Ledger', url: 'https://ledger.example/florin', include: 'objects', companyId: null },
      resources: ['account', 'bill', 'category', 'payee', 'transaction'],
    })

    await page.goto(`/settings/webhooks?webhook=${foreign}`)
    await page.getByText('This webhook is not in the workspace.').waitFor()
    const content = await page.content()
    expect(content).not.toContain(secret)
    expect(content).not.toContain('Foreign ledger')
    await visitor.close()
  })

  it('says why a webhook fails and when it is tried next, and tries again when asked', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    await made(at.file, { start: 'beginning', url: 'https://ledger.example/hook?token=private' })
    receiver.status = 503
    await receiver.deliver(service.current)
    const visitor = await visit(owner, { width: 360 })
    const { page } = visitor
    await page.goto('/settings/webhooks')
    const row = page.getByRole('row', { name: /Ledger/ })
    await row.getByText('Failing').waitFor()
    expect(await page.content()).not.toContain('private')

    await page.getByRole('button', { name: /^Ledger/ }).press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('The receiver replied with status 503').waitFor()
    expect(await drawer.textContent()).toContain('has failed once. Next attempt')
    expect(await visitor.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await visitor.violationsOfColours()).toEqual([])
    expect(await visitor.sidewaysPixels()).toBe(0)

    receiver.status = 200
    await drawer.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('Ledger tries again now').waitFor()
    await receiver.deliver(service.current)
    await drawer.getByText('Up to date').waitFor()
    await drawer.getByRole('cell', { name: 'Delivered' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await visitor.close()
  })

  it('rotates, replays, edits, disables and deletes a webhook, and asks before what cannot be undone', async () => {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const id = await made(at.file)
    const visitor = await visit(owner)
    const { page } = visitor
    await page.goto(`/settings/webhooks?webhook=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Ledger', exact: true })
    const now = async () => (await listed(owner, at))[0]
    const press = (name: string) => drawer.getByRole('button', { name }).click()

    await press('Rotate…')
    const rotate = page.getByRole('dialog', { name: 'Rotate the secret of Ledger?' })
    await rotate.getByRole('button', { name: 'Cancel' }).click()
    expect(await now()).toMatchObject({ previousSecretUntil: null })
    await press('Rotate…')
    await rotate.getByRole('button', { name: 'Create new secret' }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await press('Send test')
    await drawer.getByText('The test was delivered').waitFor()
    expect(verified(secret, lastReceived())).toMatchObject({ type: 'webhook.test' })

    await press('Replay…')
    const replay = page.getByRole('dialog', { name: 'Replay Ledger' })
    await replay.getByLabel('Changed since').fill('')
    await replay.getByRole('button', { name: 'Send again' }).click()
    await replay.getByText('Choose a date and a time.').waitFor()
    await replay.getByLabel('Changed since').fill('2999-01-01T00:00')
    await replay.getByRole('button', { name: 'Send again' }).click()
    await replay.getByText('has not been delivered yet').waitFor()
    expect(await now()).toMatchObject({ upToDate: true })
    await replay.getByText('Everything').click()
    await replay.getByRole('button', { name: 'Send again' }).click()
    await replay.waitFor({ state: 'hidden' })
    expect(await now()).toMatchObject({ upToDate: false, deliveredTo: null })

    await press('Edit…')
    const edit = page.getByRole('dialog', { name: 'Edit Ledger' })
    await edit.getByRole('textbox', { name: 'URL' }).fill('https://new.example/')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await edit.waitFor({ state: 'hidden' })
    expect(await now()).toMatchObject({ url: 'https://new.example/', state: 'active' })

    await press('Disable')
    await drawer.getByText('Someone disabled this webhook').waitFor()
    await press('Enable')
    await drawer.getByRole('button', { name: 'Disable' }).waitFor()
    expect(await now()).toMatchObject({ state: 'active' })

    await press('Delete…')
    const doomed = page.getByRole('dialog', { name: 'Delete Ledger?' })
    expect(await doomed.textContent()).toContain('new.example gets no more messages')
    await doomed.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('button', { name: 'Create the first webhook' }).waitFor()
    expect(await listed(owner, at)).toEqual([])
    await visitor.close()
  })

  it('says what to set if the service sends no webhooks, and pretends nothing', async () => {
    const at = await home(service.current)
    const admin = await at.person('admin')
    await made(at.file)
    receiver.tools.master = null
    try {
      const visitor = await visit(admin)
      const { page } = visitor
      await page.goto('/settings/webhooks')
      await page.getByText('FLORIN_SECRET is not set').waitFor()
      expect(await page.getByRole('button', { name: 'New webhook' }).count()).toBe(0)
      await page.getByText('Paused').waitFor()
      await page.getByRole('button', { name: /^Ledger/ }).click()
      await page.getByText('Webhooks are off on this service').waitFor()
      expect(await page.getByRole('button', { name: /Send test|Rotate/ }).count()).toBe(0)
      expect(await visitor.violations()).toEqual([])
      await visitor.close()
    } finally {
      receiver.tools.master = masterSecret
    }
  })

  it('does not exist for members', async () => {
    const at = await home(service.current)
    await made(at.file)
    const visitor = await visit(await at.person('member'))
    const { page } = visitor
    await page.goto('/settings/webhooks')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
    await visitor.close()
  })
})
