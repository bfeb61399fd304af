/** Statements over one connection, one after the other. */
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

/** What a statement that gives one text is answered with the first time. */
const described = [parsed, parameters(), columns({ name: 'text', type: textType }), bound]
const answerWith = (text: string) => [...described, row(text), completed('SELECT 1'), ready]

describe('statements', () => {
  it('go out one after the other, each when the one before is answered, in the order in which they were asked', async () => {
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
      server.send(...answerWith(`of ${sql}`))
    }
    expect(await Promise.all(all)).toEqual(texts.map(sql => [{ text: `of ${sql}` }]))
  })

  it('are answered when the server is ready, and not before', async () => {
    const server = new FakeServer()
    let isAnswered = false
    const answered = server.connection.run('a', [], asTexts).then(() => {
      isAnswered = true
    })
    server.send(...answerWith('whole').slice(0, -1))
    await turn()
    expect(isAnswered).toBe(false)
    server.send(ready)
    await answered
  })

  it('and scripts keep to the order, many at once', async () => {
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

  it('that the server refuses are rejected with its reason, and no other is', async () => {
    const { connection } = likePostgres()
    const values = ['1', badValue, '2', badValue, badValue, '3']
    const found = await Promise.allSettled(values.map(value => connection.run('select', [value], asTexts)))
    expect(found.map(({ status }) => status === 'fulfilled')).toEqual(values.map(value => value !== badValue))
    expect(found[1]).toMatchObject({ reason: { name: 'ServerError', code: '22P02' } })
  })

  it('behind a script that fails are answered, and the script alone is rejected', async () => {
    const server = new FakeServer()
    const failing = server.connection.script('commit')
    const next = server.connection.run('a', [], asTexts)
    server.send(refused({ S: 'ERROR', C: '40001', M: 'could not serialize' }), ready, ...answerWith('next'))
    await expect(failing).rejects.toMatchObject({ code: '40001', message: 'could not serialize' })
    expect(await next).toEqual([{ text: 'next' }])
  })

  it('whose rows nobody can read are rejected with what the reader threw, and no other is', async () => {
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

  it('that cannot be put into bytes are rejected, and no other is', async () => {
    const { connection } = likePostgres()
    // The protocol counts them in two bytes.
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

describe('what comes in unasked', () => {
  const warning = notice({ S: 'WARNING', C: '01000', M: 'there is something' })
  const changed = setting('TimeZone', 'UTC')

  it.each([
    ['before a statement', 'idle'],
    ['in the middle of an answer', 'busy'],
  ])('%s changes nothing', async (_, when) => {
    const server = new FakeServer()
    if (when === 'idle') server.send(warning, changed)
    const found = server.connection.run('a', [], asTexts)
    if (when === 'busy') server.send(warning, changed)
    server.send(...answerWith('whole'))
    expect(await found).toEqual([{ text: 'whole' }])
  })

  it('may have half come when the next statement goes out', async () => {
    const server = new FakeServer()
    for (let cut = 1; cut < warning.length; cut += 1) {
      server.send(warning.subarray(0, cut))
      const found = server.connection.run(`cut at ${cut}`, [], asTexts)
      server.send(warning.subarray(cut), ...answerWith('whole'))
      expect(await found).toEqual([{ text: 'whole' }])
    }
  })
})
