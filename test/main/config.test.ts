import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, proxiesOf } from '../../src/api/http/clientAddress.ts'
import { readConfig } from '../../src/main/config.ts'
import { requestOf } from '../http/replies/directApp.ts'
import { mistakesIn } from './mistakesIn.ts'

describe('the configuration', () => {
  it('has a default for every variable', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      replicaUrls: [],
      databaseWaitSeconds: 60,
      dataDir: './data',
      demo: true,
      rate: { perSecond: 25, burst: 100 },
      authFailuresPerMinute: 120,
      signIn: {
        perAccountAndAddress: { burst: 10, perSecond: 10 / 600 },
        perAddress: { burst: 30, perSecond: (10 / 600) * 3 },
        perAccount: { burst: 50, perSecond: 10 / 600 },
      },
      trustedProxies: [],
      proxyHopsMax: 20,
      allowedHosts: ['127.0.0.1'],
      corsOrigins: [],
      tls: null,
      secure: false,
      publicUrl: null,
      logLevel: 'info',
      workers: 1,
      secret: null,
      webhookAllow: [],
      metrics: null,
      notices: [],
    })
  })

  it('reads every variable, and trims its value', () => {
    const config = readConfig({
      HOST: '::1',
      PORT: ' 9000 ',
      DATABASE_URL: 'postgresql://florin:secret@db.example:5432/florin?sslmode=require',
      DATABASE_REPLICA_URLS: ' postgres://one/florin  postgres://two/florin ',
      FLORIN_DATABASE_WAIT_SECONDS: '5',
      FLORIN_DATA_DIR: '/srv/florin',
      FLORIN_DEMO: 'off',
      FLORIN_RATE_PER_SECOND: '7',
      FLORIN_RATE_BURST: '8',
      FLORIN_AUTH_FAILURES_PER_MINUTE: '9',
      FLORIN_SIGN_IN_TRIES: '6',
      FLORIN_TRUST_PROXY: '10.0.0.5, loopback,2001:DB8::/32',
      FLORIN_ALLOWED_HOSTS: 'Books.example, *.bank.example',
      FLORIN_CORS_ORIGINS: 'https://books.example, http://localhost:5173',
      FLORIN_PUBLIC_URL: 'https://florin.example/',
      LOG_LEVEL: 'debug',
      FLORIN_WORKERS: '3',
      FLORIN_SECRET: ' a secret of more than 32 characters ',
      FLORIN_WEBHOOK_ALLOW: 'n8n.lan, 10.0.0.0/8,',
      FLORIN_METRICS_PORT: '9464',
      FLORIN_METRICS_HOST: '10.0.0.5',
    })
    expect(config).toEqual({
      host: '::1',
      port: 9000,
      databaseUrl: 'postgresql://florin:secret@db.example:5432/florin?sslmode=require',
      replicaUrls: ['postgres://one/florin', 'postgres://two/florin'],
      databaseWaitSeconds: 5,
      dataDir: '/srv/florin',
      demo: false,
      rate: { perSecond: 7, burst: 8 },
      authFailuresPerMinute: 9,
      signIn: {
        perAccountAndAddress: { burst: 6, perSecond: 6 / 600 },
        perAddress: { burst: 18, perSecond: (6 / 600) * 3 },
        perAccount: { burst: 30, perSecond: 6 / 600 },
      },
      trustedProxies: ['10.0.0.5', '127.0.0.0/8', '::1', '2001:db8::/32'],
      proxyHopsMax: 20,
      allowedHosts: ['::1', 'florin.example', 'books.example', '*.bank.example'],
      corsOrigins: ['https://books.example', 'http://localhost:5173'],
      tls: null,
      secure: true,
      publicUrl: 'https://florin.example',
      logLevel: 'debug',
      workers: 3,
      secret: 'a secret of more than 32 characters',
      webhookAllow: ['n8n.lan', '10.0.0.0/8'],
      metrics: { host: '10.0.0.5', port: 9464 },
      notices: [expect.stringContaining('FLORIN_METRICS_HOST')],
    })
  })

  it.each([
    [
      { FLORIN_PUBLIC_URL: 'https://florin.example' },
      /neither TLS nor a proxy is configured: set FLORIN_TRUST_PROXY to the address/,
    ],
    [{ FLORIN_PUBLIC_URL: 'http://florin.example', FLORIN_TRUST_PROXY: 'on' }, /write it with https:/],
    [{ FLORIN_PUBLIC_URL: 'florin.example' }, /must be an address such as https:/],
  ])('refuses an impossible FLORIN_PUBLIC_URL: %j', (env, reason) => {
    expect(() => readConfig(env)).toThrow(reason)
  })

  it('ignores an empty or blank value', () => {
    const names = ['HOST', 'PORT', 'DATABASE_URL', 'FLORIN_DATA_DIR', 'FLORIN_DEMO', 'FLORIN_TLS_CERT']
    const blank = Object.fromEntries(names.map((name, index) => [name, index % 2 === 0 ? '' : '  ']))
    expect(readConfig(blank)).toEqual(readConfig({}))
  })

  it.each(['on', 'ON', 'true', '1', 'yes'])('accepts %s as on', word => {
    expect(readConfig({ FLORIN_DEMO: word }).demo).toBe(true)
    expect(readConfig({ FLORIN_TRUST_PROXY: word }).trustedProxies).toContain('127.0.0.0/8')
  })

  it.each(['off', 'Off', 'false', '0', 'no'])('accepts %s as off', word => {
    expect(readConfig({ FLORIN_DEMO: word }).demo).toBe(false)
    expect(readConfig({ FLORIN_TRUST_PROXY: word }).trustedProxies).toEqual([])
  })

  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])('accepts %s as LOG_LEVEL', word => {
    expect(readConfig({ LOG_LEVEL: word }).logLevel).toBe(word)
  })
})

