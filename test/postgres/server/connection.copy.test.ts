/** COPY FROM STDIN: pieces are sent one by one, no faster than the server reads them. */
import { describe, expect, it } from 'vitest'
import { ConnectionLost } from '../../../src/postgres/server/connection.ts'
import { completed, copyWanted, notice, ready, refused } from '../fake/backend.ts'
import { FakeServer, turn } from '../fake/fakeServer.ts'

/** Pieces that count how many were requested, and record whether the iterator was closed. */
function countedPieces(pieces: readonly string[], end?: Error) {
  const counted = { asked: 0, isDone: false }
  function* made() {
    try {
      for (const piece of pieces) {
        counted.asked += 1
        yield piece
      }
      if (end) throw end
    } finally {
      counted.isDone = true
    }
  }
  return { counted, pieces: made() }
}

const hundred = Array.from({ length: 100 }, (_, index) => `row ${index}\n`)
const rowRefused = refused({ S: 'ERROR', C: '22P04', M: 'extra data' })

/** The rejection reason, which may come long before it is looked at. */
const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    reason => reason,
  )

/** The connection works for the next query. */
async function expectUsable(server: FakeServer): Promise<void> {
  const next = server.connection.script('next')
  expect(server.said.at(-1)).toEqual({ kind: 'query', text: 'next' })
  server.send(completed('NEXT'), ready)
  expect(await next).toBe('NEXT')
}

describe('copyIn', () => {
  it('sends every piece in order once the server asks for them, then CopyDone', async () => {
    const server = new FakeServer()
    const pieces = ['é\t1\n', '', '😀\t\\N\n']
    const copied = server.connection.copyIn('copy', pieces)
    expect(server.said).toEqual([{ kind: 'query', text: 'copy' }])
    // A notice is not a second request.
    server.send(copyWanted, notice({ S: 'NOTICE', C: '00000', M: 'there are triggers' }))
    await turn()
    expect(server.saidOf('copyData').map(({ text }) => text)).toEqual(pieces)
    expect(server.said.at(-1)).toEqual({ kind: 'copyDone' })
    server.send(completed('COPY 2'), ready)
    expect(await copied).toBe(undefined)
    await expectUsable(server)
  })

  it('resolves only when the server is done, and later queries wait for it', async () => {
    const server = new FakeServer()
    let isCopied = false
    const copied = server.connection.copyIn('copy', ['a']).then(() => {
      isCopied = true
    })
    const next = server.connection.script('next')
    server.send(copyWanted)
    await turn()
    expect(isCopied).toBe(false)
    expect(server.saidOf('query')).toHaveLength(1)
    server.send(completed('COPY 1'), ready)
    await copied
    server.send(completed('NEXT'), ready)
    expect(await next).toBe('NEXT')
  })

  it('requests no piece before the last one was sent', async () => {
    const server = new FakeServer()
    const { counted, pieces } = countedPieces(hundred)
    void server.connection.copyIn('copy', pieces)
    server.hold()
    server.send(copyWanted)
    for (let sent = 1; sent <= 5; sent += 1) {
      await turn()
      expect(counted.asked).toBe(sent)
      server.letGo()
    }
  })

  it('sends no piece if the server rejects the query', async () => {
    const server = new FakeServer()
    const { counted, pieces } = countedPieces(hundred)
    const copied = server.connection.copyIn('copy', pieces)
    server.send(refused({ S: 'ERROR', C: '42P01', M: 'no such table' }), ready)
    await expect(copied).rejects.toMatchObject({ code: '42P01' })
    expect([counted.asked, server.saidOf('copyData')]).toEqual([0, []])
    await expectUsable(server)
  })

  it.each([
    ['and is ready again', [rowRefused, ready]],
    ['and is not ready yet', [rowRefused]],
  ])('stops if the server rejects a row %s, and rejects with its error', async (_, response) => {
    const server = new FakeServer()
    const { counted, pieces } = countedPieces(hundred)
    const reason = reasonOf(server.connection.copyIn('copy', pieces))
    server.hold()
    server.send(copyWanted)
    server.letGo()
    await turn()
    const made = counted.asked
    server.send(...response)
    server.letGo()
    await turn()
    // One more piece may have been requested by then, but it is not sent.
    expect(counted.asked).toBeLessThanOrEqual(made + 1)
    expect(server.saidOf('copyData')).toHaveLength(made)
    expect([server.saidOf('copyDone'), server.saidOf('copyFail'), counted.isDone]).toEqual([[], [], true])
    if (response.length === 1) server.send(ready)
    expect(await reason).toMatchObject({ code: '22P04', message: 'extra data' })
    server.letGo()
    await expectUsable(server)
  })

  it('does not send CopyDone if the server rejected the last row', async () => {
    const server = new FakeServer()
    const reason = reasonOf(server.connection.copyIn('copy', ['only']))
    server.hold()
    server.send(copyWanted, rowRefused)
    server.letGo()
    await turn()
    expect(server.said.map(({ kind }) => kind)).toEqual(['query', 'copyData'])
    server.send(ready)
    expect(await reason).toMatchObject({ code: '22P04' })
  })

  it('sends none of its pieces into the next COPY after it was rejected', async () => {
    const server = new FakeServer()
    const reason = reasonOf(server.connection.copyIn('copy 1', hundred))
    const second = server.connection.copyIn('copy 2', ['own'])
    server.hold()
    server.send(copyWanted)
    await turn()
    server.send(rowRefused, ready, copyWanted)
    for (let write = 0; write < 10; write += 1) {
      server.letGo()
      await turn()
    }
    expect(await reason).toMatchObject({ code: '22P04' })
    const start = server.said.findLastIndex(({ kind }) => kind === 'query')
    expect(server.said.slice(start + 1)).toEqual([{ kind: 'copyData', text: 'own' }, { kind: 'copyDone' }])
    server.send(completed('COPY 1'), ready)
    await second
  })

  it('sends CopyFail and rejects with the error if producing the pieces fails', async () => {
    const server = new FakeServer()
    const thrown = new Error('no third piece')
    const copied = server.connection.copyIn('copy', countedPieces(['a', 'b'], thrown).pieces)
    server.send(copyWanted)
    await turn()
    expect(server.said.map(({ kind }) => kind)).toEqual(['query', 'copyData', 'copyData', 'copyFail'])
    server.send(refused({ S: 'ERROR', C: '57014', M: 'COPY from stdin failed' }), ready)
    await expect(copied).rejects.toBe(thrown)
    await expectUsable(server)
  })

  it("rejects with the server's error if that came before the pieces failed", async () => {
    const server = new FakeServer()
    const copied = server.connection.copyIn('copy', countedPieces(['a'], new Error('later')).pieces)
    server.hold()
    server.send(copyWanted, rowRefused)
    server.letGo()
    await turn()
    expect(server.saidOf('copyFail')).toEqual([])
    server.send(ready)
    await expect(copied).rejects.toMatchObject({ code: '22P04' })
  })

  it('rejects and requests no more pieces if the connection is lost while it waits', async () => {
    const server = new FakeServer()
    const { counted, pieces } = countedPieces(hundred)
    const copied = server.connection.copyIn('copy', pieces)
    server.hold()
    server.send(copyWanted)
    server.hangUp()
    await expect(copied).rejects.toThrow(ConnectionLost)
    await turn()
    expect(counted.asked).toBeLessThanOrEqual(2)
    expect(counted.isDone).toBe(true)
  })

  it('is ended at once if a script starts a COPY without data', async () => {
    const server = new FakeServer()
    const script = server.connection.script('copy')
    server.send(copyWanted)
    await turn()
    expect(server.said.map(({ kind }) => kind)).toEqual(['query', 'copyDone'])
    server.send(completed('COPY 0'), ready)
    expect(await script).toBe('COPY 0')
    await expectUsable(server)
  })
})

