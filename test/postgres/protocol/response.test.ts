import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, QueryResponse, ServerError } from '../../../src/postgres/protocol/response.ts'
import { nextAt, textAt } from '../../../src/postgres/protocol/rows.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'
import {
  bound,
  columns,
  completed,
  emptyQuery,
  type Fields,
  headOf,
  message,
  noColumns,
  notice,
  parameters,
  parsed,
  ready,
  refused,
  row,
  setting,
  textType,
} from '../fake/backend.ts'

/** The response to one query. */
interface Exchange {
  columns: Column[] | null
  rows: (string | null)[][]
  tag: string | null
  errors: Fields[]
  /** Messages that may come at any time: between the others, and after the last. */
  between: Buffer[]
  behind: Buffer[]
  /** The next query is sent as soon as the server is ready, before the trailing messages arrive. */
  isNextWaiting: boolean
  cuts: number[] | 'every byte'
}

const texts = fc.oneof(
  fc.constantFrom('', 'null', 'é', '漢字', '😀', 'a\u0301', '\u2028', 'Z\0\0\0\u0005I'),
  fc.string({ unit: anyCodePoint, maxLength: 20 }),
)
/** A zero byte ends a text within a message. */
const words = texts.map(text => text.replaceAll('\0', ''))
const fields = fc.record({
  S: fc.constantFrom('ERROR', 'FATAL'),
  C: fc.stringMatching(/^[0-9A-Z]{5}$/),
  M: words,
})
const anyTime = fc.array(
  fc.oneof(
    fc.record({ S: fc.constant('NOTICE'), C: fc.constant('00000'), M: words }).map(notice),
    fc.tuple(words, words).map(([name, value]) => setting(name, value)),
    fc.constant(message('A', Buffer.from([0, 0, 0, 1]), Buffer.from('channel\0payload\0'))),
  ),
  { maxLength: 3 },
)

const exchanges: fc.Arbitrary<Exchange> = fc.nat(4).chain(width =>
  fc.record({
    columns: fc.option(
      fc.array(fc.record({ name: words, type: fc.nat(0x7fffffff) }), { minLength: width, maxLength: width }),
    ),
    rows: fc.array(fc.array(fc.option(texts), { minLength: width, maxLength: width }), { maxLength: 6 }),
    tag: fc.option(fc.constantFrom('SELECT 3', 'INSERT 0 1', 'COMMIT')),
    errors: fc.array(fields, { maxLength: 2 }),
    between: anyTime,
    behind: anyTime,
    isNextWaiting: fc.boolean(),
    cuts: fc.oneof(fc.constant('every byte' as const), fc.array(fc.nat(), { maxLength: 12 })),
  }),
)

function bytesOf({ columns: described, rows, tag, errors, between, behind }: Exchange): Buffer {
  const messages = [
    ...(described === null ? [] : [parsed, parameters(textType, 23)]),
    ...(described === null ? [] : described.length === 0 ? [noColumns] : [columns(...described)]),
    bound,
    ...rows.map(values => row(...values)),
    ...(tag === null ? [emptyQuery] : [completed(tag)]),
    ...errors.map(refused),
  ]
  // One after each of the first messages.
  const mixed = messages.flatMap((each, index) => [each, ...between.slice(index, index + 1)])
  return Buffer.concat([...mixed, ready, ...behind])
}

function pieces(bytes: Buffer, cuts: Exchange['cuts']): Buffer[] {
  if (cuts === 'every byte') return [...bytes].map(byte => Buffer.from([byte]))
  const places = [0, ...cuts.map(cut => cut % bytes.length).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place))
}

function shown(response: QueryResponse) {
  const width = (start: number) => response.bytes.readInt16BE(start - 2)
  const values = (start: number) => {
    let at = start
    return Array.from({ length: width(start) }, () => {
      const text = textAt(response.bytes, at)
      at = nextAt(response.bytes, at)
      return text
    })
  }
  const { error } = response
  return {
    columns: response.columns,
    rows: response.rows.map(values),
    tag: response.tag,
    error: error === null ? null : { code: error.code, message: error.message },
  }
}

function expected({ columns: described, rows, tag, errors: [first] }: Exchange) {
  const error = first === undefined ? null : { code: first.C, message: first.M }
  return { columns: described, rows, tag: tag ?? '', error }
}

