/** Long reads take turns, and those who wait for the same one share it. */
import { describe, expect, it } from 'vitest'
import { SharedTurns } from '../../src/store/sharedTurns.ts'

/** Work that says when it begins, and ends when it is let go. */
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

describe('Shared turns', () => {
  it('run one piece of work of a line at a time, in the order in which it came', async () => {
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

  it('share work that has not begun, and never work that has', async () => {
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

  it('keep lines apart, whatever letters their names have', async () => {
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

  it('go on after work that failed, which fails for those who asked for it', async () => {
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
