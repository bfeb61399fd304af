/** Requests as a fuzzer would send them: known operations with valid, nearly valid and arbitrary parts. */
import fc from 'fast-check'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'

export interface FuzzRequest {
  method: string
  /** As sent. `@7@` is replaced by the id of the seventh payee that exists by then. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** Sent chunked, without Content-Length. */
  chunked: boolean
}

/** What exists in the service, for requests that should find something. */
export interface Known {
  secrets: { valid: string; scopeless: string; revoked: string }
  /** Of this workspace and of the foreign one. */
  companyIds: string[]
  ids: string[]
  ibans: string[]
  cursors: string[]
  etags: string[]
}

const or = <T>(...weighted: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)

/** Any text that can be escaped in a URL, so without lone surrogates. */
const anyText = fc.string({ unit: anyCodePoint, maxLength: 40 }).map(text => text.toWellFormed())
const escaped = anyText.map(encodeURIComponent)
const rawEscapes = oneOf(
  '%00',
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%2F',
  '%2e%2e',
  '.',
  '..',
  '~',
  "'",
  '%0a',
  '*',
)

/** What a header may contain: tabs, printable ASCII and the upper half of Latin-1. */
const headerText = fc
  .array(or([9, fc.integer({ min: 0x20, max: 0x7e })], [1, fc.integer({ min: 0x80, max: 0xff })]), {
    maxLength: 40,
  })
  .map(codes => String.fromCharCode(...codes))

function paths(known: Known): fc.Arbitrary<string> {
  const id = or(
    [6, fc.nat(50).map(index => `@${index}@`)],
    [4, oneOf(...known.ids).map(encodeURIComponent)],
    [2, escaped.filter(text => text !== '')],
    [1, rawEscapes],
    [1, fc.integer({ min: 200, max: 4_000 }).map(length => 'x'.repeat(length))],
  )
  const one = fc.tuple(oneOf('accounts', 'transactions', 'bills', 'payees', 'payees', 'companies'), id)
  const list = oneOf('companies', 'accounts', 'transactions', 'categories', 'bills', 'payees', 'workspace')
  const stray = or(
    [3, oneOf('/nothing', '/v1', '/v1/', '/v1//payees', '//v1/payees', '/v1/payees/', '/healthz', '/readyz')],
    [1, oneOf('/v1/openapi.json', '/v1/../v1/payees', '/v1/payees/./', '/V1/payees', '/v1/payees;x=1')],
    [2, escaped.map(text => `/${text}`)],
    [1, rawEscapes.map(text => `/v1/${text}`)],
  )
  return or(
    [8, list.map(name => `/v1/${name}`)],
    [8, one.map(([name, value]) => `/v1/${name}/${value}`)],
    [4, fc.constant('/v1/payees')],
    [1, stray],
  )
}

const valueWords = {
  dates: ['2026-01-15', '2024-02-29', '2026-02-30', '0000-00-00', '9999-12-31', '20260115', '-1'],
  instants: [
    '1970-01-01T00:00:00Z',
    '2026-01-01T00:00:00%2B02:00',
    '2026-01-01T00:00:00+02:00',
    '2026-06-01T12',
  ],
  limits: ['1', '2', '100', '101', '0', '-1', '007', '1e2', '99999999999999999999', '%D9%A3'],
  choices: ['booked', 'pending', 'credit', 'debit', 'paid', 'new', 'BOOKED', 'none', 'constructor'],
}

function queries(known: Known): fc.Arbitrary<string> {
  const name = oneOf(
    ...['companyId', 'accountId', 'categoryId', 'dateFrom', 'dateTo', 'status', 'side', 'updatedAfter'],
    ...['limit', 'limit', 'cursor', 'cursor', 'unknown', '__proto__', 'id'],
  )
  const value = or(
    [4, oneOf(...Object.values(valueWords).flat())],
    [3, oneOf(...known.companyIds, ...known.ids).map(encodeURIComponent)],
    [2, oneOf(...known.cursors)],
    [1, mutated(oneOf(...known.cursors))],
    [1, escaped],
    [1, rawEscapes],
    [1, fc.constant('')],
  )
  // Most parameters have their real name, so that many queries are valid.
  const fitting = or(
    [1, oneOf(...known.companyIds).map(id => `companyId=${encodeURIComponent(id)}`)],
    [1, oneOf('1', '3', '50').map(limit => `limit=${limit}`)],
    [1, oneOf(...known.cursors).map(cursor => `cursor=${cursor}`)],
    [1, oneOf('2026-01-01', '2026-12-31').map(day => `dateFrom=${day}`)],
    [1, fc.constant('updatedAfter=1970-01-01T00:00:00Z')],
    [3, fc.tuple(name, value).map(([key, text]) => `${key}=${text}`)],
  )
  const long = fc.constant(`unknown=${'y'.repeat(9_000)}`)
  return or(
    [30, fc.constant('')],
    [40, fc.array(fitting, { minLength: 1, maxLength: 3 }).map(pairs => `?${pairs.join('&')}`)],
    [2, escaped.map(text => `?${text}`)],
    [1, long.map(text => `?${text}`)],
  )
}

