/** A company at the limit of payees: one more is refused, and the long list does not delay other requests. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { payeesPerCompanyMax } from '../../../src/contract/payees.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { insertRows } from '../../../src/store/engine/table.ts'
import { listPayees, readPayees } from '../../../src/store/payeeList.ts'
import { payeesPerPiece } from '../../../src/store/payeePieces.ts'
import { payeesTable } from '../../../src/store/payees.ts'
import { company, iban, payee, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectForeignUnchanged, type Own, outcome, ownWorkspace } from '../replies/exchange.ts'

const message =
  'The company has 10000 payees, which is the most that one may have. Delete payees that are no longer needed.'
const limitReached = {
  status: 409,
  body: { defined: false, code: 'LIMIT_REACHED', status: 409, message },
}

describeOnBothStores('a company with 10,000 payees', store => {
  const service = useService(store)
  const [full, other] = [company(), company()]
  const many = Array.from({ length: payeesPerCompanyMax }, (_, index) =>
    payee(full, { name: `Payee ${(index * 7919) % payeesPerCompanyMax}` }),
  )
  const elsewhere = payee(other, { name: 'Payee 5000' })
  let own: Own
  beforeAll(async () => {
    own = await ownWorkspace(service.current, { companies: [full, other], payees: [...many, elsewhere] })
  })
  afterEach(() => expectForeignUnchanged(service.current))

  const create = (companyId: string, given: object = {}) =>
    own.send('POST', '/v1/payees', { companyId, name: 'One more', iban: iban(), ...given })

  describe('POST /payees', () => {
    it('is 409 LIMIT_REACHED, and leaves no audit record', async () => {
      expect(outcome(await create(full.id))).toEqual(limitReached)
      expect(await own.audit()).toEqual([])
    })

    it('names the payee that already has the IBAN, as below the limit', async () => {
      const reply = await create(full.id, { iban: many[0]?.iban })
      expect(reply).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', data: { payeeId: many[0]?.id } },
      })
    })

    it('saves a payee of another company of the workspace', async () => {
      const reply = await create(other.id)
      expect(reply.status).toBe(201)
      await own.send('DELETE', `/v1/payees/${(reply.body as { id: string }).id}`)
    })

    it('saves exactly one of several concurrent requests for the last place', async () => {
      const [gone] = many
      await own.send('DELETE', `/v1/payees/${gone?.id}`)
      const replies = await Promise.all(Array.from({ length: 6 }, () => create(full.id)))
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
      const saved = replies.find(({ status }) => status === 201)?.body as { id: string }
      await own.send('DELETE', `/v1/payees/${saved.id}`)
      const { db } = service.current.store
      await insertRows(db, payeesTable, own.file.workspace.id, gone ? [gone] : [])
    })
  })

  describe('GET /payees', () => {
    it('returns all of them by name and then id, in the same bytes as before', async () => {
      const headers = { 'accept-encoding': 'identity' }
      const response = await service.current.request('/v1/payees', { secret: own.secret, headers })
      const text = await response.text()
      const { data } = JSON.parse(text)
      expect(text).toBe(JSON.stringify({ data }))
      expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
      const { db } = service.current.store
      const sorted = await db.query<{ id: string }>(
        'select id from payees where workspace_id = $1 order by name, id',
        [own.file.workspace.id],
      )
      expect(data.map(({ id }: { id: string }) => id)).toEqual(sorted.map(({ id }) => id))
      expect(data).toHaveLength(payeesPerCompanyMax + 1)
    })

    it('lets other requests run after each piece of the list', async () => {
      // How long a piece takes depends on the machine; the number of pieces does not.
      let turns = 0
      let isOver = false
      const tick = () => {
        turns += 1
        if (!isOver) setImmediate(tick)
      }
      setImmediate(tick)
      const { db } = service.current.store
      const rows = await listPayees(db, own.file.workspace.id, {})
      isOver = true
      expect(rows).toHaveLength(payeesPerCompanyMax + 1)
      expect(turns).toBeGreaterThanOrEqual(payeesPerCompanyMax / payeesPerPiece)
    })

    it('is read once for concurrent requests', async () => {
      const asked = Array.from({ length: 10 }, () =>
        service.current.request('/v1/payees', { method: 'HEAD', secret: own.secret }),
      )
      const lengths = (await Promise.all(asked)).map(({ headers }) => headers.get('content-length'))
      expect(new Set(lengths).size).toBe(1)
    })

    /** The same store, with a write to the workspace after each piece that is read outside a transaction. */
    function besideWriter({ writes }: { writes: boolean }) {
      const { db } = service.current.store
      const counts = { pieces: 0, snapshots: 0, atOnce: 0, atOnceMost: 0 }
      const query: Database['query'] = async (sql, values) => {
        const rows = await db.query(sql, values)
        if (!sql.includes('from payees t')) return rows as never
        counts.pieces += 1
        if (writes) await db.query(touchSql, [own.file.workspace.id])
        return rows as never
      }
      const transaction: Database['transaction'] = async (work, options) => {
        counts.snapshots += 1
        counts.atOnce += 1
        counts.atOnceMost = Math.max(counts.atOnceMost, counts.atOnce)
        return await db.transaction(work, options).finally(() => {
          counts.atOnce -= 1
        })
      }
      return { counts, db: { ...db, query, transaction } as Database }
    }
    const touchSql = "update workspaces set clock = clock + interval '1 millisecond' where workspace_id = $1"

    const readFrom = (db: Database, workspaceId = own.file.workspace.id) =>
      readPayees(
        db,
        workspaceId,
        {},
        {
          make: ({ length }) => length,
          join: lengths => lengths.reduce((sum, length) => sum + length, 0),
        },
      )

    it('is checked again, in a snapshot, if the workspace changed meanwhile', async () => {
      const quiet = besideWriter({ writes: false })
      expect(await readFrom(quiet.db)).toBe(payeesPerCompanyMax + 1)
      expect(quiet.counts.snapshots).toBe(0)
      const busy = besideWriter({ writes: true })
      expect(await readFrom(busy.db)).toBe(payeesPerCompanyMax + 1)
      expect(busy.counts.snapshots).toBe(1)
    })

    it('shows one moment, whatever changes meanwhile, and only reads changed rows again', async () => {
      const { db } = service.current.store
      const sorted = await listPayees(db, own.file.workspace.id, {})
      const at = (index: number) => sorted[index] ?? elsewhere
      const rename = ({ id }: { id: string }, name: string) => own.send('PATCH', `/v1/payees/${id}`, { name })
      let [pieces, readAgain] = [0, 0]
      const query: Database['query'] = async (sql, values) => {
        const rows = await db.query(sql, values)
        pieces += sql.includes('order by t.name') ? 1 : 0
        if (pieces !== 20 || !sql.includes('order by t.name')) return rows as never
        // One payee moves to before the reading position, one to after it, one changes, and one is deleted.
        await rename(at(9_000), at(100).name)
        await rename(at(1_000), at(9_500).name)
        await own.send('PATCH', `/v1/payees/${at(2_000).id}`, { defaultReference: 'Changed' })
        await own.send('DELETE', `/v1/payees/${elsewhere.id}`)
        return rows as never
      }
      const transaction: Database['transaction'] = (work, options) =>
        db.transaction(connection => {
          const counted: typeof connection.query = (sql, values) => {
            readAgain += sql.includes('order by t.name') ? 1 : 0
            return connection.query(sql, values)
          }
          return work({ ...connection, query: counted })
        }, options)
      const found = await readPayees(
        { ...db, query, transaction } as Database,
        own.file.workspace.id,
        {},
        {
          make: piece => piece,
          join: all => all.flat(),
        },
      )
      expect(found).toEqual(await listPayees(db, own.file.workspace.id, {}))
      expect(found).not.toEqual(sorted)
      expect(readAgain).toBeGreaterThan(0)
      expect(readAgain).toBeLessThanOrEqual(10)
      await rename(at(9_000), at(9_000).name)
      await rename(at(1_000), at(1_000).name)
      await insertRows(db, payeesTable, own.file.workspace.id, [elsewhere])
    })

    it('is read once at a time beside a writer, and waiting requests share the next read', async () => {
      const { db, counts } = besideWriter({ writes: true })
      const clients = 10
      const found = await Promise.all(Array.from({ length: clients }, () => readFrom(db)))
      expect(found).toEqual(Array(clients).fill(payeesPerCompanyMax + 1))
      expect([counts.snapshots, counts.atOnceMost]).toEqual([2, 1])
      // The first piece for each client, and two whole lists.
      const pieces = Math.ceil((payeesPerCompanyMax + 2) / payeesPerPiece)
      expect(counts.pieces).toBe(clients + 2 * pieces)
    })

    it('of another workspace does not wait if it is short', async () => {
      const { db } = besideWriter({ writes: true })
      let isLongOneDone = false
      const long = readFrom(db).then(() => {
        isLongOneDone = true
      })
      const { foreign } = service.current
      expect(await readFrom(db, foreign.workspace.id)).toBe(foreign.payees.length)
      expect(isLongOneDone).toBe(false)
      await long
    })
  })

  describe('a workspace file', () => {
    const file = (payees: readonly ReturnType<typeof payee>[], id = own.file.workspace) =>
      workspaceFile({ workspace: id, companies: [full, other], payees: [...payees] })

    it('that adds one more is refused with a line that names the limit', async () => {
      await expect(service.current.load(file([payee(full)]))).rejects.toThrow(
        `company ${full.id} would have 10001 payees; the limit is 10000`,
      )
    })

    it('with too many for a new workspace is refused, and the workspace is not created', async () => {
      const fresh = workspaceFile({ companies: [full], payees: [...many, payee(full)] })
      await expect(service.current.load(fresh)).rejects.toThrow('the limit is 10000')
    })

    it('that changes existing ones is accepted, even if there are more than the limit', async () => {
      const extra = payee(full)
      const { db } = service.current.store
      await insertRows(db, payeesTable, own.file.workspace.id, [extra])
      expect(await service.current.load(file([{ ...extra, name: 'Renamed' }]))).toMatchObject({ changed: 1 })
      await expect(service.current.load(file([payee(full)]))).rejects.toThrow('would have 10002')
      await own.send('DELETE', `/v1/payees/${extra.id}`)
    })
  })
})
