/** A network with prepared responses, so that the client can be tested without waiting. */
import { expect } from 'vitest'
import { type ClientOptions, createClient } from '../../src/client/index.ts'

export const apiKey = 'florin_0123456789abcdefghijABCDEFGHIJ0000000000'
export const baseUrl = 'https://florin.test/v1'
export const newPayee = { name: 'Papierwerk Süd AG', iban: 'DE89 3704 0044 0532 0130 00' }

export type Received = (request: Request) => Response | Promise<Response>

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Received {
  return () => Response.json(body, { status, headers })
}

export const page = (data: unknown[], nextCursor: string | null = null): Received =>
  json({ data, nextCursor })

export function failure(status: number, code: string, headers = {}, more: object = {}): Received {
  return json({ defined: true, code, status, message: `It is ${code}`, ...more }, status, headers)
}

export function busy(retryAfter?: string): Received {
  return failure(429, 'TOO_MANY_REQUESTS', retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

export const unplugged: Received = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
}

/** Sends nothing until the request is aborted. */
export const silent: Received = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** A client whose network gives these responses in turn, the last one forever, and whose sleeps take no time. */
export function clientOf(replies: Received[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = []
  const waits: number[] = []
  const left = [...replies]
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      const reply = left.length > 1 ? left.shift() : left[0]
      return reply ? reply(request) : expect.unreachable('no request was expected')
    },
    sleep: async ms => {
      waits.push(ms)
    },
    ...options,
  })
  return { client, requests, waits, urls: () => requests.map(({ url }) => url.slice(baseUrl.length)) }
}

/** The reason of the promise's rejection. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )
}
