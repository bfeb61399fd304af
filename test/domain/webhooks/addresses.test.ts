import { describe, expect, it } from 'vitest'
import {
  type AllowedTargets,
  isPublicAddress,
  mayConnect,
  noneAllowed,
  parseAllowed,
  readWebhookUrl,
} from '../../../src/domain/webhooks/addresses.ts'

function allowed(...entries: string[]): AllowedTargets {
  const parsed = parseAllowed(entries)
  if ('mistake' in parsed) throw new Error(parsed.mistake)
  return parsed.allowed
}

describe('addresses', () => {
  it.each([
    ...[
      '8.8.8.8',
      '1.1.1.1',
      '93.184.216.34',
      '172.15.255.255',
      '172.32.0.0',
      '100.63.255.255',
      '100.128.0.0',
    ],
    ...['169.253.255.255', '192.0.1.1', '198.17.255.255', '198.20.0.0', '223.255.255.255', '11.0.0.1'],
    ...['2606:4700:4700::1111', '2a00:1450:4001::1', '2003::1', '2001:200::1', '2400::', '3ffe::1'],
  ])('%s is public', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    // This machine and unspecified.
    ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1', '0:0:0:0:0:0:0:1'],
    // Private, shared, link-local, cloud metadata.
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255'],
    ...['169.254.169.254', 'fc00::1', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1'],
    // IPv4 inside IPv6: mapped, compatible, NAT64, 6to4, Teredo.
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::7f00:1', '::127.0.0.1', '::ffff:0:7f00:1'],
    ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2002:a00:1::1', '2001::1'],
    ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:10::1', '2001:20::1'],
    // Documentation, benchmarks, protocols, discard.
    ...['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1', '198.18.0.1', '198.19.255.255'],
    ...['192.0.0.1', '192.88.99.1', '100::1', '5f00::1', '4000::1', '1::1'],
    // Multicast, reserved, broadcast.
    ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', 'ff02::1', 'ff0e::1'],
    // Not addresses at all.
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.2.3', '::g', `1${'0'.repeat(100)}`],
  ])('%s is not', address => {
    expect(isPublicAddress(address)).toBe(false)
    expect(mayConnect('ledger.example', address, noneAllowed)).toBe(false)
  })
})

describe('FLORIN_WEBHOOK_ALLOW', () => {
  it('allows addresses and networks for every host, in all their spellings', () => {
    const some = allowed('127.0.0.1', '10.1.0.0/16', 'fd00::/8')
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', 'fd12::1', '8.8.8.8']) {
      expect(mayConnect('ledger.example', address, some)).toBe(true)
    }
    for (const address of ['127.0.0.2', '10.2.0.1', 'fc00::1', '::1']) {
      expect(mayConnect('ledger.example', address, some)).toBe(false)
    }
  })

  it('allows a host whatever its address, and no other host', () => {
    const some = allowed(' N8N.lan ')
    expect(mayConnect('n8n.lan', '192.168.1.5', some)).toBe(true)
    expect(mayConnect('evil-n8n.lan', '192.168.1.5', some)).toBe(false)
    expect(mayConnect('n8n.lan.example', '192.168.1.5', some)).toBe(false)
  })

  it.each(['10.0.0.1/8', '127.1', '*.lan', 'https://n8n.lan', 'n8n.lan:8080', '[::1]', 'a b', '1.2.3.4.5'])(
    'refuses %s',
    entry => {
      expect(parseAllowed([entry])).toHaveProperty('mistake')
    },
  )
})

describe('the URL of a webhook', () => {
  it.each([
    ['https://ledger.example', 'https://ledger.example/'],
    ['https://ledger.example:8443/a/b?c=d', 'https://ledger.example:8443/a/b?c=d'],
    ['HTTPS://LEDGER.example/Path', 'https://ledger.example/Path'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ])('may be %s', (text, url) => {
    expect(readWebhookUrl(text, noneAllowed)).toEqual({ url })
  })

  it('may be plain HTTP only for hosts that FLORIN_WEBHOOK_ALLOW names', () => {
    const some = allowed('n8n.lan', '10.0.0.0/8')
    expect(readWebhookUrl('http://n8n.lan:5678/x', some)).toEqual({ url: 'http://n8n.lan:5678/x' })
    expect(readWebhookUrl('http://10.1.2.3/', some)).toEqual({ url: 'http://10.1.2.3/' })
    for (const url of [
      'http://ledger.example/',
      'http://n8n.lan.example/',
      'http://8.8.8.8/',
      'http://11.0.0.1/',
    ]) {
      expect(readWebhookUrl(url, some)).toEqual({ mistake: 'must start with https://' })
    }
  })

  it('is limited before anything looks at it', () => {
    const long = { mistake: 'must be at most 2000 characters long' }
    expect(readWebhookUrl(`https://a.example/${'x'.repeat(1_000_000)}`, noneAllowed)).toEqual(long)
    expect(readWebhookUrl(`https://a.example/${'ä'.repeat(1_900)}`, noneAllowed)).toEqual(long)
  })

  it('may name this machine if FLORIN_WEBHOOK_ALLOW does', () => {
    for (const some of [allowed('localhost'), allowed('127.0.0.1')]) {
      expect(readWebhookUrl('https://localhost/', some)).toEqual({ url: 'https://localhost/' })
    }
  })
})
