/** Rows that wait behind other rows are sent before the server is done with those. */
import { describe, expect, it } from 'vitest'
import { ConnectionLost } from '../../../src/postgres/server/connection.ts'
import { completed, copyWanted, ready, refused } from '../fake/backend.ts'
import { FakeServer, turn } from '../fake/fakeServer.ts'

const copyOf = (name: string) => [{ sql: `copy ${name}`, texts: [`${name}\n`] }]
const sentFor = (name: string) => [
  { kind: 'query', text: `copy ${name}` },
  { kind: 'copyData', text: `${name}\n` },
  { kind: 'copyDone' },
]
const stored = [copyWanted, completed('COPY 1'), ready]
const rowRefused = refused({ S: 'ERROR', C: '23505', M: 'twice' })
const inFailed = refused({ S: 'ERROR', C: '25P02', M: 'the transaction is aborted' })

/** What became of each copy so far. */
function outcomesOf(copies: readonly Promise<void>[]): string[] {
  const outcomes = copies.map(() => 'waits')
  for (const [index, copy] of copies.entries()) {
    copy.then(
      () => {
        outcomes[index] = 'stored'
      },
      (reason: { code?: string; name: string }) => {
        outcomes[index] = reason.code ?? reason.name
      },
    )
  }
  return outcomes
}

describe('rows behind other rows', () => {
  function started(...names: string[]) {
    const server = new FakeServer()
    const outcomes = outcomesOf(names.map(name => server.connection.copyAllIn(copyOf(name))))
    return { server, outcomes }
  }

  it('are sent at once, and those behind them when it is their turn', async () => {
    const { server, outcomes } = started('a', 'b', 'c')
    expect(server.said).toEqual([...sentFor('a'), ...sentFor('b')])
    server.send(...stored)
    await turn()
    expect(outcomes).toEqual(['stored', 'waits', 'waits'])
    expect(server.said).toEqual(['a', 'b', 'c'].flatMap(sentFor))
    server.send(...stored, ...stored)
    await turn()
    expect(outcomes).toEqual(['stored', 'stored', 'stored'])
    expect(server.said).toEqual(['a', 'b', 'c'].flatMap(sentFor))
  })

  it('settle with their own response, however the bytes are cut', async () => {
    const bytes = Buffer.concat([copyWanted, rowRefused, ready, inFailed, ready])
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { server, outcomes } = started('a', 'b')
      server.send(bytes.subarray(0, cut))
      server.send(bytes.subarray(cut))
      await turn()
      expect(outcomes).toEqual(['23505', '25P02'])
      const next = server.connection.script('next')
      expect(server.said.at(-1)).toEqual({ kind: 'query', text: 'next' })
      server.send(completed('NEXT'), ready)
      expect(await next).toBe('NEXT')
    }
  })

  it('are not sent behind a query, and no query is sent behind them', async () => {
    const server = new FakeServer()
    const first = server.connection.script('first')
    const copied = server.connection.copyAllIn(copyOf('a'))
    const last = server.connection.script('last')
    expect(server.said).toEqual([{ kind: 'query', text: 'first' }])
    server.send(completed('FIRST'), ready)
    expect(await first).toBe('FIRST')
    expect(server.said.slice(1)).toEqual(sentFor('a'))
    server.send(...stored)
    await copied
    server.send(completed('LAST'), ready)
    expect(await last).toBe('LAST')
  })

  it('are rejected with those before them if the connection is lost', async () => {
    const { server, outcomes } = started('a', 'b', 'c')
    server.hangUp()
    await turn()
    expect(outcomes).toEqual([ConnectionLost.name, ConnectionLost.name, ConnectionLost.name])
  })
})
