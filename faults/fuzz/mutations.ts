/** Requests as bytes: mostly well framed, some with odd headers, lengths, chunks and bodies. */
import type { FuzzRequest } from '../../test/http/errors/fuzzRequests.ts'
import type { Random } from '../support/random.ts'
import type { RawRequest } from './connection.ts'

interface Draft {
  method: string
  target: string
  version: string
  headers: [string, string][]
  body: Buffer | null
  chunked: boolean
  last: boolean
  closes: boolean
}

type Mutation = (draft: Draft, random: Random) => void

const awkward = [
  ' ',
  '\t',
  ',',
  ';',
  '=',
  '"',
  '%',
  'a',
  '0',
  '.',
  '-',
  '/',
  '\\',
  '\xff',
  '\xa0',
  '(',
  '[',
  '{',
]
const longNames = [
  ...['Authorization', 'Cookie', 'If-None-Match', 'Accept', 'X-Forwarded-For', 'Idempotency-Key'],
  ...['Content-Type', 'User-Agent', 'Host', 'Content-Encoding', 'Origin', 'Forwarded', 'X-Odd'],
]
const stray = [
  ...['/', '/docs', '/console/session', '/console/workspaces/x/keys', '/settings/developer', '/signin'],
  ...[
    '/console/workspaces/wsp_1/v1/payees',
    '/console/links',
    '/assets/x.js',
    '/v1/openapi.json',
    '/favicon.svg',
  ],
]

const set = (draft: Draft, name: string, value: string): void => {
  draft.headers = draft.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase())
  draft.headers.push([name, value])
}

/** An awkward character repeated many times between other text, which slow patterns trip over. */
const long = (random: Random, lettersMax: number): string => {
  // Longer text is slower, so half of them have the maximum length.
  const letters = random.percent(50) ? lettersMax : random.between(1, lettersMax)
  return (
    random.pick(['', 'x', 'Bearer ', '"', 'a=']) +
    random.pick(awkward).repeat(letters) +
    random.pick(['', 'x'])
  )
}

