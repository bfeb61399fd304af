/** Queries on one connection, one after the other. */
import { describe, expect, it } from 'vitest'
import {
  bound,
  columns,
  completed,
  notice,
  parameters,
  parsed,
  ready,
  refused,
  row,
  setting,
  textType,
} from '../fake/backend.ts'
import { asTexts, FakeServer, turn } from '../fake/fakeServer.ts'
import { badValue, likePostgres } from '../fake/likePostgres.ts'

/** The first response to a query that returns one text. */
const described = [parsed, parameters(), columns({ name: 'text', type: textType }), bound]
const responseWith = (text: string) => [...described, row(text), completed('SELECT 1'), ready]

describe('queries', () => {
  it('are sent in order, each after the response to the one before', async () => {
    const server = new FakeServer()
    const texts = ['a', 'b', 'c']
    const ended: string[] = []
    const all = texts.map(async sql => {
      const rows = await server.connection.run(sql, [], asTexts)
      ended.push(sql)
      return rows
    })
    for (const [index, sql] of texts.entries()) {
      await turn()
      expect(server.saidOf('parse').map(each => each.sql)).toEqual(texts.slice(0, index + 1))
      expect(server.saidOf('sync')).toHaveLength(index + 1)
      expect(ended).toEqual(texts.slice(0, index))
      server.send(...responseWith(`of ${sql}`))
    }
    expect(await Promise.all(all)).toEqual(texts.map(sql => [{ text: `of ${sql}` }]))
  })

  it('resolve when the server is ready, and not before', async () => {
    const server = new FakeServer()
    let isResolved = false
    const resolved = server.connection.run('a', [], asTexts).then(() => {
      isResolved = true
    })
    server.send(...responseWith('whole').slice(0, -1))
    await turn()
    expect(isResolved).toBe(false)
    server.send(ready)
    await resolved
  })

  it('and scripts keep their order when many are queued', async () => {
    const server = likePostgres()
    const { connection } = server
    const found = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0
          ? connection.script(`begin ${index}`)
          : connection.run(`select ${index % 7}`, [String(index)], asTexts),
      ),
    )
    expect(found).toEqual(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0 ? `BEGIN ${index}` : [{ sql: `select ${index % 7}`, values: `["${index}"]` }],
      ),
    )
  })

  it("are rejected with the server's error without affecting the others", async () => {
    const { connection } = likePostgres()
    const values = ['1', badValue, '2', badValue, badValue, '3']
    const found = await Promise.allSettled(values.map(value => connection.run('select', [value], asTexts)))
    expect(found.map(({ status }) => status === 'fulfilled')).toEqual(values.map(value => value !== badValue))
    expect(found[1]).toMatchObject({ reason: { name: 'ServerError', code: '22P02' } })
  })

  it('after a failed script succeed, and only the script is rejected', async () => {
    const server = new FakeServer()
    const failing = server.connection.script('commit')
    const next = server.connection.run('a', [], asTexts)
    server.send(refused({ S: 'ERROR', C: '40001', M: 'could not serialize' }), ready, ...responseWith('next'))
    await expect(failing).rejects.toMatchObject({ code: '40001', message: 'could not serialize' })
    expect(await next).toEqual([{ text: 'next' }])
  })

  it("are rejected with the reader's error without affecting the others", async () => {
    const { connection } = likePostgres()
    const thrown = new Error('unreadable')
    const [failing, next] = [
      connection.run('a', [], () => {
        throw thrown
      }),
      connection.run('b', [], asTexts),
    ]
    await expect(failing).rejects.toBe(thrown)
    expect(await next).toHaveLength(1)
    expect(await connection.run('a', [], asTexts)).toHaveLength(1)
  })

  it('that cannot be encoded are rejected without affecting the others', async () => {
    const { connection } = likePostgres()
    // The protocol counts parameters in two bytes.
    const tooMany = Array<string>(70_000).fill('x')
    const settled = await Promise.allSettled([
      connection.run('a', tooMany, asTexts),
      connection.run('b', [], asTexts),
      connection.run('c', tooMany, asTexts),
      connection.run('d', [], asTexts),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('an unsolicited message', () => {
  const warning = notice({ S: 'WARNING', C: '01000', M: 'there is something' })
  const changed = setting('TimeZone', 'UTC')

  it.each([
    ['before a query', 'idle'],
    ['in the middle of a response', 'busy'],
  ])('%s changes nothing', async (_, when) => {
    const server = new FakeServer()
    if (when === 'idle') server.send(warning, changed)
    const found = server.connection.run('a', [], asTexts)
    if (when === 'busy') server.send(warning, changed)
    server.send(...responseWith('whole'))
    expect(await found).toEqual([{ text: 'whole' }])
  })

  it('may be half received when the next query is sent', async () => {
    const server = new FakeServer()
    for (let cut = 1; cut < warning.length; cut += 1) {
      server.send(warning.subarray(0, cut))
      const found = server.connection.run(`cut at ${cut}`, [], asTexts)
      server.send(warning.subarray(cut), ...responseWith('whole'))
      expect(await found).toEqual([{ text: 'whole' }])
    }
  })
})
