/** The comparison of a copy, against a service made here that has the feed and the digest. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChangeResource, changeResources } from '../../src/contract/changes.ts'
import { Mistakes } from '../../src/drill/mistakes.ts'
import { DrillRecord } from '../../src/drill/record.ts'
import type { Ask } from '../../src/drill/upstream.ts'
import { CopyMistake, readCopy } from '../../src/drill/verdict/copy.ts'
import { rowDigest, sumOf } from '../../src/drill/verdict/digest.ts'
import { Judge, VerdictFailure } from '../../src/drill/verdict/verdict.ts'

interface FakeRow {
  resource: ChangeResource
  id: string
  at: string
  deleted?: boolean
}

const lines = (...all: object[]) => readCopy(once(all.map(each => `${JSON.stringify(each)}\n`).join('')))

async function* once(text: string): AsyncGenerator<string, void, undefined> {
  // In pieces, because lines may be cut anywhere.
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7)
}

const at = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number).toISOString()

/** Answers as Florin does, three rows to a page. */
function fakeFlorin(rows: readonly FakeRow[], { forbidden = [] as string[], busy = 0 } = {}) {
  const asked: string[] = []
  let refusals = busy
  const ask: Ask = async ({ url, headers }) => {
    const reply = (status: number, body: object) => ({
      ...{ status, headers: { 'retry-after': '3' }, body: Buffer.from(JSON.stringify(body)) },
    })
    asked.push(url.pathname)
    if (headers.authorization !== 'Bearer key') return reply(401, { message: 'No such key.' })
    refusals -= 1
    if (refusals >= 0) return reply(429, {})
    const live = rows.filter(each => !each.deleted)
    if (url.pathname === '/v1/digest') {
      const resource = url.searchParams.get('resource') ?? ''
      if (forbidden.includes(resource)) return reply(403, { message: 'No scope.' })
      const of = live.filter(each => each.resource === resource)
      // Two ranges, whose sums add up.
      const ranges = [of.slice(0, 1), of.slice(1)].flatMap((part, index) =>
        part.length === 0
          ? []
          : {
              range: `2026-0${index + 1}`,
              rows: part.length,
              digest: sumOf(part.map(row => rowDigest(row.id, row.at)))
                .toString(16)
                .padStart(32, '0'),
            },
      )
      return reply(200, { clock: at(1000), data: ranges })
    }
    const wanted = (url.searchParams.get('resources') ?? '').split(',')
    const feed = rows.filter(each => wanted.includes(each.resource))
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const data = feed.slice(from, from + 3).map(({ resource, id, at, deleted }) => ({
      ...{ resource, id, at, object: deleted ? null : {} },
    }))
    return reply(200, {
      data,
      nextCursor: String(from + 3),
      upToDate: from + 3 >= feed.length,
      clock: at(1000),
    })
  }
  const record = new DrillRecord()
  const slept: number[] = []
  const judge = new Judge({
    ...{ ask, upstream: new URL('http://florin.test/v1'), record, plan: ['429', 'resync'] as const },
    mistakes: new Mistakes(() => 0),
    sleep: async ms => void slept.push(ms),
  })
  return { judge, record, asked, slept }
}

const rowOf = (number: number, resource: ChangeResource = 'payee'): FakeRow => ({
  resource,
  id: `${resource}_${number}`,
  at: at(number),
})

