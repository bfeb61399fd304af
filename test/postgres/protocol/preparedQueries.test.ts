/** Each SQL text is prepared once per connection and then run by name. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asTexts, type FakeServer } from '../fake/fakeServer.ts'
import { badValue, canceledOnce, likePostgres, unreadable } from '../fake/likePostgres.ts'

const run = (server: FakeServer, sql: string, ...values: (string | null)[]) =>
  server.connection.run(sql, values, asTexts)
const rowOf = (sql: string, ...values: (string | null)[]) => [{ sql, values: JSON.stringify(values) }]

const parsedTexts = (server: FakeServer) => server.saidOf('parse').map(({ sql }) => sql)

describe('a query', () => {
  it('is prepared the first time and then only run, each time with its values', async () => {
    const server = likePostgres()
    const values = [['a', null], ['', 'é😀'], ['NULL']]
    for (const each of values) expect(await run(server, 'select', ...each)).toEqual(rowOf('select', ...each))
    expect(parsedTexts(server)).toEqual(['select'])
    expect(server.saidOf('bind').map(each => each.values)).toEqual(values)
    expect(new Set(server.saidOf('bind').map(({ name }) => name)).size).toBe(1)
  })

  it('returns values in the requested format, whatever format it was first run with', async () => {
    const server = likePostgres()
    const formats = ['binary', 'text', 'binary'] as const
    for (const format of formats) await server.connection.run('select', [], asTexts, format)
    expect(parsedTexts(server)).toEqual(['select'])
    expect(server.saidOf('bind').map(each => each.format)).toEqual(formats)
  })

  it('is prepared once even if it is submitted many times before the first response', async () => {
    const server = likePostgres()
    await Promise.all(['a', 'b', 'c'].map(value => run(server, 'select', value)))
    expect(parsedTexts(server)).toEqual(['select'])
  })

  it('stays prepared even if the server rejected its first values', async () => {
    const server = likePostgres()
    await expect(run(server, 'select', badValue)).rejects.toMatchObject({ code: '22P02' })
    expect(await run(server, 'select', 'good')).toEqual(rowOf('select', 'good'))
    expect(parsedTexts(server)).toEqual(['select'])
  })

  it('is parsed again next time if parsing failed', async () => {
    const server = likePostgres()
    await expect(run(server, unreadable)).rejects.toMatchObject({ code: '42601' })
    await expect(run(server, unreadable)).rejects.toMatchObject({ code: '42601' })
    expect(await run(server, 'select')).toEqual(rowOf('select'))
    expect(parsedTexts(server)).toEqual([unreadable, unreadable, 'select'])
  })

  it('that failed between Parse and Describe does not share its name with another query', async () => {
    const server = likePostgres()
    await expect(run(server, canceledOnce)).rejects.toMatchObject({ code: '57014' })
    expect(await run(server, 'select')).toEqual(rowOf('select'))
    expect(await run(server, canceledOnce)).toEqual(rowOf(canceledOnce))
  })

  it('makes room when 500 are prepared: the oldest is forgotten, and prepared again when it is run again', async () => {
    const server = likePostgres()
    const texts = Array.from({ length: 501 }, (_, index) => `select ${index}`)
    const runAll = async (asked: readonly string[]) =>
      expect(await Promise.all(asked.map(sql => run(server, sql)))).toEqual(asked.map(sql => rowOf(sql)))
    await runAll(texts)
    await runAll(texts.slice(1))
    expect(parsedTexts(server)).toEqual(texts)
    await runAll(['select 0', 'select 500'])
    expect(parsedTexts(server).slice(501)).toEqual(['select 0'])
    const parsed = server.saidOf('parse')
    expect(new Set(parsed.map(({ name }) => name)).size).toBe(502)
    expect(server.saidOf('close').map(({ name }) => name)).toEqual([parsed[0]?.name, parsed[1]?.name])
  })

  it('that is sent before every other is never forgotten', async () => {
    const server = likePostgres()
    await server.connection.startEachWith('settings')
    const texts = Array.from({ length: 510 }, (_, index) => `select ${index}`)
    for (const sql of texts) await run(server, sql)
    expect(server.saidOf('close')).toHaveLength(11)
    expect(parsedTexts(server)).toEqual(['settings', ...texts])
  })

  it('gets its own rows or error, whatever was run or rejected before it', async () => {
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
      fc.asyncProperty(fc.array(asked, { maxLength: 12 }), async queries => {
        const server = likePostgres()
        const canceled = new Set<string>()
        const expected = queries.map(({ sql, value }) => {
          if (sql.startsWith(unreadable)) return `syntax error in ${sql}`
          if (sql.startsWith(canceledOnce) && !canceled.has(sql)) {
            canceled.add(sql)
            return `${sql} is canceled`
          }
          return value === badValue ? `bad value for ${sql}` : rowOf(sql, value)
        })
        const found = queries.map(({ sql, value }) =>
          run(server, sql, value).catch((error: unknown) => (error as Error).message),
        )
        expect(await Promise.all(found)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })
})
