import { beforeAll, describe, expect, it } from 'vitest'
import type { FlorinClient } from '../../src/client/index.ts'
import type { Bill } from '../../src/contract/bills.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { account, bill, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { describeRefusals } from './errors/refusals.ts'
import { asker, expectBadRequest, idsOf } from './lists.ts'

const owner = company()
const on = account(owner)
const payment = transaction(on)

const withBills = (bills: Bill[], given: Partial<WorkspaceFile> = {}): WorkspaceFile =>
  workspaceFile({ companies: [owner], accounts: [on], transactions: [payment], bills, ...given })

const whole = bill(owner, {
  id: 'whole',
  status: 'matched',
  supplierName: 'Papierwerk "Süd" AG 🧾',
  supplierIban: 'DE75512108001245126199',
  invoiceNumber: 'RE-2026/0117',
  totalAmount: '1249.90',
  vatAmount: '199.56',
  currency: 'CHF',
  invoiceDate: '2024-02-29',
  dueDate: '2026-03-31',
  paymentReference: 'RF18539007547034',
  matchedTransactionId: payment.id,
  paidAt: '2026-03-30T23:59:59.999Z',
  createdAt: '2026-03-01T00:00:00.001Z',
  updatedAt: '2026-04-02T00:00:00.010Z',
})
const bare: Bill = {
  ...bill(owner, { id: 'bare', createdAt: '2026-03-01T00:00:00.000Z' }),
  supplierName: null,
  supplierIban: null,
  invoiceNumber: null,
  totalAmount: null,
  vatAmount: null,
  currency: null,
  invoiceDate: null,
  dueDate: null,
  paymentReference: null,
  matchedTransactionId: null,
  paidAt: null,
}

