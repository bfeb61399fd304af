import { describe, expect, it } from 'vitest'
import { requireOwnHost } from '../../../src/api/http/ownHosts.ts'
import { consoleFiles } from '../../console/visitor.ts'
import { overHttp } from '../../console/wire.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directApp } from '../replies/directApp.ts'

const allowed = ['florin.example', '*.bank.example']

const isTaken = (host: string | undefined, viaProxy = false): boolean => {
  try {
    requireOwnHost({ host, viaProxy, peer: '192.0.2.1', https: false }, allowed)
    return true
  } catch {
    return false
  }
}

describe('a host', () => {
  it.each([
    ...['localhost', 'localhost:8080', 'LOCALHOST', 'localhost.', 'demo.localhost:8080'],
    ...[
      '127.0.0.1',
      '127.0.0.1:8080',
      '127.9.9.9',
      '[::1]',
      '[::1]:8080',
      '192.168.1.7:8080',
      '[2001:db8::1]',
    ],
    ...['florin.example', 'Florin.Example:443', 'florin.example.', 'a.bank.example', 'a.bank.example:8443'],
    ...['', undefined],
  ])('is accepted if it is listed, an address or localhost: %s', host => {
    expect(isTaken(host)).toBe(true)
  })

  it.each([
    ...['evil.example', 'evil.example:8080', 'florin.example.evil.example', 'xflorin.example', 'example'],
    ...[
      'bank.example',
      'a.b.bank.example',
      '*.bank.example.evil',
      'localhost.evil.example',
      'notlocalhost',
      'nas',
    ],
    ...[
      '127.0.0.1.evil.example',
      '127.0.0.1.nip.io',
      '0x7f.1',
      '127.1',
      '2130706433',
      '[evil.example]',
      '[::1',
    ],
    ...[
      'florin.example@evil.example',
      'florin.example:80:80',
      'florin.example/',
      'florin.example,evil.example',
    ],
    ...['florin.example..', ' florin.example', 'florin.example\t', '::1', `${'a.'.repeat(200)}bank.example`],
  ])('is refused otherwise: %s', host => {
    expect(isTaken(host)).toBe(false)
  })

  it('without a dot is accepted from a trusted proxy, which may use a container name', () => {
    expect([isTaken('florin:8080', true), isTaken('florin:8080', false)]).toEqual([true, false])
    expect(isTaken('evil.example', true)).toBe(false)
  })

  it('is refused if it is too long for a host name', () => {
    for (const letter of ['a', '.', ':', '[', ']', ' ', '1', '-', '\0', 'ſ']) {
      expect(isTaken(letter.repeat(16_000))).toBe(false)
    }
  })
})

describeOnBothStores('The host of a request', store => {
  const config = { allowedHosts: allowed, trustedProxies: ['192.0.2.9'], secure: true }
  const service = useService(store, { config, files: consoleFiles() })
  const app = () => directApp(service.current.store.db, { config, clock: () => service.current.nowMs })

  const statusOf = async (path: string, host: string): Promise<number> =>
    (await overHttp(service.current)('GET', path, { headers: { host, accept: 'text/html' } })).status

  const pages = ['/', '/index.html', '/sign-in', '/docs', '/docs/style.css', '/nothing', '/console/session']

  it.each(pages)('is checked for every page and the console: %s', async path => {
    expect(await statusOf(path, 'rebound.example')).toBe(421)
    expect(await statusOf(path, `rebound.example:${new URL(service.current.url).port}`)).toBe(421)
    expect(await statusOf(path, 'florin.example')).not.toBe(421)
    expect(await statusOf(path, '127.0.0.1:1')).not.toBe(421)
  })

  it('is not checked for the API and health checks', async () => {
    expect(await statusOf('/healthz', 'rebound.example')).toBe(200)
    expect(await statusOf('/readyz', 'rebound.example')).toBe(200)
    expect(await statusOf('/v1/openapi.json', 'rebound.example')).toBe(200)
    expect(await statusOf('/v1/workspace', 'rebound.example')).toBe(401)
    const headers = { host: 'rebound.example' }
    const reply = await app().ask('/v1/workspace', { headers, secret: service.current.foreignSecret })
    expect(reply.status).toBe(200)
  })

  it('is named in the refusal, together with the settings that allow it', async () => {
    const reply = await app().ask('/console/session', { headers: { host: 'Rebound.example:8080' } })
    expect(reply.status).toBe(421)
    expect(await reply.json()).toEqual({
      defined: false,
      code: 'UNKNOWN_HOST',
      status: 421,
      message:
        '"rebound.example" is not a host name of this service. If it should be, set FLORIN_PUBLIC_URL to the address that ' +
        'browsers use, or add the name to FLORIN_ALLOWED_HOSTS.',
    })
  })

  it('is the forwarded one only from a trusted proxy', async () => {
    const status = async (address: string, host: string, forwarded: string) =>
      (await app().ask('/docs', { address, headers: { host, 'x-forwarded-host': forwarded } })).status
    expect(await status('192.0.2.9', 'florin.internal', 'florin.example')).toBe(200)
    expect(await status('192.0.2.9', 'florin.example', 'rebound.example')).toBe(421)
    expect(await status('192.0.2.8', 'rebound.example', 'florin.example')).toBe(421)
    expect(await status('192.0.2.8', 'florin.example', 'rebound.example')).toBe(200)
  })
})
