/** The `pg` driver is the reference: the same queries have the same outcomes through it and through our connection. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { anyQuery, reset, schema } from './anyQuery.ts'
import { openOurs, openPg, type Query, type Side } from './sides.ts'

const msMax = 5_000

describe('our connection (postgres)', () => {
  let ours: Side
  let reference: Side

  beforeAll(async () => {
    ours = await openOurs(inject('postgresAdminUrl'))
    reference = await openPg(inject('postgresAdminUrl'))
    const prepare: Query[] = [{ kind: 'script', sql: schema }]
    expect(await ours.runAll(prepare)).toEqual(await reference.runAll(prepare))
  })
  afterAll(async () => {
    await ours?.close()
    await reference?.close()
  })

  it('gives the same rows, errors and command tags as pg for any sequence of queries, queued at once', async () => {
    const seen = { results: 0, errors: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(anyQuery, { minLength: 1, maxLength: 30, size: 'max' }), async queries => {
        const all = [reset, ...queries]
        const expected = await reference.runAll(all)
        expect(await ours.runAll(all)).toEqual(expected)
        for (const outcome of expected) seen['error' in outcome ? 'errors' : 'results'] += 1
      }),
      { numRuns: 150, interruptAfterTimeLimit: msMax },
    )
    // The queries reach both kinds of outcome, however many of them there was time for.
    expect(Math.min(seen.results, seen.errors)).toBeGreaterThan(20)
  })
})