/** The socket reuses its buffer for the next chunk, so nothing may keep a reference to it. */
function takePassing(response: QueryResponse, piece: Buffer): boolean {
  const passing = Buffer.from(piece)
  const isReady = response.take(passing)
  passing.fill(0xff)
  return isReady
}

/** The state of each response when the server becomes ready; null if it never does. */
function seenIn(conversation: readonly Exchange[]) {
  const response = new QueryResponse()
  let isFresh = true
  return conversation.map(exchange => {
    if (!isFresh) response.reset()
    isFresh = false
    let seen: ReturnType<typeof shown> | null = null
    for (const piece of pieces(bytesOf(exchange), exchange.cuts)) {
      if (!takePassing(response, piece)) continue
      if (seen !== null) throw new Error('The server was reported ready twice.')
      seen = shown(response)
      if (!exchange.isNextWaiting) continue
      response.reset()
      isFresh = true
    }
    return seen
  })
}

describe('a response', () => {
  it('is read the same wherever its bytes are split, and whatever arrives before the next query', () => {
    fc.assert(
      fc.property(fc.array(exchanges, { minLength: 1, maxLength: 4 }), conversation => {
        expect(seenIn(conversation)).toEqual(conversation.map(expected))
      }),
      { numRuns: 200 },
    )
  })

  it('names the violated constraint and reports the first of several errors', () => {
    const response = new QueryResponse()
    response.take(refused({ S: 'ERROR', C: '23505', M: 'twice', n: 'payees_iban_key' }))
    response.take(Buffer.concat([refused({ S: 'ERROR', C: '25P02', M: 'aborted' }), ready]))
    expect(response.error).toMatchObject({ code: '23505', message: 'twice', constraint: 'payees_iban_key' })
  })

  it.each([3, 0, -1, -2147483648])('throws at a message of length %i instead of looping', length => {
    const response = new QueryResponse()
    response.take(bound)
    expect(() => response.take(headOf('D', length))).toThrow(ServerError)
  })

  it.each([
    ['is not terminated', Buffer.from(`\0\u0001${'a'.repeat(60)}`)],
    ['is followed by nothing', Buffer.from('\0\u0001name\0')],
  ])('throws at a column whose name %s instead of looping', (_, body) => {
    expect(() => new QueryResponse().take(message('T', body))).toThrow()
  })
})

describe('the buffer of a response', () => {
  const long = '漢'.repeat(100_000)
  const longer = '😀'.repeat(400_000)

  function takeInPieces(response: QueryResponse, bytes: Buffer, size: number): boolean[] {
    const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size)
    return starts.map(start => takePassing(response, bytes.subarray(start, start + size)))
  }

  it('grows with the response and keeps the rows received so far', () => {
    const response = new QueryResponse()
    const bytes = Buffer.concat([row('first', null), row(long, 'é'), row('', longer), ready])
    const readiness = takeInPieces(response, bytes, 50_000)
    expect(readiness.lastIndexOf(true)).toBe(readiness.indexOf(true))
    expect(readiness.at(-1)).toBe(true)
    expect(shown(response).rows).toEqual([
      ['first', null],
      [long, 'é'],
      ['', longer],
    ])
  })

  it('is released after a very long response and kept after a shorter one', () => {
    const response = new QueryResponse()
    const first = response.bytes.length
    response.take(Buffer.concat([row(long), ready]))
    const grown = response.bytes
    expect(grown.length).toBeGreaterThan(first)
    response.reset()
    expect(response.bytes === grown).toBe(true)

    response.take(Buffer.concat([row(longer), ready]))
    expect(response.bytes.length).toBeGreaterThan(longer.length)
    response.reset()
    expect(response.bytes.length).toBe(first)
  })

  it('keeps bytes received after the response when it is released', () => {
    const response = new QueryResponse()
    const late = notice({ S: 'WARNING', C: '01000', M: 'late' })
    response.take(Buffer.concat([row(longer), ready, late.subarray(0, 9)]))
    response.reset()
    expect(response.take(Buffer.concat([late.subarray(9), row('next'), ready]))).toBe(true)
    expect(shown(response).rows).toEqual([['next']])
  })
})
