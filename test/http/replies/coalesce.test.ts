import { describe, expect, it } from 'vitest'
import { coalesce } from '../../../src/api/http/coalesce.ts'

const nextTurn = () => new Promise(settle => setImmediate(() => setImmediate(settle)))

/** A store that responds when the test says so, and records its look-ups. */
function slowStore() {
  const batches: string[][] = []
  const waiting: (() => void)[] = []
  const look = coalesce(async (names: string[]) => {
    batches.push(names)
    await new Promise<void>(settle => waiting.push(settle))
    if (names.includes('bad')) throw new Error('out of reach')
    return names.map(name => `${name} in look-up ${batches.indexOf(names) + 1}`)
  })
  const answerNext = async () => {
    await nextTurn()
    waiting.shift()?.()
    await nextTurn()
  }
  return { batches, look, answerNext }
}

describe('Requests that wait together', () => {
  it('share one look-up, each with its own result', async () => {
    const { batches, look, answerNext } = slowStore()
    const replies = Promise.all(['a', 'b', 'a'].map(look))
    await answerNext()
    expect(await replies).toEqual(['a in look-up 1', 'b in look-up 1', 'a in look-up 1'])
    expect(batches).toEqual([['a', 'b', 'a']])
  })

  it('never share a look-up that started before they came in', async () => {
    const { batches, look, answerNext } = slowStore()
    const first = look('a')
    await new Promise(settle => setImmediate(settle))
    const later = Promise.all([look('a'), look('a')])
    await answerNext()
    expect(await first).toBe('a in look-up 1')
    await answerNext()
    expect(await later).toEqual(['a in look-up 2', 'a in look-up 2'])
    expect(batches).toHaveLength(2)
  })

  it('share a look-up with requests that arrive in the same turn of the event loop as the last result', async () => {
    const { batches, look, answerNext } = slowStore()
    const first = look('a')
    await nextTurn()
    const waiting = look('b')
    const late = first.then(() => look('c'))
    await answerNext()
    await answerNext()
    expect(await Promise.all([waiting, late])).toEqual(['b in look-up 2', 'c in look-up 2'])
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('all fail if it fails, and later ones start a new look-up', async () => {
    const { look, answerNext } = slowStore()
    const together = Promise.allSettled([look('a'), look('bad')])
    await answerNext()
    expect((await together).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = look('a')
    await answerNext()
    expect(await next).toBe('a in look-up 2')
  })

  it('come in batches of bounded size', async () => {
    const { batches, look, answerNext } = slowStore()
    const replies = Promise.all(Array.from({ length: 501 }, (_, index) => look(String(index))))
    await answerNext()
    await answerNext()
    expect((await replies).at(-1)).toBe('500 in look-up 2')
    expect(batches.map(({ length }) => length)).toEqual([500, 1])
  })
})
