/** PostgreSQL and the service write a transaction's JSON together. It has exactly the loaded values. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Transaction, transaction as transactionSchema } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import { findTransactionJson, findTransactions, listTransactions } from '../../../src/store/transactions.ts'
import { anyElement } from '../../support/anyElement.ts'
import { anyStamp, anyText } from '../../support/anyValues.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

/** Characters with a meaning in JSON, rows or arrays, and multi-byte ones that could be split. */
const unkind = fc
  .array(
    fc.constantFrom(
      ...['"', '\\', '\\"', '/', '\b', '\f', '\n', '\r', '\t', '\u0001', '\u001f', '\u007f', '\u0080'],
      ...[
        '\u2028',
        '\u2029',
        '\ufeff',
        '😀',
        '\u0301',
        '\u200d',
        'é',
        '}',
        '{',
        ',',
        ' : ',
        'null',
        '\\u0041',
      ],
    ),
    { maxLength: 8 },
  )
  .map(parts => parts.join(''))
/** Mostly plain texts, so that some rows need no escaping and some need it in only one field. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'Müller & Söhne', "d'Or") },
  { weight: 1, arbitrary: unkind },
  { weight: 1, arbitrary: anyText },
)

/** Includes all lengths of fraction that PostgreSQL writes. */
const stamp = fc
  .tuple(anyStamp, fc.constantFrom('000', '500', '050', '120', '123', '001'))
  .map(([instant, fraction]) => `${instant.slice(0, 20)}${fraction}Z`)
  .filter(instant => instant > '1970-01-01T00:00:00.000Z')

const categories = [
  // A new workspace without a system category gets the default ones.
  category({ id: 'cat "1"\\', name: '"\\\u2028😀\n', slug: 'a', isSystem: true }),
  category({ id: 'cat_2', name: 'e\u0301', slug: 'b' }),
]
const owner = company()
const on = account(owner)

const anyRow = anyElement(
  transactionSchema,
  {
    id: fc.oneof({ weight: 6, arbitrary: fc.constant('txn') }, { weight: 1, arbitrary: unkind }),
    companyId: fc.constant(owner.id),
    accountId: fc.constant(on.id),
    category: fc.option(fc.constantFrom(...categories.map(({ id, name, slug }) => ({ id, name, slug })))),
    createdAt: stamp,
    updatedAt: stamp,
  },
  { text },
)
/** Ids can be any text; the number at the end makes them unique. */
const anyRows = fc
  .array(anyRow, { minLength: 1, maxLength: 20 })
  .map(rows => rows.map((row, index) => transaction(on, { ...row, id: `${row.id}~${index}` })))

const nullable = Object.entries(transactionSchema.shape)
  .filter(([, field]) => field.safeParse(null).success)
  .map(([name]) => name)

const foreignName = 'of another workspace'

/** A workspace with the same ids but different values. */
const foreignTo = (rows: readonly Transaction[]): WorkspaceFile =>
  workspaceFile({
    companies: [owner],
    accounts: [on],
    categories: categories.map(each => ({ ...each, name: foreignName })),
    transactions: rows.map(({ id }) =>
      transaction(on, {
        id,
        description: foreignName,
        merchantName: foreignName,
        category: { id: 'cat_2', name: foreignName, slug: 'b' },
      }),
    ),
  })

const byId = (rows: readonly Transaction[]): Transaction[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
const parsed = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString())

