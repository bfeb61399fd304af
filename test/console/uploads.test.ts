/** Uploads from a browser: complete or absent, and only for the person who sends them. */
import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/api/app.ts'
import { withUploadFile } from '../../src/api/console/files/uploadFile.ts'
import type { AppRequest } from '../../src/api/http/reply.ts'
import { uploadBytesMax, uploadPieceBytes } from '../../src/contract/console/imports.ts'
import {
  bytesUnderWayMax,
  countPieces,
  insertUpload,
  keepPiece,
  uploadsPerPersonMax,
} from '../../src/store/imports/uploads.ts'
import { deleteMembership } from '../../src/store/people/memberships.ts'
import { generous, useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { watchedThroughout } from '../support/watched.ts'
import { dayMs, expectUnchanged, type Home, home, homeOf, type Person } from './access/people.ts'
import { statusAndCode } from './wire.ts'

const octets = { 'content-type': 'application/octet-stream' }

describeOnBothStores('Uploads', store => {
  const service = useService(store)
  let own: Home
  let owner: Person
  let stranger: Person

  beforeAll(async () => {
    own = await home(service.current)
    owner = await own.person('owner')
    stranger = await homeOf(service.current, service.current.foreign).person('owner')
  })

  const start = (who: Person, bytes: number, at = own) =>
    who.post(at.at('/uploads'), { name: 'statement.xml', bytes })
  const started = async (bytes: number, who = owner): Promise<string> => (await start(who, bytes)).body.id
  const send = (id: string, position: number | string, bytes: string | Uint8Array, headers = octets) =>
    owner.ask('POST', own.at(`/uploads/${id}?position=${position}`), { bytes, headers })
  const piecesIn = (id: string) => countPieces(service.current.store.db, own.workspaceId, id)

  describe('are kept', () => {
    it('in as many pieces as needed, or in none for an empty file', async () => {
      const lengths = [0, 1, uploadPieceBytes, uploadPieceBytes + 1, uploadBytesMax]
      const replies = []
      for (const bytes of lengths) {
        const { status, body } = await start(owner, bytes)
        replies.push([status, body.pieces, body.pieceBytes])
        await owner.delete(own.at(`/uploads/${body.id}`))
      }
      const pieces = [0, 1, 1, 2, 512]
      expect(replies).toEqual(pieces.map(count => [201, count, uploadPieceBytes]))
    })

    it('unchanged, whatever the order of the pieces and however often one is sent', async () => {
      const content = randomBytes(2 * uploadPieceBytes + 12_345)
      const id = await started(content.length)
      const piece = (position: number) =>
        content.subarray(position * uploadPieceBytes, (position + 1) * uploadPieceBytes)
      for (const position of [2, 0, 2, 1, 0]) {
        expect((await send(id, position, piece(position))).status).toBe(204)
      }
      expect(await piecesIn(id)).toBe(3)
      const upload = { id, name: 'statement.xml', bytes: content.length }
      const edge = uploadPieceBytes
      const ranges = [
        [0, content.length],
        [edge - 5, 10],
        [edge, edge],
        [content.length - 22, 22],
        [content.length - 1, 100],
        [5, 0],
      ] as const
      await withUploadFile(service.current.store.db, own.workspaceId, upload, async source => {
        for (const [at, length] of ranges) {
          const read = Buffer.from(await source.read(at, length))
          expect(read.equals(content.subarray(at, at + length)), `${length} bytes at ${at}`).toBe(true)
        }
        expect(source.size).toBe(content.length)
      })
    })

    it('with the first of two pieces for one position, so that a running import never sees a change', async () => {
      const id = await started(3)
      await send(id, 0, 'abc')
      expect((await send(id, 0, 'xyz')).status).toBe(204)
      const upload = { id, name: 'statement.xml', bytes: 3 }
      const { db } = service.current.store
      const kept = await withUploadFile(db, own.workspaceId, upload, source => source.read(0, 3))
      expect(Buffer.from(kept).toString()).toBe('abc')
    })
  })

  describe('are rejected', () => {
    it('if a piece is too short or too long, and nothing of it is kept', async () => {
      const id = await started(uploadPieceBytes + 3)
      const wrong: [number, number][] = [
        [0, 0],
        [0, 3],
        [0, uploadPieceBytes - 1],
        [1, 2],
        [1, 4],
        [1, uploadPieceBytes],
      ]
      for (const [position, length] of wrong) {
        const reply = await send(id, position, Buffer.alloc(length))
        expect([position, length, ...statusAndCode(reply)]).toEqual([position, length, 400, 'BAD_REQUEST'])
        const expected = position === 0 ? uploadPieceBytes : 3
        expect(reply.body.message).toContain(`must be ${expected} bytes`)
      }
      expect(await piecesIn(id)).toBe(0)
    })

    it.each(['2', '999999', '', '-1', '1.5', 'first', '9999999'])(
      'if the file has no piece at position %j',
      async position => {
        const id = await started(uploadPieceBytes + 3)
        const reply = await send(id, position, 'abc')
        expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
        expect(reply.body.data.issues).toMatchObject([{ path: 'position' }])
      },
    )

    it('if a piece is longer than allowed', async () => {
      const id = await started(uploadBytesMax)
      expect(statusAndCode(await send(id, 0, Buffer.alloc(uploadPieceBytes + 1)))).toEqual([
        413,
        'BODY_TOO_LARGE',
      ])
      await owner.delete(own.at(`/uploads/${id}`))
    })

    it('if they are sent as anything but bytes', async () => {
      const id = await started(3)
      const types = [{}, { 'content-type': 'application/json' }, { ...octets, 'content-encoding': 'gzip' }]
      for (const headers of types) {
        const reply = await send(id, 0, 'abc', headers as typeof octets)
        expect(statusAndCode(reply)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
      }
      expect(await piecesIn(id)).toBe(0)
    })

    it('by operations with a smaller body limit', async () => {
      const name = 'x'.repeat(100 * 1024)
      expect(statusAndCode(await owner.post(own.at('/uploads'), { name, bytes: 1 }))).toEqual([
        413,
        'BODY_TOO_LARGE',
      ])
    })

    it('if the file is too large, with advice', async () => {
      const reply = await start(owner, uploadBytesMax + 1)
      expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
      expect(reply.body.message).toMatch(/^bytes must be at most .*florin import/)
    })
  })

  describe('belong to the person who started them', () => {
    it('and are 404 for another admin and in another workspace', async () => {
      const id = await started(3)
      const admin = await own.person('admin')
      await expectUnchanged(service.current, async () => {
        const path = own.at(`/uploads/${id}`)
        const unknown = await owner.delete(own.at('/uploads/upl_nothing'))
        for (const reply of [
          await admin.delete(path),
          await admin.ask('POST', `${path}?position=0`, { bytes: 'abc', headers: octets }),
          await stranger.delete(homeOf(service.current, service.current.foreign).at(`/uploads/${id}`)),
        ]) {
          expect([reply.status, reply.body]).toEqual([404, unknown.body])
        }
      })
    })

    it("and nobody else's body is read", async () => {
      const id = await started(uploadPieceBytes)
      const member = await own.person('member')
      for (const [who, status] of [
        [member, 403],
        [stranger, 404],
        [null, 401],
      ] as const) {
        expect((await announced(id, who?.token ?? '').reply).statusCode).toBe(status)
      }
    })

    it('and are rejected if that person is removed before the last byte arrives', async () => {
      const { db } = service.current.store
      const admin = await own.person('admin')
      const id = await started(2, admin)
      const headers = { ...octets, host: 'florin.test', origin: 'http://florin.test' }
      const cookie = `florin_session=${admin.token}`
      const request: AppRequest = {
        method: 'POST',
        url: own.at(`/uploads/${id}?position=0`),
        headers: { ...headers, cookie },
        socket: {},
        // Nothing is read before the person is authorised.
        async *[Symbol.asyncIterator]() {
          yield Buffer.from('a')
          await deleteMembership(db, own.workspaceId, admin.id)
          yield Buffer.from('b')
        },
      }
      const log = pino({ level: 'silent' })
      const app = createApp({ db, config: generous, clock: () => service.current.nowMs, log })
      expect((await app.handle(request)).status).toBe(404)
      expect(await rolesOf(admin)).toEqual([])
      expect(await piecesIn(id)).toBe(0)
    })

    const rolesOf = ({ id }: Person) =>
      service.current.store.db.query('select role from memberships where user_id = $1', [id])

    /** A request that sends only its headers. */
    function announced(id: string, token: string) {
      const { url } = service.current
      const path = own.at(`/uploads/${id}?position=0`)
      const request = httpRequest(`${url}${path}`, {
        method: 'POST',
        headers: {
          ...octets,
          origin: url,
          cookie: `florin_session=${token}`,
          'content-length': uploadPieceBytes,
        },
      })
      request.flushHeaders()
      const reply = new Promise<IncomingMessage>((settle, fail) => {
        request.on('error', fail)
        request.on('response', response => {
          response.resume()
          response.on('end', () => {
            settle(response)
            request.destroy()
          })
        })
      })
      return { request, reply }
    }
  })

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
