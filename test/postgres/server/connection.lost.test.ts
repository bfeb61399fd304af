/** A lost connection rejects its running query and all waiting ones. */
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

/** Three queries; the first was sent to the server. */
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

describe('a lost connection', () => {
  it("rejects the running query with the server's reason, and all waiting ones", async () => {
    const { server, asked } = underWay()
    server.send(fatal)
    server.hangUp()
    const refusal = { status: 'rejected', reason: expect.objectContaining({ code: '57P01' }) }
    expect(await asked).toEqual([refusal, lost, lost])
  })

  it('rejects the running query and all waiting ones if it breaks in the middle of a row', async () => {
    const { server, asked } = underWay()
    server.send(...described, row('whole'), row('half').subarray(0, 13))
    server.hangUp()
    expect(await asked).toEqual([lost, lost, lost])
  })

  it("reports the stream's error as the cause", async () => {
    const { server, asked } = underWay()
    const cause = new Error('ECONNRESET')
    server.hangUp(cause)
    const [first] = await asked
    expect(first).toMatchObject({ reason: { name: 'ConnectionLost', cause } })
  })

  it('is no longer open, and rejects new queries without sending them', async () => {
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

  it('is no longer open if it was lost while idle', async () => {
    const server = new FakeServer()
    server.send(fatal)
    server.hangUp()
    await turn()
    expect(server.connection.isOpen).toBe(false)
  })

  it('ignores a late response', async () => {
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
  ])('is the result of %s: nothing is thrown, and all queries are rejected', async (_, garbage) => {
    const { server, connection, asked } = underWay()
    expect(() => server.send(garbage)).not.toThrow()
    expect(await asked).toEqual([lost, lost, lost])
    expect(connection.isOpen).toBe(false)
  })

  it('is the result of garbage that arrives while it is idle', async () => {
    const server = new FakeServer()
    const { connection } = server
    expect(() => server.send(headOf('D', 0))).not.toThrow()
    expect(connection.isOpen).toBe(false)
    await expect(connection.script('a')).rejects.toThrow(ConnectionLost)
  })
})

describe('closing a connection', () => {
  it('says goodbye, rejects new queries, and resolves when the server hangs up', async () => {
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

  it('lets the running query finish', async () => {
    const server = new FakeServer()
    const last = server.connection.run('a', [], asTexts)
    const closed = server.connection.close()
    server.send(...described, row('last'), ready)
    expect(await last).toEqual([{ text: 'last' }])
    server.hangUp()
    await closed
  })

  it('does not wait forever for a server that never hangs up', async () => {
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

  it('resolves at once if the connection was already lost', async () => {
    const { server, connection, asked } = underWay()
    server.hangUp()
    await asked
    await connection.close()
    expect(server.saidOf('terminate')).toEqual([])
  })
})
