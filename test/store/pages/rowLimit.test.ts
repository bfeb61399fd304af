/** How many texts the pages of a list have, and what a small page reads with the text that serves all of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeResources } from '../../../src/contract/changes.ts'
import { pageRowsMax } from '../../../src/contract/primitives.ts'
import { type BillFilters, listBills } from '../../../src/store/bills.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import { openReplica } from '../../../src/store/engine/replica.ts'
import { feedStart, readChanges } from '../../../src/store/feed/changes.ts'
import { listTransactions, type TransactionFilters } from '../../../src/store/transactions.ts'
import { insertWorkspace } from '../../../src/store/workspaces.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'
import { Explainer, recorded } from './explained.ts'
import { insertManyRows, stampOf, transactionCount } from './manyRows.ts'

const workspaceId = 'wsp_many'
const until = stampOf(transactionCount)
const nearlyAll = { after: stampOf(100), until }
const few = { after: stampOf(transactionCount - 51), until }

type Ids = (connection: Connection, limit: number) => Promise<string[]>

const transactions =
  (filters: TransactionFilters, changed: typeof few | null = null): Ids =>
  async (connection, limit) => {
    const page = { filters, changed, after: null, limit }
    const { data } = await listTransactions(connection, workspaceId, page)
    return data.texts().map(text => JSON.parse(text).id)
  }

const bills =
  (filters: BillFilters): Ids =>
  async (connection, limit) => {
    const page = { filters, changed: null, after: null, limit }
    return (await listBills(connection, workspaceId, page)).data.map(({ id }) => id)
  }

const changes: Ids = async (connection, limit) => {
  const filter = { resources: [...changeResources], companyId: 'com_a' }
  const page = await readChanges(connection, workspaceId, filter, feedStart, limit)
  return page.changes.map(({ id }) => id)
}

const lists: [name: string, ids: Ids][] = [
  ['transactions', transactions({})],
  ['transactions of a company', transactions({ companyId: 'com_a' })],
  ['transactions of an account and a status', transactions({ accountId: 'acc_a1', status: 'booked' })],
  ['transactions of one side', transactions({ side: 'debit' })],
  ['transactions, nearly all changed', transactions({}, nearlyAll)],
  ['transactions of a status, nearly all changed', transactions({ status: 'booked' }, nearlyAll)],
  ['transactions, few changed', transactions({}, few)],
  ['bills', bills({})],
  ['bills of several statuses', bills({ status: ['new', 'paid'] })],
  ['changes', changes],
]

describe('a page with a limit (postgres)', () => {
  let store: TestStore
  let explainer: Explainer

  beforeAll(async () => {
    store = await freshStore('postgres')
    await insertWorkspace(store.db, { id: workspaceId, name: 'Many' }, until)
    await insertManyRows(store.db, workspaceId)
    explainer = await Explainer.connect(store.databaseUrl ?? '')
  })
  afterAll(async () => {
    await explainer?.close()
    await store?.remove()
  })

  async function textsOf(ids: Ids, limits: readonly number[], onCluster: boolean): Promise<number> {
    const texts = new Set<string>()
    for (const limit of limits) {
      const { queries } = await recorded(store.db, connection => ids(connection, limit), onCluster)
      for (const { sql } of queries) texts.add(sql)
    }
    return texts.size
  }

  /** A node does not know the limit when it sorts a page that is in order already, in groups of 32 rows. */
  const sortedMore = 2 * 32
  const everyLimit = Array.from({ length: pageRowsMax }, (_, index) => index + 1)

  it.each(lists)('%s: pages of any limit have one text on a cluster', async (_, ids) => {
    // The first page of a long sync also counts what has changed.
    await textsOf(ids, [1], true)
    const ofOne = await textsOf(ids, [50], true)
    expect(await textsOf(ids, everyLimit, true)).toBe(ofOne)
    expect(await textsOf(ids, everyLimit, false)).toBeGreaterThan(ofOne)
  })

  it('a replica of one PostgreSQL is asked like that one, but joins categories', async () => {
    const replica = openReplica({ url: store.databaseUrl ?? '', connections: 1 })
    const { nodeOf, isReplica }: Partial<Connection> = replica.readAt({ workspaceId, epoch: '', clock: '' })
    expect({ nodeOf, isReplica }).toEqual({ nodeOf: undefined, isReplica: true })
    const asked = (connection: Connection) => transactions({})({ ...connection, isReplica: true }, 50)
    const [query, ...others] = (await recorded(store.db, asked)).queries
    expect(query?.sql).toMatch(/ join categories .* limit 51$/s)
    expect(others).toEqual([])
    await replica.close()
  })

  it.each(lists)('%s: a page has the same rows on a cluster', async (_, ids) => {
    for (const limit of [1, 10, 11, 50, 99, pageRowsMax]) {
      const onCluster = await recorded(store.db, connection => ids(connection, limit), true)
      expect(onCluster.result).toEqual(await ids(store.db, limit))
      expect(onCluster.result.length).toBeGreaterThan(0)
    }
  })

  it.each(lists)('%s: a small page reads little more on a cluster', async (_, ids) => {
    const read = async (onCluster: boolean): Promise<number> => {
      const { queries } = await recorded(store.db, connection => ids(connection, 10), onCluster)
      let rows = 0
      for (const query of queries) rows += (await explainer.cost(query, 'force_generic_plan')).rowsWalked
      return rows
    }
    expect(await read(true)).toBeLessThanOrEqual((await read(false)) + sortedMore)
  })
})