describe('the configuration of webhooks', () => {
  it('refuses a FLORIN_SECRET that is too short or too long, without quoting it', () => {
    for (const secret of ['short-and-hidden', 'hidden'.repeat(200)]) {
      const message = mistakesIn({ FLORIN_SECRET: secret })
      expect(message).toContain(`FLORIN_SECRET must have 32 to 1000 characters, but has ${secret.length}`)
      expect(message).not.toContain('hidden')
    }
    expect(readConfig({ FLORIN_SECRET: 'x'.repeat(32) }).secret).toHaveLength(32)
  })

  it('refuses a FLORIN_WEBHOOK_ALLOW with anything but hosts, addresses and networks', () => {
    expect(mistakesIn({ FLORIN_WEBHOOK_ALLOW: 'n8n.lan,10.0.0.1/8' })).toContain(
      'write 10.0.0.0/8 or 10.0.0.1',
    )
    expect(mistakesIn({ FLORIN_WEBHOOK_ALLOW: 'https://n8n.lan' })).toContain(
      'FLORIN_WEBHOOK_ALLOW must be host names',
    )
  })
})

describe('FLORIN_TRUST_PROXY=on', () => {
  it('trusts loopback and private networks, and nothing on the internet', () => {
    const { trustedProxies, secure } = readConfig({ FLORIN_TRUST_PROXY: 'on' })
    const proxies = proxiesOf(trustedProxies)
    const insiders = [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.9.8.7',
      '172.31.0.1',
      '192.168.0.1',
      'fd12::1',
    ]
    expect(insiders.filter(address => !proxies?.has(address))).toEqual([])
    const strangers = ['8.8.8.8', '172.32.0.1', '192.0.2.1', '100.64.0.1', '2001:db8::1', '::ffff:8.8.8.8']
    expect(strangers.filter(address => proxies?.has(address))).toEqual([])
    expect(secure).toBe(true)
  })

  it.each(['192.168.1.20', '10.9.8.7', 'fd12::1', '127.0.0.1'])(
    'does not let a client at %s, in a private network, forge its address',
    client => {
      const { trustedProxies, proxyHopsMax } = readConfig({ FLORIN_TRUST_PROXY: 'on' })
      const headers = { host: 'florin.test', 'x-forwarded-for': `203.0.113.7, ${client}` }
      const request = requestOf('GET', '/', headers, '127.0.0.1')
      expect(clientOf(request, proxiesOf(trustedProxies), proxyHopsMax).peer).toBe(client)
    },
  )

  it('is deprecated in one line that says what to set', () => {
    const { notices } = readConfig({ FLORIN_TRUST_PROXY: 'on' })
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatch(
      /^FLORIN_TRUST_PROXY=on is deprecated.*Set it to the address of your proxy.*\.$/,
    )
    expect(readConfig({ FLORIN_TRUST_PROXY: 'loopback' }).notices).toEqual([])
  })
})

