/** A walk with updatedAfter is fixed at its first page; later changes come with the next poll. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { account, bill, company, transaction, workspaceFile } from '../../support/builders.ts'
import { startOfTime, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { cycled, directAsker, idsOf, transactionOrder, withQuery } from '../lists.ts'
import { anyTransactions, home, runsOverHttp } from './randomRows.ts'

const owner = company()
const on = account(owner)
const start = '1970-01-01T00:00:00.000Z'

/** The stamps of a workspace's successive writes while the service's clock does not move. */
const stamp = (writes: number) => new Date(Date.parse(startOfTime) + writes).toISOString()

describeOnBothStores('A walk with updatedAfter', store => {
  const service = useService(store)

  it('leaves out rows changed or added after its first page; the next poll returns them', async () => {
    const row = (id: string, bookingDate: string) => transaction(on, { id, bookingDate })
    const rows = [
      row('seen', '2026-03-09'),
      row('seen and changed', '2026-03-08'),
      row('changed', '2026-03-06'),
      row('left', '2026-03-05'),
      row('moved up', '2026-03-04'),
      row('last', '2026-03-02'),
    ] as const
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions: [...rows] })
    const { transactions } = await service.current.workspace(file)
    const first = await transactions.list({ updatedAfter: start, limit: 2 })
    expect(idsOf(first.data)).toEqual(['seen', 'seen and changed'])

    const changes = [
      { ...rows[1], description: 'Changed' },
      { ...rows[2], description: 'Changed' },
      { ...rows[4], bookingDate: '2026-03-10' },
      row('added ahead', '2026-03-07'),
      row('added behind', '2026-03-03'),
    ]
    await service.current.load({ ...file, transactions: changes })

    const second = await transactions.list({ updatedAfter: start, limit: 1, cursor: first.nextCursor ?? '' })
    expect(idsOf(second.data)).toEqual(['left'])
    const third = await transactions.list({ updatedAfter: start, cursor: second.nextCursor ?? '' })
    expect(third).toEqual({ data: [rows[5]], nextCursor: null })

    const newest = [first, second, third]
      .flatMap(({ data }) => data.map(({ updatedAt }) => updatedAt))
      .sort()
      .at(-1)
    expect(await transactions.list({ updatedAfter: newest })).toEqual({
      data: changes.map(change => ({ ...change, updatedAt: stamp(1) })).sort(transactionOrder),
      nextCursor: null,
    })
  })

  it('works the same for bills', async () => {
    const row = (id: string, second: number) =>
      bill(owner, { id, createdAt: `2026-01-01T08:00:0${second}.000Z` })
    const rows = [row('seen', 9), row('changed', 7), row('left', 5)] as const
    const file = workspaceFile({ companies: [owner], bills: [...rows] })
    const { bills } = await service.current.workspace(file)
    const first = await bills.list({ updatedAfter: start, limit: 1 })
    const changes = [{ ...rows[1], status: 'paid' as const }, row('added', 6)]
    await service.current.load({ ...file, bills: changes })
    expect(await bills.list({ updatedAfter: start, cursor: first.nextCursor ?? '' })).toEqual({
      data: [rows[2]],
      nextCursor: null,
    })
    expect(await bills.list({ updatedAfter: rows[0].updatedAt })).toEqual({
      data: changes.map(change => ({ ...change, updatedAt: stamp(1) })),
      nextCursor: null,
    })
  })

  it('ends with an empty page if all remaining rows have changed since', async () => {
    const rows = [transaction(on), transaction(on)]
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions: rows })
    const { transactions } = await service.current.workspace(file)
    const first = await transactions.list({ updatedAfter: start, limit: 1 })
    await service.current.load({
      ...file,
      transactions: rows.map(row => ({ ...row, description: 'Changed' })),
    })
    const second = await transactions.list({ updatedAfter: start, cursor: first.nextCursor ?? '' })
    expect(second).toEqual({ data: [], nextCursor: null })
    expect(idsOf((await transactions.list({ updatedAfter: rows[0]?.updatedAt })).data)).toEqual(idsOf(rows))
  })

  it('returns nothing new after a write that changes no row', async () => {
    const file = workspaceFile({
      companies: [owner],
      accounts: [on],
      transactions: [transaction(on), transaction(on)],
    })
    const { transactions } = await service.current.workspace(file)
    await service.current.load(file)
    expect((await transactions.list({ updatedAfter: start })).data).toEqual(file.transactions)
  })

  it('is not fixed without updatedAfter: later pages return rows as they are by then', async () => {
    const rows = [transaction(on), transaction(on), transaction(on)]
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions: rows })
    const { transactions } = await service.current.workspace(file)
    const first = await transactions.list({ limit: 1 })
    const changed = rows.slice(1).map(row => ({ ...row, description: 'Changed' }))
    await service.current.load({ ...file, transactions: changed })
    expect((await transactions.list({ cursor: first.nextCursor ?? '' })).data).toEqual(
      changed.map(row => ({ ...row, updatedAt: stamp(1) })),
    )
  })

  it('returns every row even if more have changed than the store sorts at once', async () => {
    // Past 5,000 changed rows the store goes through the list in its order; below, it sorts those that changed. Here
    // the walk starts on one side and ends on the other.
    const credits = Array.from({ length: 6 }, () => transaction(on, { side: 'credit' }))
    const debits = Array.from({ length: 4_995 }, () => transaction(on))
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions: [...debits, ...credits] })
    await service.current.load(file)
    const ask = directAsker(service.current, await service.current.key(file))
    const query = { updatedAfter: start, side: 'credit', limit: '3' }
    const first = (await ask(withQuery('/transactions', query))).body
    expect(first.data).toEqual(credits.slice(0, 3))

    const touched = [...credits.slice(3, 4), ...debits.slice(0, 5)]
    const changed = touched.map(row => ({ ...row, reference: 'Changed' }))
    await service.current.load({ ...file, transactions: changed })
    const second = await ask(withQuery('/transactions', { ...query, cursor: first.nextCursor }))
    expect(second.body).toEqual({ data: credits.slice(4), nextCursor: null })
    const next = await ask(withQuery('/transactions', { updatedAfter: String(credits[0]?.updatedAt) }))
    expect(idsOf(next.body.data)).toEqual(idsOf(changed))
  })

  it('returns rows unchanged since its first page; after the next poll nothing is missing', async () => {
    // Each row is added by one write (0 is the load before the walk) and changed by a later one, or never.
    const anyWrites = fc.array(fc.record({ added: fc.nat(3), changed: fc.nat(5) }), {
      minLength: 1,
      maxLength: 12,
    })
    const anySizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
    const property = fc.asyncProperty(anyTransactions, anyWrites, anySizes, async (rows, writes, sizes) => {
      const plan = rows.map((row, index) => ({ row, ...cycled(writes, index) }))
      const addedBy = (number: number) => plan.filter(({ added }) => added === number).map(({ row }) => row)
      const file = workspaceFile({ ...home, transactions: addedBy(0) })
      await service.current.load(file)
      const ask = directAsker(service.current, await service.current.key(file))
      const stored = new Map(file.transactions.map(row => [row.id, row]))
      let [writesDone, stampsUsed] = [0, 0]

      async function write(): Promise<void> {
        writesDone += 1
        const changed = plan.filter(each => each.changed === writesDone && each.added < writesDone)
        const touched = [
          ...addedBy(writesDone),
          ...changed.map(({ row }) => ({ ...row, reference: `Write ${writesDone}` })),
        ]
        await service.current.load({ ...file, transactions: touched })
        if (touched.length > 0) stampsUsed += 1
        for (const row of touched) stored.set(row.id, { ...row, updatedAt: stamp(stampsUsed) })
      }

      /** The rows of one poll; each page reflects the model at that moment. */
      async function poll(updatedAfter: string, between: () => Promise<void>): Promise<Transaction[]> {
        const fixedAt = stamp(stampsUsed)
        const seen: Transaction[] = []
        for (let [cursor, pages]: [string | null, number] = ['', 0]; cursor !== null; pages += 1) {
          const limit = String(cycled(sizes, pages))
          const { body } = await ask(withQuery('/transactions', { updatedAfter, limit, cursor }))
          const last = seen.at(-1)
          const left = [...stored.values()]
            .filter(row => row.updatedAt > updatedAfter && row.updatedAt <= fixedAt)
            .filter(row => last === undefined || transactionOrder(row, last) > 0)
            .sort(transactionOrder)
          expect(body.data).toEqual(left.slice(0, Number(limit)))
          seen.push(...body.data)
          cursor = body.nextCursor
          if (cursor !== null) await between()
        }
        return seen
      }

      const first = await poll(start, write)
      while (writesDone < 5) await write()
      const newest =
        first
          .map(({ updatedAt }) => updatedAt)
          .sort()
          .at(-1) ?? start
      const second = await poll(newest, async () => {})
      expect(new Map([...first, ...second].map(row => [row.id, row]))).toEqual(stored)
    })
    await fc.assert(property, runsOverHttp)
  })
})
