import { beforeAll, describe, expect, it } from 'vitest'
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
/** Its other fields are null: the builder fills in nothing. */
const bare = bill(owner, { id: 'bare', createdAt: '2026-03-01T00:00:00.000Z' })

describeOnBothStores('GET /bills', store => {
  const service = useService(store)
  const list = async (bills: Bill[], given?: Partial<WorkspaceFile>) =>
    await (await service.current.workspace(withBills(bills, given))).bills.list()

  describe('200, the order', () => {
    const row = (id: string, createdAt: string, given: Partial<Bill> = {}) =>
      bill(owner, { id, createdAt, ...given })

    it('is newest creation time first, to the millisecond, regardless of other dates and ids', async () => {
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

    it('breaks ties by the bytes of the id, ascending', async () => {
      // In UTF-16 order 😀 would come before the full-width ｚ; in a language's order a would come before B.
      const sorted = ['B', 'Z', '_', 'a', 'a-', 'a0', 'aB', 'b', 'é', 'ｚ', '😀']
      const shuffled = ['a0', '😀', 'b', 'Z', 'ｚ', 'aB', '_', 'é', 'B', 'a', 'a-']
      const rows = shuffled.map(id => row(id, '2026-01-01T08:00:00.000Z'))
      expect(idsOf((await list(rows)).data)).toEqual(sorted)
    })
  })

  describe('200, the rows', () => {
    it('have every field as loaded, and null for unknown values', async () => {
      expect(await list([bare, whole])).toEqual({ data: [whole, bare], nextCursor: null })
    })

    it('have amounts exactly as loaded, with every digit, zero and sign', async () => {
      const amounts = ['10.00', '10', '10.0', '0.1', '0', '0.00', '-3.50', '-0.01', '1000000']
      const long = ['12345678901234567890123456789012345.6789', '-999999999999999999999999999999999999999']
      const rows = [...amounts, ...long].map(amount =>
        bill(owner, { totalAmount: amount, vatAmount: amount }),
      )
      expect((await list(rows)).data).toEqual(rows)
    })

    it("are only those of the key's workspace, even if another has the same ids", async () => {
      const { foreign } = service.current
      const own = foreign.bills.map(row => ({ ...row, supplierName: 'Own' }))
      expect((await list(own, { companies: [owner, ...foreign.companies] })).data).toEqual(own)
      const client = service.current.client(service.current.foreignSecret)
      expect((await client.bills.list()).data).toEqual(foreign.bills)
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

  describe('200', () => {
    it.each(file.bills.map(row => [row.id, row]))(
      'returns the bill itself, by any id: %j',
      async (id, row) => {
        expect(await service.current.client(secret).bills.get(id)).toEqual(row)
      },
    )
  })

  describe('304', () => {
    it('replies to If-None-Match: * for a bill that exists', async () => {
      const headers = { 'If-None-Match': '*' }
      expect((await service.current.request('/v1/bills/bare', { secret, headers })).status).toBe(304)
    })
  })

  describe('400', () => {
    it.each(['%00', 'bil%00'])('refuses a NUL in the id: %s', async id => {
      expectBadRequest(await asker(service.current, secret)(`/bills/${id}`), 'id', 'NUL')
    })
  })

  describeRefusals(service, () => '/v1/bills/bare', 'bills:read')

  describe('404', () => {
    it("is the same for an unknown id, another workspace's and a transaction's", async () => {
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

    it('replies to an id that is longer than any stored one', async () => {
      expect((await asker(service.current, secret)(`/bills/${'x'.repeat(3000)}`)).status).toBe(404)
    })

    it('does not depend on If-None-Match', async () => {
      const headers = { 'If-None-Match': '*' }
      expect((await service.current.request('/v1/bills/nothing', { secret, headers })).status).toBe(404)
    })
  })
})
