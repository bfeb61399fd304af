/** florin drill and florin drill verdict, as processes in front of a service made here. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseCompared, parseOptions } from '../../src/cli/drill/options.ts'
import { Failure } from '../../src/main/failure.ts'
import { useSandbox } from '../support/program.ts'
import { plainFetch } from '../support/setup/contractCheck.ts'

const key = 'florin_0123456789abcdefghijABCDEFGHIJ0000000000'
const headers = { authorization: `Bearer ${key}` }
const row = { resource: 'payee', id: 'pye_1', at: '2026-01-01T00:00:00.000Z' }
/** The first 16 bytes of SHA-256 of the row's id and at, by sha256sum. */
const digest = '4df7c6fba6666d1bb5fb371b47183430'

/** One payee, and nothing else. */
async function fakeFlorin(): Promise<string> {
  const clock = row.at
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://florin.test')
    const isPayee = url.searchParams.get('resource') === 'payee'
    const body =
      url.pathname === '/v1/digest'
        ? { clock, data: isPayee ? [{ range: '2026-01', rows: 1, sums: [], digest }] : [] }
        : { data: [{ ...row, object: {} }], nextCursor: 'c', upToDate: true, clock }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

describe('florin drill', () => {
  const sandbox = useSandbox()

  it('injects faults, and florin drill verdict compares a copy; neither ever prints the key', async () => {
    const env = { FLORIN_API_KEY: key }
    const words = ['drill', '--upstream', await fakeFlorin(), '--port', '0', '--seed', '7', '--plan', '429']
    const program = sandbox.start([...words, '--every', '2', '--json'], env)
    const { api } = JSON.parse(await program.until(({ stdout }) => (stdout.endsWith('\n') ? stdout : null)))
    const statuses = new Set<number>()
    for (let time = 0; time < 4; time += 1) {
      statuses.add((await plainFetch(`${api}/changes?limit=${time}`, { headers })).status)
    }
    expect(statuses).toEqual(new Set([200, 429]))

    const verdict = ['drill', 'verdict', '--drill', new URL(api).origin, '--copy']
    const equal = await sandbox.run([...verdict, sandbox.file('right.ndjson', row)], env)
    expect([equal.code, equal.stdout]).toMatchObject([0, expect.stringContaining('equal: 1 rows')])
    const wrong = await sandbox.run([...verdict, sandbox.file('wrong.ndjson', ''), '--json'], env)
    expect([wrong.code, JSON.parse(wrong.stdout)]).toMatchObject([
      1,
      { verdict: { differences: [{ kind: 'missing', id: 'pye_1', fault: { kind: '429' } }] } },
    ])
    const bad = await sandbox.run([...verdict, sandbox.file('bad.ndjson', 'x')], env)
    expect([bad.code, bad.stderr]).toEqual([1, 'florin: Line 1 of the copy is not a JSON object.\n'])
    const none = await sandbox.run([...verdict, 'none.ndjson'], env)
    expect([none.code, none.stderr]).toEqual([1, 'florin: The copy none.ndjson cannot be read (ENOENT).\n'])

    const { code, stdout, stderr } = await program.stop('SIGINT')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('{"fault":{"number":1,"kind":"429"')
    for (const text of [stdout, equal.stdout, wrong.stdout, bad.stderr]) expect(text).not.toContain(key)
  })

  it('with a copy, gives the verdict when it is stopped', async () => {
    const copy = sandbox.file('copy.ndjson', { ...row, at: '2025-01-01T00:00:00.000Z' })
    const words = ['drill', '--upstream', await fakeFlorin(), '--port', '0', '--copy', copy]
    const program = sandbox.start(words, { FLORIN_API_KEY: key })
    await program.until(({ stdout }) => (stdout.includes('Ctrl-C') ? true : null))
    const { code, stdout } = await program.stop('SIGINT')
    expect(code).toBe(1)
    expect(stdout).toContain('not equal: 1 stale of 1 rows')
    expect(stdout).toContain('  stale payee pye_1: This version of it was not served.')
    expect(stdout).toContain('The client fails.')
  })
})

describe('the options of the drill', () => {
  const upstream = 'http://127.0.0.1:8080/v1'

  it('have these defaults', () => {
    expect(parseOptions({ upstream: `${upstream}/` }, {})).toMatchObject({
      ...{ upstream: new URL(upstream), seed: 1, every: 3, host: '127.0.0.1', port: 8099 },
      ...{ silenceMs: 20_000, lateMs: 10_000, receiver: null, writerKey: null },
    })
  })

  it('take keys from the environment', () => {
    expect(parseOptions({ upstream }, { FLORIN_DRILL_WRITER_KEY: key })).toMatchObject({ writerKey: key })
    expect(parseCompared({}, { FLORIN_API_KEY: key })).toMatchObject({ key })
  })

  it.each<[string, Record<string, string>]>([
    ['up to and including /v1', { upstream: 'http://127.0.0.1:8080' }],
    ['up to and including /v1', { upstream: `${upstream}?a=b` }],
    ['starts with http:// or https://', { upstream: 'ftp://127.0.0.1/v1' }],
    ['must not contain a password', { upstream: 'http://a:b@127.0.0.1/v1' }],
    ['--seed must be a whole number', { upstream, seed: '-1' }],
    ['--every must be a whole number from 2', { upstream, every: '1' }],
    ['--port must be a whole number', { upstream, port: '65536' }],
    ['--silence must be', { upstream, silence: '601' }],
    ['There is no fault "teapot"', { upstream, plan: 'teapot' }],
    ['needs --writer-key', { upstream, plan: 'change' }],
    ['needs --receiver', { upstream, plan: 'webhook-late' }],
    ['--writer-key contains characters', { upstream, 'writer-key': 'a b' }],
  ])('say that something %s', (message, words) => {
    expect(() => parseOptions(words, {})).toThrow(Failure)
    expect(() => parseOptions(words, {})).toThrow(message)
  })

  it('need a key to compare with, and never quote it', () => {
    expect(() => parseCompared({}, {})).toThrow('FLORIN_API_KEY')
    expect(() => parseCompared({ key: 'secret key' }, {})).toThrow(/^(?!.*secret)/)
    expect(() => parseCompared({ key, resources: 'payee,x' }, {})).toThrow('--resources')
  })
})
