/** Importing e-invoices again: what counts as the same invoice, and what is stored of it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { type ArrivedFile, findCheckedDetails, takeInvoice } from '../support/bills.ts'
import { bill, company, workspaceFile } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { ciiOf, facts, pdfWith, ublOf } from './invoices/written.ts'
import { startOfTime, useLoader } from './workspace/loader.ts'

const startMs = Date.parse(startOfTime)

describeOnBothStores('an e-invoice', store => {
  const loader = useLoader(store)
  let file: WorkspaceFile

  const load = async (given: Partial<WorkspaceFile> = {}) => {
    file = workspaceFile({ companies: [company(), company()], ...given })
    await loader.current.load(file)
  }
  beforeEach(() => load())

  const take = (content: string | Uint8Array, given: Partial<ArrivedFile> = {}) =>
    takeInvoice(loader.current.store.db, file, { content, nowMs: startMs + 1000, ...given })
  const bills = async () => (await loader.current.exported(file)).bills
  const detailsOf = (billId: string) => findCheckedDetails(loader.current.store.db, file, billId)
  const documentsOf = async (billId: string) => (await detailsOf(billId)).documents

  describe('that is imported again', () => {
    it('as the same document stores nothing and leaves the clock unchanged', async () => {
      const { billId } = await take(ublOf())
      const before = await loader.current.everything(file)
      const again = await take(ublOf(), { importId: 'imp_2', nowMs: startMs + 9000 })
      expect(again).toMatchObject({ outcome: 'known_document', billId, changed: false, kept: false })
      expect(again.bill).toMatchObject({ billId, outcome: 'known', invoiceNumber: facts.number })
      expect(await loader.current.everything(file)).toEqual(before)
      expect(await documentsOf(billId)).toHaveLength(1)
    })

    it('as XML and as PDF is one bill with both documents, and leaves the clock unchanged', async () => {
      const { billId } = await take(ublOf())
      const before = await loader.current.everything(file)
      const pdf = await pdfWith({ 'factur-x.xml': ciiOf() })
      const again = await take(pdf, { importId: 'imp_2', name: 'invoice.pdf', nowMs: startMs + 9000 })
      expect(again).toMatchObject({
        outcome: 'known',
        billId,
        changed: false,
        kept: true,
        grounds: ['imp_1'],
      })
      expect(await loader.current.everything(file)).toEqual(before)
      expect((await documentsOf(billId)).map(({ mediaType }) => mediaType)).toEqual([
        'application/xml',
        'application/pdf',
      ])
      expect(await take(pdf, { importId: 'imp_3' })).toMatchObject({
        outcome: 'known_document',
        grounds: ['imp_1', 'imp_2'],
      })
      expect(await documentsOf(billId)).toHaveLength(2)
    })

    it('within one import depends on no other import', async () => {
      await take(ublOf())
      expect((await take(ciiOf())).grounds).toEqual([])
      expect(await bills()).toHaveLength(1)
    })

    it('with other spacing, case and trailing zeros is the same', async () => {
      const { billId } = await take(ublOf())
      const written = ublOf({ supplier: '  HARZER  holzwerk &\n SÖHNE kg ', payable: '200.000' })
      expect(await take(written)).toMatchObject({ outcome: 'known', billId })
    })

    it.each([
      ['number', { number: 'H-2026/42' }],
      ['number in lower case', { number: 'h-2026/41' }],
      ['supplier', { supplier: 'Harzer Holzwerk' }],
      ['date', { issued: '2026-02-28' }],
      ['total', { payable: '200.01' }],
      ['currency', { currency: 'USD' }],
    ])('with another %s is another bill', async (_, given) => {
      await take(ublOf())
      expect((await take(ublOf(given))).outcome).toBe('added')
      expect(await bills()).toHaveLength(2)
    })

    it('for another company or workspace is another bill, even with the same document', async () => {
      const { billId } = await take(ublOf())
      const other = await take(ublOf(), { companyId: file.companies[1]?.id ?? '' })
      expect(other).toMatchObject({ outcome: 'added', grounds: [] })
      expect(other.billId).not.toBe(billId)
      await load()
      expect((await take(ublOf())).outcome).toBe('added')
    })

    it('is added to a bill from a workspace file, which stays unchanged', async () => {
      const owner = company()
      const paid = bill(owner, {
        status: 'archived',
        supplierName: 'harzer holzwerk & söhne kg',
        invoiceNumber: facts.number,
        invoiceDate: facts.issued,
        totalAmount: '200.0',
      })
      const unread = bill(owner, { ...paid, id: 'bil_unread', invoiceDate: null })
      await load({ companies: [owner], bills: [unread, paid] })
      const before = await loader.current.everything(file)
      expect(await take(ublOf())).toMatchObject({ outcome: 'known', billId: paid.id, grounds: [] })
      expect(await loader.current.everything(file)).toEqual(before)
      expect(await detailsOf(paid.id)).toMatchObject({ importId: null, sources: {}, steps: [] })
      expect(await documentsOf(paid.id)).toHaveLength(1)
    })
  })
})
