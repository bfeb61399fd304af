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
    await fc.assert(
      fc.asyncProperty(fc.array(anyQuery, { minLength: 1, maxLength: 30, size: 'max' }), async queries => {
        const all = [reset, ...queries]
        expect(await ours.runAll(all)).toEqual(await reference.runAll(all))
      }),
      { numRuns: 150, interruptAfterTimeLimit: msMax },
    )
  })

  // Not part of the random sequences: in a failed transaction the error depends on whether the query is prepared yet.
  it('reports too few values as pg does', async () => {
    const queries: Query[] = [
      reset,
      { kind: 'run', sql: 'select $1::text, $2::text', values: ['only one'] },
      { kind: 'run', sql: 'select $1::text', values: ['next'] },
    ]
    expect(await ours.runAll(queries)).toEqual(await reference.runAll(queries))
  })
})
