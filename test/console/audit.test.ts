/** The audit log in the console: every record once, newest first, filtered by actor, action and date. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AuditRecord, auditActions } from '../../src/contract/console/audit.ts'
import { encodeCursor } from '../../src/domain/cursor.ts'
import { listAudit, recordAudit } from '../../src/store/audit.ts'
import { iban } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { dayMs, type Home, home, homeOf, type Person } from './access/people.ts'
import { statusAndCode } from './wire.ts'

interface Page {
  data: AuditRecord[]
  nextCursor: string | null
}

describeOnBothStores('The audit log', store => {
  const service = useService(store)

  async function ownLog() {
    const own = await home(service.current)
    return { own, admin: await own.person('admin', { name: 'Ada' }) }
  }

  async function read(by: Person, { at }: Home, query: Record<string, string> = {}): Promise<Page> {
    const reply = await by.get(at(`/audit?${new URLSearchParams(query)}`))
    expect(statusAndCode(reply)).toEqual([200, undefined])
    return reply.body
  }

  async function walk(by: Person, own: Home, query: Record<string, string>): Promise<AuditRecord[]> {
    const all: AuditRecord[] = []
    let cursor: string | null = null
    do {
      const page: Page = await read(by, own, { ...query, ...(cursor !== null && { cursor }) })
      expect(page.data.length).toBeLessThanOrEqual(Number(query.limit ?? 50))
      all.push(...page.data)
      cursor = page.nextCursor
    } while (cursor !== null)
    return all
  }

  const record = (
    { workspaceId }: Home,
    atMs: number,
    given: Partial<Parameters<typeof recordAudit>[3]> = {},
  ) =>
    recordAudit(service.current.store.db, workspaceId, atMs, {
      actor: { kind: 'command', id: 'test' },
      action: 'key.created',
      subjectId: 'key_1',
      details: {},
      ...given,
    })

  it('shows who did what to what and when, with the current names of people and keys', async () => {
    const { own, admin } = await ownLog()
    const { key, secret } = await service.current.createKey(own.file, { name: 'Ledger' })
    service.current.nowMs += 1
    const payee = await service.current.client(secret).payees.create({ name: 'Papier', iban: iban() })
    service.current.nowMs += 1
    await admin.delete(own.at(`/v1/payees/${payee.id}`))
    const { data } = await read(admin, own)
    expect(data.map(({ actor, action, subjectId }) => ({ actor, action, subjectId }))).toEqual([
      { actor: { kind: 'person', id: admin.id, name: 'Ada' }, action: 'payee.deleted', subjectId: payee.id },
      { actor: { kind: 'key', id: key.id, name: 'Ledger' }, action: 'payee.created', subjectId: payee.id },
      ...data.slice(2).map(({ actor, action, subjectId }) => ({ actor, action, subjectId })),
    ])
    expect(
      data
        .slice(2)
        .map(({ actor, action }) => [actor.kind, actor.name, action])
        .sort(),
    ).toEqual([
      ['command', null, 'key.created'],
      ['command', null, 'workspace.loaded'],
    ])
    const { companyId, name, iban: saved } = payee
    expect(data[0]?.details).toEqual({ companyId, name, iban: saved })
  })

  it('shows nothing from another workspace, even for a person who belongs to both', async () => {
    const { own, admin } = await ownLog()
    const theirs = homeOf(service.current, service.current.foreign)
    const by = { kind: 'person', id: admin.id } as const
    await record(theirs, service.current.nowMs, { actor: by, subjectId: 'foreign' })
    await record(own, service.current.nowMs, { actor: by, subjectId: 'own' })
    const { data } = await read(admin, own, { actorId: admin.id })
    expect(data.map(({ subjectId }) => subjectId)).toEqual(['own'])
  })

  describe('pages', () => {
    it('contain every record once, newest first, for any page size and any number of equal instants', async () => {
      const { own, admin } = await ownLog()
      const start = service.current.nowMs
      // Seven instants for forty records, so that most pages end between equal ones.
      for (let count = 0; count < 40; count += 1) await record(own, start + ((count * 3) % 7))
      const stored = await listAudit(service.current.store.db, own.workspaceId)
      const newestFirst = stored.map(({ id }) => id).reverse()
      for (const limit of ['1', '3', '7', '40', '41', '100']) {
        expect((await walk(admin, own, { limit })).map(({ id }) => id)).toEqual(newestFirst)
      }
    })

    it('contain 50 records by default, and at most 100', async () => {
      const { own, admin } = await ownLog()
      for (let count = 0; count < 101; count += 1) await record(own, service.current.nowMs + count)
      expect((await read(admin, own)).data).toHaveLength(50)
      expect((await read(admin, own, { limit: '100' })).data).toHaveLength(100)
      for (const limit of ['0', '101', '-1', '1.5', 'x']) {
        expect(statusAndCode(await admin.get(own.at(`/audit?limit=${limit}`)))).toEqual([400, 'BAD_REQUEST'])
      }
    })

    it('continue at the same place if records are added in between', async () => {
      const { own, admin } = await ownLog()
      const start = service.current.nowMs
      for (let count = 0; count < 6; count += 1)
        await record(own, start + count, { subjectId: `old ${count}` })
      const first = await read(admin, own, { limit: '3' })
      await record(own, start + 100, { subjectId: 'new' })
      const rest = await read(admin, own, { limit: '100', cursor: first.nextCursor ?? '' })
      const seen = [...first.data, ...rest.data].map(({ subjectId }) => subjectId)
      expect(seen.filter(id => id !== own.workspaceId)).toEqual(
        [5, 4, 3, 2, 1, 0].map(count => `old ${count}`),
      )
    })
  })

  describe('filters', () => {
    it('return exactly the matching records, separately and combined, on every page', async () => {
      const { own, admin } = await ownLog()
      const start = Date.parse('2026-03-10T00:00:00.000Z')
      const actors = ['a', 'b']
      const [kinds, actions] = [['person', 'key', 'command'] as const, auditActions.slice(0, 3)]
      for (let count = 0; count < 36; count += 1) {
        await record(own, start + Math.floor(count / 4) * (dayMs / 3), {
          actor: { kind: kinds[count % 3] ?? 'key', id: actors[count % 2] ?? '' },
          action: actions[Math.floor(count / 2) % 3] ?? 'key.created',
        })
      }
      const stored = (await listAudit(service.current.store.db, own.workspaceId)).reverse()
      const days = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']
      const anyFilters = fc.record(
        {
          actorKind: fc.constantFrom(...kinds),
          actorId: fc.constantFrom(...actors, 'nobody'),
          action: fc.constantFrom(...actions),
          dateFrom: fc.constantFrom(...days),
          dateTo: fc.constantFrom(...days),
        },
        { requiredKeys: [] },
      )
      const check = async (filters: Record<string, string>, limit: number) => {
        const { actorKind, actorId, action, dateFrom, dateTo } = filters
        const expected = stored.filter(
          ({ actor, action: done, at }) =>
            (actorKind === undefined || actor.kind === actorKind) &&
            (actorId === undefined || actor.id === actorId) &&
            (action === undefined || done === action) &&
            (dateFrom === undefined || at.slice(0, 10) >= dateFrom) &&
            (dateTo === undefined || at.slice(0, 10) <= dateTo),
        )
        const found = await walk(admin, own, { ...filters, limit: String(limit) })
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }
      await fc.assert(fc.asyncProperty(anyFilters, fc.integer({ min: 4, max: 20 }), check), {
        numRuns: 25,
        interruptAfterTimeLimit: 20_000,
      })
    })

    it('include both whole days of a date range, in UTC', async () => {
      const { own, admin } = await ownLog()
      const instants = [
        '2026-03-09T23:59:59.999Z',
        '2026-03-10T00:00:00.000Z',
        '2026-03-10T23:59:59.999Z',
        '2026-03-11T00:00:00.000Z',
      ]
      for (const at of instants) await record(own, Date.parse(at))
      const found = await read(admin, own, { dateFrom: '2026-03-10', dateTo: '2026-03-10' })
      expect(found.data.map(({ at }) => at)).toEqual([instants[2], instants[1]])
      expect((await read(admin, own, { dateFrom: '2026-03-11', dateTo: '2026-03-10' })).data).toEqual([])
    })

    it('accept the first and the last possible day', async () => {
      const { own, admin } = await ownLog()
      const { data } = await read(admin, own, { dateFrom: '0001-01-01', dateTo: '9999-12-31' })
      expect(data.map(({ action }) => action)).toEqual(['workspace.loaded'])
      expect((await read(admin, own, { dateTo: '0001-01-01' })).data).toEqual([])
    })

    it.each([
      ['actorKind', 'robot'],
      ['action', 'key.eaten'],
      ['dateFrom', '2026-02-30'],
      ['dateTo', '10.03.2026'],
      ['cursor', 'nonsense'],
    ])('reject invalid values and name the parameter: %s=%s', async (name, value) => {
      const { own, admin } = await ownLog()
      const reply = await admin.get(own.at(`/audit?${name}=${value}`))
      expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
      expect(reply.body.data.issues.map(({ path }: { path: string }) => path)).toEqual([name])
    })

    it('treat any actor id as plain text', async () => {
      const { own, admin } = await ownLog()
      for (const actorId of ["'; drop table users; --", '%', '_', '😀', 'x'.repeat(3000)]) {
        expect((await read(admin, own, { actorId })).data).toEqual([])
      }
    })
  })

  describe('cursors', () => {
    async function withCursor() {
      const { own, admin } = await ownLog()
      for (let count = 0; count < 5; count += 1) await record(own, service.current.nowMs + count)
      const { nextCursor } = await read(admin, own, { limit: '2' })
      return { own, admin, cursor: nextCursor ?? '' }
    }
    const refusedAs = async (by: Person, { at }: Home, query: Record<string, string>) => {
      const reply = await by.get(at(`/audit?${new URLSearchParams(query)}`))
      return [...statusAndCode(reply), reply.body.data?.issues[0].path]
    }
    const refused = [400, 'BAD_REQUEST', 'cursor']

    it('are rejected in another workspace', async () => {
      const { cursor } = await withCursor()
      const other = await withCursor()
      expect(await refusedAs(other.admin, other.own, { cursor })).toEqual(refused)
    })

    it('are rejected with other filters, and accepted with any page size', async () => {
      const { own, admin, cursor } = await withCursor()
      for (const filter of [{ action: 'key.created' }, { actorKind: 'command' }, { dateTo: '2030-01-01' }]) {
        expect(await refusedAs(admin, own, { ...filter, cursor })).toEqual(refused)
      }
      expect((await read(admin, own, { cursor, limit: '1' })).data).toHaveLength(1)
    })

    it('of other lists are rejected', async () => {
      const { own, admin, cursor } = await withCursor()
      for (const path of ['/v1/transactions', '/v1/bills']) {
        expect(statusAndCode(await admin.get(own.at(`${path}?cursor=${cursor}`)))).toEqual([
          400,
          'BAD_REQUEST',
        ])
      }
    })

    it('are rejected if any character is changed', async () => {
      const { own, admin, cursor } = await withCursor()
      for (let place = 0; place < cursor.length; place += 7) {
        const changed = cursor.slice(0, place) + (cursor[place] === 'A' ? 'B' : 'A') + cursor.slice(place + 1)
        expect(await refusedAs(admin, own, { cursor: changed })).toEqual(refused)
      }
    })

    it('reveal nothing of other workspaces and cause no error if forged', async () => {
      const { own, admin } = await withCursor()
      const walked = {
        workspaceId: own.workspaceId,
        list: 'audit',
        walk: ['bigint'] as const,
        sync: false,
        filters: {},
      }
      for (const ms of [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Date.UTC(9999, 11, 31)]) {
        const cursor = encodeCursor(walked, { walk: [ms], id: 'zzz', fixedAt: null })
        const { data } = await read(admin, own, { cursor })
        const mine = await listAudit(service.current.store.db, own.workspaceId)
        expect(mine.map(({ id }) => id)).toEqual(expect.arrayContaining(data.map(({ id }) => id)))
      }
    })
  })
})
