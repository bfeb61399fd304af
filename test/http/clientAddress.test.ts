import { expect, it } from 'vitest'
import { addressOf, peerOf } from '../../src/api/clientAddress.ts'

const addressFor = (forwarded: string | undefined, trustProxy = true): string => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const request = { method: 'GET', url: '/', headers, socket: { remoteAddress: '192.0.2.9' } }
  return addressOf(peerOf({ ...request, async *[Symbol.asyncIterator]() {} }, trustProxy))
}

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::5]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
])('a client is its address without the port, and of IPv6 the network: %s', (forwarded, expected) => {
  expect(addressFor(forwarded)).toBe(expected)
})

it('is who connects where no proxy is trusted, whatever a header says', () => {
  expect(addressFor('203.0.113.7', false)).toBe('192.0.2.9')
  expect(addressFor(undefined)).toBe('192.0.2.9')
})
