import { afterEach, describe, expect, it } from 'vitest'
import { urlLengthMax } from '../../../src/api/http/parseRequest.ts'
import { RawConnection } from '../../main/rawConnection.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import {
  badRequest,
  exchange,
  expectForeignUnchanged,
  keyMissing,
  noSuchPayee,
  otherError,
  outcome,
  ownWorkspace,
} from '../replies/exchange.ts'

const unknownPath = otherError(
  404,
  'UNKNOWN_PATH',
  'There is nothing at this path. /v1/openapi.json lists all paths.',
)
const tooLarge = otherError(413, 'BODY_TOO_LARGE', 'The body is longer than the limit of 65536 bytes.')
const tooLong = otherError(414, 'URL_TOO_LONG', 'The URL is longer than the limit of 8192 characters.')

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const allowed: Record<string, string[]> = {
  '/v1/workspace': ['GET', 'HEAD'],
  '/v1/companies': ['GET', 'HEAD'],
  '/v1/accounts': ['GET', 'HEAD'],
  '/v1/accounts/x': ['GET', 'HEAD'],
  '/v1/transactions': ['GET', 'HEAD'],
  '/v1/transactions/x': ['GET', 'HEAD'],
  '/v1/categories': ['GET', 'HEAD'],
  '/v1/bills': ['GET', 'HEAD'],
  '/v1/bills/x': ['GET', 'HEAD'],
  '/v1/payees': ['GET', 'HEAD', 'POST'],
  '/v1/payees/x': ['DELETE', 'GET', 'HEAD', 'PATCH'],
  '/v1/openapi.json': ['GET', 'HEAD'],
  '/healthz': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
}
const unknownPaths = ['', '/', '/payee', '/payees/', '/payees/x/y', '/Workspace', '/workspace.json', '/%00']

