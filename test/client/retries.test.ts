import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FlorinConnectionError, FlorinError } from '../../src/client/index.ts'
import { backoffMsFirst, backoffMsMax, retryAfterSecondsMax, sleepOnTimer } from '../../src/client/retry.ts'
import {
  busy,
  clientOf,
  failure,
  json,
  newPayee,
  type Responder,
  rejection,
  unplugged,
} from './fakeNetwork.ts'

const down = failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' }, { defined: false })
const proxyDown: Responder = () => new Response('<h1>Unavailable</h1>', { status: 503 })

describe('a request is retried', () => {
  test('after 429 and 503, when their Retry-After has passed', async () => {
    const { client, requests, waits } = clientOf([busy('7'), down, json({ id: 'w1' })])
    expect(await client.workspace.get()).toEqual({ id: 'w1' })
    expect(waits).toEqual([7_000, 2_000])
    expect(requests).toHaveLength(3)
  })

  test('three times by default; then the last response is the error', async () => {
    const { client, requests } = clientOf([down])
    const error = await rejection(client.workspace.get())
    expect(error).toBeInstanceOf(FlorinError)
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 })
    expect(requests).toHaveLength(4)
  })

  test('as often as the option says, and never with 0', async () => {
    for (const responder of [down, busy('2')]) {
      const once = clientOf([responder], { retries: 0 })
      await rejection(once.client.workspace.get())
      expect([once.requests.length, once.waits]).toEqual([1, []])
    }
    const thrice = clientOf([down], { retries: 2 })
    await rejection(thrice.client.workspace.get())
    expect([thrice.requests.length, thrice.waits]).toEqual([3, [2_000, 2_000]])
  })

  test('after a response that is cut off, if it is a GET', async () => {
    const cut: Responder = () =>
      new Response('{"id": "a', { headers: { 'content-type': 'application/json; charset=utf-8' } })
    const read = clientOf([cut, json({ id: 'a1' })])
    expect(await read.client.accounts.get('a1')).toEqual({ id: 'a1' })
    const write = clientOf([cut])
    expect(await rejection(write.client.payees.create(newPayee))).toMatchObject({
      status: 200,
      temporary: true,
    })
    expect(write.requests).toHaveLength(1)
  })

  test('unless Retry-After is over the maximum', async () => {
    const { client, waits } = clientOf([busy(`${retryAfterSecondsMax}`), busy(`${retryAfterSecondsMax + 1}`)])
    expect(await rejection(client.workspace.get())).toMatchObject({
      retryAfterSeconds: retryAfterSecondsMax + 1,
    })
    expect(waits).toEqual([retryAfterSecondsMax * 1_000])
  })

  test.each([undefined, 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', ''])(
    'after waits that double up to a maximum if Retry-After is %s',
    async retryAfter => {
      const { client, waits } = clientOf([busy(retryAfter)], { retries: 7 })
      await rejection(client.workspace.get())
      expect(waits.slice(0, 3)).toEqual([backoffMsFirst, backoffMsFirst * 2, backoffMsFirst * 4])
      expect(waits.slice(-2)).toEqual([backoffMsMax, backoffMsMax])
    },
  )

  test('after a failed connection if it is a GET', async () => {
    const { client, waits } = clientOf([unplugged, json({ id: 'a1' })])
    expect(await client.accounts.get('a1')).toEqual({ id: 'a1' })
    expect(waits).toEqual([backoffMsFirst])
  })

  test('after 429 and 503 even if it is a POST, because the service did nothing', async () => {
    const { client, requests } = clientOf([busy('1'), down, json({ id: 'p1' }, 201)])
    expect(await client.payees.create(newPayee)).toEqual({ id: 'p1' })
    expect(await Promise.all(requests.map(request => request.json()))).toEqual([newPayee, newPayee, newPayee])
  })

  test('after a failed connection if it is a POST with an idempotency key, with the same key', async () => {
    const { client, requests } = clientOf([unplugged, json({ id: 'p1' }, 201)])
    expect(await client.payees.create(newPayee, { idempotencyKey: 'once' })).toEqual({ id: 'p1' })
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['once', 'once'])
  })
})

describe('a request is not retried', () => {
  test.each<[string, Responder]>([
    ['the connection failed', unplugged],
    ['a 503 came from a proxy that may have passed the request on', proxyDown],
  ])('if it may have taken effect because %s', async (_, responder) => {
    const { client, requests, waits } = clientOf([responder])
    expect(await rejection(client.payees.create(newPayee))).toBeInstanceOf(FlorinConnectionError)
    expect(await rejection(client.payees.update('p1', newPayee))).toBeInstanceOf(FlorinConnectionError)
    expect(await rejection(client.payees.delete('p1'))).toBeInstanceOf(FlorinConnectionError)
    expect([requests.length, waits]).toEqual([3, []])
  })

  test.each([400, 401, 403, 404, 409, 500])('if the status is %i', async status => {
    const { client, requests } = clientOf([failure(status, 'SOME_CODE')])
    expect(await rejection(client.workspace.get())).toMatchObject({ status, code: 'SOME_CODE' })
    expect(requests).toHaveLength(1)
  })

  test('if the request itself is invalid', async () => {
    const { client, requests } = clientOf([json({})])
    const options = { idempotencyKey: 'zwölf €' }
    expect(await rejection(client.payees.create(newPayee, options))).toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  })
})

describe('the default sleep', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('waits for the given time', async () => {
    let awake = false
    const sleeping = sleepOnTimer(1_000, new AbortController().signal).then(() => {
      awake = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(awake).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await sleeping
  })

  test('ends early with the reason of a signal, and leaves no timer that keeps the process alive', async () => {
    const controller = new AbortController()
    const sleeping = rejection(sleepOnTimer(60_000, controller.signal))
    controller.abort('enough')
    expect(await sleeping).toBe('enough')
    expect(await rejection(sleepOnTimer(60_000, controller.signal))).toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})
