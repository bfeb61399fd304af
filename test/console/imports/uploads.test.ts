/** Uploads from a browser: complete or absent, and only for the person who sends them. */
import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/api/app.ts'
import { withUploadFile } from '../../../src/api/console/files/uploadFile.ts'
import type { AppRequest } from '../../../src/api/http/reply.ts'
import { uploadBytesMax, uploadPieceBytes } from '../../../src/contract/console/imports.ts'
import { countPieces } from '../../../src/store/imports/uploads.ts'
import { deleteMembership } from '../../../src/store/people/memberships.ts'
import { generous, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectUnchanged, type Home, home, homeOf, type Person } from '../access/people.ts'
import { statusAndCode } from '../wire.ts'
import { octets } from './importer.ts'

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

  const start = (who: Person, bytes: number) => who.post(own.at('/uploads'), { name: 'statement.xml', bytes })
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
})
