import { describe, expect, test } from 'vitest'
import { pauseMs, pollMs, waitSecondsDefault } from '../../src/client/follow.ts'
import {
  type ChangesPage,
  FlorinConnectionError,
  FlorinError,
  type FollowOptions,
  type Trouble,
} from '../../src/client/index.ts'
import { patienceMsMax } from '../../src/client/patience.ts'
import { retryAfterSecondsMax } from '../../src/client/retry.ts'
import { randomStream } from '../../src/demo/random.ts'
import { FakeFeed } from './fakeFeed.ts'
import { busy, clientOf, failure, json, type Responder, rejection, silent, unplugged } from './fakeNetwork.ts'

const createdAt = '2026-01-01T08:00:00.000Z'

function feedOf(rows: number): FakeFeed {
  const feed = new FakeFeed()
  for (let row = 0; row < rows; row += 1) feed.commit([['payee', `p${row}`, { createdAt }]])
  return feed
}

/** Reads until the caller has enough, and then aborts. */
async function pagesOf(
  feed: Pick<FakeFeed, 'client'>,
  options: FollowOptions,
  isEnough: (page: ChangesPage, pages: number) => boolean = ({ upToDate }) => upToDate,
): Promise<ChangesPage[]> {
  const stop = new AbortController()
  const pages: ChangesPage[] = []
  for await (const page of feed.client().follow({ ...options, signal: stop.signal })) {
    pages.push(page)
    if (isEnough(page, pages.length)) stop.abort()
  }
  return pages
}

const query = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))

describe('follow', () => {
  test('returns every row once, page by page, with the cursor to store with each page', async () => {
    const feed = feedOf(7)
    const pages = await pagesOf(feed, { limit: 3 })
    expect(pages.map(({ changes }) => changes.map(({ id }) => id))).toEqual([
      ['p0', 'p1', 'p2'],
      ['p3', 'p4', 'p5'],
      ['p6'],
    ])
    expect(pages.map(({ upToDate }) => upToDate)).toEqual([false, false, true])
    expect(pages.at(-1)?.clock).toBe(feed.clock)
    const sent = feed.requests.map(query)
    expect(sent.map(({ cursor }) => cursor)).toEqual([undefined, pages[0]?.cursor, pages[1]?.cursor])
  })

  test('goes on from a stored cursor after a kill at any moment, without a gap', async () => {
    const { below } = randomStream('kills')
    const feed = feedOf(40)
    const copy = new Map<string, string>()
    let cursor: string | undefined
    for (let life = 0; life < 60; life += 1) {
      const changed = `p${below(60)}`
      feed.commit([['payee', changed, below(3) === 0 ? null : { createdAt }]])
      for await (const page of feed.client().follow({ cursor, limit: 1 + below(5) })) {
        for (const { id, at, object } of page.changes) object === null ? copy.delete(id) : copy.set(id, at)
        // Killed after the rows were written, and half of the time before the cursor was.
        if (below(2) === 0) cursor = page.cursor
        if (page.upToDate || below(3) === 0) break
      }
    }
    await pagesOf(feed, { cursor }, page => {
      for (const { id, at, object } of page.changes) object === null ? copy.delete(id) : copy.set(id, at)
      return page.upToDate
    })
    expect([...copy].sort()).toEqual(feed.rows.map(({ id, at }) => [id, at]).sort())
  })

  test('passes its filters to every request', async () => {
    const feed = feedOf(3)
    await pagesOf(feed, { resources: ['payee', 'bill'], companyId: 'c1', limit: 2 })
    for (const path of feed.requests) {
      expect(query(path)).toMatchObject({ resources: 'payee,bill', companyId: 'c1', limit: '2' })
    }
    expect(feed.requests).toHaveLength(2)
  })

  test('asks the first time without waiting, and lets the service hold the request once it is up to date', async () => {
    const feed = feedOf(3)
    const pages = await pagesOf(feed, { limit: 2 }, (_, count) => count === 4)
    expect(feed.requests.map(path => query(path).wait)).toEqual([
      undefined,
      undefined,
      String(waitSecondsDefault),
      String(waitSecondsDefault),
    ])
    expect(pages.map(({ changes }) => changes.length)).toEqual([2, 1, 0, 0])
    // Between two answers without changes there is a pause, so that a service that does not hold is not flooded.
    expect(feed.waits).toEqual([pauseMs])
  })

  test('polls if it may not wait', async () => {
    const feed = feedOf(1)
    await pagesOf(feed, { wait: 0 }, (_, count) => count === 3)
    expect(feed.requests.map(path => query(path).wait)).toEqual([undefined, '0', '0'])
    expect(feed.waits).toEqual([pollMs])
  })

  test('starts with what comes next if it is told so, and only then', async () => {
    const { client, urls } = clientOf([
      json({ data: [], nextCursor: 'n1', upToDate: true, clock: createdAt }),
    ])
    const stop = new AbortController()
    let pages = 0
    for await (const _ of client.follow({ from: 'now', signal: stop.signal })) if (++pages === 2) stop.abort()
    expect(urls()).toEqual(['/changes?from=now', '/changes?cursor=n1&wait=25'])
  })

  test('gives a request that the service may hold more time than others', async () => {
    const held = clientOf([json({ data: [], nextCursor: 'n1', upToDate: true, clock: createdAt }), silent], {
      timeoutMs: 20,
    })
    const stop = new AbortController()
    const troubles: Trouble[] = []
    const onTrouble = (trouble: Trouble) => {
      troubles.push(trouble)
      stop.abort()
    }
    for await (const _ of held.client.follow({ wait: 0.05, signal: stop.signal, onTrouble }));
    expect(troubles[0]?.error.message).toContain('no complete response within 70 ms')
  })
})

