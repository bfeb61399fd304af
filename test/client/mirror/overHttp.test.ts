/** A mirror of the real service, on both stores, while others write. */
import { expect, it } from 'vitest'
import { type ChangesPage, createClient, type FlorinClient } from '../../../src/client/index.ts'
import { type ChangeResource, changeResources } from '../../../src/contract/changes.ts'
import { randomStream } from '../../../src/demo/random.ts'
import { deleteRows } from '../../../src/store/engine/deleteRows.ts'
import { payeesTable } from '../../../src/store/payees.ts'
import { transactionsTable } from '../../../src/store/transactions.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { account, category, company, payee, transaction, workspaceFile } from '../../support/builders.ts'
import { writeRandomly } from '../../support/randomWriter.ts'
import { type TestService, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { listsIn, listsOf } from './lists.ts'
import { MemoryStore } from './memoryStore.ts'

function newWorkspace() {
  const owner = company()
  const on = account(owner)
  const label = category()
  return workspaceFile({
    companies: [owner],
    accounts: [on],
    categories: [label],
    transactions: Array.from({ length: 130 }, (_, index) =>
      transaction(on, {
        bookingDate: index % 9 === 0 ? null : `2026-0${1 + (index % 6)}-1${index % 10}`,
        ...(index % 4 === 0 && { category: { id: label.id, name: label.name, slug: label.slug } }),
      }),
    ),
    payees: Array.from({ length: 8 }, () => payee(owner)),
  })
}

type File = ReturnType<typeof newWorkspace>

function first<Row>(rows: readonly Row[] | undefined): Row {
  if (rows?.[0] === undefined) throw new Error('The workspace has no such row.')
  return rows[0]
}

/** Adds, changes and deletes rows, and renames what other rows show. */
async function writeEverything(service: TestService, file: File, seed: number): Promise<void> {
  const { db } = service.store
  const { below } = randomStream(`writer ${seed}`)
  const workspaceId = file.workspace.id
  const on = first(file.accounts)
  const task = { workspaceId, companyId: on.companyId, accountId: on.id, seed, writes: 3 }
  for (let round = 0; round < 3; round += 1) {
    await writeRandomly(db, { ...task, seed: seed * 100 + round })
    await writeWorkspace(db, workspaceId, service.nowMs, async connection => {
      const ids = Array.from({ length: 20 }, () => file.transactions?.[below(130)]?.id ?? '')
      const gone =
        (await deleteRows(connection, transactionsTable, workspaceId, ids)) +
        (await deleteRows(connection, payeesTable, workspaceId, [file.payees?.[below(8)]?.id ?? '']))
      return { result: undefined, changed: gone > 0 }
    })
    await service.load({
      ...file,
      accounts: [{ ...on, balance: `${below(1000)}.00` }],
      categories: [{ ...first(file.categories), name: `Renamed ${below(1000)}` }],
      // Some of them come back.
      transactions: file.transactions?.slice(0, 40),
      payees: file.payees?.slice(0, 2),
    })
  }
}

describeOnBothStores('A mirror', store => {
  const service = useService(store)
  const mirroring = async (file: File) => {
    await service.current.load(file)
    const secret = await service.current.key(file)
    const baseUrl = `${service.current.url}/v1`
    return createClient({ baseUrl, apiKey: secret, fetch })
  }
  const expectEqual = async (copy: MemoryStore, client: FlorinClient) => {
    expect(listsIn([...copy.rows.values()].flat())).toEqual(await listsOf(client))
  }

  it('equals all lists whenever it is up to date, whatever others write', async () => {
    const file = newWorkspace()
    const client = await mirroring(file)
    const copies = [new MemoryStore(), new MemoryStore()]
    for (let round = 0; round < 2; round += 1) {
      let isWriting = true
      const writing = Promise.all(
        [1, 2].map(seed => writeEverything(service.current, file, round * 10 + seed)),
      )
      const syncing = copies.map(async copy => {
        // A new mirror each time, as after a kill.
        while (isWriting) await client.mirror(copy).sync()
      })
      await writing
      isWriting = false
      await Promise.all(syncing)
      for (const copy of copies) {
        const mirror = client.mirror(copy)
        expect(await mirror.verify()).toMatchObject({
          equal: true,
          resyncs: 0,
          repaired: { missing: 0, stale: 0, extra: 0, doubled: 0 },
        })
        await expectEqual(copy, client)
      }
    }
  })

  it('follows page by page, of any size, to the same copy', async () => {
    const file = newWorkspace()
    const client = await mirroring(file)
    const copy = new Map<string, ChangesPage['changes'][number]>()
    const apply = ({ changes }: ChangesPage) => {
      for (const change of changes) {
        const key = `${change.resource} ${change.id}`
        if (change.object === null) copy.delete(key)
        else copy.set(key, change)
      }
    }
    let cursor: string | undefined
    const writing = writeEverything(service.current, file, 7)
    for (const limit of [1, 100, 3, 17, 50]) {
      let pages = 0
      for await (const page of client.follow({ cursor, limit, wait: 1 })) {
        apply(page)
        cursor = page.cursor
        pages += 1
        if (pages === 20 || page.upToDate) break
      }
    }
    await writing
    for await (const page of client.follow({ cursor, limit: 37 })) {
      apply(page)
      if (page.upToDate) break
    }
    const rows = [...copy.values()].map(({ resource, object }) => ({ resource, object: object as never }))
    expect(listsIn(rows)).toEqual(await listsOf(client))
  })

  it('repairs rows of every resource that are missing, stale, extra or doubled', async () => {
    const file = newWorkspace()
    const client = await mirroring(file)
    await writeEverything(service.current, file, 3)
    const copy = new MemoryStore()
    const mirror = client.mirror(copy)
    await mirror.sync()
    const spoiled: Record<ChangeResource, string[]> = {} as never
    for (const resource of changeResources) {
      const rows = [...copy.rows.values()].flat().filter(row => row.resource === resource)
      const [a, b, c] = [rows[0], rows[1] ?? rows[0], rows[2]]
      if (!a || !b) throw new Error(`There is no ${resource}.`)
      spoiled[resource] = ['missing', 'extra']
      copy.rows.set(`${resource} lost`, [{ ...a, id: 'lost' }])
      copy.rows.delete(`${resource} ${a.id}`)
      if (a !== b) {
        spoiled[resource].push('stale')
        copy.rows.set(`${resource} ${b.id}`, [{ ...b, at: '2020-01-01T00:00:00.000Z' }])
      }
      if (c) {
        spoiled[resource].push('doubled')
        copy.rows.set(`${resource} ${c.id}`, [c, c])
      }
    }
    const report = await mirror.verify()
    expect(report.equal).toBe(true)
    const found = changeResources.map(resource => [
      resource,
      report.rows
        .filter(row => row.resource === resource)
        .map(({ kind }) => kind)
        .sort(),
    ])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(spoiled).map(([resource, expected]) => [resource, expected.sort()])),
    )
    await expectEqual(copy, client)
  })

  it('starts again after a restore, and loses what the service has lost', async () => {
    const file = newWorkspace()
    const client = await mirroring(file)
    const copy = new MemoryStore()
    await client.mirror(copy).sync()
    const { db } = service.current.store
    // What a restore of an older backup looks like: some rows were never there, and the epoch is new.
    const lost = (file.transactions ?? []).slice(0, 5).map(({ id }) => id)
    await db.transaction(async connection => {
      const given = [file.workspace.id, lost]
      await connection.query('delete from transactions where workspace_id = $1 and id = any($2)', given)
      await connection.query("update workspaces set epoch = 'restored' where workspace_id = $1", [
        given[0] ?? '',
      ])
    })
    const report = await client.mirror(copy).sync()
    expect(report).toMatchObject({ resyncs: 1, equal: true, repaired: { extra: 5, missing: 0, stale: 0 } })
    await expectEqual(copy, client)
  })

  it('copies one company, with its share of everything and the categories', async () => {
    const [owner, other] = [company(), company()]
    const [on, elsewhere] = [account(owner), account(other)]
    const file = workspaceFile({
      companies: [owner, other],
      accounts: [on, elsewhere],
      categories: [category()],
      transactions: [transaction(on), transaction(elsewhere), transaction(on, { bookingDate: null })],
      payees: [payee(owner), payee(other)],
    })
    const client = await mirroring(file)
    const copy = new MemoryStore()
    const report = await client.mirror(copy, { companyId: owner.id }).verify()
    expect(report).toMatchObject({ equal: true, rows: [] })
    const lists = listsIn([...copy.rows.values()].flat())
    const ids = (resource: ChangeResource) => lists[resource].map(({ id }) => id)
    expect(ids('company')).toEqual([owner.id])
    expect(ids('account')).toEqual([on.id])
    expect(ids('payee')).toEqual([file.payees?.[0]?.id])
    expect(ids('transaction')).toEqual([file.transactions?.[0]?.id, file.transactions?.[2]?.id])
    expect(lists.category).toEqual((await listsOf(client)).category)
  })
})
