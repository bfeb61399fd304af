/** Rows are escaped only if some text needs it. Checks that every field and character that needs it is detected. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Transaction, transaction as transactionSchema } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { listTransactions } from '../../../src/store/transactions.ts'
import { textFields } from '../../support/anyElement.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

/** Without the null byte, which PostgreSQL does not allow in text. */
const controls = Array.from({ length: 0x1f }, (_, index) => String.fromCharCode(index + 1))
const unkindCharacters = ['"', '\\', ...controls]
const references = ['companyId', 'accountId']
const ownTexts = textFields(transactionSchema).filter(field => !references.includes(field))

const owner = company()
const on = account(owner)

/** Each row has one special character in one field. */
const ofOneText = unkindCharacters.flatMap((character, number) =>
  ownTexts.map(field => transaction(on, { [field]: `a${character}${number}` })),
)
const strangeOwners = unkindCharacters.map((character, number) => company({ id: `com${character}${number}` }))
const strangeAccounts = unkindCharacters.map((character, number) =>
  account(owner, { id: `acc${character}${number}` }),
)
const accountsOfStrangeOwners = strangeOwners.map(each => account(each))
const ofOneId = [...strangeAccounts, ...accountsOfStrangeOwners].map(each => transaction(each))

const byId = (rows: readonly Transaction[]): Transaction[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

describeOnBothStores('the texts of a transaction', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  async function listed(file: WorkspaceFile): Promise<Transaction[]> {
    const nowMs = Date.parse('2026-03-01T00:00:00.000Z')
    await loadWorkspace(store.db, file, { nowMs, actor: { kind: 'command', id: 'test' } })
    const page = { filters: {}, changed: null, after: null, limit: 1_000 }
    const { data } = await listTransactions(store.db, file.workspace.id, page)
    return data.texts().map(text => JSON.parse(text) as Transaction)
  }

  it('are escaped if needed, for each character in each field', async () => {
    const foreign = workspaceFile({
      companies: [owner],
      accounts: [on],
      transactions: ofOneText.map(({ id }) => transaction(on, { id, description: 'foreign' })),
    })
    await listed(foreign)
    const own = workspaceFile({
      companies: [owner, ...strangeOwners],
      accounts: [on, ...strangeAccounts, ...accountsOfStrangeOwners],
      transactions: [...ofOneText, ...ofOneId],
    })
    expect(byId(await listed(own))).toEqual(byId(own.transactions))
  })

  it('are marked as plain if none needs escaping', async () => {
    const plain = [transaction(on), transaction(on, { description: "Müller & Söhne / d'Or, 50 % {1} 😀" })]
    const file = workspaceFile({
      companies: [owner],
      accounts: [on],
      transactions: [...plain, transaction(on, { reference: 'RE "1"' })],
    })
    await listed(file)
    const rows = await store.db.query<{ isPlain: boolean; reference: string | null }>(
      'select is_plain as "isPlain", reference from transactions where workspace_id = $1',
      [file.workspace.id],
    )
    expect(rows).toHaveLength(3)
    for (const { isPlain, reference } of rows) expect(isPlain).toBe(reference !== 'RE "1"')
  })
})