describe('follow survives', () => {
  const cut: Responder = () =>
    new Response('{"data":[{"at":"20', { headers: { 'content-type': 'application/json' } })
  const reset: Responder = () =>
    new Response(
      new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"data":['))
          stream.error(new Error('read ECONNRESET'))
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    )

  test.each<[string, Responder]>([
    ['a 429', busy('3')],
    ['a 429 of a proxy', () => new Response('slow down', { status: 429 })],
    ['a 503', failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '1' }, { defined: false })],
    ['a 500', failure(500, 'INTERNAL', {}, { defined: false })],
    [
      'a page of a proxy while the service restarts',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    ],
    ['a service that is not there', unplugged],
    ['a connection that is reset in the middle of a response', reset],
    ['a response that is cut off', cut],
  ])('%s, on any request, for as long as it takes', async (_, responder) => {
    for (const faulty of [1, 2, 3]) {
      const feed = feedOf(5)
      const troubles: Trouble[] = []
      feed.fault = number => (number >= faulty && number < faulty + 9 ? responder : null)
      const pages = await pagesOf(feed, { limit: 2, onTrouble: trouble => troubles.push(trouble) })
      expect(pages.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual([
        'p0',
        'p1',
        'p2',
        'p3',
        'p4',
      ])
      expect(feed.requests).toHaveLength(12)
      for (const { waitMs } of troubles) expect(waitMs).toBeLessThanOrEqual(patienceMsMax)
    }
  })

  test('a service that never answers', async () => {
    const stop = new AbortController()
    const { client, requests } = clientOf([silent], { timeoutMs: 5 })
    const onTrouble = ({ attempt }: Trouble) => attempt === 4 && stop.abort()
    for await (const _ of client.follow({ signal: stop.signal, onTrouble })) expect.unreachable()
    expect(requests).toHaveLength(4)
  })

  test('an outage of any length, with waits that double up to a maximum and start again after it', async () => {
    const feed = feedOf(1)
    feed.fault = number => (number === 9 ? null : unplugged)
    const stop = new AbortController()
    const waits: number[] = []
    let pages = 0
    const onTrouble = ({ waitMs }: Trouble) => {
      waits.push(waitMs)
      if (waits.length === 10) stop.abort()
    }
    for await (const _ of feed.client().follow({ signal: stop.signal, onTrouble })) pages += 1
    expect(pages).toBe(1)
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 500, 1_000])
  })

  test('a Retry-After of any length, which it honours up to a maximum', async () => {
    const feed = feedOf(1)
    const down = failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '86400' }, { defined: false })
    feed.fault = number => (number < 3 ? down : null)
    await pagesOf(feed, {})
    expect(feed.waits).toEqual([retryAfterSecondsMax * 1_000, retryAfterSecondsMax * 1_000])
  })
})

describe('follow ends', () => {
  test.each([
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'RESYNC_REQUIRED'],
  ])('with the error if the service replies %i %s, which would only come again', async (status, code) => {
    const feed = feedOf(5)
    const refusal = failure(status, code)
    feed.fault = number => (number === 2 ? refusal : null)
    const seen: ChangesPage[] = []
    const following = async () => {
      for await (const page of feed.client().follow({ limit: 2 })) seen.push(page)
    }
    const error = await rejection(following())
    expect(error).toBeInstanceOf(FlorinError)
    expect(error).toMatchObject({ status, code })
    expect([seen.length, feed.requests.length]).toEqual([1, 2])
  })

  test.each<[string, Responder]>([
    ['a login page', () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } })],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } }),
    ],
    ['JSON that is no page', json({ data: [] })],
    ['a page without a cursor', json({ data: [], nextCursor: '', upToDate: true, clock: createdAt })],
    [
      'a page that leads to itself',
      json({ data: [{}], nextCursor: 'n1', upToDate: false, clock: createdAt }),
    ],
  ])('with an error if the response is %s', async (_, responder) => {
    const { client, requests } = clientOf([responder])
    const following = async () => {
      for await (const _ of client.follow({ cursor: 'n1' })) expect.unreachable()
    }
    expect(await rejection(following())).toBeInstanceOf(FlorinConnectionError)
    expect(requests).toHaveLength(1)
  })

  test.each<[string, (feed: FakeFeed, stop: AbortController) => void]>([
    ['before the first request', (_, stop) => stop.abort()],
    [
      'during a request',
      (feed, stop) => {
        feed.fault = () => {
          queueMicrotask(() => stop.abort())
          return silent
        }
      },
    ],
    [
      'during the wait after a failure',
      (feed, stop) => {
        feed.fault = () => {
          queueMicrotask(() => stop.abort())
          return unplugged
        }
      },
    ],
  ])('without an error when its signal is aborted %s', async (_, prepare) => {
    const feed = feedOf(3)
    const stop = new AbortController()
    prepare(feed, stop)
    const client = feed.client({ sleep: undefined })
    for await (const _ of client.follow({ signal: stop.signal })) expect.unreachable()
    expect(stop.signal.aborted).toBe(true)
  })

  test('with the error of the caller, and sends nothing more', async () => {
    const feed = feedOf(9)
    const following = async () => {
      for await (const _ of feed.client().follow({ limit: 2 })) throw new Error('disk full')
    }
    expect(await rejection(following())).toEqual(new Error('disk full'))
    expect(feed.requests).toHaveLength(1)
  })
})