/** None of these requests reads rows, so one store is enough. */
describe('replies that belong to no operation', () => {
  const service = useService('postgres')
  afterEach(() => expectForeignUnchanged(service.current))
  const key = () => ({ secret: service.current.foreignSecret })

  describe('401', () => {
    it.each([...unknownPaths, '/workspace', '/payees/x'])('comes first without a key: /v1%s', async path => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const reply = await exchange(service.current, method, `/v1${path}`)
        expect(outcome(reply)).toEqual(keyMissing)
        expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      }
    })

    it('does not apply to /v1/openapi.json', async () => {
      expect((await exchange(service.current, 'GET', '/v1/openapi.json')).status).toBe(200)
    })
  })

  describe('404', () => {
    it.each(unknownPaths)('is an undocumented error for the unknown path /v1%s', async path => {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        expect(outcome(await exchange(service.current, method, `/v1${path}`, key()))).toEqual(unknownPath)
      }
    })

    it.each(['/nothing', '/v2/workspace', '/v10', '/V1/workspace', '/healthz/x', '/workspace'])(
      'is the reply to %s, outside /v1, with or without a key',
      async path => {
        for (const sending of [key(), {}]) {
          expect(outcome(await exchange(service.current, 'GET', path, sending))).toEqual(unknownPath)
        }
      },
    )
  })

  describe('405', () => {
    it.each(Object.entries(allowed))(
      'refuses every other method of %s, and lists the allowed ones in Allow',
      async (path, taken) => {
        for (const method of methods.filter(each => !taken.includes(each))) {
          const reply = await exchange(service.current, method, path, key())
          expect(outcome(reply)).toEqual(
            otherError(405, 'METHOD_NOT_ALLOWED', `This path accepts only ${taken.join(', ')}.`),
          )
          expect(reply.headers.get('allow')).toBe(taken.join(', '))
        }
      },
    )
  })

  describe('413', () => {
    /** A body of 1.6 MB without Content-Length. */
    const inPieces = () => {
      let pieces = 0
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          pieces += 1
          controller.enqueue(new Uint8Array(16 * 1024).fill(0x20))
          if (pieces === 100) controller.close()
        },
      })
    }

    it('refuses a chunked body, and replies to the next request on the same connection', async () => {
      const headers = { 'content-type': 'application/json' }
      const init = { ...key(), method: 'POST', headers, body: inPieces(), duplex: 'half' } as RequestInit
      const response = await service.current.request('/v1/payees', init)
      expect({ status: response.status, body: await response.json() }).toEqual(tooLarge)
      const statuses: (number | string)[] = []
      for (let turn = 0; turn < 3; turn += 1) {
        const next = exchange(service.current, 'GET', '/v1/workspace', key())
        statuses.push(
          await next.then(
            ({ status }) => status,
            () => 'connection lost',
          ),
        )
      }
      expect(statuses).toEqual([200, 200, 200])
    })

    it('trusts Content-Length', async () => {
      const sending = {
        ...key(),
        bytes: ' '.repeat(1_000_000),
        headers: { 'content-type': 'application/json' },
      }
      expect(outcome(await exchange(service.current, 'POST', '/v1/payees', sending))).toEqual(tooLarge)
    })
  })

  describe('413 far past the limit', () => {
    const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`

    it.each([
      ['announced', 'Content-Length: 500000000', '', ' '.repeat(1000)],
      ['in pieces', 'Transfer-Encoding: chunked', piece.repeat(64), piece],
    ])('is sent without reading the rest of the body: %s', async (_, framing, most, last) => {
      const connection = await RawConnection.open(service.current.url)
      const head = [
        'POST /v1/payees HTTP/1.1',
        'Host: florin',
        `Authorization: Bearer ${service.current.foreignSecret}`,
        'Content-Type: application/json',
        framing,
      ]
      await connection.sendAll(`${head.join('\r\n')}\r\n\r\n${most}`)
      // A client that is cut off while sending may never see the reply.
      connection.send(last)
      await connection.until(/^HTTP\/1\.1 413 .*"BODY_TOO_LARGE"/s)
      await connection.untilClosed()
    })
  })

  describe('414', () => {
    const ofLength = (length: number) => {
      const start = `${service.current.url}/v1/payees?x=`
      return `/v1/payees?x=${'y'.repeat(length - start.length)}`
    }

    it('refuses a URL over 8 KiB, and accepts one of 8 KiB', async () => {
      expect(urlLengthMax).toBe(8192)
      expect((await exchange(service.current, 'GET', ofLength(8192), key())).status).toBe(200)
      expect(outcome(await exchange(service.current, 'GET', ofLength(8193), key()))).toEqual(tooLong)
      expect(outcome(await exchange(service.current, 'GET', `/${'z'.repeat(9_000)}`))).toEqual(tooLong)
    })
  })

  describe('HEAD', () => {
    it('works like GET, without a body, on every path that has GET', async () => {
      const file = smallWorkspace()
      const { send } = await ownWorkspace(service.current, file)
      const one = [
        `/accounts/${file.accounts[0]?.id}`,
        `/transactions/${file.transactions[0]?.id}`,
        `/bills/${file.bills[0]?.id}`,
        `/payees/${file.payees[0]?.id}`,
      ]
      const lists = ['workspace', 'companies', 'accounts', 'transactions', 'categories', 'bills', 'payees']
      for (const path of [...lists.map(list => `/${list}`), ...one, '/openapi.json']) {
        const [get, head] = [await send('GET', `/v1${path}`), await send('HEAD', `/v1${path}`)]
        expect([path, get.status, head.status, head.body]).toEqual([path, 200, 200, null])
        for (const name of ['etag', 'content-type', 'cache-control']) {
          expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
        }
      }
    })

    it('is refused like GET', async () => {
      const statuses: number[] = []
      for (const path of ['/v1/payees/nobody', '/v1/transactions?limit=0', '/v1/nothing']) {
        const { status, body } = await exchange(service.current, 'HEAD', path, key())
        expect(body).toBe(null)
        statuses.push(status)
      }
      statuses.push((await exchange(service.current, 'HEAD', '/v1/workspace')).status)
      expect(statuses).toEqual([404, 400, 404, 401])
    })
  })

  describe('every reply', () => {
    it('has its own Request-Id and X-Content-Type-Options', async () => {
      const { create, secret } = await ownWorkspace(service.current)
      const replies = [
        await create({ name: 'A', iban: 'NL91ABNA0417164300' }),
        await create({ name: 'A', iban: 'NL91ABNA0417164300' }),
        await create({}),
        await exchange(service.current, 'GET', '/v1/payees', { secret }),
        await exchange(service.current, 'GET', '/v1/payees', { secret, headers: { 'if-none-match': '*' } }),
        await exchange(service.current, 'HEAD', '/v1/payees', { secret }),
        await exchange(service.current, 'DELETE', '/v1/payees/nobody', { secret }),
        await exchange(service.current, 'PUT', '/v1/payees', { secret }),
        await exchange(service.current, 'POST', '/v1/payees', { secret, bytes: 'x' }),
        await exchange(service.current, 'GET', '/v1/payees'),
        await exchange(service.current, 'GET', '/v1/openapi.json'),
        await exchange(service.current, 'GET', '/healthz'),
        await exchange(service.current, 'GET', '/readyz'),
        await exchange(service.current, 'GET', '/nothing'),
        await exchange(service.current, 'GET', `/${'z'.repeat(9_000)}`),
      ]
      const statuses = [201, 409, 400, 200, 304, 200, 404, 405, 415, 401, 200, 200, 200, 404, 414]
      expect(replies.map(({ status }) => status)).toEqual(statuses)
      const ids = replies.map(({ headers }) => headers.get('request-id'))
      for (const id of ids) expect(id).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
      expect(new Set(ids).size).toBe(replies.length)
      const sniffing = replies.map(({ headers }) => headers.get('x-content-type-options'))
      expect(sniffing).toEqual(replies.map(() => 'nosniff'))
    })

    it('ignores a Request-Id from the client', async () => {
      const headers = { 'request-id': 'req_00000000000000000000000000' }
      const reply = await exchange(service.current, 'GET', '/healthz', { headers })
      expect(reply.headers.get('request-id')).not.toBe(headers['request-id'])
    })
  })

  describe('If-None-Match', () => {
    it('does not turn a 404 or 400 into a 304', async () => {
      const headers = { 'if-none-match': '*' }
      const missing = await exchange(service.current, 'GET', '/v1/payees/nobody', { ...key(), headers })
      expect(outcome(missing)).toEqual(noSuchPayee)
      const cursor = await exchange(service.current, 'GET', '/v1/bills?cursor=x', { ...key(), headers })
      expect(outcome(cursor)).toEqual(
        badRequest({
          path: 'cursor',
          message: 'is not a cursor from this service; pass nextCursor of the previous page unchanged',
        }),
      )
    })

    it('gets no ETag from a refusal', async () => {
      const reply = await exchange(service.current, 'GET', '/v1/payees/nobody', key())
      expect(reply.headers.get('etag')).toBe(null)
    })
  })
})
