/** Compressed replies: the same content and ETag in fewer bytes, for clients that accept it. */
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodingFor } from '../../../src/api/http/compress.ts'
import { account, company, transaction } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { ownWorkspace } from './exchange.ts'

interface Raw {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

/** As sent: fetch would decompress it. */
function raw(url: string, headers: Record<string, string>, method = 'GET'): Promise<Raw> {
  return new Promise((settle, fail) => {
    const sent = request(url, { method, headers }, response => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.once('end', () =>
        settle({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces) }),
      )
    })
    sent.once('error', fail)
    sent.end()
  })
}

describeOnBothStores('a compressed reply', store => {
  const service = useService(store)

  async function page(rows: number) {
    const owner = company()
    const on = account(owner)
    const transactions = Array.from({ length: rows }, () => transaction(on, { description: 'Überweisung' }))
    const { secret } = await ownWorkspace(service.current, {
      companies: [owner],
      accounts: [on],
      transactions,
    })
    const url = `${service.current.url}/v1/transactions?limit=100`
    return (headers: Record<string, string> = {}, method?: string) =>
      raw(url, { Authorization: `Bearer ${secret}`, ...headers }, method)
  }

  it('has the same JSON and the same ETag in each encoding, the first time and from the cache', async () => {
    const get = await page(60)
    const plain = await get()
    expect(plain.headers['content-encoding']).toBe(undefined)
    for (let round = 0; round < 4; round += 1) {
      const brotli = await get({ 'Accept-Encoding': 'gzip, deflate, br' })
      const gzipped = await get({ 'Accept-Encoding': 'gzip' })
      expect([brotli.headers['content-encoding'], gzipped.headers['content-encoding']]).toEqual([
        'br',
        'gzip',
      ])
      expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
      expect(gunzipSync(gzipped.bytes)).toEqual(plain.bytes)
      for (const { headers, bytes } of [brotli, gzipped]) {
        expect(headers.etag).toBe(plain.headers.etag)
        expect(headers['content-length']).toBe(String(bytes.length))
        expect(bytes.length).toBeLessThan(plain.bytes.length / 4)
      }
    }
  })

  it('says that it depends on Accept-Encoding, compressed or not', async () => {
    const get = await page(60)
    for (const accepted of ['br', 'identity']) {
      const { headers } = await get({ 'Accept-Encoding': accepted })
      expect(headers.vary).toContain('Accept-Encoding')
    }
  })

  it('is a 304 for the ETag of another encoding', async () => {
    const get = await page(60)
    const { etag = '' } = (await get({ 'Accept-Encoding': 'br' })).headers
    const again = await get({ 'Accept-Encoding': 'gzip', 'If-None-Match': String(etag) })
    expect([again.status, again.bytes.length, again.headers['content-encoding']]).toEqual([304, 0, undefined])
  })

  it('is not made for a short body, nor for people, whose cookie is sent by browsers alone', async () => {
    const get = await page(0)
    expect((await get({ 'Accept-Encoding': 'br' })).headers['content-encoding']).toBe(undefined)
    const page404 = await raw(`${service.current.url}/docs`, { 'Accept-Encoding': 'br' })
    expect(page404.headers['content-encoding']).not.toBe('br')
  })

  it('to HEAD has the headers of GET and no body', async () => {
    const get = await page(60)
    const whole = await get({ 'Accept-Encoding': 'br' })
    const head = await get({ 'Accept-Encoding': 'br' }, 'HEAD')
    expect(head.bytes.length).toBe(0)
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  })
})

describe('Accept-Encoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', null],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['deflate', null],
    ['br'.padEnd(600, ','), null],
  ] as const)('%s selects %s', (header, expected) => {
    expect(encodingFor(header)).toBe(expected)
  })
})