describeOnBothStores('GET /bills', store => {
  const service = useService(store)
  const list = async (bills: Bill[], given?: Partial<WorkspaceFile>) =>
    await (await service.current.workspace(withBills(bills, given))).bills.list()

  describe('200, the order', () => {
    const row = (id: string, createdAt: string, given: Partial<Bill> = {}) =>
      bill(owner, { id, createdAt, ...given })

    it('is newest creation time first, to the millisecond, whatever the other dates and the id', async () => {
      const rows = [
        row('a', '2026-01-01T08:00:00.000Z', { dueDate: '2030-01-01', invoiceDate: '2030-01-01' }),
        row('b', '1969-12-31T23:59:59.999Z', { updatedAt: '2026-02-01T08:00:00.000Z' }),
        row('c', '9000-12-31T23:59:59.999Z'),
        row('d', '2026-01-01T08:00:00.001Z', { dueDate: '2020-01-01', invoiceDate: '2020-01-01' }),
        row('e', '1970-01-01T00:00:00.000Z'),
        row('f', '9000-12-31T23:59:59.998Z'),
      ]
      expect(idsOf((await list(rows)).data)).toEqual(['c', 'f', 'd', 'a', 'e', 'b'])
    })

    it('has ties by the bytes of the id, ascending', async () => {
      // By UTF-16 units 😀 would come before the full-width ｚ; by a language's rules a would come before B.
      const sorted = ['B', 'Z', '_', 'a', 'a-', 'a0', 'aB', 'b', 'é', 'ｚ', '😀']
      const shuffled = ['a0', '😀', 'b', 'Z', 'ｚ', 'aB', '_', 'é', 'B', 'a', 'a-']
      const rows = shuffled.map(id => row(id, '2026-01-01T08:00:00.000Z'))
      expect(idsOf((await list(rows)).data)).toEqual(sorted)
    })
  })

  describe('200, the rows', () => {
    it('come with every field as it was loaded, null where nothing is known', async () => {
      expect(await list([bare, whole])).toEqual({ data: [whole, bare], nextCursor: null })
    })

    it('come with amounts as they were written, every digit, zero and sign', async () => {
      const amounts = ['10.00', '10', '10.0', '0.1', '0', '0.00', '-3.50', '-0.01', '1000000']
      const long = ['12345678901234567890123456789012345.6789', '-999999999999999999999999999999999999999']
      const rows = [...amounts, ...long].map(amount =>
        bill(owner, { totalAmount: amount, vatAmount: amount }),
      )
      expect((await list(rows)).data).toEqual(rows)
    })

    it('are those of the own workspace alone, even where another has the same ids', async () => {
      const { foreign } = service.current
      const own = foreign.bills.map(row => ({ ...row, supplierName: 'Own' }))
      expect((await list(own, { companies: [owner, ...foreign.companies] })).data).toEqual(own)
      const client = service.current.client(service.current.foreignSecret)
      expect((await client.bills.list()).data).toEqual(foreign.bills)
    })

    it('are none in an empty workspace: an empty last page', async () => {
      expect(await list([])).toEqual({ data: [], nextCursor: null })
    })
  })

  describe('200, the pages', () => {
    // In the order of the list: one new bill, then 100 paid ones.
    const paid = Array.from({ length: 100 }, () => bill(owner, { status: 'paid' }))
    const recent = bill(owner, { createdAt: '2026-01-02T08:00:00.000Z' })
    const all = idsOf([recent, ...paid])
    let client: FlorinClient
    beforeAll(async () => {
      client = await service.current.workspace(withBills([...paid, recent]))
    })

    it('hold 50 rows where no limit is given', async () => {
      const first = await client.bills.list()
      expect(idsOf(first.data)).toEqual(all.slice(0, 50))
      const second = await client.bills.list({ cursor: first.nextCursor ?? '' })
      expect(idsOf(second.data)).toEqual(all.slice(50, 100))
      const third = await client.bills.list({ cursor: second.nextCursor ?? '' })
      expect(third).toEqual({ data: [paid[99]], nextCursor: null })
    })

    it.each([1, 10, 11, 25, 26, 51, 100])('hold up to a limit of %i rows', async limit => {
      const page = await client.bills.list({ limit })
      expect(idsOf(page.data)).toEqual(all.slice(0, limit))
      expect(page.nextCursor).toEqual(expect.any(String))
    })

    it.each([100, 50, 25])('end with a null cursor where the last is exactly full (%i)', async limit => {
      const seen: string[] = []
      let cursor: string | undefined
      for (let left = 100 / limit; left > 0; left -= 1) {
        const page = await client.bills.list({ status: 'paid', limit, cursor })
        seen.push(...idsOf(page.data))
        expect(page.nextCursor).toEqual(left > 1 ? expect.any(String) : null)
        cursor = page.nextCursor ?? undefined
      }
      expect(seen).toEqual(idsOf(paid))
    })
  })

  describe('304', () => {
    it('answers If-None-Match at the same version without a body, and anew once a bill changed', async () => {
      const file = withBills([bare, whole])
      await service.current.load(file)
      const secret = await service.current.key(file)
      const ask = (path: string, headers = {}) => service.current.request(path, { secret, headers })
      const etag = (await ask('/v1/bills')).headers.get('etag') ?? ''
      expect((await ask('/v1/bills', { 'If-None-Match': etag })).status).toBe(304)
      expect((await ask('/v1/bills?limit=1', { 'If-None-Match': etag })).status).toBe(200)
      await service.current.load({ ...file, bills: [{ ...bare, status: 'archived' }] })
      expect((await ask('/v1/bills', { 'If-None-Match': etag })).status).toBe(200)
    })
  })

  describeRefusals(service, () => '/v1/bills', 'bills:read')

  describe('401, 403, 400, 404: which comes first', () => {
    it('asks for a key before it looks at anything else', async () => {
      expect((await service.current.request('/v1/bills?limit=0')).status).toBe(401)
    })

    it('asks for the scope before it looks at the parameters', async () => {
      const secret = await service.current.key(service.current.foreign, { scopes: ['transactions:read'] })
      expect((await asker(service.current, secret)('/bills?limit=0')).status).toBe(403)
    })

    it('asks for no scope but bills:read', async () => {
      const secret = await service.current.key(service.current.foreign, { scopes: ['bills:read'] })
      expect((await asker(service.current, secret)('/bills')).status).toBe(200)
    })

    it.each(['limit=0', 'cursor=none'])('refuses %s with 400 before an unknown companyId', async wrong => {
      const ask = asker(service.current, service.current.foreignSecret)
      const [path = ''] = wrong.split('=')
      expectBadRequest(await ask(`/bills?companyId=nobody&${wrong}`), path)
    })
  })

  describe('404', () => {
    it('is the same answer for a companyId of nobody and of another workspace', async () => {
      const file = withBills([bare])
      await service.current.load(file)
      const ask = asker(service.current, await service.current.key(file))
      const unknown = await ask('/bills?companyId=nobody')
      expect(unknown).toEqual({
        status: 404,
        body: {
          defined: true,
          code: 'NOT_FOUND',
          status: 404,
          message: expect.stringContaining('companyId'),
        },
      })
      expect(await ask(`/bills?companyId=${service.current.foreign.companies[0]?.id}`)).toEqual(unknown)
    })

    it('says nothing of a company without bills: that is an empty page', async () => {
      const idle = company()
      const client = await service.current.workspace(withBills([bare], { companies: [owner, idle] }))
      expect(await client.bills.list({ companyId: idle.id })).toEqual({ data: [], nextCursor: null })
    })

    it('holds whatever If-None-Match says', async () => {
      const secret = service.current.foreignSecret
      const headers = { 'If-None-Match': '*' }
      const answer = await service.current.request('/v1/bills?companyId=nobody', { secret, headers })
      expect(answer.status).toBe(404)
    })
  })
})