describe('FLORIN_METRICS_HOST', () => {
  it.each(['0.0.0.0', '::', '10.0.0.5'])(
    'beyond loopback causes a notice, because /metrics has no password: %s',
    host => {
      const { notices } = readConfig({ FLORIN_METRICS_PORT: '9464', FLORIN_METRICS_HOST: host })
      expect(notices).toEqual([
        expect.stringMatching(/^FLORIN_METRICS_HOST .* plain HTTP without a password/),
      ])
      expect(notices[0]).toContain(host)
    },
  )

  it('causes no notice on loopback or without metrics', () => {
    expect(readConfig({ FLORIN_METRICS_PORT: '9464' }).notices).toEqual([])
    expect(readConfig({ FLORIN_METRICS_PORT: '9464', FLORIN_METRICS_HOST: '::1' }).notices).toEqual([])
    expect(readConfig({ FLORIN_METRICS_HOST: '0.0.0.0' }).notices).toEqual([])
  })
})

describe('HOST', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])(
    'may be the loopback address %s without TLS',
    host => {
      expect(readConfig({ HOST: host }).host).toBe(host)
    },
  )

  it.each(['0.0.0.0', '::', '192.0.2.7', 'florin.example', '127.0.0.1.example', '128.0.0.1'])(
    'is refused as %s without TLS, with a message that says what to do',
    host => {
      const message = mistakesIn({ HOST: host })
      for (const word of [host, 'FLORIN_TLS_CERT', 'FLORIN_TLS_KEY', 'FLORIN_TRUST_PROXY']) {
        expect(message).toContain(word)
      }
    },
  )

  it('may be any address if a proxy in front provides TLS', () => {
    expect(readConfig({ HOST: '0.0.0.0', FLORIN_TRUST_PROXY: 'on' }).host).toBe('0.0.0.0')
  })
})

describe('a certificate', () => {
  let folder: string
  const at = (name: string) => join(folder, name)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-config-'))
    writeFileSync(at('cert.pem'), 'certificate')
    writeFileSync(at('key.pem'), 'key')
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is read from its files, and then HOST may be any address', () => {
    const env = { HOST: '0.0.0.0', FLORIN_TLS_CERT: at('cert.pem'), FLORIN_TLS_KEY: at('key.pem') }
    const { tls } = readConfig(env)
    expect([tls?.cert.toString(), tls?.key.toString()]).toEqual(['certificate', 'key'])
  })

  it.each([
    ['FLORIN_TLS_CERT', 'FLORIN_TLS_KEY'],
    ['FLORIN_TLS_KEY', 'FLORIN_TLS_CERT'],
  ])('with %s alone is refused, and %s is named', (given, missing) => {
    expect(mistakesIn({ [given]: at('cert.pem') })).toContain(`${missing} is missing`)
  })

  it('that cannot be read is refused, with the variable, the path and the reason', () => {
    const message = mistakesIn({ FLORIN_TLS_CERT: at('none.pem'), FLORIN_TLS_KEY: folder })
    expect(message).toContain(`FLORIN_TLS_CERT names a file that cannot be read (ENOENT: ${at('none.pem')})`)
    expect(message).toContain(`FLORIN_TLS_KEY names a file that cannot be read (EISDIR: ${folder})`)
  })

  it('that cannot be read does not make another mistake out of HOST', () => {
    const message = mistakesIn({
      HOST: '0.0.0.0',
      FLORIN_TLS_CERT: at('none.pem'),
      FLORIN_TLS_KEY: at('key.pem'),
    })
    expect(message).not.toContain('HOST')
  })
})
