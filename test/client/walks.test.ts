import { describe, expect, test } from 'vitest'
import { type Bill, FlorinConnectionError, FlorinError } from '../../src/client/index.ts'
import { syncStart } from '../../src/client/walk.ts'
import { busy, clientOf, failure, json, page, type Received, rejection } from './fakeNetwork.ts'

const stamp = (second: number) => `2026-03-01T00:00:${String(second).padStart(2, '0')}.000Z`
const row = (id: string, second: number) => ({ id, updatedAt: stamp(second) })

async function idsOf(rows: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of rows) ids.push(id)
  return ids
}

const threePages = () => [page([row('a', 1), row('b', 9)], 'n&1'), page([], 'n2'), page([row('c', 4)])]

describe('all', () => {
  test('gives every row of every page, with the same filters on each', async () => {
    const { client, urls } = clientOf(threePages())
    expect(await idsOf(client.transactions.all({ status: 'booked', limit: 2 }))).toEqual(['a', 'b', 'c'])
    expect(urls()).toEqual([
      '/transactions?status=booked&limit=2',
      '/transactions?status=booked&limit=2&cursor=n%261',
      '/transactions?status=booked&limit=2&cursor=n2',
    ])
  })

  test('needs no filters, and walks bills in the same way', async () => {
    const { client, urls } = clientOf(threePages())
    expect(await idsOf(client.bills.all())).toEqual(['a', 'b', 'c'])
    expect(urls()).toEqual(['/bills', '/bills?cursor=n%261', '/bills?cursor=n2'])
  })

  test('requests a page only when its rows are needed', async () => {
    const { client, requests } = clientOf(threePages())
    const rows = client.transactions.all()
    expect(requests).toHaveLength(0)
    for await (const { id } of rows) if (id === 'b') break
    expect(requests).toHaveLength(1)
  })

  test('keeps its filters even if their object is changed meanwhile', async () => {
    const { client, urls } = clientOf(threePages())
    const query = { companyId: 'c1' }
    const rows = client.transactions.all(query)
    query.companyId = 'c2'
    await idsOf(rows)
    expect(urls().every(url => url.includes('companyId=c1'))).toBe(true)
  })

  test('waits out a rate limit in the middle of a walk, and loses no row', async () => {
    const { client, waits } = clientOf([page([row('a', 1)], 'n1'), busy('3'), page([row('b', 2)])])
    expect(await idsOf(client.transactions.all())).toEqual(['a', 'b'])
    expect(waits).toEqual([3_000])
  })

  test('a signal ends the walk before its next page', async () => {
    const { client, requests } = clientOf(threePages())
    const controller = new AbortController()
    const walking = async () => {
      for await (const _ of client.transactions.all({}, { signal: controller.signal }))
        controller.abort('enough')
    }
    expect(await rejection(walking())).toBe('enough')
    expect(requests).toHaveLength(1)
  })

  test.each<[string, Received]>([
    ['no rows', json({ nextCursor: null })],
    ['no cursor', json({ data: [] })],
    ['an empty cursor', json({ data: [], nextCursor: '' })],
    ['the cursor that led to it', json({ data: [], nextCursor: 'n1' })],
  ])('a response with %s is an error, not the end of the walk', async (_, reply) => {
    const { client } = clientOf([page([row('a', 1)], 'n1'), reply])
    expect(await rejection(idsOf(client.transactions.all()))).toBeInstanceOf(FlorinConnectionError)
  })
})

describe('sync', () => {
  test('starts before everything, and returns the newest change after all rows', async () => {
    const { client, requests } = clientOf(threePages())
    const sync = client.transactions.sync({ companyId: 'c1', limit: 100 })
    expect(await idsOf(sync)).toEqual(['a', 'b', 'c'])
    expect(sync.nextUpdatedAfter).toBe(stamp(9))
    const sent = requests.map(({ url }) => new URL(url).searchParams)
    expect(sent.map(query => query.get('updatedAfter'))).toEqual([syncStart, syncStart, syncStart])
    expect(sent.map(query => query.get('companyId'))).toEqual(['c1', 'c1', 'c1'])
    expect(sent.map(query => query.get('cursor'))).toEqual([null, 'n&1', 'n2'])
  })

  test('continues from the previous mark', async () => {
    const { client, requests } = clientOf([page([row('a', 5)])])
    const { rows, nextUpdatedAfter } = await client.bills.sync({ updatedAfter: stamp(3) }).toArray()
    expect(rows).toEqual([row('a', 5)] as Bill[])
    expect(nextUpdatedAfter).toBe(stamp(5))
    expect(new URL(requests[0]?.url ?? '').searchParams.get('updatedAfter')).toBe(stamp(3))
  })

  test.each([
    ['2026-03-01T01:00:00+01:00', '2026-03-01T01:00:00+01:00'],
    ['', syncStart],
    [undefined, syncStart],
  ])('returns the given mark if nothing is new: %s', async (updatedAfter, mark) => {
    const { client, requests } = clientOf([page([])])
    const found = await client.transactions.sync({ updatedAfter }).toArray()
    expect(found).toEqual({ rows: [], nextUpdatedAfter: mark })
    expect(new URL(requests[0]?.url ?? '').searchParams.get('updatedAfter')).toBe(mark)
  })

  test('does not compare a given mark as text, because it may have another offset', async () => {
    const { client } = clientOf([page([row('a', 5)])])
    const sync = client.transactions.sync({ updatedAfter: '2026-03-01T09:00:00+09:00' })
    expect((await sync.toArray()).nextUpdatedAfter).toBe(stamp(5))
  })

  test('has no mark before and during the walk, not even at the last row', async () => {
    const { client } = clientOf(threePages())
    const sync = client.transactions.sync()
    expect(() => sync.nextUpdatedAfter).toThrow(/has not come to its end/)
    for await (const { id } of sync) {
      expect(() => sync.nextUpdatedAfter).toThrow(/has not come to its end/)
      if (id === 'c') break
    }
    expect(() => sync.nextUpdatedAfter).toThrow(/has not come to its end/)
  })

  test('has no mark after a walk that failed', async () => {
    const { client } = clientOf([page([row('a', 1)], 'n1'), failure(500, 'INTERNAL', {}, { defined: false })])
    const sync = client.bills.sync()
    expect(await rejection(sync.toArray())).toBeInstanceOf(FlorinError)
    expect(() => sync.nextUpdatedAfter).toThrow(/has not come to its end/)
  })

  test('can be walked once: the second time is an error, not an empty list', async () => {
    const { client } = clientOf(threePages())
    const sync = client.transactions.sync()
    await sync.toArray()
    expect(await rejection(sync.toArray())).toHaveProperty('message', expect.stringContaining('walked once'))
    expect(sync.nextUpdatedAfter).toBe(stamp(9))
  })

  test('starts at the first page, whatever an unchecked caller passes', async () => {
    const { client, urls } = clientOf([page([])])
    await client.transactions.sync(JSON.parse('{"cursor":"n2"}')).toArray()
    expect(urls()).toEqual([`/transactions?updatedAfter=${encodeURIComponent(syncStart)}`])
  })
})
