/** The client keeps to the rate limit by itself. The service is a token bucket in virtual time, which only sleeps move. */
import { describe, expect, test, vi } from 'vitest'
import {
  type ClientOptions,
  createClient,
  FlorinConnectionError,
  FlorinError,
} from '../../src/client/index.ts'
import { unknownInFlightMax } from '../../src/client/pace.ts'
import { rateWaitMsMaxDefault } from '../../src/client/retry.ts'
import { randomStream } from '../../src/demo/random.ts'
import {
  type BucketRules,
  describeTake,
  fullBucket,
  takeTokens,
} from '../../src/domain/access/tokenBucket.ts'
import { apiKey, baseUrl, busy, clientOf, failure, json, type Responder, rejection } from './fakeNetwork.ts'

const defaults: BucketRules = { perSecond: 25, burst: 100 }

/** A service with this limit, whose responses overtake each other, and a client in the same virtual time. */
function limited(rules: BucketRules, options: Partial<ClientOptions> = {}) {
  const { below } = randomStream('pace')
  /** `refused` has the instants at which the client heard of a 429. */
  const state = {
    nowMs: 1_000,
    sent: 0,
    refused: [] as number[],
    bucket: fullBucket,
  }
  const starts: number[] = []
  const paths: string[] = []
  const take = (wanted: number) => {
    const taken = takeTokens(rules, state.bucket, state.nowMs, wanted)
    state.bucket = taken
    return taken
  }
  const reply = (): Response => {
    const described = describeTake(rules, take(1), 0)
    const headers: Record<string, string> = {
      'ratelimit-limit': String(rules.burst),
      'ratelimit-remaining': String(described.remaining),
      'ratelimit-reset': String(described.resetSeconds),
    }
    if (described.allowed) return Response.json({ id: 'w1' }, { headers })
    headers['retry-after'] = String(described.retryAfterSeconds)
    const body = { defined: true, code: 'TOO_MANY_REQUESTS', status: 429, message: 'Too many requests' }
    return Response.json(body, { status: 429, headers })
  }
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: async input => {
      paths.push(new URL(String(input)).pathname)
      state.sent += 1
      starts.push(state.nowMs)
      const response = reply()
      for (let turn = below(20); turn > 0; turn -= 1) await Promise.resolve()
      if (response.status === 429) state.refused.push(state.nowMs)
      return response
    },
    sleep: async ms => {
      state.nowMs += ms
    },
    now: () => state.nowMs,
    ...options,
  })
  return { client, state, starts, paths, take }
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('many calls at once', () => {
  test('all succeed with the default limits, without a single 429, as fast as the limits allow', async () => {
    const { client, state } = limited(defaults)
    const startMs = state.nowMs
    const results = await Promise.all(times(400).map(() => client.workspace.get()))
    expect(results).toHaveLength(400)
    expect({ sent: state.sent, refused: state.refused }).toEqual({ sent: 400, refused: [] })
    // 100 at once, then 25 a second.
    const seconds = (state.nowMs - startMs) / 1000
    expect(seconds).toBeGreaterThanOrEqual(11.9)
    expect(seconds).toBeLessThan(14)
  })

  test.each<BucketRules>([
    { perSecond: 1, burst: 1 },
    { perSecond: 3, burst: 2 },
    { perSecond: 7, burst: 50 },
    { perSecond: 1000, burst: 100 },
  ])('succeed with any limits: %j', async rules => {
    const { client, state } = limited(rules)
    await Promise.all(times(120).map(() => client.workspace.get()))
    // Before the limits are known, more may start than the bucket has.
    expect(state.sent - 120).toBeLessThanOrEqual(unknownInFlightMax)
    expect(state.refused.length).toBe(state.sent - 120)
  })

  test('start only a few requests until the first response shows the limits', async () => {
    const { client, state } = limited(defaults)
    const all = Promise.all(times(50).map(() => client.workspace.get()))
    expect(state.sent).toBe(unknownInFlightMax)
    await all
    expect(state.sent).toBe(50)
  })

  test('are not held back if responses do not show the limits', async () => {
    const { client, requests, waits } = clientOf([json({ id: 'w1' })])
    await client.workspace.get()
    const all = Promise.all(times(50).map(() => client.workspace.get()))
    expect(requests).toHaveLength(51)
    await all
    expect(waits).toEqual([])
  })

  test('succeed while others use up the same key', async () => {
    const { client, state, starts, take } = limited(defaults, {
      sleep: async ms => {
        // Here responses arrive before time passes, so that their instants are known.
        await new Promise(settle => setImmediate(settle))
        state.nowMs += ms
        if (state.nowMs < 30_000) take(20)
      },
    })
    await Promise.all(times(400).map(() => client.workspace.get()))
    expect(state.refused.length).toBeGreaterThan(0)
    // After a 429 nobody starts for a second.
    const early = starts.filter(startMs => state.refused.some(at => startMs > at && startMs < at + 1_000))
    expect(early).toEqual([])
  })

  test('start in their order', async () => {
    const { client, paths, state } = limited({ perSecond: 5, burst: 8 })
    const ids = times(40).map(index => `a${index}`)
    await Promise.all(ids.map(id => client.accounts.get(id)))
    expect(state.refused).toEqual([])
    expect(paths).toEqual(ids.map(id => `/v1/accounts/${id}`))
  })
})

