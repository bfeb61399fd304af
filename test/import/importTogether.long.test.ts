/** Concurrent imports, writers and readers: no row is lost, duplicated or seen half-written. */
import { describe, expect, it, vi } from 'vitest'
import { entriesPerWrite } from '../../src/import/entries/statementWriter.ts'
import type { ZipSource } from '../../src/import/files/zip.ts'
import { company, iban, workspaceFile } from '../support/builders.ts'
import { waitingForLocks } from '../support/servers/waitingForLocks.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { Importer, ownIban } from './importer.ts'
import { camtText, type TextEntry, type TextStatement } from './statementTexts.ts'
import { Loader } from './workspace/loader.ts'

const coffee: TextEntry = { amount: '3.20', side: 'debit', day: '2026-03-02', name: 'Kaffeehaus' }

const statement = (given: Partial<TextStatement> = {}): TextStatement => ({
  id: 'S1',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-02',
  to: '2026-03-02',
  entries: [coffee, coffee],
  ...given,
})

/** More entries than are written at once, and more than fit in one piece of a file. */
const most = 8 * entriesPerWrite + 200
const long = camtText([statement({ entries: Array.from({ length: most }, () => coffee) })])

/** A file whose last piece is delivered only after `onLast` has finished, while the file is being imported. */
function heldSource(text: string, onLast: () => Promise<unknown>): ZipSource {
  const bytes = Buffer.from(text)
  let passes = 0
  return {
    size: bytes.length,
    async read(offset, length) {
      if (offset === 0) passes += 1
      // The start is read twice before the import: to detect the format, and to identify the file.
      if (passes === 3 && offset + length === bytes.length) await onLast()
      return bytes.subarray(offset, offset + length)
    },
  }
}

describeOnBothStores('imports', storeName => {
  const service = useService(storeName)

  async function workspace() {
    const file = workspaceFile({ companies: [company()] })
    const client = await service.current.workspace(file)
    const secret = await service.current.key(file)
    return { importer: new Importer(new Loader(service.current.store), file), client, secret, file }
  }

  it('of the same file at the same time add it once', async () => {
    const { importer, client } = await workspace()
    const reports = await Promise.all([1, 2, 3].map(() => importer.take(camtText([statement()]))))
    expect(reports.map(({ outcome, counts }) => [outcome, counts.added, counts.known]).sort()).toEqual([
      ['imported', 2, 0],
      ['nothing_new', 0, 2],
      ['nothing_new', 0, 2],
    ])
    expect((await client.transactions.list()).data).toHaveLength(2)
    expect((await client.accounts.list()).data).toHaveLength(1)
  })

  it('into two workspaces at the same time are independent', async () => {
    const [one, other] = [await workspace(), await workspace()]
    const reports = await Promise.all(
      [one, other].map(({ importer }) => importer.take(camtText([statement()]))),
    )
    expect(reports.map(({ counts }) => counts.added)).toEqual([2, 2])
    for (const { client } of [one, other]) expect((await client.transactions.list()).data).toHaveLength(2)
  })

  it('give a syncing client every row as it is stored, including rows restored by an undo', async () => {
    const { importer, client } = await workspace()
    const copy = new Map<string, { updatedAt: string }>()
    let after = '1970-01-01T00:00:00Z'
    const poll = async () => {
      const changes = client.transactions.sync({ updatedAfter: after, limit: 3 })
      for await (const row of changes) copy.set(row.id, row)
      after = changes.nextUpdatedAfter
    }
    const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
    const isUndone = (index: number) => index === days.length - 1
    const write = async () => {
      for (const [index, day] of days.entries()) {
        const of = (id: string, booked: string | null) => {
          const entry = { ...coffee, day: booked }
          return statement({ id: `${id}${index}`, from: day, to: day, entries: [entry, entry] })
        }
        await importer.take(camtText([of('R', null)], 'camt.052'))
        const { importId, counts } = await importer.take(camtText([of('S', day)]))
        expect(counts.changed).toBe(2)
        if (isUndone(index)) await importer.undo(importId)
      }
    }
    let isWriting = true
    const writing = write().finally(() => {
      isWriting = false
    })
    while (isWriting) await poll()
    await writing
    await poll()
    const { data } = await client.transactions.list()
    expect(data).toHaveLength(8)
    expect(data.filter(({ status }) => status === 'pending')).toHaveLength(2)
    expect(copy).toEqual(new Map(data.map(row => [row.id, row])))
  })

  describe.runIf(storeName !== 'embedded')('that take long', () => {
    it('do not block readers, and make other writers wait, but not forever', async () => {
      const { importer, client, secret, file } = await workspace()
      await importer.take(camtText([statement()]))
      const addPayee = () =>
        service.current.request('/v1/payees', {
          secret,
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ companyId: file.companies[0]?.id, name: 'Anna', iban: iban() }),
        })
      // Retries as the reply says: nobody knows how long the rest of the import takes.
      const addPayeePatiently = async (): Promise<Response> => {
        const reply = await addPayee()
        return reply.status === 503 ? await addPayeePatiently() : reply
      }
      const { db } = service.current.store
      const isQueued = async () => {
        expect(await waitingForLocks(db)).toBe(1)
      }
      let patient: Promise<Response> | undefined
      const [report] = await importer.takeSource(
        heldSource(long.replaceAll('2026-03-02', '2026-03-09'), async () => {
          expect((await client.transactions.list()).data).toHaveLength(2)
          const refused = await addPayee()
          expect(refused.status).toBe(503)
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
          patient = addPayeePatiently()
          await vi.waitFor(isQueued, { timeout: 60_000, interval: 5 })
        }),
      )
      expect(report?.counts.added).toBe(most)
      expect((await patient)?.status).toBe(201)
      expect((await client.payees.list()).data).toHaveLength(1)
    })

    it('leave nothing behind if the connection breaks, and can be repeated', async () => {
      const { importer } = await workspace()
      await importer.take(camtText([statement()]))
      const before = await importer.rows()
      const { db } = service.current.store
      const source = heldSource(long.replaceAll('2026-03-02', '2026-03-09'), () =>
        db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
        ),
      )
      await expect(importer.takeSource(source)).rejects.toThrow('out of reach')
      expect(await importer.rows()).toEqual(before)
      const again = await importer.take(long.replaceAll('2026-03-02', '2026-03-09'))
      expect(again.counts.added).toBe(most)
    })
  })
})
