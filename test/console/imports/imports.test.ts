/** Imports over HTTP: previewed, run as a whole, reported line by line, and undone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '../../../src/store/audit.ts'
import { insertUpload } from '../../../src/store/imports/uploads.ts'
import { zip } from '../../import/files/zipBytes.ts'
import { account, company, iban, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectUnchanged, type Home, home, homeOf, type Person } from '../access/people.ts'
import { headerOf, statusAndCode } from '../wire.ts'
import { camtFile } from './bankFiles.ts'
import { importerOf, reportsIn } from './importer.ts'

const csv = `Buchungstag;Verwendungszweck;Betrag
30.03.2026;Miete;-800,00
31.03.2026;Rechnung 7;1.250,50
`

describeOnBothStores('Imports', store => {
  const service = useService(store)
  let stranger: Person

  beforeAll(async () => {
    stranger = await homeOf(service.current, service.current.foreign).person('owner')
  })

  /** A workspace of one company, and its owner. */
  async function fresh(file = workspaceFile({ companies: [company()] })) {
    const own = await home(service.current, file)
    const owner = await own.person('owner')
    return { own, owner, ...importerOf(own, owner) }
  }

  const later = () => {
    service.current.nowMs += 1_000
  }

  describe('previews', () => {
    it('change nothing, whatever the file', async () => {
      const { send, run } = await fresh()
      const uploads = [await send(camtFile()), await send('<broken'), await send(csv), await send('')]
      await expectUnchanged(service.current, async () => {
        for (const id of uploads) expect((await run(id, { dryRun: true })).status).toBe(200)
      })
    })

    it('show the same result as the import that follows', async () => {
      const { send, run, transactions } = await fresh()
      const id = await send(camtFile({ amounts: ['12.50', '7.25'], closing: '119.75' }))
      const [preview] = reportsIn(await run(id, { dryRun: true }))
      if (!preview) throw new Error('there is no preview')
      const { rows, ...shown } = preview
      expect(shown).toMatchObject({ importId: null, outcome: 'imported', counts: { added: 2, known: 0 } })
      expect(rows).toMatchObject([
        { amount: '12.50', currency: 'EUR', side: 'credit', categoryId: null },
        { amount: '7.25', currency: 'EUR', side: 'credit', categoryId: null },
      ])
      expect(shown.statements).toMatchObject([
        { accountCreated: true, opening: '100.00', closing: '119.75', check: 'adds_up' },
      ])
      expect(await transactions()).toEqual([])
      const [done] = reportsIn(await run(id))
      if (!done) throw new Error('there is no report')
      const accounts = (report: Pick<typeof preview, 'statements'>) =>
        report.statements.map(each => ({ ...each, accountId: null }))
      expect({ ...done, importId: null, statements: accounts(done) }).toEqual({
        ...shown,
        statements: accounts(shown),
      })
      expect((await transactions()).map(({ amount }) => amount).sort()).toEqual(['12.50', '7.25'])
    })
  })

  describe('reports', () => {
    it('are lines of progress, followed by the result, without Content-Length', async () => {
      const { send, run } = await fresh()
      const content = camtFile()
      const reply = await run(await send(content))
      expect(headerOf(reply, 'content-length')).toBeUndefined()
      expect(reply.body.length).toBeGreaterThan(1)
      const [first] = reply.body
      expect(first.progress.total).toBe(Buffer.byteLength(content))
      expect(reportsIn(reply)).toHaveLength(1)
      expect(reply.text.endsWith('\n')).toBe(true)
    })

    it('contain one result for each file of a ZIP, each imported separately', async () => {
      const { take, listed } = await fresh()
      const files = [
        { name: 'a.xml', bytes: Buffer.from(camtFile()) },
        { name: 'b.xml', bytes: Buffer.from('<broken') },
        { name: 'c.xml', bytes: Buffer.from(camtFile()) },
      ]
      const reports = await take(zip(...files), { name: 'march.zip' })
      expect(reports.map(({ fileName, outcome }) => [fileName, outcome])).toEqual([
        ['a.xml', 'imported'],
        ['b.xml', 'refused'],
        ['c.xml', 'imported'],
      ])
      expect(await listed()).toHaveLength(2)
    })
  })

  describe('are rejected', () => {
    it.each([
      ['a picture', 'GIF89a'],
      ['empty', ''],
      ['truncated', camtFile().slice(0, 900)],
    ])('with a reason if the file is %s', async (_, content) => {
      const { send, run } = await fresh()
      const id = await send(content)
      await expectUnchanged(service.current, async () => {
        const [report] = reportsIn(await run(id))
        expect(report).toMatchObject({ importId: null, outcome: 'refused' })
        expect(report?.reason).toMatch(/\w+.*\.$/)
      })
    })

    it('if a statement does not add up, with the difference, unless partial imports are allowed', async () => {
      const { send, run } = await fresh()
      const id = await send(camtFile({ closing: '117.50' }))
      const [refused] = reportsIn(await run(id))
      expect(refused).toMatchObject({ outcome: 'refused', importId: null })
      expect(refused?.statements).toMatchObject([{ check: 'does_not_add_up', difference: '5.00' }])
      expect(reportsIn(await run(id, { partial: true }))).toMatchObject([{ outcome: 'imported' }])
    })

    it('if the mapping of a CSV is only a guess; once confirmed, it is imported and the mapping kept', async () => {
      const owner = company()
      const on = account(owner)
      const { send, run, take } = await fresh(workspaceFile({ companies: [owner], accounts: [on] }))
      const id = await send(csv, 'umsatz.csv')
      const [guessed] = reportsIn(await run(id, { accountId: on.id }))
      expect(guessed).toMatchObject({ outcome: 'refused', csv: { origin: 'guessed' } })
      expect(guessed?.csv?.uncertain).toMatchObject([{ at: 'currency' }, { at: 'sign' }])
      const csvMapping = { ...guessed?.csv?.mapping, currency: 'EUR' }
      const [given] = reportsIn(await run(id, { accountId: on.id, csvMapping }))
      expect(given).toMatchObject({ outcome: 'imported', counts: { added: 2 }, csv: { origin: 'given' } })
      later()
      const [kept] = await take(csv.replace('7;', '8;'), { accountId: on.id })
      expect(kept).toMatchObject({ csv: { origin: 'kept' } })
    })

    it('if a mapping is incomplete', async () => {
      const { send, run } = await fresh()
      const id = await send(csv)
      const mapping = {
        delimiter: ';',
        encoding: 'utf-8',
        header: null,
        dateFormat: 'DD.MM.YYYY',
        decimal: ',',
      }
      for (const columns of [{}, { bookingDate: 0 }, { bookingDate: 0, amount: 2 }]) {
        const csvMapping = { ...mapping, columns, currency: null }
        expect(statusAndCode(await run(id, { csvMapping }))).toEqual([400, 'BAD_REQUEST'])
      }
    })

    it('if the company or account belongs to another workspace, as if it did not exist', async () => {
      const { send, run } = await fresh()
      const id = await send(camtFile())
      const { foreign } = service.current
      const [theirCompany, theirAccount] = [foreign.companies?.[0]?.id, foreign.accounts?.[0]?.id]
      await expectUnchanged(service.current, async () => {
        for (const companyId of [theirCompany ?? '', 'com_nobody']) {
          expect(failureOf(await run(id, { companyId }))).toBe('NOT_FOUND')
        }
        for (const accountId of [theirAccount ?? '', 'acc_nobody']) {
          expect(failureOf(await run(id, { accountId }))).toBe('NOT_FOUND')
        }
      })
    })

    it("if the upload is incomplete or somebody else's", async () => {
      const { own, owner, run } = await fresh()
      const { db } = service.current.store
      const upload = { id: 'upl_half', name: 'x', bytes: 3, createdBy: owner.id, createdAt: '2026-06-01' }
      await db.transaction(connection => insertUpload(connection, own.workspaceId, upload))
      expect(statusAndCode(await run('upl_half'))).toEqual([409, 'UPLOAD_INCOMPLETE'])
      const admin = importerOf(own, await own.person('admin'))
      const id = await admin.send(camtFile())
      expect(statusAndCode(await run(id))).toEqual([404, 'NOT_FOUND'])
      expect(statusAndCode(await run('upl_nothing'))).toEqual([404, 'NOT_FOUND'])
    })

    /** The usual error reply if no line was sent yet, and otherwise the last line. */
    function failureOf({ status, body }: { status: number; body: unknown }): string | undefined {
      if (status !== 200) return (body as { code: string }).code
      return (body as { failure?: { code: string } }[]).at(-1)?.failure?.code
    }
  })

  describe('are listed', () => {
    it('newest first, in pages, with person, time and result, only for people of the workspace', async () => {
      const { own, owner, take, listed } = await fresh()
      const ids = []
      for (let count = 0; count < 3; count += 1) {
        later()
        ids.unshift((await take(camtFile()))[0]?.importId)
      }
      const rows = await listed()
      expect(rows.map(({ id }) => id)).toEqual(ids)
      expect(rows[0]).toMatchObject({
        at: new Date(service.current.nowMs).toISOString(),
        actor: { kind: 'person', id: owner.id, name: owner.name },
        undoneAt: null,
        report: { fileName: 'statement.xml', counts: { added: 1 } },
      })
      const member = await own.person('member')
      const walked = []
      let cursor = ''
      do {
        const { body } = await member.get(own.at(`/imports?limit=1&cursor=${cursor}`))
        walked.push(...body.data)
        cursor = body.nextCursor
      } while (cursor)
      expect(walked).toEqual(rows)
      expect((await member.get(own.at(`/imports/${ids[1]}`))).body).toEqual(rows[1])
      const theirs = homeOf(service.current, service.current.foreign)
      expect((await stranger.get(theirs.at('/imports'))).body).toEqual({ data: [], nextCursor: null })
      expect(statusAndCode(await stranger.get(theirs.at(`/imports/${ids[0]}`)))).toEqual([404, 'NOT_FOUND'])
    })

    it('only with cursors of this list', async () => {
      const { own, owner } = await fresh()
      const { nextCursor } = (await owner.get(own.at('/audit?limit=1'))).body
      for (const cursor of [nextCursor ?? 'x', 'nothing']) {
        expect(statusAndCode(await owner.get(own.at(`/imports?cursor=${cursor}`)))).toEqual([
          400,
          'BAD_REQUEST',
        ])
      }
    })
  })

  describe('are undone', () => {
    it('completely, once, with an audit record', async () => {
      const { own, owner, take, undo, transactions, get } = await fresh()
      const [report] = await take(camtFile())
      later()
      const reply = await undo(report?.importId)
      const undoneAt = new Date(service.current.nowMs).toISOString()
      expect([reply.status, reply.body.undoneAt]).toEqual([200, undoneAt])
      expect((await get(report?.importId)).body).toEqual(reply.body)
      expect(await transactions()).toEqual([])
      expect(statusAndCode(await undo(report?.importId))).toEqual([409, 'ALREADY_UNDONE'])
      const records = await listAudit(service.current.store.db, own.workspaceId)
      expect(
        records.filter(({ actor }) => actor.kind === 'person').map(({ action, actor }) => [action, actor.id]),
      ).toEqual([
        ['import.done', owner.id],
        ['import.undone', owner.id],
      ])
    })

    it('only if no later import depends on them; otherwise the reply names that import', async () => {
      const { take, undo, transactions } = await fresh()
      const statement = { iban: iban(), amounts: ['12.50', '7.25'], closing: '119.75' }
      const [first] = await take(camtFile(statement))
      later()
      const longer = camtFile({ ...statement, amounts: ['12.50', '7.25', '1.00'], closing: '120.75' })
      const [second] = await take(longer.replace('<Id>S-', '<Id>T-'), { name: 'longer.xml' })
      expect(second).toMatchObject({ outcome: 'imported', counts: { added: 1, known: 2 } })
      await expectUnchanged(service.current, async () => {
        const reply = await undo(first?.importId)
        expect(statusAndCode(reply)).toEqual([409, 'IMPORT_STANDS'])
        const { reasons } = reply.body.data as { reasons: string[] }
        expect(reasons.join('\n')).toContain('longer.xml')
        for (const reason of reasons) expect(reply.body.message).toContain(reason)
      })
      for (const report of [second, first]) {
        later()
        expect((await undo(report?.importId)).status).toBe(200)
      }
      expect(await transactions()).toEqual([])
    })

    it('only by people of the workspace', async () => {
      const { take, own } = await fresh()
      const [report] = await take(camtFile())
      const theirs: Home = homeOf(service.current, service.current.foreign)
      await expectUnchanged(service.current, async () => {
        const unknown = await stranger.delete(theirs.at('/imports/imp_nothing'))
        const reply = await stranger.delete(theirs.at(`/imports/${report?.importId}`))
        expect([reply.status, reply.body]).toEqual([404, unknown.body])
        expect(statusAndCode(await stranger.delete(own.at(`/imports/${report?.importId}`)))).toEqual([
          404,
          'NOT_FOUND',
        ])
      })
    })
  })
})