const withLongHeader: Mutation = (draft, random) => {
  const name = random.pick(longNames)
  set(draft, name, long(random, 15_500))
  draft.closes = name === 'Host'
}
const withTooLongHeader: Mutation = (draft, random) => {
  set(draft, 'X-Odd', 'x'.repeat(random.between(16_000, 40_000)))
  draft.last = true
}
const withSecondHeader: Mutation = (draft, random) => {
  const name = random.pick(['Authorization', 'Host', 'Content-Type', 'If-None-Match', 'Idempotency-Key'])
  draft.headers.push([name, random.pick(['', 'x', 'application/json', long(random, 100)])])
  draft.closes = name === 'Host'
}
const withOddHeader: Mutation = (draft, random) => {
  const odd: [string, string][] = [
    ['X Odd', 'x'],
    ['X-Odd', 'a\rb'],
    ['X-Odd', 'a\0b'],
    ['', 'x'],
    ['X-Odd', 'a\r\n folded'],
    ['\xff\xfe', 'x'],
    ['Content-Length', '-1'],
    ['Content-Length', '1e3'],
    ['Transfer-Encoding', 'gzip, chunked'],
    ['Transfer-Encoding', 'chunked, chunked'],
    ['Expect', 'tea'],
    ['Upgrade', 'websocket'],
  ]
  draft.headers.push(random.pick(odd))
  draft.last = true
}
const withLongQuery: Mutation = (draft, random) => {
  const name = random.pick(['cursor', 'limit', 'dateFrom', 'updatedAfter', 'companyId', 'status', 'x'])
  const value = encodeURIComponent(random.pick(awkward.slice(0, 13))).repeat(random.between(1, 2_500))
  draft.target = `${draft.target.split('?')[0]}?${name}=${value}`
}
const withStrayTarget: Mutation = (draft, random) => {
  draft.target = random.pick(stray)
}
const withOddLine: Mutation = (draft, random) => {
  const odd: Partial<Draft>[] = [
    { version: 'HTTP/1.0' },
    { version: 'HTTP/2.0' },
    { version: '' },
    { method: 'get' },
    { method: 'BREW' },
    { method: 'CONNECT', target: 'example.com:443' },
    { method: 'OPTIONS', target: '*' },
    { target: `http://example.com${draft.target}` },
    { target: '/v1/payees with spaces' },
    { target: '/v1/payees\xff' },
    { target: '/v1\\payees' },
    { target: '' },
    { target: `/${'/'.repeat(random.between(1, 9_000))}` },
    { target: `/v1/${'%2e%2e/'.repeat(random.between(1, 1_000))}` },
  ]
  Object.assign(draft, random.pick(odd), { last: true })
}
const withOddBody: Mutation = (draft, random) => {
  const depth = random.between(1, 15_000)
  const odd = [
    '['.repeat(depth),
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `{"name":"${' '.repeat(random.between(1, 60_000))}x"}`,
    `{"name":"${'\\u0000'.repeat(random.between(1, 9_000))}"}`,
    `{"iban":"${random.pick(awkward).replace(/["\\]/, ' ').repeat(random.between(1, 60_000))}"}`,
    `{${Array.from({ length: random.between(1, 3_000) }, (_, at) => `"k${at}":${at}`).join()}}`,
    `{"amount":${'9'.repeat(random.between(1, 60_000))}}`,
    `{"__proto__":{"name":"x"},"constructor":{"prototype":1}}`,
    '\ufeff{}',
  ]
  draft.method = random.pick(['POST', 'PATCH', 'PUT'])
  draft.target = random.pick(['/v1/payees', '/v1/payees/pye_1', '/console/session'])
  set(draft, 'Content-Type', 'application/json')
  draft.body = Buffer.from(random.pick(odd), random.percent(90) ? 'utf8' : 'utf16le')
}
const withCutBody: Mutation = (draft, random) => {
  const body = draft.body ?? Buffer.from('{"name":"x"}')
  draft.body = null
  draft.chunked = false
  const pieces = ['5', 'zz', 'ffffffffffffffff', '-1', '5;ext=1', `5;${'e'.repeat(20_000)}`]
  const rest = random.percent(50)
    ? [`Content-Length: ${body.length + random.between(1, 100)}`, '', body.toString('latin1')]
    : [
        `Transfer-Encoding: chunked${random.percent(20) ? '\r\nContent-Length: 3' : ''}`,
        '',
        `${random.pick(pieces)}\r\nhello\r\n${random.pick(['', '0\r\n', '0\r\nX: y\r\n\r\n', '0\r\n\r\nGET'])}`,
      ]
  draft.headers.push(['X-Last', `1\r\n${rest.join('\r\n')}`])
  draft.last = true
}

/** Mutations that end a connection are rare, because each costs a new one. */
const mutations: [permille: number, mutation: Mutation][] = [
  [40, withLongHeader],
  [20, withSecondHeader],
  [20, withLongQuery],
  [20, withOddBody],
  [5, withStrayTarget],
  [4, withOddHeader],
  [4, withOddLine],
  [4, withCutBody],
  [3, withTooLongHeader],
]

export function rawRequest(given: FuzzRequest, random: Random): RawRequest {
  const draft: Draft = {
    method: given.method,
    target: given.path,
    version: 'HTTP/1.1',
    headers: [['Host', 'localhost'], ...Object.entries(given.headers)],
    body: given.body,
    chunked: given.chunked,
    last: false,
    closes: false,
  }
  let dice = random.below(1_000)
  for (const [permille, mutation] of mutations) {
    if (dice < permille) mutation(draft, random)
    dice -= permille
    if (dice < 0) break
  }
  return { method: draft.method, bytes: bytesOf(draft), last: draft.last, closes: draft.closes }
}

function bytesOf({ method, target, version, headers, body, chunked }: Draft): Buffer {
  const framing: string[] =
    body === null ? [] : [chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`]
  const lines = [
    `${method} ${target} ${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...framing,
  ]
  // Text outside of ASCII is sent as Latin-1 bytes.
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (body === null) return head
  if (!chunked) return Buffer.concat([head, body])
  const half = Math.floor(body.length / 2)
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  const pieces = chunks.flatMap(chunk => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([head, ...pieces, Buffer.from('0\r\n\r\n')])
}