describe('the verdict', () => {
  it('names exactly the rows that are missing, stale, extra or doubled, whatever they are', async () => {
    const kinds = ['fine', 'missing', 'stale', 'extra', 'doubled'] as const
    const entry = fc.record({
      resource: fc.constantFrom(...changeResources),
      kind: fc.constantFrom(...kinds),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 30 }), async entries => {
        const numbered = entries.map(({ resource, kind }, number) => ({ ...rowOf(number, resource), kind }))
        const upstream = numbered.filter(({ kind }) => kind !== 'extra')
        const { judge } = fakeFlorin(upstream)
        const copy = await lines(
          ...numbered.flatMap(({ kind, resource, id, at: now }) => {
            if (kind === 'missing') return []
            const line = { resource, id, at: kind === 'stale' ? '2025-01-01T00:00:00.000Z' : now }
            return kind === 'doubled' ? [line, line] : [line]
          }),
        )
        const verdict = await judge.verdict({ copy, key: 'key' })
        const expected = numbered.filter(({ kind }) => kind !== 'fine').map(({ kind, id }) => `${kind} ${id}`)
        expect(verdict.differences.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(expected.sort())
        expect([verdict.equal, verdict.passed]).toEqual([expected.length === 0, expected.length === 0])
        expect(verdict.rows).toBe(upstream.length)
      }),
      { numRuns: 60 },
    )
  })

  it('costs one request for each resource if the copy is equal, and reads only resources that differ', async () => {
    const rows = [rowOf(1), rowOf(2), rowOf(3, 'bill'), rowOf(4, 'bill')]
    const equal = fakeFlorin(rows)
    expect(await equal.judge.verdict({ copy: await lines(...rows), key: 'key' })).toMatchObject({
      passed: true,
    })
    expect(equal.asked).toEqual(changeResources.map(() => '/v1/digest'))
    const missing = fakeFlorin(rows)
    const copy = await lines(...rows.slice(1))
    const verdict = await missing.judge.verdict({ copy, key: 'key', resources: ['payee', 'bill'] })
    expect(verdict.counts).toMatchObject({ missing: 1, extra: 0 })
    expect(missing.asked).toEqual(['/v1/digest', '/v1/digest', '/v1/changes'])
  })

  it('applies lines as florin follow writes them: later ones replace, null deletes', async () => {
    const { judge } = fakeFlorin([rowOf(2)])
    const old = { ...rowOf(2), at: at(0), object: {} }
    const copy = await lines(
      { ...rowOf(1), object: {} },
      old,
      { ...rowOf(2), object: {} },
      { ...rowOf(1), object: null },
    )
    expect(await judge.verdict({ copy, key: 'key' })).toMatchObject({ passed: true })
  })

  it('compares only the presence of rows without at', async () => {
    const { judge } = fakeFlorin([rowOf(1), rowOf(2)])
    const verdict = await judge.verdict({
      copy: await lines({ resource: 'payee', id: 'payee_1' }),
      key: 'key',
    })
    expect(verdict.differences.map(({ kind, id }) => [kind, id])).toEqual([['missing', 'payee_2']])
  })

  it('compares digests that the client kept, of ranges or of everything', async () => {
    const rows = [rowOf(1), rowOf(2), rowOf(3)]
    const hex = (...some: FakeRow[]) =>
      sumOf(some.map(row => rowDigest(row.id, row.at)))
        .toString(16)
        .padStart(32, '0')
    const [first, ...rest] = rows as [FakeRow, FakeRow, FakeRow]
    const verdictOf = async (...all: object[]) =>
      await fakeFlorin(rows).judge.verdict({ copy: await lines(...all), key: 'key', resources: ['payee'] })
    const resource = 'payee'
    expect((await verdictOf({ resource, digest: hex(...rows), rows: 3 })).equal).toBe(true)
    const january = { resource, range: '2026-01', digest: hex(first) }
    expect((await verdictOf(january, { resource, range: '2026-02', digest: hex(...rest) })).equal).toBe(true)
    const wrong = await verdictOf(january, { resource, range: '2026-02', digest: hex(first) })
    expect(wrong.differences).toMatchObject([{ kind: 'digest', because: expect.stringContaining('2026-02') }])
    expect((await verdictOf(january)).differences).toMatchObject([
      { because: expect.stringContaining('is missing in the copy') },
    ])
    expect((await verdictOf({ resource, digest: hex(...rows), rows: 4 })).counts.digest).toBe(1)
  })

  it('leaves out what the key may not read, unless it was asked for', async () => {
    const { judge } = fakeFlorin([rowOf(1)], { forbidden: ['bill'] })
    const verdict = await judge.verdict({ copy: await lines(rowOf(1)), key: 'key' })
    expect(verdict).toMatchObject({
      passed: true,
      resources: changeResources.filter(each => each !== 'bill'),
    })
    const asked = judge.verdict({ copy: await lines(), key: 'key', resources: ['bill'] })
    await expect(asked).rejects.toThrow(VerdictFailure)
  })

  it('waits as long as Florin asks, and says why it cannot compare', async () => {
    const { judge, slept } = fakeFlorin([], { busy: 2 })
    expect((await judge.verdict({ copy: await lines(), key: 'key' })).passed).toBe(true)
    expect(slept).toEqual([3_000, 3_000])
    await expect(judge.verdict({ copy: await lines(), key: 'wrong' })).rejects.toThrow('No such key.')
  })

  it('names the request and the fault after which a row was last served', async () => {
    const rows = [
      rowOf(1),
      rowOf(2),
      { ...rowOf(3), deleted: true },
      rowOf(4),
      { ...rowOf(5), deleted: true },
    ]
    const { judge, record } = fakeFlorin(rows)
    const row = (number: number, deleted = false) => ({ ...rowOf(number), deleted })
    const place = { method: 'GET', path: '/changes' }
    record.addRows([row(1), row(5)], record.nextRequest(), null)
    const torn = record.addFault('reset-body', record.nextRequest(), place)
    record.addRows([row(2)], torn.request, torn)
    record.open('request', record.addFault('503', record.nextRequest(), place))
    record.addRows([row(3, true)], record.nextRequest(), null)
    const resync = record.addFault('resync', record.nextRequest(), place)
    const verdict = await judge.verdict({ copy: await lines(rowOf(3), rowOf(5)), key: 'key' })
    expect(verdict.differences.map(({ id, request, because }) => [id, request, because])).toEqual([
      ['payee_1', 1, 'It was served in request 1, before any fault.'],
      [
        'payee_2',
        2,
        'It was sent in request 2, which did not arrive whole: fault 1 (reset-body, request 2).',
      ],
      [
        'payee_4',
        null,
        'This version of it was not served: the request of fault 2 (503, request 3) was not repeated.',
      ],
      ['payee_3', 4, 'Its deletion was served in request 4, after fault 2 (503, request 3).'],
      ['payee_5', 1, `The copy was not replaced after fault ${resync.number} (resync, request 5).`],
    ])
    expect(verdict).toMatchObject({ notYet: ['429'], requests: 5, passed: false })
  })
})

