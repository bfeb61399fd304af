/** Where webhooks may not be sent to. A listener on loopback counts every connection. */

import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noneAllowed, parseAllowed, readWebhookUrl } from '../../../src/domain/webhooks/addresses.ts'
import type { ExchangeResult } from '../../../src/domain/webhooks/exchange.ts'
import { type Resolve, transportOf } from '../../../src/main/webhooks/transport.ts'
import { hostileUrls } from './hostileUrls.ts'

describe('A webhook', () => {
  let listeners: Server[]
  let port: number
  let connections = 0

  beforeAll(async () => {
    const listen = (host: string, at = 0) =>
      new Promise<Server | null>(settle => {
        const server = createServer(socket => {
          connections += 1
          socket.destroy()
        })
        server.once('error', () => settle(null))
        server.listen(at, host, () => settle(server))
      })
    const first = await listen('127.0.0.1')
    if (first === null) throw new Error('Nothing can listen on loopback.')
    port = (first.address() as AddressInfo).port
    // Not every machine has IPv6.
    listeners = [first, await listen('::1', port)].filter(each => each !== null)
  })
  beforeEach(() => {
    connections = 0
  })
  afterAll(async () => {
    for (const each of listeners) await new Promise(settle => each.close(settle))
  })

  const send = (url: string, resolve?: Resolve, allow: string[] = []): Promise<ExchangeResult> => {
    const parsed = parseAllowed(allow)
    if ('mistake' in parsed) throw new Error(parsed.mistake)
    const transport = transportOf({ allowed: parsed.allowed, ...(resolve && { resolve }) })
    return transport({ url, headers: {}, body: '{}', msMax: 5_000, signal: new AbortController().signal })
  }
  const here = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '64:ff9b::7f00:1', '2002:7f00:1::']

  it('is refused for every hostile URL, when it is made and when it is sent, without a connection', async () => {
    const urls = hostileUrls.map(url => url.replace('PORT', String(port)))
    expect(urls.length).toBeGreaterThanOrEqual(60)
    for (const url of urls) {
      const read = readWebhookUrl(url, noneAllowed)
      expect([url, read]).toEqual([url, { mistake: expect.any(String) }])
      // As if it had been stored before, or by somebody else. A name in it leads here.
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) continue
      const result = await send(url, async () => ['127.0.0.1'])
      expect([url, result]).toEqual([url, { ...unreachable, detail: expect.any(String) }])
    }
    expect(connections).toBe(0)
  })

  const unreachable = { status: null, error: 'unreachable', retryAfter: undefined }

  it('is refused if any address of the name is not public', async () => {
    for (const address of here) {
      for (const addresses of [[address], ['93.184.216.34', address], [address, '2606:4700:4700::1111']]) {
        const result = await send(`https://ledger.example:${port}/`, async () => addresses)
        expect(result).toMatchObject(unreachable)
        expect(result.detail).toContain('not public')
      }
    }
    expect(connections).toBe(0)
  })

  it('is refused if the name leads here only the second time, or whenever it is looked up again', async () => {
    let lookups = 0
    // Allowed by name, and nothing listens there.
    const flipping: Resolve = async () => {
      lookups += 1
      return [lookups % 2 === 1 ? '127.0.0.77' : '127.0.0.1']
    }
    const parsed = parseAllowed(['127.0.0.77'])
    if ('mistake' in parsed) throw new Error(parsed.mistake)
    const transport = transportOf({ allowed: parsed.allowed, resolve: flipping })
    for (let round = 0; round < 6; round += 1) {
      const before = lookups
      const result = await transport({
        url: `https://rebind.example:${port}/`,
        headers: {},
        body: '{}',
        msMax: 5_000,
        signal: new AbortController().signal,
      })
      // One look-up for each message: what was checked is what is connected to.
      expect(lookups - before).toBe(1)
      expect(result.status).toBeNull()
    }
    expect(connections).toBe(0)
  })

  it('says the same whether a name is unknown, leads to a private address, or nothing answers there', async () => {
    const unknown = await send('https://unknown.example/', () =>
      Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
    )
    const inside = await send(`https://inside.example:${port}/`, async () => ['127.0.0.1'])
    const closed = await send('https://127.0.0.1:1/', undefined, ['127.0.0.1'])
    const { detail: _, ...shown } = unknown
    for (const { detail: __, ...each } of [inside, closed]) expect(each).toEqual(shown)
  })

  it('goes over plain HTTP only to hosts that are named, also if its URL was stored while they were', async () => {
    const url = `http://ledger.example:${port}/`
    const result = await send(url, async () => ['127.0.0.1'], ['127.0.0.1'])
    expect([result.error, connections]).toEqual(['unreachable', 0])
    await send(url, async () => ['127.0.0.1'], ['ledger.example'])
    expect(connections).toBe(1)
  })

  it('reaches what FLORIN_WEBHOOK_ALLOW names, and only that', async () => {
    const byName = await send(`https://florin.lan:${port}/`, async () => ['127.0.0.1'], ['florin.lan'])
    expect([byName.error, connections]).toEqual(['tls', 1])
    const byAddress = await send(`https://127.0.0.1:${port}/`, undefined, ['127.0.0.0/8'])
    expect([byAddress.error, connections]).toEqual(['tls', 2])
    const other = await send(`https://other.lan:${port}/`, async () => ['127.0.0.1'], [
      'florin.lan',
      '10.0.0.0/8',
    ])
    expect([other.error, connections]).toEqual(['unreachable', 2])
  })
})
