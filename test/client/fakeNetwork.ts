/** A fake network with scripted responses, so that the client can be tested without a server and without waiting. */
import { expect } from 'vitest'
import { type ClientOptions, createClient } from '../../src/client/index.ts'

export const apiKey = 'florin_0123456789abcdefghijABCDEFGHIJ0000000000'
export const baseUrl = 'https://florin.test/v1'
export const newPayee = { name: 'Papierwerk Süd AG', iban: 'DE89 3704 0044 0532 0130 00' }

/** The signal is also given by itself: Node 20 may collect the link between a Request and its signal. */
export type Responder = (request: Request, signal?: AbortSignal | null) => Response | Promise<Response>

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Responder {
  return () => Response.json(body, { status, headers })
}

export const page = (data: unknown[], nextCursor: string | null = null): Responder =>
  json({ data, nextCursor })

export function failure(status: number, code: string, headers = {}, more: object = {}): Responder {
  return json({ defined: true, code, status, message: `It is ${code}`, ...more }, status, headers)
}

export function busy(retryAfter?: string): Responder {
  return failure(429, 'TOO_MANY_REQUESTS', retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

export const unplugged: Responder = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
}

/** Never responds; rejects when the request is aborted. */
export const silent: Responder = (_, signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** A client that gets these responses in turn and then always the last one. Its sleeps take no time, and its clock stands. */
export function clientOf(responders: Responder[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = []
  const waits: number[] = []
  const left = [...responders]
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      const responder = left.length > 1 ? left.shift() : left[0]
      return responder ? responder(request, init?.signal) : expect.unreachable('no request was expected')
    },
    sleep: async ms => {
      waits.push(ms)
    },
    now: () => 0,
    ...options,
  })
  return { client, requests, waits, urls: () => requests.map(({ url }) => url.slice(baseUrl.length)) }
}

/** The reason a promise is rejected with. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )
}
