/** Long reads take turns, and callers waiting for the same one share it. */
import { describe, expect, it } from 'vitest'
import { SharedTurns } from '../../src/store/sharedTurns.ts'

/** Work that records when it starts and finishes when released. */
function held() {
  const begun: string[] = []
  const release = new Map<string, () => void>()
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>(resolve => release.set(name, resolve))
    return name
  }
  return { begun, work, let: (name: string) => release.get(name)?.() }
}

const settled = () => new Promise(setImmediate)

describe('shared turns', () => {
  it('run the work of a line one at a time, in order', async () => {
    const turns = new SharedTurns()
    const { begun, work, let: letGo } = held()
    const both = [turns.run('line', 'a', work('a')), turns.run('line', 'b', work('b'))]
    await settled()
    expect(begun).toEqual(['a'])
    letGo('a')
    await settled()
    expect(begun).toEqual(['a', 'b'])
    letGo('b')
    expect(await Promise.all(both)).toEqual(['a', 'b'])
  })

  it('share work that is waiting, never work that has started', async () => {
    const turns = new SharedTurns()
    const { begun, work, let: letGo } = held()
    const first = turns.run('line', 'a', work('first'))
    await settled()
    const later = [turns.run('line', 'a', work('second')), turns.run('line', 'a', work('third'))]
    letGo('first')
    await settled()
    letGo('second')
    expect([await first, ...(await Promise.all(later))]).toEqual(['first', 'second', 'second'])
    expect(begun).toEqual(['first', 'second'])
  })

  it('keep lines apart, whatever characters their names contain', async () => {
    const turns = new SharedTurns()
    const { begun, work, let: letGo } = held()
    const pairs = [
      ['a b', 'c'],
      ['a', 'b c'],
      ['a","b', 'c'],
    ] as const
    const all = pairs.map(([line, name], index) => turns.run(line, name, work(String(index))))
    await settled()
    expect(begun).toEqual(['0', '1', '2'])
    for (const name of begun) letGo(name)
    expect(await Promise.all(all)).toEqual(['0', '1', '2'])
  })

  it('continue after failed work, which fails only for those who asked for it', async () => {
    const turns = new SharedTurns()
    const fail = async (): Promise<string> => {
      throw new Error('no')
    }
    const failing = [turns.run('line', 'a', fail), turns.run('line', 'a', fail)]
    const after = turns.run('line', 'b', async () => 'b')
    await expect(Promise.allSettled(failing)).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    expect(await after).toBe('b')
    expect(await turns.run('line', 'a', async () => 'a')).toBe('a')
  })
})
