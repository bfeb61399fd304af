/** Our own TLS: forward secrecy only, HSTS on every reply, and pages under the certificate's names. */
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { type RunningService, startService } from '../../src/main/serve/serve.ts'
import { type CertificateFiles, canMakeCertificates, makeCertificate } from '../support/certificate.ts'
import { useSandbox } from '../support/program.ts'
import { freshDatabase, type TestStore } from '../support/stores.ts'

const sandbox = useSandbox()

describe.runIf(canMakeCertificates)('a service with its own certificate', () => {
  let store: TestStore
  let service: RunningService
  let files: CertificateFiles

  beforeAll(async () => {
    store = await freshDatabase('florin_template')
    files = makeCertificate(sandbox.folder, ['florin.example', '*.books.example'])
    service = await startService(
      readConfig({
        ...{ DATABASE_URL: store.databaseUrl ?? '', FLORIN_DEMO: 'off', PORT: '0', LOG_LEVEL: 'silent' },
        ...{ FLORIN_TLS_CERT: files.cert, FLORIN_TLS_KEY: files.key },
      }),
    )
  })

  afterAll(async () => {
    await service?.close()
    await store?.remove()
  })

  /** Protocol and cipher of a connection, or the code of its failure. */
  function handshake(options: ConnectionOptions, use?: (socket: TLSSocket) => void): Promise<string[]> {
    return new Promise(settle => {
      const { hostname, port } = new URL(service.url)
      const ca = readFileSync(files.cert)
      const socket = connect({ host: hostname, port: Number(port), ca, ...options }, () => {
        use?.(socket)
        settle([socket.getProtocol() ?? '', socket.getCipher().standardName])
        socket.end()
      })
      socket.on('error', (error: NodeJS.ErrnoException) => settle(['refused', error.code ?? error.message]))
    })
  }

  it('speaks TLS 1.3, and TLS 1.2 with an ephemeral key exchange', async () => {
    expect(await handshake({})).toEqual(['TLSv1.3', 'TLS_AES_256_GCM_SHA384'])
    const old = { maxVersion: 'TLSv1.2' } as const
    expect(await handshake(old)).toEqual(['TLSv1.2', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'])
    const ephemeral = { ...old, ciphers: 'ECDHE-RSA-CHACHA20-POLY1305' }
    expect(await handshake(ephemeral)).toContain('TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256')
  })

  it.each([
    [
      'RSA key exchange',
      { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA' },
    ],
    ['CBC ciphers', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA:ECDHE-RSA-AES256-SHA384' }],
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }],
    ['TLS 1.0', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }],
  ] as const)('refuses a client that only offers %s', async (_, options) => {
    expect(await handshake(options)).toEqual(['refused', expect.stringMatching(/ALERT|HANDSHAKE|PROTOCOL/)])
  })

  it('issues no session tickets, whose key would decrypt all sessions of this process', async () => {
    let ticket: Buffer | undefined
    await handshake({ maxVersion: 'TLSv1.2' }, socket => {
      ticket = socket.getTLSTicket()
    })
    expect(ticket).toBeUndefined()
  })

  const replyTo = (path: string, host?: string): Promise<[number | undefined, string | undefined]> =>
    new Promise((settle, fail) => {
      const headers = host === undefined ? {} : { host }
      const options = { ca: readFileSync(files.cert), agent: false, headers, servername: 'florin.example' }
      const request = get(service.url + path, options, reply => {
        reply.resume().on('end', () => settle([reply.statusCode, reply.headers['strict-transport-security']]))
      })
      request.on('error', fail)
    })

  it.each([
    [200, '/healthz'],
    [200, '/docs'],
    [401, '/v1/workspace'],
    [401, '/console/session'],
    [404, '/nothing'],
  ])('sends HSTS with every reply: %i %s', async (status, path) => {
    expect(await replyTo(path)).toEqual([status, 'max-age=31536000'])
  })

  it('sends HSTS even with replies to malformed requests', async () => {
    const texts: string[] = []
    for (const bytes of [
      'hello\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n',
    ]) {
      const received = new Promise<string>(settle => {
        void handshake({}, socket => {
          let text = ''
          socket.on('data', chunk => {
            text += chunk
          })
          socket.on('close', () => settle(text))
          socket.write(bytes)
        })
      })
      texts.push(await received)
    }
    expect(texts.map(text => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1])).toEqual(['400', '400', '417'])
    for (const text of texts) expect(text).toMatch(/\r\nStrict-Transport-Security: max-age=31536000\r\n/i)
  })

  it('serves pages only under the names of its certificate', async () => {
    for (const host of ['florin.example', 'my.books.example:8443', '127.0.0.1', 'localhost']) {
      expect([host, (await replyTo('/docs', host))[0]]).toEqual([host, 200])
    }
    for (const host of ['evil.example', 'books.example', 'a.my.books.example', 'florin']) {
      expect([host, (await replyTo('/docs', host))[0]]).toEqual([host, 421])
    }
  })
})
