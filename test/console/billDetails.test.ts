/** A bill's document in the console: where its values come from, and the original. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BillDetails } from '../../src/contract/console/bills/billDetails.ts'
import { facts, pdfWith, ublOf } from '../import/invoices/written.ts'
import { type Arrived, takeInvoice } from '../support/bills.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { expectUnchanged, type Home, home, homeOf, type Person } from './access/people.ts'
import { headerOf, seen, statusAndCode } from './wire.ts'

describeOnBothStores('The document of a bill', store => {
  const service = useService(store)
  let own: Home
  let reader: Person
  let stranger: Person

  beforeAll(async () => {
    own = await home(service.current)
    reader = await own.person('member', { name: 'Ada Lovelace' })
    stranger = await homeOf(service.current, service.current.foreign).person('owner')
  })

  const take = (content: string | Uint8Array, name = 'invoice.xml'): Promise<Arrived> => {
    const { nowMs, store: of } = service.current
    return takeInvoice(of.db, own.file, { content, name, nowMs })
  }
  const details = async (billId: string): Promise<BillDetails> => {
    const reply = await reader.get(own.at(`/bill-details/${billId}`))
    expect(reply.status).toBe(200)
    return reply.body
  }
  const theirs = (path: string) => homeOf(service.current, service.current.foreign).at(path)

  describe('details', () => {
    it('show the source of each value, the checks, the history, and that nothing settles the bill yet', async () => {
      const { billId, stamp } = await take(ublOf())
      const given = await details(billId)
      expect(given).toMatchObject({
        billId,
        importId: 'imp_1',
        format: 'ubl-invoice',
        failure: null,
        match: null,
      })
      expect(given.sources.totalAmount).toEqual({
        value: facts.payable,
        path: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount',
      })
      expect(given.steps.map(({ status, at }) => [status, at])).toEqual(
        ['new', 'processing', 'pending_match'].map(status => [status, stamp]),
      )
      expect(given.documents).toMatchObject([{ name: 'invoice.xml', mediaType: 'application/xml' }])
    })

    it('show why nothing could be read, and what is missing', async () => {
      const { billId, bill } = await take(await pdfWith({}), 'scan.pdf')
      const given = await details(billId)
      expect(given).toMatchObject({ failure: bill.remark, sources: {}, checks: [], format: null })
      expect(given.missing).toContain('totalAmount')
    })

    it('are empty for a bill without a document', async () => {
      const billId = own.file.bills[0]?.id ?? ''
      expect(await details(billId)).toEqual({
        billId,
        importId: null,
        format: null,
        profile: null,
        sources: {},
        checks: [],
        problems: [],
        failure: null,
        missing: [],
        steps: [],
        documents: [],
        content: null,
        buyerIsKnown: null,
        match: null,
        discounts: [],
        settlement: {
          ...{ paid: '0', discount: '0', charge: '0', tolerance: '0', open: null },
          payments: [],
          offers: [],
        },
      })
    })

    it.each([
      ['a person, by name', 'person', 'Ada Lovelace'],
      ['the service itself', 'service', null],
    ])('show which transaction settles it, and who decided: %s', async (_, kind, name) => {
      const { billId, stamp } = await take(ublOf({ number: `matched by ${kind}` }))
      const transactionId = own.file.transactions[0]?.id ?? ''
      const reasons = [{ sign: 'amount', points: 40, sentence: 'The amounts are equal.' }]
      const actorId = kind === 'person' ? reader.id : 'matching'
      await service.current.store.db.query(
        `insert into bill_matches
           (workspace_id, bill_id, transaction_id, actor_kind, actor_id, at, score, reasons, status_before)
         values ($1, $2, $3, $4, $5, $6, 90, $7::jsonb, 'pending_match')`,
        [own.workspaceId, billId, transactionId, kind, actorId, stamp, JSON.stringify(reasons)],
      )
      const by = { kind, id: actorId, name }
      expect((await details(billId)).match).toEqual({
        billId,
        transactionId,
        by,
        at: stamp,
        score: 90,
        reasons,
      })
    })

    it('are 404 for an unknown bill and for a bill of another workspace', async () => {
      const { billId } = await take(ublOf())
      const unknown = await reader.get(own.at('/bill-details/bil_nobody'))
      expect(statusAndCode(unknown)).toEqual([404, 'NOT_FOUND'])
      const foreign = service.current.foreign.bills[0]?.id ?? ''
      expect(seen(await reader.get(own.at(`/bill-details/${foreign}`)))).toEqual(seen(unknown))
      expect(seen(await stranger.get(theirs(`/bill-details/${billId}`)))).toEqual(seen(unknown))
    })
  })

  describe('original', () => {
    /** The exact bytes as received. */
    async function saved(documentId: string) {
      const reply = await fetch(`${service.current.url}${own.at(`/documents/${documentId}`)}`, {
        headers: { cookie: `florin_session=${reader.token}` },
      })
      return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
    }

    const documentOf = async (billId: string) => (await details(billId)).documents[0]?.id ?? ''

    it('is returned byte for byte, and the request changes nothing', async () => {
      const pdf = await pdfWith({ 'factur-x.xml': ublOf({ number: 'as PDF' }) })
      for (const [content, name, type] of [
        [pdf, 'invoice.pdf', 'application/pdf'],
        [Buffer.from(`\ufeff${ublOf({ number: 'as XML' })}\r\n`), 'invoice.xml', 'application/xml'],
      ] as const) {
        const { billId } = await take(content, name)
        const documentId = await documentOf(billId)
        await expectUnchanged(service.current, async () => {
          const { reply, bytes } = await saved(documentId)
          expect(bytes.equals(content)).toBe(true)
          expect(reply.headers.get('content-type')).toBe(type)
          expect(reply.headers.get('content-length')).toBe(String(content.length))
        })
        const head = await reader.ask('HEAD', own.at(`/documents/${documentId}`))
        expect(headerOf(head, 'content-length')).toBe(String(content.length))
      }
    })

    it('is shown in a frame of the console if it is a PDF, and nothing else is', async () => {
      const pdf = await takeInvoice(service.current.store.db, own.file, {
        content: await pdfWith({ 'factur-x.xml': ublOf({ number: 'PDF-1' }) }),
        nowMs: service.current.nowMs,
      })
      const xml = await takeInvoice(service.current.store.db, own.file, {
        content: ublOf({ number: 'XML-1' }),
        nowMs: service.current.nowMs,
      })
      const shown = async (billId: string) => {
        const { headers } = await reader.get(own.at(`/documents/${await documentOf(billId)}?show=inline`))
        const sent = Object.fromEntries(headers)
        return [
          sent['content-disposition']?.split(';')[0],
          sent['content-type'],
          sent['content-security-policy'],
        ]
      }
      expect(await shown(pdf.billId)).toEqual([
        'inline',
        'application/pdf',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      ])
      expect(await shown(xml.billId)).toEqual([
        'attachment',
        'application/xml',
        "default-src 'none'; sandbox",
      ])
    })

    it('is only for download: no browser displays it, caches it or guesses its type', async () => {
      const { billId } = await take(ublOf({ number: 'to save' }))
      const { headers } = await reader.get(own.at(`/documents/${await documentOf(billId)}`))
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/xml',
        'content-disposition': `attachment; filename="invoice.xml"; filename*=UTF-8''invoice.xml`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    })

    it.each([
      ['Rechnung März.xml', 'Rechnung M_rz.xml', 'Rechnung%20M%C3%A4rz.xml'],
      [`a"b\\c;d'(e)*%41.xml`, 'c_d__e___41.xml', 'c%3Bd%27%28e%29%2A%2541.xml'],
      ['line\r\nSet-Cookie: x=1.xml', 'lineSet-Cookie_ x_1.xml', 'lineSet-Cookie%3A%20x%3D1.xml'],
      ['../../etc/passwd', 'passwd', 'passwd'],
      ['\u{1f4b6}.pdf', '__.pdf', '%F0%9F%92%B6.pdf'],
      [' / ', 'invoice.xml', 'invoice.xml'],
    ])('is downloaded under its original file name: %j', async (name, ascii, encoded) => {
      const { billId } = await take(ublOf({ number: `named ${name.replace(/[^a-z]/g, '')}` }), name)
      const reply = await reader.get(own.at(`/documents/${await documentOf(billId)}`))
      expect(headerOf(reply, 'content-disposition')).toBe(
        `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
      )
    })

    it('is 404 for an unknown id and for an id of another workspace', async () => {
      const { billId } = await take(ublOf())
      const documentId = await documentOf(billId)
      const unknown = await reader.get(own.at('/documents/doc_nothing'))
      expect(statusAndCode(unknown)).toEqual([404, 'NOT_FOUND'])
      expect(seen(await stranger.get(theirs(`/documents/${documentId}`)))).toEqual(seen(unknown))
      expect(seen(await reader.get(own.at(`/documents/${billId}`)))).toEqual(seen(unknown))
    })
  })
})
