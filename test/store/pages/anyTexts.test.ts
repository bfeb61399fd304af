/**
 * Pages of rows whose every text is as long and as awkward as the contract allows. The fields come from the contract, so
 * that a new one is tested without a change here. A row's place must not depend on any of its texts.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bill as billSchema } from '../../../src/contract/bills.ts'
import { textLengthMax } from '../../../src/contract/primitives.ts'
import { transaction as transactionSchema } from '../../../src/contract/transactions.ts'
import type { Position } from '../../../src/domain/cursor.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { listBills } from '../../../src/store/bills.ts'
import type { ListPage } from '../../../src/store/pages/walk.ts'
import { listTransactions } from '../../../src/store/transactions.ts'
import { anyElement } from '../../support/anyElement.ts'
import { anyText } from '../../support/anyValues.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

/** As what a place could be read from, were it looked for in the row's JSON. */
const imitations = [
  '","bookingDate":"1999-01-01","valueDate":"1999-01-02"}',
  '"createdAt":"1999-01-01T00:00:00.000Z"',
  '"id":"bil_1"}',
  '\\',
  '\\"',
]
const units = fc.constantFrom('"', '\\', '\n', '\u0001', 'é', '😀', 'a', '}', ',')
const longText = fc
  .tuple(units, fc.constantFrom(90, 99, 100, 101, 150, 1_000, textLengthMax))
  .map(([unit, length]) => unit.repeat(length))
const text = fc.oneof(anyText, fc.constantFrom(...imitations), longText)

const owner = company()
const on = account(owner)
const label = category({ isSystem: true })
const { id, name, slug } = label

const instant = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '1969-12-31T23:59:59.999Z',
)
const updatedAt = fc.constant('2026-02-01T00:00:00.000Z')
const anyId = text.map(each => [...each].slice(0, 200).join(''))
const differing = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.map((row, index) => ({ ...row, id: `${row.id}~${index}` }))
const some = <Row extends { id: string }>(row: fc.Arbitrary<Row>) =>
  fc.array(row, { minLength: 2, maxLength: 8 }).map(differing)

const transactions = some(
  anyElement(
    transactionSchema,
    {
      ...{ id: anyId, companyId: fc.constant(owner.id), accountId: fc.constant(on.id) },
      ...{ category: fc.constantFrom(null, { id, name, slug }), createdAt: instant, updatedAt },
    },
    { text },
  ),
)
const bills = some(
  anyElement(
    billSchema,
    {
      ...{ id: anyId, companyId: fc.constant(owner.id), matchedTransactionId: fc.constant(null) },
      ...{ createdAt: instant, updatedAt },
    },
    { text },
  ),
)

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
/** Newest first, then by id. */
const byCreation = (a: Created, b: Created) => byBytes(b.createdAt, a.createdAt) || byBytes(a.id, b.id)
type Created = { createdAt: string; id: string }

type Rows<Row> = (page: ListPage<Record<string, never>>) => Promise<{ data: Row[]; next: Position | null }>

describeOnBothStores('pages of rows with any texts', store => {
  let test: TestStore
  beforeAll(async () => {
    test = await freshStore(store)
  })
  afterAll(async () => await test?.remove())

  async function walk<Row>(list: Rows<Row>, limit: number, rowsMax: number): Promise<Row[]> {
    const rows: Row[] = []
    let after: Position | null = null
    do {
      const { data, next } = await list({ filters: {}, changed: null, after, limit })
      rows.push(...data)
      after = next
    } while (after !== null && rows.length <= rowsMax)
    return rows
  }

  it('lead from each row to the next, with every text as it was loaded', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, bills, fc.integer({ min: 1, max: 3 }), async (paid, owed, limit) => {
        const given = { companies: [owner], accounts: [on], categories: [label] }
        const foreign = workspaceFile({
          ...given,
          transactions: paid.map(row => transaction(on, { id: row.id })),
        })
        const own = workspaceFile({ ...given, transactions: paid, bills: owed })
        for (const file of [foreign, own]) {
          await loadWorkspace(test.db, file, { nowMs: 0, actor: { kind: 'command', id: 'test' } })
        }
        const workspaceId = own.workspace.id
        const walked = await walk(
          async page => {
            const { data, next } = await listTransactions(test.db, workspaceId, page)
            return { data: data.texts().map(each => JSON.parse(each)), next }
          },
          limit,
          paid.length,
        )
        expect(walked).toEqual(
          paid.toSorted(
            (a, b) => byBytes(b.bookingDate ?? 'none', a.bookingDate ?? 'none') || byCreation(a, b),
          ),
        )
        const bills = await walk(page => listBills(test.db, workspaceId, page), limit, owed.length)
        expect(bills).toEqual(owed.toSorted(byCreation))
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})
