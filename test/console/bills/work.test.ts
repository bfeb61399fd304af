/** Fixing a bill by hand, four eyes, comments, and undoing the import of a bill that people worked on. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Bill } from '../../../src/contract/bills.ts'
import { commentLengthMax, commentsPerBillMax } from '../../../src/contract/console/bills/work.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { pdfWith, ublOf } from '../../import/invoices/written.ts'
import { account, bill, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { dump, expectUnchanged, type Home, home, type Person } from '../access/people.ts'
import { importerOf } from '../imports/importer.ts'
import { statusAndCode } from '../wire.ts'

const values = {
  supplierName: 'Papierwerk Süd AG',
  supplierIban: 'DE75 5121 0800 1245 1261 99',
  invoiceNumber: 'RE-2026-9',
  totalAmount: '119.00',
  currency: 'EUR',
  invoiceDate: '2026-01-02',
}

describeOnBothStores('Work on a bill', store => {
  const service = useService(store)
  let own: Home
  let ada: Person
  let ben: Person
  let scan: Uint8Array
  let counter = 0
  const next = () => {
    counter += 1
    return counter
  }

  beforeAll(async () => {
    const owner = company()
    const on = account(owner)
    const transactions = [transaction(on, { amount: '333.00', status: 'pending' })]
    own = await home(service.current, workspaceFile({ companies: [owner], accounts: [on], transactions }))
    ada = await own.person('bookkeeper', { name: 'Ada' })
    ben = await own.person('bookkeeper', { name: 'Ben' })
    scan = await pdfWith({})
  })

  /** A new bill that the person imports: one that was read, or one that was not. */
  async function imported(who: Person, content: string | Uint8Array = ublOf({ number: `N-${next()}` })) {
    service.current.nowMs += 1_000
    const [report] = await importerOf(own, who).take(content, { name: 'invoice.xml' })
    const [{ billId } = { billId: null }] = report?.bills ?? []
    return { importId: report?.importId ?? '', id: billId ?? '' }
  }
  /** Bytes that no other test has. */
  const newScan = () => Buffer.concat([scan, Buffer.from(`\n% ${next()}`)])
  const read = async (id: string) => (await ada.get(own.at(`/v1/bills/${id}`))).body as Bill
  const workOn = async (id: string, who = ada) => (await who.get(own.at(`/bill-work/${id}`))).body
  const move = async (who: Person, id: string, to: string) => {
    service.current.nowMs += 1_000
    return await who.post(own.at('/bill-moves'), { billId: id, to, updatedAt: (await read(id)).updatedAt })
  }
  const fix = async (who: Person, id: string, given: object) => {
    service.current.nowMs += 1_000
    const { updatedAt } = await read(id)
    return await who.post(own.at('/bill-fixes'), { billId: id, updatedAt, values: given })
  }
  const setFourEyes = async (fourEyes: boolean) => {
    service.current.nowMs += 1_000
    expect((await (await own.person('admin')).patch(own.at('/settings'), { fourEyes })).status).toBe(200)
  }

  describe('a fix', () => {
    it('completes a bill that could not be read, and keeps who typed which value', async () => {
      const { id } = await imported(ada, newScan())
      const partial = await fix(ada, id, { supplierName: values.supplierName })
      expect([partial.status, partial.body.status]).toEqual([200, 'extract_failed'])
      const fixed = await fix(ben, id, values)
      expect(fixed.body).toMatchObject({
        ...values,
        supplierIban: 'DE75512108001245126199',
        status: 'pending_match',
      })
      const { typed, history } = await workOn(id)
      expect(typed.supplierName).toMatchObject({
        value: values.supplierName,
        by: { id: ada.id, name: 'Ada' },
      })
      expect(typed.totalAmount).toEqual({
        value: '119.00',
        by: { kind: 'person', id: ben.id, name: 'Ben' },
        at: fixed.body.updatedAt,
      })
      expect(typed.dueDate).toBe(undefined)
      expect(history.map((each: { action: string }) => each.action)).toEqual(['bill.fixed', 'bill.fixed'])
      expect(history[1].details).toMatchObject({ from: 'extract_failed', to: 'pending_match' })
    })

    it('that changes nothing leaves the bill and the clock as they are', async () => {
      const { id } = await imported(ada)
      const { totalAmount } = await read(id)
      await expectUnchanged(service.current, async () => {
        expect((await fix(ada, id, { totalAmount })).status).toBe(200)
      })
    })

    it.each([
      ['an amount', { totalAmount: '1,5' }],
      ['a number', { totalAmount: 15 }],
      ['a currency', { currency: 'euro' }],
      ['a date', { dueDate: '2026-02-30' }],
      ['an IBAN', { supplierIban: 'DE00512108001245126199' }],
      ['a long text', { supplierName: 'x'.repeat(301) }],
      ['an unknown field', { status: 'paid' }],
    ])('with %s that is not valid is 400 and changes nothing', async (_, given) => {
      const { id } = await imported(ada)
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await fix(ada, id, given))).toEqual([400, 'BAD_REQUEST'])
      })
    })

    it('cannot empty what a bill needs, nor change a bill that was approved', async () => {
      const { id } = await imported(ada)
      expect(statusAndCode(await fix(ada, id, { totalAmount: null }))).toEqual([409, 'BILL_INCOMPLETE'])
      expect((await fix(ada, id, { dueDate: null })).status).toBe(200)
      for (const to of ['pending_approval', 'approved']) expect((await move(ada, id, to)).status).toBe(200)
      expect(statusAndCode(await fix(ada, id, { dueDate: '2026-05-01' }))).toEqual([409, 'BILL_NOT_FIXABLE'])
    })
  })

  describe('with four eyes', () => {
    const approvalBy = async (who: Person, id: string) => {
      const shown = (await workOn(id, who)).moves.find((each: { to: string }) => each.to === 'approved')
      const [status, code] = statusAndCode(await move(who, id, 'approved'))
      expect(shown.refusal === null).toBe(status === 200)
      return [status, code]
    }
    const refused = [409, 'FOUR_EYES']
    const approved = [200, undefined]

    it('who imported a bill cannot approve it, and others can', async () => {
      await setFourEyes(true)
      const { id } = await imported(ada)
      await move(ada, id, 'pending_approval')
      await expectUnchanged(service.current, async () => expect(await approvalBy(ada, id)).toEqual(refused))
      expect(await approvalBy(ben, id)).toEqual(approved)
    })

    it('who fixed a bill cannot approve it, even if someone else changed the value again', async () => {
      await setFourEyes(true)
      const eve = await own.person('admin')
      const { id } = await imported(eve, newScan())
      await fix(ada, id, values)
      await fix(ben, id, { totalAmount: '120.00' })
      await move(ada, id, 'pending_approval')
      expect([await approvalBy(ada, id), await approvalBy(ben, id), await approvalBy(eve, id)]).toEqual([
        refused,
        refused,
        refused,
      ])
      expect(await approvalBy(await own.person('bookkeeper'), id)).toEqual(approved)
    })

    it('a bill that no person imported can be approved by anyone with the role', async () => {
      await setFourEyes(true)
      const made = { id: 'bil_of_file', companyId: own.file.companies[0]?.id ?? '' }
      const loaded = bill({ id: made.companyId }, { id: made.id, status: 'pending_approval' })
      await service.current.load(workspaceFile({ workspace: own.file.workspace, bills: [loaded] }))
      expect(await approvalBy(ada, made.id)).toEqual(approved)
    })

    it('switched off, everyone with the role can', async () => {
      await setFourEyes(false)
      const { id } = await imported(ada)
      await move(ada, id, 'pending_approval')
      expect(await approvalBy(ada, id)).toEqual(approved)
    })

    it('is set by owners and admins only, and audited', async () => {
      expect((await ada.patch(own.at('/settings'), { fourEyes: true })).status).toBe(403)
      await setFourEyes(true)
      expect((await ada.get(own.at('/settings'))).body).toEqual({ fourEyes: true })
      await setFourEyes(true)
      await setFourEyes(false)
      const records = await listAudit(service.current.store.db, own.workspaceId)
      const changes = records.filter(({ action }) => action === 'settings.changed').slice(-2)
      expect(changes.map(({ details }) => details.after)).toEqual([{ fourEyes: true }, { fourEyes: false }])
    })
  })

  describe('a comment', () => {
    it('has its author and instant, and does not move the clock', async () => {
      const { id } = await imported(ada)
      const { updatedAt } = await read(id)
      const reply = await ben.post(own.at('/bill-comments'), { billId: id, comment: '  Is this ours?  ' })
      expect(reply.status).toBe(201)
      expect(reply.body.comments).toEqual([
        expect.objectContaining({
          comment: 'Is this ours?',
          by: { kind: 'person', id: ben.id, name: 'Ben' },
          at: new Date(service.current.nowMs).toISOString(),
        }),
      ])
      expect((await read(id)).updatedAt).toBe(updatedAt)
    })

    it('is limited in length and number', async () => {
      const { id } = await imported(ada)
      const comment = (text: string) => ben.post(own.at('/bill-comments'), { billId: id, comment: text })
      for (const text of ['', ' ', 'x'.repeat(commentLengthMax + 1)]) {
        expect((await comment(text)).status).toBe(400)
      }
      await service.current.store.db.query(
        `insert into bill_comments (workspace_id, id, bill_id, user_id, at, comment)
         select $1, 'cmt_' || $2 || n, $2, $3, now(), 'x' from generate_series(1, $4::int) n`,
        [own.workspaceId, id, ben.id, commentsPerBillMax - 1],
      )
      expect((await comment('x'.repeat(commentLengthMax))).status).toBe(201)
      expect(statusAndCode(await comment('one more'))).toEqual([409, 'TOO_MANY_COMMENTS'])
    })
  })

  describe('undoing the import of a bill', () => {
    const state = () =>
      dump(service.current.store.db, [
        'rate_buckets',
        'audit_records',
        'imports',
        'workspaces',
        'deletions',
        'uploads',
        'upload_pieces',
        'sessions',
        'suggestions',
        'sightings',
        'statements',
        'account_details',
      ])

    it('says what people did with it, and with their consent removes all of it', async () => {
      const before = await state()
      const { id, importId } = await imported(ada, newScan())
      await fix(ada, id, { ...values, totalAmount: '333.00' })
      service.current.nowMs += 1_000
      await ben.post(own.at('/bill-comments'), { billId: id, comment: 'Fine.' })
      service.current.nowMs += 1_000
      const transactionId = own.file.transactions[0]?.id
      expect((await ada.post(own.at('/matches'), { billId: id, transactionId })).body.status).toBe('matched')
      for (const to of ['paid', 'archived']) expect((await move(ada, id, to)).status).toBe(200)
      const refused = await importerOf(own, ada).undo(importId)
      expect(statusAndCode(refused)).toEqual([409, 'IMPORT_STANDS'])
      const { reasons, work } = refused.body.data
      expect(reasons).toEqual(work)
      expect(reasons).toEqual([
        expect.stringMatching(/^Bill RE-2026-9 of Papierwerk Süd AG is matched with a payment, by Ada at /),
        'Bill RE-2026-9 of Papierwerk Süd AG has comments.',
      ])
      service.current.nowMs += 1_000
      const undone = await ada.delete(own.at(`/imports/${importId}?withWork=true`))
      expect(undone.status, undone.text).toBe(200)
      expect((await ada.get(own.at(`/v1/bills/${id}`))).status).toBe(404)
      expect(await state()).toEqual(before)
      const actions = (await listAudit(service.current.store.db, own.workspaceId))
        .filter(({ subjectId }) => subjectId === id)
        .map(({ action }) => action)
      expect(actions).toEqual(['bill.fixed', 'bill.commented', 'bill.matched', 'bill.moved', 'bill.moved'])
    })

    it('only says what changed if the status or a value did', async () => {
      const { id, importId } = await imported(ada)
      await move(ada, id, 'pending_approval')
      const { data } = (await importerOf(own, ada).undo(importId)).body
      expect(data.reasons).toEqual([expect.stringMatching(/^Bill N-\d+ of .* has been changed since\.$/)])
      expect((await ada.delete(own.at(`/imports/${importId}?withWork=maybe`))).status).toBe(400)
      expect((await ada.delete(own.at(`/imports/${importId}?withWork=true`))).status).toBe(200)
    })
  })
})
