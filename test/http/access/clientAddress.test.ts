import { describe, expect, it } from 'vitest'
import { addressOf, type Client, clientOf, proxiesOf } from '../../../src/api/http/clientAddress.ts'
import { requestOf } from '../replies/directApp.ts'

const proxy = '192.0.2.9'
const proxies = proxiesOf([proxy, '10.0.0.0/8', 'fd00::/8'])

const clientFor = (headers: Record<string, string>, address = proxy): Client =>
  clientOf(requestOf('GET', '/', { host: 'florin.internal:8080', ...headers }, address), proxies)

const peerFor = (forwarded: string, address?: string): string =>
  clientFor({ 'x-forwarded-for': forwarded }, address).peer

const allHeaders = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'bank.example',
  'x-forwarded-proto': 'https',
}

describe('the client behind a trusted proxy', () => {
  it.each([
    ['as it is', '203.0.113.7', '203.0.113.7'],
    ['with a port', '203.0.113.7:51234', '203.0.113.7'],
    ['IPv4 written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['IPv6', '2001:DB8:1:2:0:0:0:5', '2001:db8:1:2::5'],
    ['IPv6 in brackets', '[2001:db8:1:2::5]', '2001:db8:1:2::5'],
    ['IPv6 in brackets with a port', '[2001:db8:1:2::5]:51234', '2001:db8:1:2::5'],
    ['IPv6 with a zone', 'fe80::5%eth0', 'fe80::5'],
    ['with spaces around it', '  203.0.113.7  ', '203.0.113.7'],
  ])('is the address that the proxy names: %s', (_, forwarded, expected) => {
    expect(peerFor(forwarded)).toBe(expected)
  })

  it.each([
    ['an invented one before it', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['a trusted proxy after it', '198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['several trusted proxies after it', '203.0.113.7, fd00::1, 10.1.2.3:443,192.0.2.9', '203.0.113.7'],
    ['invented proxies before it', '10.0.0.1, 10.0.0.2, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['only proxies', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ])('is the last address that is not a trusted proxy: %s', (_, forwarded, expected) => {
    expect(peerFor(forwarded)).toBe(expected)
  })

  it.each([
    ['unknown', proxy],
    ['', proxy],
    ['localhost', proxy],
    ['203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7,', proxy],
    ['203.0.113.7, unknown', proxy],
    ['203.0.113.7, unknown, 10.1.2.3', '10.1.2.3'],
    ['203.0.113.7:port', proxy],
    ['203.0.113.7:123456', proxy],
    ['203.0.113.256', proxy],
    ['203.0.113.7/32', proxy],
    ['for=203.0.113.7', proxy],
    ['"203.0.113.7"', proxy],
    ['[203.0.113.7', proxy],
    ['203.0.113.7\0', proxy],
    ['ſ'.repeat(500), proxy],
    ['9'.repeat(16_000), proxy],
    [','.repeat(16_000), proxy],
    ['['.repeat(16_000), proxy],
  ])('is the nearest trusted proxy if an entry is not an address: %j', (forwarded, expected) => {
    expect(peerFor(forwarded)).toBe(expected)
  })

  it('is found at the end of a header of any length', () => {
    for (const invented of ['1.1.1.1, '.repeat(1_600), `${'x'.repeat(16_000)}, `, ','.repeat(16_000)]) {
      expect(peerFor(`${invented}203.0.113.7`)).toBe('203.0.113.7')
      expect(peerFor(`${invented}203.0.113.7, 10.1.2.3`)).toBe('203.0.113.7')
    }
  })

  it('is searched for behind at most 20 proxies', () => {
    expect(peerFor(`203.0.113.7, ${Array(19).fill('10.0.0.1').join(', ')}`)).toBe('203.0.113.7')
    expect(peerFor(`203.0.113.7, ${Array(20).fill('10.0.0.1').join(', ')}`)).toBe('10.0.0.1')
  })

  it('is the last entry if only one proxy is skipped, even if it is in a trusted network', () => {
    const last = (forwarded: string) => {
      const headers = { host: 'florin.internal:8080', 'x-forwarded-for': forwarded }
      return clientOf(requestOf('GET', '/', headers, proxy), proxies, 1).peer
    }
    expect(last('203.0.113.7, 10.1.2.3')).toBe('10.1.2.3')
    expect(last('203.0.113.7')).toBe('203.0.113.7')
    expect(last('203.0.113.7, unknown')).toBe(proxy)
  })

  it('has the host and the scheme that the nearest proxy reports', () => {
    expect(clientFor(allHeaders)).toEqual({
      peer: '203.0.113.7',
      host: 'bank.example',
      https: true,
      viaProxy: true,
    })
    const joined = { 'x-forwarded-host': 'evil.example, bank.example', 'x-forwarded-proto': 'https, HTTP' }
    expect(clientFor(joined)).toMatchObject({ host: 'bank.example', https: false })
  })

  it('used HTTPS if the proxy does not report a scheme', () => {
    expect(clientFor({ 'x-forwarded-for': '203.0.113.7' })).toMatchObject({
      host: 'florin.internal:8080',
      https: true,
    })
  })
})

describe('a client that connects directly', () => {
  it.each(['192.0.2.8', '203.0.113.1', '11.0.0.1', '::ffff:192.0.2.8', '2001:db8::1', 'fe80::1%eth0'])(
    'is its own address, whatever it forwards: %s',
    address => {
      expect(clientFor(allHeaders, address)).toEqual({
        peer: address,
        host: 'florin.internal:8080',
        https: false,
        viaProxy: false,
      })
    },
  )

  it('is its own address if no proxy is trusted', () => {
    const request = requestOf('GET', '/', { host: '127.0.0.1:8080', ...allHeaders }, '127.0.0.1')
    const client = { peer: '127.0.0.1', host: '127.0.0.1:8080', https: false, viaProxy: false }
    expect(clientOf(request, proxiesOf([]))).toEqual(client)
  })

  it("on the proxy's machine does not count as HTTPS", () => {
    expect(clientFor({})).toEqual({
      peer: proxy,
      host: 'florin.internal:8080',
      https: false,
      viaProxy: false,
    })
  })

  it('counts as HTTPS with our own TLS', () => {
    const request = requestOf('GET', '/', { host: 'florin.test' }, '203.0.113.7')
    request.socket.encrypted = true
    expect(clientOf(request, null).https).toBe(true)
  })
})

it('a proxy is also recognised by its IPv4-mapped IPv6 address', () => {
  expect(peerFor('203.0.113.7', '::ffff:192.0.2.9')).toBe('203.0.113.7')
  expect(peerFor('unknown', '::ffff:192.0.2.9')).toBe('192.0.2.9')
})

it('clients are counted by their IPv4 address or their IPv6 /64', () => {
  expect([addressOf(peerFor('203.0.113.7')), addressOf(peerFor('[2001:db8:1:2:3::5]:443'))]).toEqual([
    '203.0.113.7',
    '2001:db8:1:2::/64',
  ])
})