/** One character of the text replaced by another. */
function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.nat(), oneOf('A', 'z', '0', '-', '.')).map(([text, at, character]) => {
    const index = at % Math.max(1, text.length)
    return text.slice(0, index) + character + text.slice(index + 1)
  })
}

function bodies(known: Known): fc.Arbitrary<Buffer | null> {
  const iban = oneOf(...known.ibans)
  const text = or([3, oneOf('A', ' Ada ', 'x'.repeat(71), '😀'.repeat(70), '', '\0', '\ud800')], [1, anyText])
  const anything = or<unknown>([2, text], [1, fc.jsonValue()])
  const valid = fc.record(
    {
      companyId: oneOf(...known.companyIds),
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      iban: or([3, iban], [1, iban.map(each => ` ${each.toLowerCase()} `)]),
      defaultReference: oneOf('RE 1', "a-b?c.d+e,f/g'h:i(j)"),
    },
    { requiredKeys: ['companyId', 'name', 'iban'] },
  )
  const change = fc.record(
    { name: oneOf('B', 'C'), iban, defaultReference: oneOf(null, 'RE 2') },
    { requiredKeys: [] },
  )
  const nearly = fc
    .tuple(valid, oneOf('companyId', 'name', 'iban', 'defaultReference', 'extra', '__proto__'), anything)
    .map(([fields, key, value]) => Object.fromEntries([...Object.entries(fields), [key, value]]))
  const json = or<unknown>([5, valid], [4, change], [3, nearly], [1, fc.jsonValue()])
  return or<Buffer | null>(
    [30, json.map(value => Buffer.from(JSON.stringify(value)))],
    [3, mutated(valid.map(value => JSON.stringify(value))).map(each => Buffer.from(each))],
    [2, fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes))],
    [1, fc.integer({ min: 65_000, max: 70_000 }).map(length => Buffer.alloc(length, ' '))],
    [3, fc.constant(null)],
  )
}

function headersOf({ secrets, etags }: Known): fc.Arbitrary<Record<string, string>> {
  const bearer = (secret: string) => `Bearer ${secret}`
  const authorization = or(
    [40, fc.constant(bearer(secrets.valid))],
    [2, fc.constant(bearer(secrets.scopeless))],
    [1, oneOf(bearer(secrets.revoked), `bearer  ${secrets.valid} `, `Basic ${secrets.valid}`, 'Bearer', '')],
    [1, mutated(fc.constant(secrets.valid)).map(bearer)],
    [1, headerText.map(bearer)],
    [1, headerText],
  )
  const type = or(
    [20, oneOf('application/json', 'application/json; charset=utf-8')],
    [1, oneOf('text/plain', 'application/json; charset=latin1', '')],
    [1, headerText],
  )
  const often = fc.record({ authorization, 'content-type': type })
  const seldom = fc.record(
    {
      'if-none-match': or([1, oneOf('*', ...etags)], [1, headerText]),
      'idempotency-key': or([4, oneOf('k1', 'k2', 'k3', 'k4', 'k5', '')], [1, headerText]),
      'content-encoding': oneOf('identity', 'gzip'),
      accept: headerText,
      'x-forwarded-for': headerText,
      'accept-encoding': headerText,
    },
    { requiredKeys: [] },
  )
  return fc.tuple(often, or([3, fc.constant({})], [1, seldom])).map(([main, more]) => ({ ...main, ...more }))
}

/** How often each kind of request is drawn. */
export interface FuzzWeights {
  any: number
  read: number
  create: number
  write: number
}

const evenWeights: FuzzWeights = { any: 1, read: 3, create: 2, write: 2 }

export function fuzzRequests(known: Known, weights: FuzzWeights = evenWeights): fc.Arbitrary<FuzzRequest> {
  const any = fc.record({
    method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    path: fc.tuple(paths(known), queries(known)).map(parts => parts.join('')),
    headers: headersOf(known),
    body: bodies(known),
    chunked: fc.boolean(),
  })
  // A random method rarely fits a random path, so most requests get a path that has the method.
  const read = any.map(each => ({ ...each, method: 'GET', body: null }))
  const create = any.map(each => ({ ...each, method: 'POST', path: '/v1/payees' }))
  const write = fc
    .tuple(any, oneOf('PATCH', 'PATCH', 'DELETE'), fc.nat(50))
    .map(([each, method, index]) => ({ ...each, method, path: `/v1/payees/@${index}@` }))
  return or([weights.any, any], [weights.read, read], [weights.create, create], [weights.write, write])
}
