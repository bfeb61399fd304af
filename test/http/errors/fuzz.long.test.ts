/** Thousands of random requests: the service never fails, every reply follows the contract, and nothing leaks. */
import { Agent, request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { revoke } from '../../../src/actions/keys.ts'
import { company, iban, payee, smallWorkspace } from '../../support/builders.ts'
import { actor, type TestService, useService } from '../../support/service.ts'
import { checkReply } from '../../support/setup/contractCheck.ts'
import { expectForeignUnchanged, ownWorkspace } from '../replies/exchange.ts'
import { type FuzzRequest, fuzzRequests, type Known } from './fuzzRequests.ts'

const batchSize = 25

/** With node:http, because fetch would repair or refuse dot segments, bodies on DELETE and odd escapes. */
function send(agent: Agent, url: string, { method, path, headers, body, chunked }: FuzzRequest) {
  return new Promise<Response>((resolve, reject) => {
    const framing = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body?.length ?? 0 }
    const { hostname, port } = new URL(url)
    const sent = httpRequest(
      { agent, hostname, port, method, path, headers: { ...headers, ...(body && framing) } },
      incoming => {
        const chunks: Buffer[] = []
        incoming.on('data', chunk => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 0
          const text = decoded(Buffer.concat(chunks), incoming.headers['content-encoding']).toString()
          const empty = status === 204 || status === 304
          resolve(new Response(empty ? null : text, { status, headers: flat(incoming.headers) }))
        })
      },
    )
    sent.on('error', reject)
    if (body !== null && chunked) sent.write(body.subarray(0, body.length / 2))
    sent.end(body === null ? undefined : chunked ? body.subarray(body.length / 2) : body)
  })
}

/** A random Accept-Encoding may be one that the service knows, or accept any. */
function decoded(bytes: Buffer, coding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes
  if (coding === 'gzip') return gunzipSync(bytes)
  return coding === 'br' ? brotliDecompressSync(bytes) : bytes
}

const flat = (headers: NodeJS.Dict<string | string[]>) =>
  Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])

/** A workspace with one of everything, and the words that requests are built from. */
async function prepare(service: TestService) {
  const [one, other] = [company(), company()]
  const small = smallWorkspace()
  const payees = Array.from({ length: 10 }, () => payee(one))
  const own = await ownWorkspace(service, {
    ...small,
    companies: [...small.companies, one, other],
    payees: [...small.payees, ...payees],
  })
  const { key, secret: revoked } = await service.createKey(own.file, {})
  await revoke(service.store.db, key.id, actor, service.nowMs)
  const { foreign } = service
  const foreignIds = [foreign.workspace, ...Object.values(foreign).flat()].map(({ id }) => id)
  const pages = [
    '/v1/transactions?limit=1',
    '/v1/bills?limit=1',
    '/v1/transactions?limit=1&dateFrom=2026-01-01',
  ]
  const replies = await Promise.all(pages.map(path => own.send('GET', path)))
  const known: Known = {
    secrets: { valid: own.secret, scopeless: await service.key(own.file, { scopes: [] }), revoked },
    companyIds: [
      one.id,
      other.id,
      small.companies[0]?.id ?? '',
      foreign.companies[0]?.id ?? '',
      'com_nobody',
    ],
    ids: [...Object.values(small).flat(), ...payees].map(({ id }) => id).concat(foreignIds),
    ibans: Array.from({ length: 15 }, iban),
    cursors: replies.map(({ body }) => (body as { nextCursor: string | null }).nextCursor ?? 'none'),
    etags: replies.map(({ headers }) => headers.get('etag') ?? ''),
  }
  return { known, foreignIds, payeeIds: new Set(payees.map(({ id }) => id)) }
}

describe.each([
  ['postgres', 5_000],
  ['embedded', 2_000],
] as const)('random requests (%s)', (store, total) => {
  const service = useService(store)

  it(`handles ${total} of them without a 500, follows the contract, and reveals nothing foreign`, async () => {
    const { known, foreignIds, payeeIds } = await prepare(service.current)
    const agent = new Agent({ keepAlive: true, maxSockets: batchSize })
    const seen = new Map<number, number>()

    async function reply(each: FuzzRequest): Promise<void> {
      const path = each.path.replace(/@(\d+)@/, (_, index) => [...payeeIds][index % payeeIds.size] ?? 'none')
      const response = await send(agent, service.current.url, { ...each, path })
      const text = await response.clone().text()
      const label = `${each.method} ${path} with ${each.body} answered ${response.status} ${text}`
      if (response.status >= 500) throw new Error(label)
      if (response.ok && foreignIds.some(id => text.includes(`"${id}"`))) throw new Error(label)
      const { pathname } = new URL(service.current.url + path)
      // Dot segments may lead to the front page, a redirect that is not part of the contract.
      if (pathname !== '/') await checkReply(each.method, pathname, response)
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
      if (response.status === 201) payeeIds.add(JSON.parse(text).id)
      if (response.status === 204) payeeIds.delete(path.split('/').at(-1) ?? '')
    }

    const batches = fc.array(fuzzRequests(known), { minLength: batchSize, maxLength: batchSize })
    const result = await fc.check(
      fc.asyncProperty(batches, async batch => {
        service.current.nowMs += 50
        await Promise.all(batch.map(reply))
      }),
      // A request's effect depends on earlier ones, so a smaller batch would not fail in the same way.
      { numRuns: total / batchSize, endOnFailure: true },
    )
    // The whole batch would fill pages; the error names the one request.
    if (result.failed) throw new Error(`seed ${result.seed}`, { cause: result.errorInstance })
    agent.destroy()

    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(total)
    // Only statuses that so many requests are certain to get, so that chance cannot fail the run.
    const met = total >= 5_000 ? [200, 201, 204, 400, 401, 403, 404, 405, 409] : [200, 400, 401, 404]
    expect([...seen.keys()]).toEqual(expect.arrayContaining(met))
    await expectForeignUnchanged(service.current)
  }, 600_000)
})
