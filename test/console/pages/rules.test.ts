import { describe, expect, it } from 'vitest'
import type { Rule } from '../../../src/contract/console/rules.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { type Home, home, type Person } from '../access/people.ts'
import { consoleFiles, Visitor, type VisitorOptions } from '../visitor.ts'

describe.skipIf(!hasBrowser)('The Rules page', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })
  const visitorOf = ({ token }: { token: string | null }, options: VisitorOptions = {}) =>
    Visitor.open(browser.current, service.current, { token: token ?? '', ...options })

  async function world() {
    const owner = company({ name: 'Nordlicht' })
    const on = account(owner)
    const [rent, food] = [category({ name: 'Rent', isSystem: true }), category({ name: 'Food' })]
    const rows = [
      transaction(on, { counterpartyName: 'Haus & Hof', reference: 'Miete Mai', bookingDate: '2026-05-02' }),
      transaction(on, { counterpartyName: 'Café Größe', reference: 'Kaffee' }),
    ]
    const file = workspaceFile({
      companies: [owner],
      accounts: [on],
      categories: [rent, food],
      transactions: rows,
    })
    const at = await home(service.current, file)
    return { at, rent, food, rows, ada: await at.person('owner', { name: 'Ada' }) }
  }

  const listed = async (by: Person, { at }: Home) => (await by.get(at('/rules'))).body.data as Rule[]
  const categoryOf = async (by: Person, { at }: Home, { id }: { id: string }) =>
    ((await by.get(at(`/v1/transactions/${id}`))).body as Transaction).category?.name ?? null

  it('creates, edits, reorders and deletes rules, and previews what applying them would change', async () => {
    const { at, rows, ada } = await world()
    const [first, second] = rows as [Transaction, Transaction]
    const visitor = await visitorOf(ada)
    const { page } = visitor
    await page.goto('/settings/rules')
    await page.getByText('No rules yet').waitFor()
    await page.getByRole('button', { name: 'New rule' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Rent of the office')
    await dialog.getByLabel('Category').selectOption('Rent')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByText(/needs at least one condition/).waitFor()
    await dialog.getByLabel('Words').fill('miete')
    await dialog.getByLabel('At least').fill('20,5')
    await dialog.getByLabel('At most').fill('10')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByText('Must not be less than amountMin.').waitFor()
    await dialog.getByLabel('At least').fill('')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    const table = page.getByRole('table', { name: 'Rules' })
    await table.getByText('Any transaction that mentions “miete” of 10 or less').waitFor()

    await page.getByRole('button', { name: 'New rule' }).click()
    await dialog.getByLabel('Name').fill('Coffee')
    await dialog.getByLabel('Category').selectOption('Food')
    await dialog.getByLabel('Direction').selectOption('debit')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await table.getByText('Coffee').waitFor()
    await page.getByRole('button', { name: 'Move Coffee up' }).click()
    await expect
      .poll(async () => (await listed(ada, at)).map(({ name }) => name))
      .toEqual(['Coffee', 'Rent of the office'])
    await table.getByRole('row').nth(1).getByText('Coffee').waitFor()
    expect(await page.getByRole('button', { name: 'Move Coffee up' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Move Coffee down' }).click()
    await table.getByRole('row').nth(2).getByText('Coffee').waitFor()

    await page.getByRole('button', { name: 'Apply to all transactions' }).click()
    await dialog.getByText('2 of 2 transactions would get another category.').waitFor()
    expect(await categoryOf(ada, at, first)).toBeNull()
    await dialog.getByRole('button', { name: 'Change 2 transactions' }).click()
    await page.getByText('2 transactions changed').waitFor()
    expect([await categoryOf(ada, at, first), await categoryOf(ada, at, second)]).toEqual(['Rent', 'Food'])
    await page.getByRole('button', { name: 'Apply to all transactions' }).click()
    await dialog.getByText(/Nothing would change/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Edit Coffee' }).click()
    expect(await dialog.getByLabel('Direction').inputValue()).toBe('debit')
    await dialog.getByLabel('Counterparty').fill('grosse')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await table.getByText('Money out with counterparty “grosse”').waitFor()
    await page.getByRole('button', { name: 'Delete Rent of the office' }).click()
    await dialog.getByRole('button', { name: 'Delete rule' }).click()
    await table.getByText('Rent of the office').waitFor({ state: 'hidden' })
    expect((await listed(ada, at)).map(({ name, position }) => [name, position])).toEqual([['Coffee', 0]])
    await visitor.close()
  })

  it('shows members the rules without any button to change them', async () => {
    const { at, rent, rows, ada } = await world()
    const [row] = rows as [Transaction]
    const conditions = { companyId: null, counterparty: 'haus', words: null, type: null, side: null }
    const given = {
      name: 'Rent',
      categoryId: rent.id,
      ...conditions,
      amountMin: null,
      amountMax: null,
      currency: null,
    }
    expect((await ada.post(at.at('/rules'), given)).status).toBe(201)
    const visitor = await visitorOf(await at.person('member'))
    const { page } = visitor
    await page.goto('/settings/rules')
    await page.getByText('Any transaction with counterparty “haus”').waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await page.goto(`/transactions?transaction=${row.id}`)
    await page.getByText('No rule applies').waitFor()
    expect(await page.getByRole('dialog').getByRole('combobox').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Create a rule from this' }).count()).toBe(0)
    await visitor.close()
  })

  it('shows an error if rules cannot be loaded, and loads them on retry', async () => {
    const { ada } = await world()
    const visitor = await visitorOf(ada)
    const { page } = visitor
    await page.route('**/console/workspaces/*/rules', route =>
      route.fulfill({
        status: 500,
        json: { code: 'INTERNAL_ERROR', message: 'It failed.', status: 500, defined: false },
      }),
    )
    await page.goto('/settings/rules')
    await page.getByText('It failed.').waitFor()
    await page.unroute('**/console/workspaces/*/rules')
    await page.getByRole('button', { name: /Try again/ }).click()
    await page.getByText('No rules yet').waitFor()
    await visitor.close()
  })

  it("keeps a person's choice of category on a transaction, and creates a rule from it", async () => {
    const { at, rows, ada } = await world()
    const [row] = rows as [Transaction]
    const visitor = await visitorOf(ada)
    const { page } = visitor
    await page.goto('/transactions')
    await page.getByRole('button', { name: /^Haus & Hof/ }).click()
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('No rule applies').waitFor()
    await drawer.getByLabel('Category').selectOption('Food')
    await drawer.getByText('Chosen by Ada; rules do not change it').waitFor()
    expect(await categoryOf(ada, at, row)).toBe('Food')
    // The table behind the drawer reloads and shows it too.
    await page.locator('table').getByText('Food').first().waitFor()
    await drawer.getByRole('button', { name: 'Create a rule from this' }).click()
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    expect(await dialog.getByLabel('Counterparty').inputValue()).toBe('Haus & Hof')
    expect(await dialog.getByLabel('Direction').inputValue()).toBe('debit')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await listed(ada, at)).toMatchObject([
      { name: 'Haus & Hof', counterparty: 'Haus & Hof', side: 'debit' },
    ])
    await drawer.getByLabel('Category').selectOption('')
    await expect.poll(() => categoryOf(ada, at, row)).toBeNull()
    await expect.poll(() => drawer.getByLabel('Category').inputValue()).toBe('')
    await drawer.getByText('Chosen by Ada; rules do not change it').waitFor()
    await visitor.close()
  })

  it.each([
    ['light and dark', 1280],
    ['phone', 360],
  ])('has no axe violations in any dialog: %s', async (_, width) => {
    const { at, rent, food, rows, ada } = await world()
    const [row] = rows as [Transaction]
    const none = {
      companyId: null,
      counterparty: null,
      words: null,
      type: null,
      side: null,
      amountMin: null,
      amountMax: null,
      currency: null,
    }
    const company = at.file.companies[0]?.id
    for (const rule of [
      {
        name: 'Rent of the office',
        categoryId: rent.id,
        words: 'miete büro',
        side: 'debit',
        amountMin: '10.00',
        amountMax: '500.00',
        currency: 'EUR',
        companyId: company,
      },
      { name: 'Coffee', categoryId: food.id, counterparty: 'Café', type: 'Card' },
    ]) {
      expect((await ada.post(at.at('/rules'), { ...none, ...rule })).status).toBe(201)
    }
    const visitor = await visitorOf(ada, { width })
    const { page } = visitor
    const clean = async (what: string) => {
      expect([
        what,
        await visitor.violations({ contrast: width > 360 }),
        width > 360 ? await visitor.violationsInDark() : [],
        await visitor.sidewaysPixels(),
      ]).toEqual([what, [], [], 0])
    }
    await page.goto('/settings/rules')
    await page.getByText('Rent of the office').waitFor()
    await clean('list')
    await page.getByRole('button', { name: 'Edit Rent of the office' }).click()
    await page.getByRole('dialog').getByLabel('Words').waitFor()
    await clean('edit')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Apply to all transactions' }).click()
    await page.getByText(/would get another category/).waitFor()
    await clean('apply')
    await page.keyboard.press('Escape')
    await page.goto(`/transactions?transaction=${row.id}`)
    await page.getByRole('button', { name: 'Create a rule from this' }).waitFor()
    await clean('drawer')
    await page.getByRole('button', { name: 'Create a rule from this' }).click()
    await page.getByRole('dialog', { name: 'New rule' }).waitFor()
    await clean('from-transaction')
    await visitor.close()
  })
})
