/** A connection that is lost takes along what was under way, and says so to everyone. */
import { describe, expect, it, vi } from 'vitest'
import { ConnectionLost } from '../../../src/postgres/server/connection.ts'
import {
  bound,
  columns,
  headOf,
  message,
  parameters,
  parsed,
  ready,
  refused,
  row,
  textType,
} from '../fake/backend.ts'
import { asTexts, FakeServer, turn } from '../fake/fakeServer.ts'

const described = [parsed, parameters(), columns({ name: 'text', type: textType }), bound]
const fatal = refused({ S: 'FATAL', C: '57P01', M: 'terminating connection' })

/** Three statements, of which the first is with the server. */
function underWay() {
  const server = new FakeServer()
  const { connection } = server
  const asked = Promise.allSettled([
    connection.run('a', [], asTexts),
    connection.run('b', [], asTexts),
    connection.script('c'),
  ])
  return { server, connection, asked }
}

const lost = { status: 'rejected', reason: expect.any(ConnectionLost) }

describe('a connection that is lost', () => {
  it('rejects the statement that the server ended it with by its reason, and those that wait', async () => {
    const { server, asked } = underWay()
    server.send(fatal)
    server.hangUp()
    const refusal = { status: 'rejected', reason: expect.objectContaining({ code: '57P01' }) }
    expect(await asked).toEqual([refusal, lost, lost])
  })

  it('in the middle of a row rejects the statement, and those that wait', async () => {
    const { server, asked } = underWay()
    server.send(...described, row('whole'), row('half').subarray(0, 13))
    server.hangUp()
    expect(await asked).toEqual([lost, lost, lost])
  })

  it('tells why, where the stream says so', async () => {
    const { server, asked } = underWay()
    const cause = new Error('ECONNRESET')
    server.hangUp(cause)
    const [first] = await asked
    expect(first).toMatchObject({ reason: { name: 'ConnectionLost', cause } })
  })

  it('is not open from then on, and takes no statement: none is sent, each is rejected', async () => {
    const { server, connection, asked } = underWay()
    expect(connection.isOpen).toBe(true)
    server.hangUp()
    await asked
    expect(connection.isOpen).toBe(false)
    const before = server.said.length
    await expect(connection.run('a', [], asTexts)).rejects.toThrow(ConnectionLost)
    await expect(connection.script('a')).rejects.toThrow(ConnectionLost)
    await expect(connection.copyIn('a', ['b'])).rejects.toThrow(ConnectionLost)
    expect(server.said).toHaveLength(before)
  })

  it('while nobody uses it is not open from then on', async () => {
    const server = new FakeServer()
    server.send(fatal)
    server.hangUp()
    await turn()
    expect(server.connection.isOpen).toBe(false)
  })

  it('is not heard any more: a late answer changes nothing', async () => {
    const { server, connection, asked } = underWay()
    server.hangUp()
    await asked
    server.send(...described, row('late'), ready, headOf('D', 0))
    await expect(connection.script('a')).rejects.toThrow(ConnectionLost)
  })

  it.each([
    ['a message without a length', headOf('D', 3)],
    ['a message of a negative length', headOf('Z', -5)],
    ['a message that claims two gigabytes', headOf('D', 0x7fffffff)],
    ['a column that ends too early', message('T', Buffer.from('\0\u0001name\0'))],
    ['a column without an end', message('T', Buffer.from(`\0\u0001${'n'.repeat(60)}`))],
  ])('is one on which comes %s: nothing is thrown, and everyone is told', async (_, garbage) => {
    const { server, connection, asked } = underWay()
    expect(() => server.send(garbage)).not.toThrow()
    expect(await asked).toEqual([lost, lost, lost])
    expect(connection.isOpen).toBe(false)
  })

  it('may be lost through garbage while nobody uses it', async () => {
    const server = new FakeServer()
    const { connection } = server
    expect(() => server.send(headOf('D', 0))).not.toThrow()
    expect(connection.isOpen).toBe(false)
    await expect(connection.script('a')).rejects.toThrow(ConnectionLost)
  })
})

describe('a connection that is closed', () => {
  it('tells the server, takes no more statements, and is closed when the server hangs up', async () => {
    const server = new FakeServer()
    let isClosed = false
    const closed = server.connection.close().then(() => {
      isClosed = true
    })
    await turn()
    expect(server.said).toEqual([{ kind: 'terminate' }])
    expect([server.connection.isOpen, isClosed]).toEqual([false, false])
    await expect(server.connection.run('a', [], asTexts)).rejects.toThrow(ConnectionLost)
    server.hangUp()
    await closed
    await server.connection.close()
  })

  it('answers what is under way', async () => {
    const server = new FakeServer()
    const last = server.connection.run('a', [], asTexts)
    const closed = server.connection.close()
    server.send(...described, row('last'), ready)
    expect(await last).toEqual([{ text: 'last' }])
    server.hangUp()
    await closed
  })

  it('does not wait for ever for a server that never hangs up', async () => {
    vi.useFakeTimers()
    try {
      const server = new FakeServer()
      const last = server.connection.run('a', [], asTexts)
      const rejected = expect(last).rejects.toThrow(ConnectionLost)
      const closed = server.connection.close()
      await vi.advanceTimersByTimeAsync(1_000)
      await Promise.all([closed, rejected])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is closed at once where it was lost before', async () => {
    const { server, connection, asked } = underWay()
    server.hangUp()
    await asked
    await connection.close()
    expect(server.saidOf('terminate')).toEqual([])
  })
})
