/** Connections that break at random moments: `pg` and our connection both reject, and neither returns a wrong row. */
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type CutFront, type How, openCutFront } from './cutFront.ts'
import { type Outcome, openOurs, openPg, type Query, type Side } from './sides.ts'

const msMax = 5_000
const hangMs = 60_000

/** A query and its only right result. */
interface Known {
  query: Query
  expected: Outcome
}

const columns = [
  ['n', 23],
  ['text', 25],
]

const rows = (count: number, characters: number): Known => {
  const values = Array.from({ length: count }, (_, index) => ({ n: index + 1, text: 'é'.repeat(characters) }))
  return {
    query: {
      kind: 'run',
      sql: `select n, repeat('é', $2::integer) as text from generate_series(1, $1::integer) as n`,
      values: [count, characters],
    },
    expected: {
      result: { texts: { columns, rows: values.map(({ n, text }) => [String(n), text]) }, objects: values },
    },
  }
}

const copy = (count: number): Known => ({
  query: {
    kind: 'copy',
    sql: 'copy copied from stdin',
    pieces: Array.from({ length: count }, () => `${'x'.repeat(10_000)}\n`),
  },
  expected: { result: 'COPY' },
})

const script: Known = {
  query: { kind: 'script', sql: 'begin; select 1; commit' },
  expected: { result: 'COMMIT' },
}
const table: Known = {
  query: { kind: 'script', sql: 'create temporary table copied (text text)' },
  expected: { result: 'CREATE' },
}
/** Never finishes, so that something is always running when the connection breaks. */
const endless: Known = {
  query: { kind: 'run', sql: 'select 1 as one from pg_sleep(60)', values: [] },
  expected: { error: 'it is lost' },
}

const known = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.nat(300), fc.nat(200)).map(([count, length]) => rows(count, length)) },
  { weight: 1, arbitrary: fc.constant(rows(1, 400_000)) },
  { weight: 1, arbitrary: fc.nat(60).map(copy) },
  { weight: 1, arbitrary: fc.constant(script) },
)

type Break = { how: How | 'terminate'; afterBytes: number }
const anyBreak: fc.Arbitrary<Break> = fc.record({
  how: fc.constantFrom('end', 'reset', 'terminate'),
  afterBytes: fc.oneof(fc.nat(300), fc.nat(30_000), fc.nat(1_000_000)),
})

describe('a connection that breaks at a random moment (postgres)', () => {
  let admin: pg.Client
  let front: CutFront

  beforeAll(async () => {
    admin = new pg.Client(inject('postgresAdminUrl'))
    await admin.connect()
    front = await openCutFront(inject('postgresAdminUrl'))
  })
  afterAll(async () => {
    await front?.close()
    await admin?.end()
  })

  async function brokenDuring(
    side: Side,
    all: readonly Known[],
    { how, afterBytes }: Break,
  ): Promise<Outcome[]> {
    let isBroken = false
    const breakNow = async () => {
      if (isBroken) return
      isBroken = true
      if (how === 'terminate') await admin.query('select pg_terminate_backend($1)', [side.processId])
      else front.cut(how)
    }
    front.onBytes(afterBytes, () => void breakNow())
    const outcomes = side.runAll(all.map(({ query }) => query))
    const last = side.runAll([endless.query])
    // If the server sends fewer bytes, break while the endless query runs.
    const both = outcomes.then(async found => {
      await breakNow()
      return [...found, ...(await last)]
    })
    const ended = await Promise.race([both, sleep(hangMs, null, { ref: false })])
    if (ended === null) throw new Error(`A query of ${side.name} is still waiting.`)
    return ended
  }

  /** Right results up to the break, and errors from then on. */
  function check(outcomes: readonly Outcome[], all: readonly Known[]): void {
    const firstError = outcomes.findIndex(outcome => 'error' in outcome)
    expect(firstError).toBeGreaterThanOrEqual(0)
    expect(outcomes.slice(0, firstError)).toEqual(all.slice(0, firstError).map(({ expected }) => expected))
    for (const outcome of outcomes.slice(firstError)) {
      expect(outcome).toMatchObject({ error: { message: expect.any(String) } })
      // Only the server's goodbye has a code of its own; everything else is a lost connection.
      const { code = 'none' } = (outcome as { error: { code?: string } }).error
      expect(['none', '57P01', 'ECONNRESET', 'EPIPE']).toContain(code)
    }
  }

  it('rejects its running and waiting queries through pg and through ours, and gives no wrong row', async () => {
    const seen = { early: 0, late: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(known, { maxLength: 6 }), anyBreak, async (queries, moment) => {
        const all = [table, ...queries]
        for (const open of [openPg, openOurs]) {
          const side = await open(front.url)
          const outcomes = await brokenDuring(side, all, moment)
          check(outcomes, [...all, endless])
          seen['error' in (outcomes.at(-2) ?? {}) ? 'early' : 'late'] += 1
          // A later query is rejected too.
          check(await side.runAll([script.query]), [script])
          await side.close()
        }
      }),
      {
        numRuns: 60,
        interruptAfterTimeLimit: msMax,
        examples: [
          [[rows(300, 200), script], { how: 'reset', afterBytes: 5_000 }],
          [[rows(300, 200), script], { how: 'terminate', afterBytes: 10_000_000 }],
        ],
      },
    )
    expect(seen.early).toBeGreaterThan(0)
    expect(seen.late).toBeGreaterThan(0)
  })
})