describeOnBothStores('GET /bills/{id}', store => {
  const service = useService(store)
  const file = withBills([
    whole,
    bare,
    ...['a/b', '%00', '請求書 7', '😀'.repeat(255)].map(id => bill(owner, { id })),
  ])
  let secret: string
  beforeAll(async () => {
    await service.current.load(file)
    secret = await service.current.key(file)
  })

  it.each(file.bills.map(row => [row.id, row]))(
    '200: gives the bare bill by the id of its file: %j',
    async (id, row) => {
      expect(await service.current.client(secret).bills.get(id)).toEqual(row)
    },
  )

  it.each(['%00', 'bil%00'])('400: refuses a NUL in the id: %s', async id => {
    expectBadRequest(await asker(service.current, secret)(`/bills/${id}`), 'id', 'NUL')
  })

  it('404: an id that is longer than any there is names no bill', async () => {
    expect((await asker(service.current, secret)(`/bills/${'x'.repeat(3000)}`)).status).toBe(404)
  })

  describeRefusals(service, () => '/v1/bills/bare', 'bills:read')

  it("404: is the same answer for nobody's id, for another workspace's, and for a transaction's", async () => {
    const ask = asker(service.current, secret)
    const unknown = await ask('/bills/nothing')
    expect(unknown).toEqual({
      status: 404,
      body: { defined: true, code: 'NOT_FOUND', status: 404, message: expect.any(String) },
    })
    expect(await ask(`/bills/${service.current.foreign.bills[0]?.id}`)).toEqual(unknown)
    expect(await ask(`/bills/${payment.id}`)).toEqual(unknown)
    expect(await ask('/bills/BARE')).toEqual(unknown)
  })

  it('304 and 404: If-None-Match is for a bill that is there', async () => {
    const headers = { 'If-None-Match': '*' }
    expect((await service.current.request('/v1/bills/bare', { secret, headers })).status).toBe(304)
    expect((await service.current.request('/v1/bills/nothing', { secret, headers })).status).toBe(404)
  })
})
