import { beforeAll, describe, expect, it } from 'vitest'
import type { FlorinClient } from '../../../src/client/index.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { describeRefusals } from '../errors/refusals.ts'
import { type Ask, asker, expectBadRequest } from '../lists.ts'

const owner = company()
const on = account(owner)
const label = category()

/** Ids of every form that a file may have. */
const oddIds = [
  'txn_01JZ7Q4W0G3V8N5K2M9R6T1XYG',
  '42',
  'two words',
  'a/b',
  'a//b/../c',
  '%2F',
  '%00',
  'a+b&c=d?e#f',
  '...',
  'tab\tand\nline',
  '"quoted"; drop table transactions; --',
  'Überweisung-№-7',
  'e\u0301',
  '\u00e9',
  '取引',
  '😀',
  '\u{10FFFF}',
  'x'.repeat(255),
  '😀'.repeat(255),
]

const rows = oddIds.map(id => transaction(on, { id, description: `The one with the id ${id}` }))
const categorised = transaction(on, {
  id: 'categorised',
  category: { id: label.id, name: label.name, slug: label.slug },
  valueDate: '2026-01-16',
})
const bare: Transaction = {
  ...transaction(on, { id: 'bare', amount: '0.10', status: 'pending' }),
  side: null,
  type: null,
  bookingDate: null,
}
const file = workspaceFile({
  companies: [owner],
  accounts: [on],
  categories: [label],
  transactions: [...rows, categorised, bare],
})

describeOnBothStores('GET /transactions/{id}', store => {
  const service = useService(store)
  let secret: string
  let client: FlorinClient
  let ask: Ask
  beforeAll(async () => {
    await service.current.load(file)
    secret = await service.current.key(file)
    client = service.current.client(secret)
    ask = asker(service.current, secret)
  })

  describe('200', () => {
    it('returns the transaction itself, with its category', async () => {
      expect(await client.transactions.get('categorised')).toEqual(categorised)
    })

    it('returns null for unknown values, including side, type and booking date', async () => {
      expect(await client.transactions.get('bare')).toEqual(bare)
    })

    it.each(rows.map(row => [row.id, row]))('finds a row by the id from its file: %j', async (id, row) => {
      expect(await client.transactions.get(id)).toEqual(row)
    })

    it("returns each workspace's own row if two have the same id", async () => {
      const { foreign } = service.current
      const [theirs] = foreign.transactions as [Transaction]
      const own = transaction(on, { id: theirs.id, description: 'Own' })
      const other = workspaceFile({ companies: [owner], accounts: [on], transactions: [own] })
      const both = [
        await service.current.workspace(other),
        service.current.client(service.current.foreignSecret),
      ]
      expect(await Promise.all(both.map(each => each.transactions.get(theirs.id)))).toEqual([own, theirs])
    })
  })

  describe('304', () => {
    it('replies only to the ETag of the same row', async () => {
      const get = (path: string, headers = {}) => service.current.request(path, { secret, headers })
      const etag = (await get('/v1/transactions/bare')).headers.get('etag') ?? ''
      for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        expect((await get('/v1/transactions/bare', { 'If-None-Match': tag })).status).toBe(304)
      }
      expect((await get('/v1/transactions/42', { 'If-None-Match': etag })).status).toBe(200)
      expect((await get('/v1/transactions/bare', { 'If-None-Match': '"other"' })).status).toBe(200)
    })
  })

  describe('400', () => {
    it.each(['%00', 'txn%00', '%00txn'])('refuses a NUL in the id: %s', async id => {
      expectBadRequest(await ask(`/transactions/${id}`), 'id', 'NUL')
    })

    it('is not the reply to an overlong id, which is 404', async () => {
      expect((await ask(`/transactions/${'x'.repeat(3000)}`)).status).toBe(404)
      expect((await ask(`/transactions/${encodeURIComponent('😀'.repeat(256))}`)).status).toBe(404)
    })
  })

  describeRefusals(service, () => '/v1/transactions/bare', 'transactions:read')

  describe('401 and 403 before 404', () => {
    it('do not reveal which ids exist', async () => {
      const poor = await service.current.key(file, { scopes: ['accounts:read', 'bills:read'] })
      for (const key of [{}, { secret: poor }]) {
        const replies = ['bare', 'nothing', '%00'].map(async id => {
          const response = await service.current.request(`/v1/transactions/${id}`, key)
          return { status: response.status, body: await response.json() }
        })
        const [there, ...others] = await Promise.all(replies)
        expect(there?.status).toBe('secret' in key ? 403 : 401)
        expect(others).toEqual([there, there])
      }
    })
  })

  describe('404', () => {
    const absent = {
      status: 404,
      body: { defined: true, code: 'NOT_FOUND', status: 404, message: expect.any(String) },
    }

    it('is the same for an unknown id and for one of another workspace', async () => {
      const unknown = await ask('/transactions/nothing')
      expect(unknown).toEqual(absent)
      const { foreign } = service.current
      expect(await ask(`/transactions/${foreign.transactions[0]?.id}`)).toEqual(unknown)
    })

    it.each([
      ['of another case', 'BARE'],
      ['with a space around it', 'bare%20'],
      ['in another normal form', 'U%CC%88berweisung-%E2%84%96-7'],
      ['of an account', on.id],
      ['as long as an id may be', 'y'.repeat(255)],
    ])('compares ids byte by byte: an id %s is another', async (_, id) => {
      expect(await ask(`/transactions/${id}`)).toEqual(absent)
    })

    it('does not depend on If-None-Match', async () => {
      const get = (headers = {}) => service.current.request('/v1/transactions/nothing', { secret, headers })
      const first = await get()
      const tags = ['*', 'W/"other"', first.headers.get('etag') ?? '"none"']
      const statuses = await Promise.all(tags.map(async tag => (await get({ 'If-None-Match': tag })).status))
      expect(statuses).toEqual([404, 404, 404])
    })
  })
})
