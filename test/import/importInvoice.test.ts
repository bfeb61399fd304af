/** Importing e-invoices: what each becomes, and what is stored of it. */
import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { bill as billSchema } from '../../src/contract/bills.ts'
import { importedBill } from '../../src/contract/console/imports.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { UnreadableFile } from '../../src/import/files/problem.ts'
import { documentBytesMax } from '../../src/import/importInvoice.ts'
import { type InvoiceResult, readInvoice } from '../../src/import/invoices/readInvoice.ts'
import { findBill } from '../../src/store/bills.ts'
import { findDocument } from '../../src/store/documents.ts'
import { type ArrivedFile, findCheckedDetails, takeInvoice } from '../support/bills.ts'
import { company, workspaceFile } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { ciiOf, expectedOf, facts, pdfWith, ublOf } from './invoices/written.ts'
import { startOfTime, useLoader } from './workspace/loader.ts'

const startMs = Date.parse(startOfTime)
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const withoutNumber = ublOf().replace(/<cbc:ID>H-2026\/41<\/cbc:ID>/, '')

describeOnBothStores('an e-invoice', store => {
  const loader = useLoader(store)
  let file: WorkspaceFile

  beforeEach(async () => {
    file = workspaceFile({ companies: [company(), company()] })
    await loader.current.load(file)
  })

  const take = (content: string | Uint8Array, given: Partial<ArrivedFile> = {}) =>
    takeInvoice(loader.current.store.db, file, { content, nowMs: startMs + 1000, ...given })
  const bills = async () => (await loader.current.exported(file)).bills

  async function billOf(billId: string) {
    const found = await findBill(loader.current.store.db, file.workspace.id, billId)
    return billSchema.parse(found)
  }

  const detailsOf = (billId: string) => findCheckedDetails(loader.current.store.db, file, billId)
  const documentsOf = async (billId: string) => (await detailsOf(billId)).documents

  describe('that can be read', () => {
    it.each([
      ['an invoice in UBL', ublOf(), facts, 'ubl-invoice'],
      ['an invoice in CII', ciiOf(), facts, 'cii'],
      ['a credit note', ublOf({ isCredit: true }), { ...facts, isCredit: true }, 'ubl-creditnote'],
    ])(
      'becomes a bill waiting for its payment, with all fields of the document: %s',
      async (_, xml, said, format) => {
        const { billId, outcome, bill: reported, changed, kept, grounds, stamp } = await take(xml)
        expect({ outcome, changed, kept, grounds }).toEqual({
          outcome: 'added',
          changed: true,
          kept: true,
          grounds: [],
        })
        expect(await billOf(billId)).toEqual({
          id: billId,
          companyId: file.companies[0]?.id,
          status: 'pending_match',
          ...expectedOf(said),
          matchedTransactionId: null,
          paidAt: null,
          createdAt: stamp,
          updatedAt: stamp,
        })
        expect(importedBill.parse(reported)).toEqual({
          billId,
          outcome: 'added',
          status: 'pending_match',
          supplierName: said.supplier,
          invoiceNumber: said.number,
          totalAmount: said.isCredit ? `-${said.payable}` : said.payable,
          currency: 'EUR',
          remark: null,
        })
        const details = await detailsOf(billId)
        expect(details).toMatchObject({ importId: 'imp_1', format, failure: null, missing: [], match: null })
        expect(details.profile).toBe('urn:cen.eu:en16931:2017')
        expect(details.steps).toEqual(
          ['new', 'processing', 'pending_match'].map(status => ({ status, at: stamp })),
        )
        expect(Object.keys(details.sources).sort()).toEqual(Object.keys(expectedOf(said)).sort())
        for (const [name, { value, path }] of Object.entries(details.sources)) {
          expect([name, value]).toEqual([name, expectedOf(said)[name]])
          expect(path).toMatch(/^\/(rsm:CrossIndustryInvoice|Invoice|CreditNote)\//)
        }
        expect(details.checks.map(({ name }) => name)).toContain('lineSum')
        expect(details.checks.filter(({ ok }) => !ok)).toEqual([])
      },
    )

    it('is stored with its document, byte for byte', async () => {
      const pdf = await pdfWith({ 'factur-x.xml': ciiOf() })
      const { billId, stamp } = await take(pdf, { name: 'März/Rechnung "41".pdf' })
      const [document] = await documentsOf(billId)
      expect(document).toEqual({
        id: document?.id,
        name: 'Rechnung "41".pdf',
        mediaType: 'application/pdf',
        bytes: pdf.length,
        digest: sha256(pdf),
        createdAt: stamp,
      })
      const { db } = loader.current.store
      const stored = await findDocument(db, file.workspace.id, document?.id ?? '')
      expect(sha256(stored?.bytes ?? '')).toBe(sha256(pdf))
      expect(await findDocument(db, loader.current.foreign.workspace.id, document?.id ?? '')).toBeNull()
    })

    it('becomes a bill even if its figures do not add up, with the failed checks', async () => {
      const { billId } = await take(ublOf({ lines: ['1.00'] }))
      const { checks } = await detailsOf(billId)
      expect(checks.filter(({ ok }) => !ok)).toEqual([
        { name: 'lineSum', ok: false, detail: expect.stringContaining('200.50') },
      ])
    })

    it('is rejected for a company outside the workspace', async () => {
      await expect(
        take(ublOf(), { companyId: loader.current.foreign.companies[0]?.id ?? '' }),
      ).rejects.toThrow()
      expect(await bills()).toEqual([])
    })
  })

  describe('that cannot be read', () => {
    it('becomes a bill with the reason, the fields that could be read and those missing', async () => {
      const { billId, outcome, bill: reported, changed, kept, stamp } = await take(withoutNumber)
      expect({ outcome, changed, kept }).toEqual({ outcome: 'failed', changed: true, kept: true })
      expect(reported).toMatchObject({
        outcome: 'failed',
        status: 'extract_failed',
        supplierName: facts.supplier,
      })
      expect(reported.remark).toContain('the invoice number')
      expect(await billOf(billId)).toMatchObject({
        ...expectedOf(facts),
        status: 'extract_failed',
        invoiceNumber: null,
        createdAt: stamp,
        updatedAt: stamp,
      })
      const details = await detailsOf(billId)
      expect(details).toMatchObject({ format: 'ubl-invoice', missing: ['invoiceNumber'] })
      expect(details.failure).toBe(reported.remark)
      expect(details.steps.map(({ status }) => status)).toEqual(['new', 'processing', 'extract_failed'])
      expect(details.sources).not.toHaveProperty('invoiceNumber')
      expect(details.documents).toHaveLength(1)
    })

    it('is stored if it is a PDF without attachments, or with attachment names that cannot be stored', async () => {
      const plain = await take(await pdfWith({}))
      expect(await detailsOf(plain.billId)).toMatchObject({ format: null, sources: {}, checks: [] })
      expect((await detailsOf(plain.billId)).missing).toContain('totalAmount')
      const read: InvoiceResult = {
        outcome: 'failed',
        reason: 'its attachments are "a\0b\ud800"',
        missing: [],
        invoice: null,
        attachment: null,
      }
      const { billId, bill: reported } = await take('%PDF-1.7', { name: 'a\0b\ud800\n.pdf', read })
      expect(reported.remark).toBe('its attachments are "a\ufffdb\ufffd"')
      expect((await detailsOf(billId)).failure).toBe(reported.remark)
      expect((await documentsOf(billId)).map(({ name }) => name)).toEqual(['a\ufffdb\ufffd.pdf'])
    })

    it('is the same bill if the same document is imported again', async () => {
      const first = await take(withoutNumber)
      const again = await take(withoutNumber, { importId: 'imp_2', name: 'other.xml' })
      expect(again).toMatchObject({
        outcome: 'known_document',
        billId: first.billId,
        changed: false,
        kept: false,
        grounds: ['imp_1'],
      })
      expect(await bills()).toHaveLength(1)
      expect(await documentsOf(first.billId)).toHaveLength(1)
    })

    /** The remark says when the bill was imported, because people know no ids. */
    const replaces = async (billId: string) =>
      `It was imported at ${(await billOf(billId)).createdAt} but could not be read then; ` +
      'this is a new bill, and the other one can be rejected'

    it('stays unchanged if a readable document follows: that becomes a new bill with a remark', async () => {
      const failed = await take(ublOf({ currency: 'euro' }))
      expect(failed.outcome).toBe('failed')
      const better = await take(ublOf(), { importId: 'imp_2' })
      expect(better).toMatchObject({ outcome: 'added', changed: true })
      expect(better.bill.remark).toBe(await replaces(failed.billId))
      expect((await billOf(failed.billId)).status).toBe('extract_failed')
      expect((await take(ublOf({ number: 'H-2026/42' }))).bill.remark).toBeNull()
      // From now on, the new bill is the one that is found.
      expect(await take(ciiOf(), { importId: 'imp_3' })).toMatchObject({
        outcome: 'known',
        billId: better.billId,
      })
    })

    it('becomes a new bill if a later version can read the same document', async () => {
      const { db } = loader.current.store
      const bytes = Buffer.from(ublOf())
      const failed = await take(ublOf())
      await db.query(
        `update bills set status = 'extract_failed', invoice_number = null where workspace_id = $1`,
        [file.workspace.id],
      )
      const better = await take(bytes)
      expect(better).toMatchObject({ outcome: 'added' })
      expect(better.bill.remark).toBe(await replaces(failed.billId))
      expect(await take(bytes)).toMatchObject({ outcome: 'known_document', billId: better.billId })
    })
  })

  it('is rejected with a reason if its document is too large, and stored at the limit', async () => {
    const large = Buffer.alloc(documentBytesMax + 1, '%PDF-1.7 any bytes of a scanned page \0\xff', 'latin1')
    const read = readInvoice(ublOf())
    const refused = take(large, { read })
    await expect(refused).rejects.toThrow(UnreadableFile)
    await expect(refused).rejects.toThrow(/larger than 20971520 bytes/)
    expect(await bills()).toEqual([])
    const atLimit = large.subarray(1)
    const { billId } = await take(atLimit, { read })
    const [document] = await documentsOf(billId)
    const stored = await findDocument(loader.current.store.db, file.workspace.id, document?.id ?? '')
    expect(sha256(stored?.bytes ?? '')).toBe(sha256(atLimit))
  })

  it('drops a text that is longer than the API allows, and stores one of maximum length', async () => {
    const { outcome, billId } = await take(ublOf({ reference: 'x'.repeat(4001) }))
    expect(outcome).toBe('added')
    expect((await billOf(billId)).paymentReference).toBeNull()
    expect((await detailsOf(billId)).problems.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('4000 characters'),
    ])
    // Incompressible text: index rows are smaller than the longest text in the API.
    const number = randomBytes(2000).toString('hex')
    expect((await take(ublOf({ number }))).outcome).toBe('added')
    expect((await take(ciiOf({ number }))).outcome).toBe('known')
    expect((await take(ublOf({ number: `${number.slice(0, -1)}x` }))).outcome).toBe('added')
  })
})
