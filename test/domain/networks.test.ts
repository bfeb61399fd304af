import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalAddress,
  type Networks,
  networkOf,
  networksMax,
  parseNetworks,
} from '../../src/domain/access/networks.ts'

function networks(...entries: string[]): Networks {
  const parsed = parseNetworks(entries)
  if ('mistake' in parsed) throw new Error(parsed.mistake)
  return parsed.networks
}

function mistake(...entries: string[]): string {
  const parsed = parseNetworks(entries)
  return 'mistake' in parsed ? parsed.mistake : 'none'
}

describe('an address has one canonical form', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['64:ff9b::192.0.2.7', '64:ff9b::c000:207'],
  ])('%s is %s', (written, canonical) => {
    expect(canonicalAddress(written)).toBe(canonical)
  })

  it.each([
    '',
    'unknown',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.07',
    '0x7f.0.0.1',
    '192.0.2.7:80',
    '192.0.2.7%eth0',
    '[2001:db8::1]',
    '2001:db8::1::2',
    '2001:db8::1/64',
    ' 192.0.2.7',
    '192.0.2.7\n',
    `2001:db8::1%${'x'.repeat(100)}`,
    '1'.repeat(100_000),
  ])('null for text that is not an address: %j', text => {
    expect(canonicalAddress(text)).toBeNull()
  })

  it('which is an address and canonical itself, whatever the address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), address => {
        const canonical = canonicalAddress(address) ?? ''
        expect(isIP(canonical)).toBeGreaterThan(0)
        expect(canonicalAddress(canonical)).toBe(canonical)
      }),
    )
  })
})

describe('a client is counted by', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
    ['0:0:0:1::5', '0:0:0:1::/64'],
    ['unknown', 'unknown'],
  ])('its IPv4 address, or the /64 of its IPv6 address: %s by %s', (address, counted) => {
    expect(networkOf(address)).toBe(counted)
  })

  it('exactly the first 64 bits of IPv6', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map(value => value.toString(16))
    // A non-zero first group avoids IPv4 inside IPv6.
    const head = fc.tuple(fc.constant('2001'), group, group, group).map(groups => groups.join(':'))
    const tail = fc.tuple(group, group, group, group).map(groups => groups.join(':'))
    fc.assert(
      fc.property(head, head, tail, tail, (one, other, end, otherEnd) => {
        expect(networkOf(`${one}:${end}`)).toBe(networkOf(`${one}:${otherEnd}`))
        const same = networkOf(`${one}:${end}`) === networkOf(`${other}:${end}`)
        expect(same).toBe(canonicalAddress(`${one}::`) === canonicalAddress(`${other}::`))
      }),
    )
  })
})

describe('a list of networks', () => {
  it('contains the addresses in it and no others', () => {
    const list = networks(
      '192.0.2.7',
      '10.0.0.0/8',
      '172.16.0.0/12',
      '2001:db8::/32',
      'fd00::1',
      '203.0.113.6/31',
    )
    for (const inside of [
      ...['192.0.2.7', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '203.0.113.7'],
      ...['2001:db8::', '2001:DB8:ffff::1', '2001:db8::1%eth0', 'fd00::1', 'FD00:0::1'],
      ...['::ffff:10.1.2.3', '::ffff:a01:203'],
    ]) {
      expect([inside, list.has(inside)]).toEqual([inside, true])
    }
    for (const outside of [
      ...['192.0.2.6', '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '203.0.113.8'],
      ...['2001:db7::', '2001:db9::', 'fd00::2', '::ffff:11.0.0.0', '::10.1.2.3'],
      ...['', 'unknown', 'localhost', '10.0.0.1:80', '10.0.0.1/32'],
    ]) {
      expect([outside, list.has(outside)]).toEqual([outside, false])
    }
  })

  it('returns its entries in canonical form and without duplicates', () => {
    const written = [
      ' 10.0.0.0/8',
      '::ffff:10.0.0.0/104',
      '192.0.2.7/32',
      '192.0.2.7',
      '2001:DB8:0::/32',
      '::1/128',
    ]
    expect(networks(...written).entries).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'])
  })

  it('may be empty and then contains no address', () => {
    const list = networks()
    expect([list.entries, list.has('127.0.0.1'), list.has('::1')]).toEqual([[], false, false])
  })

  it('of prefix length 0 contains every address of its family only', () => {
    expect([networks('0.0.0.0/0').has('203.0.113.9'), networks('0.0.0.0/0').has('2001:db8::1')]).toEqual([
      true,
      false,
    ])
    expect([networks('::/0').has('2001:db8::1'), networks('::/0').has('203.0.113.9')]).toEqual([true, false])
  })

  it.each([
    '',
    'loopback',
    'florin.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/8.0',
    '10.0.0.0/255.0.0.0',
    '10.0.0',
    '10.*',
    '2001:db8::/129',
    '::ffff:10.0.0.0/8',
    '10.0.0.1-10.0.0.9',
  ])('rejects an invalid entry, names it and says what is allowed: %j', entry => {
    const message = mistake('192.0.2.7', entry)
    expect(message).toContain(`"${entry}" is not an IP address or network`)
    expect(message).toContain('10.0.0.0/8')
  })

  it.each([
    ['10.0.0.5/8', '10.0.0.0/8', '10.0.0.5'],
    ['2001:db8::5/32', '2001:db8::/32', '2001:db8::5'],
    ['::ffff:10.0.0.5/104', '10.0.0.0/8', '10.0.0.5'],
  ])('rejects an address inside a network and suggests both readings: %s', (entry, network, address) => {
    expect(mistake(entry)).toBe(`"${entry}" is an address inside a network: write ${network} or ${address}`)
  })

  it('limits its number of entries, and shortens a long one in the message', () => {
    const many = Array.from({ length: networksMax }, (_, index) => `10.0.0.${index}`)
    expect(networks(...many).has('10.0.0.99')).toBe(true)
    expect(mistake(...many, '192.0.2.7')).toBe('101 entries are too many: the limit is 100')
    expect(mistake('9'.repeat(100_000)).length).toBeLessThan(300)
  })
})
