/** Each text is prepared once for a connection, and run under its name from then on. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asTexts, type FakeServer } from '../fake/fakeServer.ts'
import { badValue, canceledOnce, likePostgres, unreadable } from '../fake/likePostgres.ts'

const run = (server: FakeServer, sql: string, ...values: (string | null)[]) =>
  server.connection.run(sql, values, asTexts)
const rowOf = (sql: string, ...values: (string | null)[]) => [{ sql, values: JSON.stringify(values) }]

const parsedTexts = (server: FakeServer) => server.saidOf('parse').map(({ sql }) => sql)

describe('a statement', () => {
  it('is prepared the first time, and only run from then on, with the values of each time', async () => {
    const server = likePostgres()
    const values = [['a', null], ['', 'é😀'], ['NULL']]
    for (const each of values) expect(await run(server, 'select', ...each)).toEqual(rowOf('select', ...each))
    expect(parsedTexts(server)).toEqual(['select'])
    expect(server.saidOf('bind').map(each => each.values)).toEqual(values)
    expect(new Set(server.saidOf('bind').map(({ name }) => name)).size).toBe(1)
  })

  it('has values that come back as they are asked for, whichever way it was prepared', async () => {
    const server = likePostgres()
    const formats = ['binary', 'text', 'binary'] as const
    for (const format of formats) await server.connection.run('select', [], asTexts, format)
    expect(parsedTexts(server)).toEqual(['select'])
    expect(server.saidOf('bind').map(each => each.format)).toEqual(formats)
  })

  it('is prepared once also where it was asked many times before the first answer', async () => {
    const server = likePostgres()
    await Promise.all(['a', 'b', 'c'].map(value => run(server, 'select', value)))
    expect(parsedTexts(server)).toEqual(['select'])
  })

  it('whose values were refused the first time has been prepared all the same', async () => {
    const server = likePostgres()
    await expect(run(server, 'select', badValue)).rejects.toMatchObject({ code: '22P02' })
    expect(await run(server, 'select', 'good')).toEqual(rowOf('select', 'good'))
    expect(parsedTexts(server)).toEqual(['select'])
  })

  it('that could not be read is read anew the next time', async () => {
    const server = likePostgres()
    await expect(run(server, unreadable)).rejects.toMatchObject({ code: '42601' })
    await expect(run(server, unreadable)).rejects.toMatchObject({ code: '42601' })
    expect(await run(server, 'select')).toEqual(rowOf('select'))
    expect(parsedTexts(server)).toEqual([unreadable, unreadable, 'select'])
  })

  it('that was given up between being read and being described takes its name from no other', async () => {
    const server = likePostgres()
    await expect(run(server, canceledOnce)).rejects.toMatchObject({ code: '57014' })
    expect(await run(server, 'select')).toEqual(rowOf('select'))
    expect(await run(server, canceledOnce)).toEqual(rowOf(canceledOnce))
  })

  it('has no name where 500 others have one, and is answered each time', async () => {
    const server = likePostgres()
    const texts = Array.from({ length: 501 }, (_, index) => `select ${index}`)
    for (let time = 0; time < 2; time += 1) {
      const answers = await Promise.all(texts.map(sql => run(server, sql)))
      expect(answers).toEqual(texts.map(sql => rowOf(sql)))
    }
    const names = server.saidOf('parse').map(({ name }) => name)
    expect(new Set(names.slice(0, 500)).size).toBe(500)
    expect(names.slice(0, 500)).not.toContain('')
    // The last text is read anew each time, and none of the others is.
    expect(names.slice(500)).toEqual(['', ''])
    expect(parsedTexts(server).slice(500)).toEqual(['select 500', 'select 500'])
  })

  it('has its own answer, whatever was asked before it and refused', async () => {
    const texts = fc.constantFrom(
      'one',
      'two',
      'three',
      `${unreadable} 1`,
      `${canceledOnce} 1`,
      `${canceledOnce} 2`,
    )
    const asked = fc.record({ sql: texts, value: fc.constantFrom('a', 'b', null, badValue) })
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { maxLength: 12 }), async statements => {
        const server = likePostgres()
        const canceled = new Set<string>()
        const expected = statements.map(({ sql, value }) => {
          if (sql.startsWith(unreadable)) return `syntax error in ${sql}`
          if (sql.startsWith(canceledOnce) && !canceled.has(sql)) {
            canceled.add(sql)
            return `${sql} is given up`
          }
          return value === badValue ? `bad value for ${sql}` : rowOf(sql, value)
        })
        const found = statements.map(({ sql, value }) =>
          run(server, sql, value).catch((error: unknown) => (error as Error).message),
        )
        expect(await Promise.all(found)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })
})
