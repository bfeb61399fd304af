/** The examples of docs/hardening.md with real proxies: sign in, upload a file, and try to forge an address. */
import { readFileSync } from 'node:fs'
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadPieceBytes } from '../../src/contract/console/imports.ts'
import { type Home, home, type Person } from '../console/access/people.ts'
import { useCheapHashes } from '../console/access/signIn/scrypt.ts'
import { camtFile } from '../console/imports/bankFiles.ts'
import { consoleFiles } from '../console/visitor.ts'
import { type CertificateFiles, canMakeCertificates, makeCertificate } from '../support/certificate.ts'
import { useSandbox } from '../support/program.ts'
import {
  isInstalled,
  type ProxyName,
  type RunningProxy,
  startProxy,
} from '../support/servers/reverseProxy.ts'
import { TestService } from '../support/service.ts'

interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const sandbox = useSandbox()
const name = 'florin.example'
const failuresPerMinute = 5
const waitingIban = 'DE89370400440532013000'
const octets = { 'content-type': 'application/octet-stream' }

function ask(secure: boolean, options: RequestOptions, body: string | Uint8Array = ''): Promise<Received> {
  return new Promise((settle, fail) => {
    const send = secure ? httpsRequest : httpRequest
    const sent = send({ host: '127.0.0.1', agent: false, ...options }, reply => {
      const chunks: Buffer[] = []
      reply.on('data', chunk => chunks.push(chunk)).on('error', fail)
      reply.on('end', () => {
        const { statusCode: status = 0, headers } = reply
        settle({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

describe.each<ProxyName>(['nginx', 'caddy'])('behind %s, with its example', proxyName => {
  const reason = [
    ...(isInstalled(proxyName) ? [] : [`${proxyName} is not installed`]),
    ...(canMakeCertificates ? [] : ['openssl is not installed']),
  ].join(', ')
  if (reason !== '') {
    it('works', context => context.skip(reason))
    return
  }

  useCheapHashes()
  let florin: TestService
  let proxy: RunningProxy
  let certificate: CertificateFiles
  let own: Home
  let owner: Person
  let cookie = ''
  const logged: string[] = []

  beforeAll(async () => {
    certificate = makeCertificate(sandbox.folder, [name])
    florin = await TestService.start('postgres', {
      config: {
        ...{
          trustedProxies: ['127.0.0.1'],
          allowedHosts: [name],
          publicUrl: `https://${name}`,
          secure: true,
        },
        authFailuresPerMinute: failuresPerMinute,
      },
      files: consoleFiles(),
      log: pino({}, { write: line => void logged.push(line) }),
    })
    own = await home(florin)
    owner = await own.person('owner')
    const florinPort = Number(new URL(florin.url).port)
    proxy = await startProxy(proxyName, { folder: sandbox.folder, florinPort, certificate })
  })

  afterAll(async () => {
    await proxy?.stop()
    await florin?.stop()
  })

  interface Sending {
    headers?: OutgoingHttpHeaders
    body?: string | Uint8Array
    /** Every address of 127.0.0.0/8 is this machine, and only 127.0.0.1 is trusted. */
    from?: string
    host?: string
  }

  function browse(
    method: string,
    path: string,
    { headers, body, from = '127.0.0.5', host = name }: Sending = {},
  ) {
    const authority = `${host}:${proxy.httpsPort}`
    const own = {
      host: authority,
      origin: `https://${authority}`,
      cookie,
      'content-length': body?.length ?? 0,
    }
    const tls = { ca: readFileSync(certificate.cert), servername: name }
    const options = {
      method,
      path,
      localAddress: from,
      port: proxy.httpsPort,
      headers: { ...own, ...headers },
    }
    return ask(true, { ...options, ...tls }, body)
  }

  const post = (path: string, value: unknown, sending: Sending = {}) => {
    const body = JSON.stringify(value)
    return browse('POST', path, {
      ...sending,
      body,
      headers: { 'content-type': 'application/json', ...sending.headers },
    })
  }

  const signIn = (sending?: Sending) =>
    post('/console/session', { email: owner.email, password: owner.password }, sending)

  const addressesFor = (path: string): unknown[] =>
    logged
      .map(line => JSON.parse(line))
      .filter(line => line.path === path)
      .map(line => line.address)

  it('people sign in and stay signed in, with a Secure cookie', async () => {
    const signedIn = await signIn()
    expect([signedIn.status, signedIn.text]).toEqual([200, expect.stringContaining(owner.email)])
    const [set = ''] = [signedIn.headers['set-cookie']].flat()
    expect(set).toMatch(/^__Host-florin_session=.*; Secure$/)
    cookie = set.split(';')[0] ?? ''
    expect((await browse('GET', '/console/session')).status).toBe(200)
  })

  it('people can sign in over HTTP/2, which has no Host header', async () => {
    const authority = `${name}:${proxy.httpsPort}`
    const tls = { ca: readFileSync(certificate.cert), servername: name, host: '127.0.0.1' }
    const session = connectHttp2(`https://127.0.0.1:${proxy.httpsPort}`, tls)
    try {
      const sent = session.request({
        ...{ ':method': 'POST', ':path': '/console/session', ':authority': authority },
        ...{ origin: `https://${authority}`, 'content-type': 'application/json' },
      })
      const status = new Promise((settle, fail) => {
        sent.on('response', headers => settle(headers[':status'])).on('error', fail)
      })
      sent.end(JSON.stringify({ email: owner.email, password: owner.password }))
      expect(await status).toBe(200)
    } finally {
      session.close()
    }
  })

  it('a file can be uploaded in several pieces', async () => {
    const at = own.at('')
    const companyId = JSON.parse((await browse('GET', `${at}/v1/companies`)).text).data[0].id
    const content = Buffer.from(camtFile() + '<!-- padding -->\n'.repeat(uploadPieceBytes / 16))
    const started = await post(`${at}/uploads`, { name: 'statement.xml', bytes: content.length })
    const { id, pieces } = JSON.parse(started.text)
    expect(pieces).toBe(2)
    for (let position = 0; position < pieces; position += 1) {
      const body = content.subarray(position * uploadPieceBytes, (position + 1) * uploadPieceBytes)
      const sent = await browse('POST', `${at}/uploads/${id}?position=${position}`, { body, headers: octets })
      expect([sent.status, sent.text]).toEqual([204, ''])
    }
    const imported = await post(`${at}/imports`, { uploadId: id, companyId })
    expect([imported.status, imported.headers['content-type']]).toEqual([200, 'application/x-ndjson'])
    const last = JSON.parse(imported.text.trimEnd().split('\n').at(-1) ?? '')
    expect(last.reports, imported.text).toMatchObject([{ outcome: 'imported', bytes: content.length }])
  })

  it('a body that is too large is refused, and the service keeps working', async () => {
    const body = new Uint8Array(3 * uploadPieceBytes)
    const reply = await browse('POST', '/console/session', { body, headers: octets }).catch(
      (error: Error) => error,
    )
    // The proxy may hang up before it has read all that was sent.
    if (!(reply instanceof Error)) expect(reply.status).toBe(413)
    expect((await browse('GET', '/console/session')).status).toBe(200)
  })

  it("the log has the client's real address, not a forged one", async () => {
    const lies = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    }
    await browse('GET', '/console/who', { from: '127.0.0.7', headers: lies })
    expect(addressesFor('/console/who')).toEqual(['127.0.0.7'])
  })

  it('a client that forges an address for each try is still limited', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn <= failuresPerMinute; turn += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${turn}` }
      statuses.push((await browse('GET', '/v1/workspace', { headers, from: '127.0.0.8' })).status)
    }
    expect(statuses).toEqual([...Array(failuresPerMinute).fill(401), 429])
    expect((await browse('GET', '/v1/workspace', { from: '127.0.0.9' })).status).toBe(401)
  })

  it('a forged host or scheme has no effect', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const page = await browse('GET', '/sign-in', { headers })
    expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
    const origin = 'https://evil.example'
    expect((await signIn({ headers: { ...headers, origin } })).status).toBe(403)
  })

  it('a change reaches a client that waits for it', async () => {
    const headers = { authorization: `Bearer ${await florin.key(own.file)}` }
    const changes = (query: string) => browse('GET', `/v1/changes?${query}`, { headers })
    const { nextCursor } = JSON.parse((await changes('from=now')).text)
    const waiting = changes(`cursor=${nextCursor}&wait=30`)
    const companyId = own.file.companies?.[0]?.id
    const created = await post('/v1/payees', { companyId, name: 'Wartend', iban: waitingIban }, { headers })
    expect([created.status, created.text]).toEqual([201, expect.stringContaining(waitingIban)])
    const page = JSON.parse((await waiting).text)
    expect(page.data).toMatchObject([{ resource: 'payee', object: { name: 'Wartend' } }])
  })

  it('an assistant calls a tool at /mcp, and a foreign page cannot', async () => {
    const key = await florin.key(own.file)
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_companies', arguments: {} },
    }
    const { status, text } = await post('/mcp', call, { headers })
    expect([status, text]).toEqual([200, expect.stringContaining(own.file.companies?.[0]?.id ?? 'none')])
    const foreign = await post('/mcp', call, { headers: { ...headers, origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
  })

  it('plain HTTP redirects to HTTPS', async () => {
    const options = { path: '/sign-in', port: proxy.httpPort, headers: { host: name } }
    const { status, headers } = await ask(false, options)
    expect([301, 308]).toContain(status)
    expect(headers.location).toBe(`https://${name}/sign-in`)
  })

  it('requests that bypass the proxy cannot forge forwarded headers', async () => {
    const headers = {
      ...{ host: 'evil.example', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': name },
      'x-forwarded-proto': 'https',
    }
    const options = { port: Number(new URL(florin.url).port), localAddress: '127.0.0.6', headers }
    const reply = await ask(false, { ...options, path: '/console/direct' })
    expect([reply.status, reply.headers['strict-transport-security']]).toEqual([421, undefined])
    expect(addressesFor('/console/direct')).toEqual(['127.0.0.6'])
  })
})
