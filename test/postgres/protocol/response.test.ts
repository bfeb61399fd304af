import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, QueryResponse, ServerError } from '../../../src/postgres/protocol/response.ts'
import { nextAt, textAt } from '../../../src/postgres/protocol/rows.ts'
import {
  bound,
  columns,
  completed,
  emptyStatement,
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

/** What one statement is answered with. */
interface Exchange {
  columns: Column[] | null
  rows: (string | null)[][]
  tag: string | null
  errors: Fields[]
  /** Messages that may come at any time, among the others and behind the last. */
  between: Buffer[]
  behind: Buffer[]
  /** The next statement is sent as soon as this one is answered, and not only when all has come. */
  isNextWaiting: boolean
  cuts: number[] | 'every byte'
}

const texts = fc.oneof(
  fc.constantFrom('', 'null', 'é', '漢字', '😀', 'a\u0301', '\u2028', 'Z\0\0\0\u0005I'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
/** Within a message a zero byte ends a text. */
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
    ...(tag === null ? [emptyStatement] : [completed(tag)]),
    ...errors.map(refused),
  ]
  // One after each of the first, for want of a better place.
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

/** Whoever reads from a socket uses the same memory again for what comes next. */
function takePassing(response: QueryResponse, piece: Buffer): boolean {
  const passing = Buffer.from(piece)
  const isReady = response.take(passing)
  passing.fill(0xff)
  return isReady
}

/** What is seen of each exchange at the moment in which the server is ready; null where it never is. */
function seenIn(conversation: readonly Exchange[]) {
  const response = new QueryResponse()
  let isFresh = true
  return conversation.map(exchange => {
    if (!isFresh) response.reset()
    isFresh = false
    let seen: ReturnType<typeof shown> | null = null
    for (const piece of pieces(bytesOf(exchange), exchange.cuts)) {
      if (!takePassing(response, piece)) continue
      if (seen !== null) throw new Error('The server was said to be ready twice.')
      seen = shown(response)
      if (!exchange.isNextWaiting) continue
      response.reset()
      isFresh = true
    }
    return seen
  })
}

describe('an answer', () => {
  it('is the same wherever its bytes are cut, and whatever comes behind it before the next', () => {
    fc.assert(
      fc.property(fc.array(exchanges, { minLength: 1, maxLength: 4 }), conversation => {
        expect(seenIn(conversation)).toEqual(conversation.map(expected))
      }),
      { numRuns: 200 },
    )
  })

  it('tells which rule a statement broke, and gives the first reason of several', () => {
    const response = new QueryResponse()
    response.take(refused({ S: 'ERROR', C: '23505', M: 'twice', n: 'payees_iban_key' }))
    response.take(Buffer.concat([refused({ S: 'ERROR', C: '25P02', M: 'aborted' }), ready]))
    expect(response.error).toMatchObject({ code: '23505', message: 'twice', constraint: 'payees_iban_key' })
  })

  it.each([3, 0, -1, -2147483648])('with a message of length %i is refused, not read for ever', length => {
    const response = new QueryResponse()
    response.take(bound)
    expect(() => response.take(headOf('D', length))).toThrow(ServerError)
  })

  it.each([
    ['has no end', Buffer.from(`\0\u0001${'a'.repeat(60)}`)],
    ['has nothing behind it', Buffer.from('\0\u0001name\0')],
  ])('with a column whose name %s is refused, not read for ever', (_, body) => {
    expect(() => new QueryResponse().take(message('T', body))).toThrow()
  })
})

describe('the memory of an answer', () => {
  const long = '漢'.repeat(100_000)
  const longer = '😀'.repeat(400_000)

  function takeInPieces(response: QueryResponse, bytes: Buffer, size: number): boolean[] {
    const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size)
    return starts.map(start => takePassing(response, bytes.subarray(start, start + size)))
  }

  it('grows with the answer, and the rows that it had are still in it', () => {
    const response = new QueryResponse()
    const bytes = Buffer.concat([row('first', null), row(long, 'é'), row('', longer), ready])
    const told = takeInPieces(response, bytes, 50_000)
    expect(told.lastIndexOf(true)).toBe(told.indexOf(true))
    expect(told.at(-1)).toBe(true)
    expect(shown(response).rows).toEqual([
      ['first', null],
      [long, 'é'],
      ['', longer],
    ])
  })

  it('is given back after a very long answer, and kept after one that is not', () => {
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

  it('that is given back has what came behind the answer', () => {
    const response = new QueryResponse()
    const late = notice({ S: 'WARNING', C: '01000', M: 'late' })
    response.take(Buffer.concat([row(longer), ready, late.subarray(0, 9)]))
    response.reset()
    expect(response.take(Buffer.concat([late.subarray(9), row('next'), ready]))).toBe(true)
    expect(shown(response).rows).toEqual([['next']])
  })
})
