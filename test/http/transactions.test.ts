import { beforeAll, describe, expect, it } from 'vitest'
import { type Transaction, transactionSides, transactionTypes } from '../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { account, category, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { describeRefusals } from './errors/refusals.ts'
import { asker, cycled, expectBadRequest, idsOf } from './lists.ts'

const owner = company()
const on = account(owner)

/** A workspace of its own, with these transactions. */
const withTransactions = (rows: Transaction[], given: Partial<WorkspaceFile> = {}): WorkspaceFile =>
  workspaceFile({ companies: [owner], accounts: [on], transactions: rows, ...given })

describeOnBothStores('GET /transactions', store => {
  const service = useService(store)
  const list = async (rows: Transaction[], given?: Partial<WorkspaceFile>) =>
    await (await service.current.workspace(withTransactions(rows, given))).transactions.list()

  describe('200, the order', () => {
    const [earlier, later] = ['2026-01-01T08:00:00.000Z', '2026-01-01T08:00:00.001Z']
    const row = (id: string, bookingDate: string | null, createdAt = earlier) =>
      transaction(on, { id, bookingDate, createdAt })

    it('is newest booking date first, whatever the creation time and the id', async () => {
      const rows = [
        row('a', '2026-03-01', later),
        row('b', '2026-03-03'),
        row('c', '2026-03-02'),
        row('d', '0001-01-01', later),
        row('e', '9999-12-31'),
        row('f', '1969-12-31'),
        row('g', '1970-01-01'),
      ]
      expect(idsOf((await list(rows)).data)).toEqual(['e', 'b', 'c', 'a', 'g', 'f', 'd'])
    })

    it('has rows with no booking date before all others', async () => {
      const rows = [row('a', '9999-12-31', later), row('b', null), row('c', '2026-03-01'), row('d', null)]
      expect(idsOf((await list(rows)).data)).toEqual(['b', 'd', 'a', 'c'])
    })

    it('has ties in the booking date by creation time, newest first, to the millisecond', async () => {
      const rows = [
        row('a', '2026-03-01', earlier),
        row('b', '2026-03-01', '1969-12-31T23:59:59.999Z'),
        row('c', '2026-03-01', '9000-12-31T23:59:59.999Z'),
        row('d', '2026-03-01', later),
        row('e', '2026-03-01', '1970-01-01T00:00:00.000Z'),
        row('f', '2026-03-01', '9000-12-31T23:59:59.998Z'),
        row('g', null, earlier),
        row('h', null, later),
      ]
      expect(idsOf((await list(rows)).data)).toEqual(['h', 'g', 'c', 'f', 'd', 'a', 'e', 'b'])
    })

    it('has ties in both by the bytes of the id, ascending', async () => {
      // By UTF-16 units 😀 would come before the full-width ｚ; by a language's rules a would come before B.
      const sorted = ['B', 'Z', '_', 'a', 'a-', 'a0', 'aB', 'b', 'é', 'ｚ', '😀']
      const shuffled = ['a0', '😀', 'b', 'Z', 'ｚ', 'aB', '_', 'é', 'B', 'a', 'a-']
      const rows = shuffled.map(id => row(id, '2026-03-01'))
      expect(idsOf((await list(rows)).data)).toEqual(sorted)
    })
  })

  describe('200, the rows', () => {
    const label = category()
    const whole = transaction(on, {
      id: 'whole',
      amount: '1249.90',
      currency: 'CHF',
      side: 'credit',
      status: 'released',
      type: 'InternalCredit',
      description: 'SEPA Überweisung 🧾',
      reference: 'RF18 5390 0754 7034',
      counterpartyName: 'Papierwerk "Süd" AG',
      counterpartyIban: 'DE75512108001245126199',
      merchantName: 'Papierwerk',
      bookingDate: '2026-03-31',
      valueDate: '2026-04-01',
      category: { id: label.id, name: label.name, slug: label.slug },
      createdAt: '2026-03-30T23:59:59.999Z',
      updatedAt: '2026-04-02T00:00:00.010Z',
    })
    const bare: Transaction = {
      ...transaction(on, { id: 'bare', status: 'pending' }),
      side: null,
      type: null,
      description: null,
      reference: null,
      counterpartyName: null,
      counterpartyIban: null,
      merchantName: null,
      bookingDate: null,
      valueDate: null,
      category: null,
    }

    it('come with every field as it was loaded, null where nothing is known', async () => {
      expect(await list([whole, bare], { categories: [label] })).toEqual({
        data: [bare, whole],
        nextCursor: null,
      })
    })

    it('come with amounts as they were written, every digit and zero', async () => {
      const amounts = ['10.00', '10', '10.0', '0.1', '0.10', '0', '0.00', '1000000', '0.0000000000000000001']
      const long = ['12345678901234567890123456789012345.6789', '9999999999999999999999999999999999999999']
      const rows = [...amounts, ...long].map(amount => transaction(on, { amount }))
      expect((await list(rows)).data.map(({ amount }) => amount)).toEqual([...amounts, ...long])
    })

    it('come with every type and either side, or none', async () => {
      const sides = [...transactionSides, null]
      const rows = [...transactionTypes, null].map((type, index) =>
        transaction(on, { type, side: cycled(sides, index) }),
      )
      expect((await list(rows)).data).toEqual(rows)
    })

    it('are those of the own workspace alone, even where another has the same ids', async () => {
      const { foreign } = service.current
      const own = foreign.transactions.map(row => ({ ...row, category: null, description: 'Own' }))
      const same = { companies: foreign.companies, accounts: foreign.accounts }
      expect((await list(own, same)).data).toEqual(own)
      const client = service.current.client(service.current.foreignSecret)
      expect((await client.transactions.list()).data).toEqual(foreign.transactions)
    })

    it('are none in an empty workspace: an empty last page', async () => {
      expect(await list([])).toEqual({ data: [], nextCursor: null })
    })
  })

  describe('200, the pages', () => {
    // In the order of the list: 100 booked rows, and before them one that is pending.
    const booked = Array.from({ length: 100 }, () => transaction(on))
    const pending = transaction(on, { status: 'pending', bookingDate: null })
    const all = idsOf([pending, ...booked])
    let client: Awaited<ReturnType<typeof service.current.workspace>>
    beforeAll(async () => {
      client = await service.current.workspace(withTransactions([...booked, pending]))
    })

    it('hold 50 rows where no limit is given', async () => {
      const first = await client.transactions.list()
      expect(idsOf(first.data)).toEqual(all.slice(0, 50))
      const second = await client.transactions.list({ cursor: first.nextCursor ?? '' })
      expect(idsOf(second.data)).toEqual(all.slice(50, 100))
      const third = await client.transactions.list({ cursor: second.nextCursor ?? '' })
      expect(third).toEqual({ data: [booked[99]], nextCursor: null })
    })

    it.each([1, 2, 10, 11, 25, 26, 49, 51, 99, 100])('hold up to a limit of %i rows', async limit => {
      const page = await client.transactions.list({ limit })
      expect(idsOf(page.data)).toEqual(all.slice(0, limit))
      expect(page.nextCursor).toEqual(expect.any(String))
    })

    it.each([100, 50, 25, 20])('end with a null cursor where the last is exactly full (%i)', async limit => {
      const seen: string[] = []
      let cursor: string | undefined
      for (let left = 100 / limit; left > 0; left -= 1) {
        const page = await client.transactions.list({ status: 'booked', limit, cursor })
        seen.push(...idsOf(page.data))
        expect(page.nextCursor).toEqual(left > 1 ? expect.any(String) : null)
        cursor = page.nextCursor ?? undefined
      }
      expect(seen).toEqual(idsOf(booked))
    })
  })

  describe('304', () => {
    it('answers If-None-Match at the same version without a body, and anew once a row changed', async () => {
      const file = withTransactions([transaction(on), transaction(on)])
      await service.current.load(file)
      const secret = await service.current.key(file)
      const ask = (path: string, tag: string | null) =>
        service.current.request(path, { secret, headers: tag === null ? {} : { 'If-None-Match': tag } })
      const first = await ask('/v1/transactions', null)
      const etag = first.headers.get('etag')
      expect(etag).toMatch(/^W\/"[^"]+"$/)
      expect((await ask('/v1/transactions', etag)).status).toBe(304)
      expect((await ask('/v1/transactions?limit=1', etag)).status).toBe(200)

      const changed = { ...(file.transactions[0] as Transaction), description: 'Changed' }
      await service.current.load({ ...file, transactions: [changed] })
      const second = await ask('/v1/transactions', etag)
      expect(second.status).toBe(200)
      expect(second.headers.get('etag')).not.toBe(etag)
    })
  })

  describeRefusals(service, () => '/v1/transactions', 'transactions:read')

  describe('401, 403, 400, 404: which comes first', () => {
    it('asks for a key before it looks at anything else', async () => {
      expect((await service.current.request('/v1/transactions?limit=0')).status).toBe(401)
    })

    it('asks for the scope before it looks at the parameters', async () => {
      const secret = await service.current.key(service.current.foreign, { scopes: ['bills:read'] })
      expect((await asker(service.current, secret)('/transactions?limit=0')).status).toBe(403)
    })

    it('asks for no scope but transactions:read', async () => {
      const secret = await service.current.key(service.current.foreign, { scopes: ['transactions:read'] })
      expect((await asker(service.current, secret)('/transactions')).status).toBe(200)
    })

    it.each(['limit=0', 'cursor=none'])('refuses %s with 400 before an unknown companyId', async wrong => {
      const ask = asker(service.current, service.current.foreignSecret)
      const [path = ''] = wrong.split('=')
      expectBadRequest(await ask(`/transactions?companyId=nobody&${wrong}`), path)
    })
  })

  describe('404', () => {
    it('is the same answer for a companyId of nobody and of another workspace', async () => {
      const file = withTransactions([transaction(on)])
      await service.current.load(file)
      const ask = asker(service.current, await service.current.key(file))
      const { foreign } = service.current
      const unknown = await ask('/transactions?companyId=nobody')
      expect(unknown).toEqual({
        status: 404,
        body: {
          defined: true,
          code: 'NOT_FOUND',
          status: 404,
          message: expect.stringContaining('companyId'),
        },
      })
      expect(await ask(`/transactions?companyId=${foreign.companies[0]?.id}`)).toEqual(unknown)
      expect(await ask(`/transactions?companyId=${owner.id.toUpperCase()}`)).toEqual(unknown)
    })

    it('is for a companyId alone: an accountId or categoryId that nothing matches is an empty page', async () => {
      const file = withTransactions([transaction(on)])
      const client = await service.current.workspace(file)
      const { foreign } = service.current
      const nothing = { data: [], nextCursor: null }
      for (const accountId of ['nobody', foreign.accounts[0]?.id]) {
        expect(await client.transactions.list({ accountId })).toEqual(nothing)
      }
      for (const categoryId of ['nothing', foreign.categories[0]?.id]) {
        expect(await client.transactions.list({ categoryId })).toEqual(nothing)
      }
    })

    it('says nothing of a company without transactions: that is an empty page', async () => {
      const idle = company()
      const file = withTransactions([transaction(on)], { companies: [owner, idle] })
      const client = await service.current.workspace(file)
      expect(await client.transactions.list({ companyId: idle.id })).toEqual({ data: [], nextCursor: null })
    })

    it('holds whatever If-None-Match says', async () => {
      const secret = service.current.foreignSecret
      for (const tag of ['*', 'W/"other"']) {
        const headers = { 'If-None-Match': tag }
        const response = await service.current.request('/v1/transactions?companyId=nobody', {
          secret,
          headers,
        })
        expect(response.status).toBe(404)
      }
    })
  })
})
