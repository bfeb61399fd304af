/** Uploads that nobody has imported yet: their limits, their list, and when they are deleted. */
import { beforeAll, describe, expect, it } from 'vitest'
import { uploadPieceBytes } from '../../../src/contract/console/imports.ts'
import {
  bytesUnderWayMax,
  countPieces,
  insertUpload,
  keepPiece,
  uploadsPerPersonMax,
} from '../../../src/store/imports/uploads.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { watchedThroughout } from '../../support/watched.ts'
import { dayMs, type Home, home, type Person } from '../access/people.ts'
import { statusAndCode } from '../wire.ts'
import { octets } from './importer.ts'

describeOnBothStores('Uploads', store => {
  const service = useService(store)
  let own: Home
  let owner: Person

  beforeAll(async () => {
    own = await home(service.current)
    owner = await own.person('owner')
  })

  const start = (who: Person, bytes: number, at = own) =>
    who.post(at.at('/uploads'), { name: 'statement.xml', bytes })
  const started = async (bytes: number): Promise<string> => (await start(owner, bytes)).body.id
  const send = (id: string, position: number, bytes: string) =>
    owner.ask('POST', own.at(`/uploads/${id}?position=${position}`), { bytes, headers: octets })

  describe('have limits', () => {
    const fill = async (at: Home, who: Person, rows: number, bytes: number) =>
      await service.current.store.db.query(
        `insert into uploads (workspace_id, id, created_by, created_at, name, bytes)
         select $1, 'upl_' || $2 || n, $2, $3, 'x', $5 from generate_series(1, $4::integer) n`,
        [at.workspaceId, who.id, new Date(service.current.nowMs).toISOString(), rows, bytes],
      )

    it('on their number per person, without affecting others', async () => {
      const crowded = await home(service.current)
      const [one, other] = [await crowded.person('owner'), await crowded.person('admin')]
      await fill(crowded, one, uploadsPerPersonMax, 0)
      expect(statusAndCode(await start(one, 1, crowded))).toEqual([409, 'TOO_MANY_UPLOADS'])
      expect((await start(other, 1, crowded)).status).toBe(201)
    })

    /** Pieces of zeros, generated in the database. */
    const receive = async (at: Home, who: Person, pieces: number) => {
      const { db } = service.current.store
      await fill(at, who, 1, pieces * uploadPieceBytes)
      await db.query(
        `insert into upload_pieces (workspace_id, upload_id, position, content)
         select $1, 'upl_' || $2 || '1', n, decode(repeat('00', ${uploadPieceBytes}), 'hex')
         from generate_series(1, $3::integer) n`,
        [at.workspaceId, who.id, pieces],
      )
    }

    it('on the received bytes per workspace; announced bytes do not count', async () => {
      const crowded = await home(service.current)
      const [one, other] = [await crowded.person('owner'), await crowded.person('admin')]
      await fill(crowded, one, 8, bytesUnderWayMax)
      const begun = await start(other, 3, crowded)
      expect(begun.status).toBe(201)
      const path = crowded.at(`/uploads/${begun.body.id}?position=0`)
      expect((await other.ask('POST', path, { bytes: 'abc', headers: octets })).status).toBe(204)
    })

    it('on the received bytes, checked for every piece', async () => {
      const crowded = await home(service.current)
      const [one, other] = [await crowded.person('owner'), await crowded.person('admin')]
      const pieces = 3
      await receive(crowded, one, pieces)
      const { db } = service.current.store
      const limited = (bytes: number) =>
        keepPiece(db, crowded.workspaceId, pieceOf(bytes), pieces * uploadPieceBytes + 3)
      const { id } = (await start(other, 4, crowded)).body
      const pieceOf = (bytes: number) => ({ uploadId: id, position: 0, content: Buffer.alloc(bytes) })
      await expect(limited(4)).rejects.toThrow('too large together')
      expect(await countPieces(db, crowded.workspaceId, id)).toBe(0)
      expect(await limited(3)).toBe(true)
      // A piece that already exists takes no more room.
      expect(await limited(3)).toBe(true)
    })

    it('on bytes, and reject a file that cannot fit before it is sent', async () => {
      const crowded = await home(service.current)
      const one = await crowded.person('owner')
      await receive(crowded, one, 2)
      const { db } = service.current.store
      const createdAt = new Date(service.current.nowMs).toISOString()
      const upload = { id: 'upl_last', name: 'x', bytes: uploadPieceBytes, createdBy: one.id, createdAt }
      const begin = (bytesMax: number) =>
        db.transaction(connection => insertUpload(connection, crowded.workspaceId, upload, bytesMax))
      await expect(begin(3 * uploadPieceBytes - 1)).rejects.toThrow('too large together')
      await begin(3 * uploadPieceBytes)
    })

    it('on bytes, even for concurrent pieces', async () => {
      const crowded = await home(service.current)
      const one = await crowded.person('owner')
      const { db } = service.current.store
      const ids = await Promise.all(
        Array.from({ length: 8 }, async () => (await start(one, 3, crowded)).body.id as string),
      )
      const sent = await Promise.allSettled(
        ids.map(uploadId =>
          keepPiece(db, crowded.workspaceId, { uploadId, position: 0, content: Buffer.alloc(3) }, 4 * 3 + 2),
        ),
      )
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    })

    it('on bytes, counted after each write, so that no piece waits for another', async () => {
      const crowded = await home(service.current)
      const { id } = (await start(await crowded.person('owner'), 3, crowded)).body
      const statements: string[] = []
      const db = watchedThroughout(service.current.store.db, sql => void statements.push(sql))
      const piece = { uploadId: id, position: 0, content: Buffer.alloc(3) }
      for (const _ of ['new', 'sent again']) {
        await keepPiece(db, crowded.workspaceId, piece)
        statements.push('end')
      }
      const word = (sql: string) => /insert into upload_pieces|pg_advisory_xact_lock|sum\(|end/.exec(sql)?.[0]
      const inOrder = ['insert into upload_pieces', 'pg_advisory_xact_lock', 'sum(', 'end']
      expect(statements.map(word)).toEqual([...inOrder, 'insert into upload_pieces', 'end'])
    })

    it('on their number, even for concurrent starts', async () => {
      const crowded = await home(service.current)
      const one = await crowded.person('owner')
      await fill(crowded, one, uploadsPerPersonMax - 3, 0)
      const replies = await Promise.all(Array.from({ length: 8 }, () => start(one, 1, crowded)))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    })
  })

  describe('are listed', () => {
    it('for the person who sent them, newest first, with what has arrived and when they expire', async () => {
      const at = await home(service.current)
      const [one, other] = [await at.person('owner'), await at.person('admin')]
      const first = (await start(one, uploadPieceBytes + 3, at)).body.id
      await one.ask('POST', at.at(`/uploads/${first}?position=1`), { bytes: 'abc', headers: octets })
      const sentAt = service.current.nowMs
      service.current.nowMs += 1000
      const second = (await start(one, 0, at)).body.id
      await start(other, 7, at)
      const instant = (ms: number) => new Date(ms).toISOString()
      const listed = (id: string, bytes: number, receivedBytes: number, ms: number) => ({
        ...{ id, name: 'statement.xml', bytes, receivedBytes },
        ...{ createdAt: instant(ms), expiresAt: instant(ms + dayMs) },
      })
      expect((await one.get(at.at('/uploads'))).body).toEqual({
        data: [listed(second, 0, 0, sentAt + 1000), listed(first, uploadPieceBytes + 3, 3, sentAt)],
      })
      await one.delete(at.at(`/uploads/${first}`))
      expect((await one.get(at.at('/uploads'))).body.data).toHaveLength(1)
      expect(
        (await owner.get(own.at('/uploads'))).body.data.map(({ id }: { id: string }) => id),
      ).not.toContain(second)
    })
  })

  describe('are deleted', () => {
    const rowsOf = async (id: string) =>
      (
        await service.current.store.db.query<{ count: number }>(
          `select (select count(*) from uploads where id = $1)::int
             + (select count(*) from upload_pieces where upload_id = $1)::int as count`,
          [id],
        )
      )[0]?.count

    it('on request, with all of their pieces', async () => {
      const id = await started(3)
      await send(id, 0, 'abc')
      expect(await rowsOf(id)).toBe(2)
      expect((await owner.delete(own.at(`/uploads/${id}`))).status).toBe(204)
      expect(await rowsOf(id)).toBe(0)
      expect(statusAndCode(await send(id, 0, 'abc'))).toEqual([404, 'NOT_FOUND'])
      expect(statusAndCode(await owner.delete(own.at(`/uploads/${id}`)))).toEqual([404, 'NOT_FOUND'])
    })

    it.each(['removed from the workspace', 'made a member'])(
      'when their sender is %s; those of others and in other workspaces stay',
      async what => {
        const at = await home(service.current)
        const [boss, admin] = [await at.person('owner'), await at.person('admin')]
        const [left, kept] = [(await start(admin, 3, at)).body.id, (await start(boss, 3, at)).body.id]
        await admin.ask('POST', at.at(`/uploads/${left}?position=0`), { bytes: 'abc', headers: octets })
        const foreignId = `upl_foreign_${left}`
        await service.current.store.db.query(
          `insert into uploads (workspace_id, id, created_by, created_at, name, bytes) values ($1, $2, $3, $4, 'x', 1)`,
          [own.workspaceId, foreignId, admin.id, new Date(service.current.nowMs).toISOString()],
        )
        const person = at.at(`/people/${admin.id}`)
        const done = await (what === 'made a member'
          ? boss.patch(person, { role: 'member' })
          : boss.delete(person))
        expect(done.status).toBeLessThan(300)
        expect([await rowsOf(left), await rowsOf(kept), await rowsOf(foreignId)]).toEqual([0, 1, 1])
      },
    )

    it('but not if the person becomes a bookkeeper', async () => {
      const at = await home(service.current)
      const [boss, admin] = [await at.person('owner'), await at.person('admin')]
      const kept = (await start(admin, 3, at)).body.id
      await boss.patch(at.at(`/people/${admin.id}`), { role: 'bookkeeper' })
      expect(await rowsOf(kept)).toBe(1)
    })

    it('after a day, and no sooner', async () => {
      const id = await started(3)
      await send(id, 0, 'abc')
      service.current.nowMs += dayMs - 1
      await service.current.tidy()
      expect(await rowsOf(id)).toBe(2)
      service.current.nowMs += 1
      await service.current.tidy()
      expect(await rowsOf(id)).toBe(0)
    })
  })
})