describe('copyAllIn', () => {
  const copies = [
    { sql: 'copy 1', texts: ['é\n', 'b\n'] },
    { sql: 'copy 2', texts: ['c\n'] },
  ]
  const everything = [
    { kind: 'query', text: 'copy 1;copy 2' },
    { kind: 'copyData', text: 'é\n' },
    { kind: 'copyData', text: 'b\n' },
    { kind: 'copyDone' },
    { kind: 'copyData', text: 'c\n' },
    { kind: 'copyDone' },
  ]

  it('sends everything before the server asks, and nothing more when it asks', async () => {
    const server = new FakeServer()
    const copied = server.connection.copyAllIn(copies)
    expect(server.said).toEqual(everything)
    for (const each of [copyWanted, completed('COPY 2'), copyWanted, completed('COPY 1')]) {
      server.send(each)
      await turn()
    }
    expect(server.said).toEqual(everything)
    server.send(ready)
    expect(await copied).toBe(undefined)
    await expectUsable(server)
  })

  it('resolves only when the server is done with all of them, and later queries wait for it', async () => {
    const server = new FakeServer()
    let isCopied = false
    const copied = server.connection.copyAllIn(copies).then(() => {
      isCopied = true
    })
    const next = server.connection.script('next')
    server.send(copyWanted, completed('COPY 2'))
    await turn()
    expect([isCopied, server.said.length]).toEqual([false, everything.length])
    server.send(copyWanted, completed('COPY 1'), ready)
    await copied
    server.send(completed('NEXT'), ready)
    expect(await next).toBe('NEXT')
  })

  it.each([
    ['the first', [copyWanted, rowRefused, ready]],
    ['the second', [copyWanted, completed('COPY 2'), copyWanted, rowRefused, ready]],
    ['the query', [rowRefused, ready]],
  ])('rejects with the error if the server rejects %s', async (_, response) => {
    const server = new FakeServer()
    const copied = server.connection.copyAllIn(copies)
    server.send(...response)
    await expect(copied).rejects.toMatchObject({ code: '22P04' })
    expect(server.said).toEqual(everything)
    await expectUsable(server)
  })
})
