/**
 * Long awkward texts in each header that we read, each query parameter and each text field of a body: none of them blocks
 * the event loop, and none causes a 500. Parameters and fields come from the contract.
 */
import { Agent, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { urlLengthMax } from '../../../src/api/http/parseRequest.ts'
import { bodyBytesMax } from '../../../src/api/http/readBody.ts'
import { headerBytesMax } from '../../../src/main/requestLimits.ts'
import { type Home, home, type Person } from '../../console/access/people.ts'
import { useCheapHashes } from '../../console/access/signIn/scrypt.ts'
import { consoleRows, dataRows, pathFor, type Row, type Sample } from '../../console/samples.ts'
import { heldMs } from '../../support/loopDelay.ts'
import { useService } from '../../support/service.ts'
import { awkwardTexts } from '../../support/texts/awkwardTexts.ts'
import { fieldPaths, withValue } from './textFields.ts'

const heldMsMax = 50

interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** Returns only the status. */
const statusOf = (url: string, { method, path, headers = {}, body }: Sent) =>
  new Promise<number>((settle, fail) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = httpRequest(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      reply => {
        reply.on('end', () => settle(reply.statusCode ?? 0))
        reply.on('error', fail)
        reply.resume()
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })

const headerNames = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'Forwarded',
  'Host',
  'Idempotency-Key',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
]

/** The headers also have room for a key or a cookie, an origin, a host, and the request line. */
const otherHeaderBytes = 700
/** Headers cannot contain NUL, line feeds or anything beyond Latin-1. */
const headerTexts = awkwardTexts(headerBytesMax - otherHeaderBytes).filter(
  ([, text]) => !/[^\t\x20-\xff]/.test(text),
)
const bodyTexts = awkwardTexts(bodyBytesMax - 3_000)
/** Stands for a text in a body. */
const mark = 'a long awkward text'

describe('A long awkward text', () => {
  const service = useService('embedded', { config: { trustedProxies: ['127.0.0.0/8', '::1'] } })
  useCheapHashes()
  let own: Home
  let who: Person
  let secret: string
  const samples = new Map<Row, Sample>()
  const rows: Row[] = [...consoleRows, ...dataRows].map(([, row]) => row)

  beforeAll(async () => {
    own = await home(service.current)
    who = await own.person('owner')
    secret = await service.current.key(own.file)
    // Each for another person, because some change how one signs in.
    for (const row of rows) {
      const person = await own.person('owner')
      samples.set(row, await row.prepare({ service: service.current, home: own, who: person }))
    }
  })

  const asKey = () => ({ authorization: `Bearer ${secret}` })
  const asPerson = () => ({ cookie: `florin_session=${who.token}`, origin: service.current.url })

  /** Sends each, and names those that blocked the loop or got a 5xx. */
  async function offenders(requests: Iterable<[name: string, sent: Sent]>): Promise<string[]> {
    const found: string[] = []
    for (const [name, sent] of requests) {
      let status = 0
      const ms = await heldMs(heldMsMax, async () => {
        status = await statusOf(service.current.url, sent)
      })
      if (ms > heldMsMax)
        found.push(`${name}: ${sent.method} ${sent.path.slice(0, 60)} held the loop for ${ms} ms`)
      if (status >= 500) found.push(`${name}: ${sent.method} ${sent.path.slice(0, 60)} answered ${status}`)
    }
    return found
  }

  it.each(headerNames)('in the header %s holds the event loop for less than 50 ms', async name => {
    const header = (text: string) => ({ [name.toLowerCase()]: text })
    const post = { method: 'POST', body: '{"name":"x","iban":"DE89370400440532013000"}' }
    const type = { 'content-type': 'application/json' }
    const within = `/console/workspaces/${own.workspaceId}`
    const texts = headerTexts.flatMap(([text, value]) => [
      [text, value] as const,
      [`${text}, without the x`, value.slice(1, -1)] as const,
    ])
    const requests = texts.flatMap(([text, value]): [string, Sent][] => [
      [text, { method: 'GET', path: '/v1/transactions', headers: { ...asKey(), ...header(value) } }],
      [text, { ...post, path: '/v1/payees', headers: { ...asKey(), ...type, ...header(value) } }],
      [text, { method: 'GET', path: `${within}/v1/payees`, headers: { ...asPerson(), ...header(value) } }],
      [text, { ...post, path: `${within}/keys`, headers: { ...asPerson(), ...type, ...header(value) } }],
      [text, { method: 'GET', path: '/docs', headers: header(value) }],
    ])
    expect(await offenders(requests)).toEqual([])
  })

  it('in the header Authorization, between two words, is refused as malformed at once', async () => {
    const authorization = `x${' '.repeat(15_900)}x`
    const sent = { method: 'GET', path: '/v1/companies', headers: { authorization } }
    expect(await statusOf(service.current.url, sent)).toBe(401)
    expect(await offenders([['spaces', sent]])).toEqual([])
  })

  it('in the path, the query or a parameter of it holds the event loop for less than 50 ms', async () => {
    const texts = awkwardTexts(urlLengthMax - 300)
    const requests = function* (): Generator<[string, Sent]> {
      for (const [name, text] of texts) {
        const raw = text.replace(/[^\x21-\x7e]/g, '_')
        for (const path of ['/', '/v1/', '/console/', '/console/workspaces/', '/docs/', '/v1/payees/']) {
          yield [name, { method: 'GET', path: `${path}${raw}`, headers: asKey() }]
          yield [name, { method: 'GET', path: `${path}?${raw}`, headers: asPerson() }]
        }
      }
    }
    expect(await offenders(requests())).toEqual([])
  })

  const queried = rows.filter(
    ({ operation }) => operation.query !== undefined || operation.path.endsWith('{id}'),
  )

  it.each(queried.map(row => [row.operation.id, row] as const))(
    'as a parameter of %s holds the event loop for less than 50 ms',
    async (_, row) => {
      const { operation } = row
      const sample = samples.get(row) ?? {}
      const names = Object.keys(operation.query?.shape ?? {})
      const requests = function* (): Generator<[string, Sent]> {
        for (const [name, text] of awkwardTexts(urlLengthMax - 300)) {
          const escaped = encodeURIComponent(text).slice(0, urlLengthMax - 300)
          const value = escaped.replace(/%.?$/, '')
          for (const parameter of names) {
            const path = pathFor(row, { ...sample, query: `?${parameter}=${value}` }, own.workspaceId)
            yield [`${parameter}: ${name}`, { method: operation.method, path, headers: asPerson() }]
          }
          if (!operation.path.endsWith('{id}')) continue
          const path = pathFor(row, { id: 'IDHERE' }, own.workspaceId).replace('IDHERE', value)
          yield [`id: ${name}`, { method: operation.method, path, headers: asPerson() }]
        }
      }
      expect(await offenders(requests())).toEqual([])
    },
  )

  const withBody = rows.filter(({ operation }) => operation.body !== undefined)

  it.each(withBody.map(row => [row.operation.id, row] as const))(
    'in any field of the body of %s holds the event loop for less than 50 ms',
    async (_, row) => {
      const { operation } = row
      const sample = samples.get(row) ?? {}
      const path = pathFor(row, sample, own.workspaceId)
      const headers = { ...asPerson(), 'content-type': 'application/json' }
      const send = (body: string): Sent => ({ method: operation.method, path, headers, body })
      const fields = fieldPaths(
        z.toJSONSchema(operation.body ?? z.object(), { io: 'input', unrepresentable: 'any' }),
      )
      expect(fields.length).toBeGreaterThan(0)
      const requests = function* (): Generator<[string, Sent]> {
        for (const [name, text] of bodyTexts) {
          // In JSON some characters take two or six bytes, and the body has a limit.
          const share = text.length / JSON.stringify(text).length
          const fitting = text.slice(0, Math.floor(text.length * share * 0.8)).toWellFormed()
          const written = JSON.stringify(fitting)
          for (const field of fields) {
            // Writing 60 kB as JSON for each field takes longer than sending it.
            const [before, after] = JSON.stringify(withValue(sample.json, field, mark)).split(`"${mark}"`)
            yield [`${field.join('.')}: ${name}`, send(`${before}${written}${after}`)]
          }
        }
        yield ['nested lists', send('['.repeat(60_000))]
        yield ['nested lists that end', send('['.repeat(30_000) + ']'.repeat(30_000))]
        yield ['nested objects', send(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)]
        yield [
          'unknown fields',
          send(JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`f${at}`, 1])))),
        ]
        for (const field of fields) {
          const many = Array.from({ length: 20_000 }, () => 1)
          yield [`${field.join('.')}: a long list`, send(JSON.stringify(withValue(sample.json, field, many)))]
          const strings = Array.from({ length: 12_000 }, () => '')
          yield [
            `${field.join('.')}: a long list of texts`,
            send(JSON.stringify(withValue(sample.json, field, strings))),
          ]
        }
      }
      expect(await offenders(requests())).toEqual([])
    },
  )
})