describe('a copy', () => {
  it.each([
    ['not json', 'is not a JSON object'],
    ['{"id":"a"}', 'has no resource'],
    ['{"resource":"teapot","id":"a"}', 'has no resource'],
    ['{"resource":"payee"}', 'has no id'],
    ['{"resource":"payee","id":"a","at":5}', 'has an at'],
    ['{"resource":"payee","digest":"xyz"}', 'has a digest'],
    ['{"resource":"payee","digest":"00000000000000000000000000000000","range":1}', 'has a range'],
  ])('with the line %s is refused, by its number', async (line, mistake) => {
    const copy = readCopy(once(`{"resource":"payee","id":"fine"}\n\n${line}`))
    await expect(copy).rejects.toThrow(CopyMistake)
    await expect(readCopy(once(`\n${line}\n`))).rejects.toThrow(`Line 2 of the copy ${mistake}`)
  })

  it('with a line over 1 MiB is refused before it is read', async () => {
    let pieces = 0
    async function* endless(): AsyncGenerator<string, void, undefined> {
      for (;;) {
        pieces += 1
        yield 'x'.repeat(100_000)
      }
    }
    await expect(readCopy(endless())).rejects.toThrow('more than 1 MiB')
    expect(pieces).toBeLessThan(20)
  })
})