describe('429s', () => {
  test('do not use up the retries', async () => {
    const down = failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' }, { defined: false })
    const refusals: Responder[] = times(10).map(() => busy('1'))
    const script = [...refusals, down, ...refusals, down, down, ...refusals, json({ id: 'w1' })]
    const { client, requests } = clientOf(script)
    expect(await client.workspace.get()).toEqual({ id: 'w1' })
    expect(requests).toHaveLength(34)
  })

  test('are repeated only for a limited time; then the last one is the error', async () => {
    const { client, waits } = clientOf([busy('7')])
    const error = await rejection(client.workspace.get())
    expect(error).toBeInstanceOf(FlorinError)
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 7 })
    const waited = waits.reduce((sum, ms) => sum + ms, 0)
    expect(waited).toBeLessThanOrEqual(rateWaitMsMaxDefault)
    expect(waited).toBeGreaterThan(rateWaitMsMaxDefault - 7_000)
  })

  test('make every request of the client wait, also those that come later', async () => {
    const { client, requests, waits } = clientOf([busy('9'), json({ id: 'w1' })], { retries: 1 })
    await Promise.all([client.workspace.get(), client.accounts.get('a1')])
    expect([requests.length, waits]).toEqual([3, [9_000]])
  })

  test("that are not about the key's tokens hold back nobody else, and use up retries", async () => {
    const headers = { 'ratelimit-limit': '100', 'ratelimit-remaining': '80', 'ratelimit-reset': '1' }
    // What a fifth waiting request gets.
    const full = failure(429, 'TOO_MANY_REQUESTS', { ...headers, 'retry-after': '1' })
    const { client, requests, waits } = clientOf([full, full, full, full, json({ id: 'w1' }, 200, headers)])
    const error = rejection(client.changes.list({ wait: 25 }))
    expect(await error).toMatchObject({ status: 429 })
    expect([requests.length, waits]).toEqual([4, [1_000, 1_000, 1_000]])
    expect(await client.workspace.get()).toEqual({ id: 'w1' })
    expect(waits).toHaveLength(3)
  })

  test('of a proxy do not repeat a POST, which may have taken effect', async () => {
    const proxy: Responder = () => new Response('slow down', { status: 429, headers: { 'retry-after': '1' } })
    const { client, requests } = clientOf([proxy])
    const body = { name: 'Papierwerk Süd AG', iban: 'DE89 3704 0044 0532 0130 00' }
    expect(await rejection(client.payees.create(body))).toMatchObject({ status: 429 })
    expect(requests).toHaveLength(1)
  })
})

describe('a request that waits', () => {
  test('fails when it has waited for the maximum, and says what to do', async () => {
    const { client, state } = limited({ perSecond: 1, burst: 2 }, { rateWaitMsMax: 10_000 })
    const results = await Promise.allSettled(times(50).map(() => client.workspace.get()))
    const failed = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    expect(failed.length).toBeGreaterThan(30)
    expect(state.nowMs).toBeLessThanOrEqual(1_000 + 10_000)
    const unsent = failed.filter(error => error instanceof FlorinConnectionError)
    expect(unsent[0]?.message).toMatch(
      /was not sent: it waited 10000 ms for the rate limit. Make fewer calls/,
    )
  })

  test('ends with the reason of its signal, and the others go on', async () => {
    vi.useFakeTimers()
    const { client, requests } = clientOf([busy('5'), json({ id: 'w1' })], {
      sleep: undefined,
      now: undefined,
    })
    const controller = new AbortController()
    const first = client.workspace.get()
    await vi.advanceTimersByTimeAsync(0)
    const second = rejection(client.accounts.get('a1', { signal: controller.signal }))
    controller.abort('enough')
    expect(await second).toBe('enough')
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await first).toEqual({ id: 'w1' })
    expect(requests).toHaveLength(2)
    vi.useRealTimers()
  })

  test('leaves no timer behind when it is aborted', async () => {
    vi.useFakeTimers()
    const { client } = clientOf([busy('5')], { sleep: undefined, now: undefined })
    const controller = new AbortController()
    const all = times(3).map(() => rejection(client.workspace.get({ signal: controller.signal })))
    await vi.advanceTimersByTimeAsync(10)
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    controller.abort('enough')
    expect(await Promise.all(all)).toEqual(['enough', 'enough', 'enough'])
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})
