/** Work for all nodes of a cluster, some of which do not answer. */
import { describe, expect, it } from 'vitest'
import { AwayNodes } from '../../../src/store/nodes/awayNodes.ts'

class OutOfReach extends Error {}

const retryMs = 1_000

/** Nodes whose answers the test decides. */
function cluster(...names: string[]) {
  const parts = names.map(node => ({ node }))
  const answers = new Map<string, () => Promise<string>>(names.map(name => [name, async () => name]))
  const asked: string[] = []
  const clock = { nowMs: 0 }
  const away = new AwayNodes(
    error => error instanceof OutOfReach,
    () => clock.nowMs,
  )
  const ask = () =>
    away.askThose(parts, async ({ node }) => {
      asked.push(node)
      return await (answers.get(node)?.() ?? Promise.reject(new Error(`No node ${node}.`)))
    })
  const fail = (node: string, error: Error = new OutOfReach(node)) =>
    answers.set(node, async () => await Promise.reject(error))
  const recover = (node: string) => answers.set(node, async () => node)
  /** Whom the next question goes to. */
  const askedNext = async () => {
    asked.length = 0
    await ask()
    return [...asked]
  }
  return { ask, answers, askedNext, clock, fail, recover }
}

const settled = () => new Promise(settle => setImmediate(settle))

describe('Nodes out of reach', () => {
  it('are left out', async () => {
    const { ask, fail } = cluster('a', 'b', 'c')
    expect(await ask()).toEqual(['a', 'b', 'c'])
    fail('b')
    expect(await ask()).toEqual(['a', 'c'])
  })

  it('are tried again once a second, and count as soon as they have answered', async () => {
    const { ask, askedNext, clock, fail, recover } = cluster('a', 'b')
    fail('b')
    await ask()
    clock.nowMs += retryMs - 1
    expect(await askedNext()).toEqual(['a'])
    clock.nowMs += 1
    expect(await askedNext()).toEqual(['b', 'a'])
    await settled()
    expect(await askedNext()).toEqual(['a'])
    recover('b')
    clock.nowMs += retryMs
    await ask()
    await settled()
    expect(await ask()).toEqual(['a', 'b'])
  })

  it('are not waited for again, however long they hang', async () => {
    const { ask, answers, askedNext, clock, fail, recover } = cluster('a', 'b')
    fail('b')
    await ask()
    let end = (_: string) => {}
    answers.set('b', () => new Promise(resolve => (end = resolve)))
    clock.nowMs += retryMs
    expect(await askedNext()).toEqual(['b', 'a'])
    clock.nowMs += 100 * retryMs
    expect(await askedNext()).toEqual(['a'])
    recover('b')
    end('b')
    await settled()
    expect(await askedNext()).toEqual(['a', 'b'])
  })

  it('are all asked if none is in reach, and the error is theirs', async () => {
    const { ask, fail, recover } = cluster('a', 'b')
    fail('a')
    fail('b')
    for (let turn = 0; turn < 3; turn += 1) await expect(ask()).rejects.toThrow(OutOfReach)
    recover('b')
    expect(await ask()).toEqual(['b'])
  })

  it('that say what is wrong with the question are not out of reach', async () => {
    const { ask, clock, fail, recover } = cluster('a', 'b')
    fail('b', new Error('no such table'))
    for (let turn = 0; turn < 2; turn += 1) await expect(ask()).rejects.toThrow('no such table')
    // The same for one that was away before.
    fail('b')
    expect(await ask()).toEqual(['a'])
    fail('b', new Error('no such table'))
    clock.nowMs += retryMs
    await ask()
    await settled()
    await expect(ask()).rejects.toThrow('no such table')
    recover('b')
    expect(await ask()).toEqual(['a', 'b'])
  })
})