describeOnBothStores('the JSON of transactions', name => {
  let store: TestStore
  const nowMs = Date.parse('2026-03-01T00:00:00.000Z')
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  const load = (file: WorkspaceFile) =>
    loadWorkspace(store.db, file, { nowMs, actor: { kind: 'command', id: 'test' } })

  /** Loads the rows, and another workspace with the same ids. Returns the id of the first. */
  async function loaded(rows: Transaction[]): Promise<string> {
    const own = workspaceFile({ companies: [owner], accounts: [on], categories, transactions: rows })
    for (const file of [foreignTo(rows), own]) await load(file)
    return own.workspace.id
  }

  async function pageOf(connection: Connection, workspaceId: string, limit = 50) {
    const { data, latest } = await listTransactions(connection, workspaceId, {
      ...{ filters: {}, changed: null, after: null, limit },
    })
    const whole = parsed(Buffer.from(`[${Buffer.from(data.bytes).toString()}]`)) as Transaction[]
    expect(data.texts().map(each => JSON.parse(each))).toEqual(whole)
    expect(data.length).toBe(whole.length)
    return { rows: whole, latest }
  }

  const latestOf = (rows: readonly Transaction[]) =>
    rows
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1)

  it('has exactly the loaded values, in a page and for a single transaction', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async rows => {
        const id = await loaded(rows)
        const page = await pageOf(store.db, id)
        expect(byId(page.rows)).toEqual(byId(rows))
        expect(page.latest).toBe(latestOf(rows))
        expect(
          byId(
            await findTransactions(
              store.db,
              id,
              rows.map(row => row.id),
            ),
          ),
        ).toEqual(byId(rows))
        for (const row of rows.slice(0, 5)) {
          expect(parsed((await findTransactionJson(store.db, id, row.id)) ?? Buffer.from('0'))).toEqual(row)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('has the current categories if those in memory are older', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async rows => {
        const id = await loaded(rows)
        await pageOf(store.db, id)
        const [updatedAt, suffix] = ['9000-01-01T00:00:00.020Z', ' "new"\\\u2029']
        await store.db.query('update transactions set updated_at = $1 where workspace_id = $2', [
          updatedAt,
          id,
        ])
        await store.db.query('update categories set name = name || $1 where workspace_id = $2', [suffix, id])
        const page = await pageOf(store.db, id)
        const renamed = rows.map(({ category: of, ...row }) => ({
          ...row,
          category: of && { ...of, name: of.name + suffix },
          updatedAt,
        }))
        expect(byId(page.rows)).toEqual(byId(renamed))
        expect(page.latest).toBe(updatedAt)
      }),
      { numRuns: 5 },
    )
  })

  it('has null in every field that may be null, all of them at once', async () => {
    const bare = transaction(on, Object.fromEntries(nullable.map(field => [field, null])))
    const id = await loaded([bare])
    expect((await pageOf(store.db, id)).rows).toEqual([bare])
    expect(nullable.length).toBeGreaterThanOrEqual(10)
  })

  it('has the fields in the order of the contract', async () => {
    const rows = [transaction(on), transaction(on, { category: { id: 'cat_2', name: 'e\u0301', slug: 'b' } })]
    const id = await loaded(rows)
    const page = await pageOf(store.db, id)
    for (const row of page.rows) expect(Object.keys(row)).toEqual(Object.keys(transaction(on)))
  })

  it('is not found for an id that only another workspace has', async () => {
    const id = await loaded([transaction(on)])
    const foreign = transaction(on)
    await load(foreignTo([foreign]))
    expect(await findTransactionJson(store.db, id, foreign.id)).toBe(null)
    expect(await findTransactions(store.db, id, [foreign.id])).toEqual([])
  })

  it('has only the rows of the page, and their latest stamp', async () => {
    const rows = ['2026-01-03', '2026-01-02', '2026-01-01'].map((bookingDate, index) =>
      transaction(on, { bookingDate, updatedAt: `2026-02-0${index + 1}T00:00:00.000Z` }),
    )
    const id = await loaded(rows)
    expect(await pageOf(store.db, id, 2)).toEqual({
      rows: rows.slice(0, 2),
      latest: '2026-02-02T00:00:00.000Z',
    })
  })

  it('never leaks bytes of a failed query into a later result', async () => {
    const [failing, other] = [transaction(on, { description: 'secret' }), transaction(on)]
    const [failingId, otherId] = [await loaded([failing, transaction(on)]), await loaded([other])]
    const failed = store.db.transaction(async connection => {
      await connection.query(
        `update transactions set updated_at = '10000-01-01T00:00:00Z' where workspace_id = $1 and id = $2`,
        [failingId, failing.id],
      )
      return await findTransactions(connection, failingId, [failing.id])
    })
    await expect(failed).rejects.toThrow(RangeError)
    expect(parsed((await findTransactionJson(store.db, otherId, other.id)) ?? Buffer.from('0'))).toEqual(
      other,
    )
    expect((await pageOf(store.db, otherId)).rows).toEqual([other])
  })
})
