import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecentMap } from '../../src/domain/recentMap.ts'

const weightMax = 20

type Step = { kind: 'get' | 'set' | 'delete'; key: string; weight: number }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('get' as const, 'set' as const, 'delete' as const),
    key: fc.constantFrom(...'abcdefghij'),
    weight: fc.integer({ min: 1, max: 12 }),
  }),
  { maxLength: 200 },
)

interface Value {
  weight: number
  step: number
}

/** Takes the steps, and gives back the map with what each key was last set to. */
function walked(given: readonly Step[], onStep: (map: RecentMap<Value>) => void = () => undefined) {
  const map = new RecentMap<Value>(weightMax, ({ weight }) => weight)
  const lastSet = new Map<string, Value>()
  for (const [step, { kind, key, weight }] of given.entries()) {
    if (kind === 'get') map.get(key)
    else if (kind === 'delete') {
      map.delete(key)
      lastSet.delete(key)
    } else {
      map.set(key, { weight, step })
      lastSet.set(key, { weight, step })
    }
    onStep(map)
  }
  return { map, lastSet }
}

describe('A map of what was used recently', () => {
  it('never weighs more than it may, and keeps what was used since', () => {
    fc.assert(
      fc.property(steps, given => {
        const { map } = walked(given, each => {
          const weights = new Map([...each.entries()].map(([key, { weight }]) => [key, weight]))
          const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
          expect(sum).toBeLessThanOrEqual(weightMax)
        })
        // From here on no more than half of it all is put in, so what is used now stays.
        map.set('used', { weight: 1, step: -1 })
        for (const key of 'klmnop') map.set(key, { weight: 1, step: -1 })
        expect(map.get('used')).toEqual({ weight: 1, step: -1 })
      }),
    )
  })

  it('gives what was set last, or nothing', () => {
    fc.assert(
      fc.property(steps, given => {
        const { map, lastSet } = walked(given)
        for (const key of 'abcdefghij') {
          const kept = map.get(key)
          if (kept !== undefined) expect(kept).toEqual(lastSet.get(key))
        }
      }),
    )
  })

  it('forgets what was not used while as much again came in', () => {
    const map = new RecentMap<number>(10)
    map.set('old', 1)
    for (let key = 0; key < 10; key += 1) {
      map.get('new')
      map.set(key === 0 ? 'new' : String(key), key)
    }
    expect(map.get('old')).toBeUndefined()
    expect(map.get('new')).toBe(0)
  })

  it('does not keep what weighs more than half of it all by itself', () => {
    const map = new RecentMap<string>(10, text => text.length)
    map.set('a', 'aaaaa')
    map.set('b', 'bbbbbb')
    expect(map.get('a')).toBe('aaaaa')
    expect(map.get('b')).toBeUndefined()
  })

  it('keeps at least half of what it may, however much went through it', () => {
    const map = new RecentMap<number>(100)
    for (let key = 0; key < 1_000; key += 1) {
      map.set(String(key), key)
      expect([...map.entries()].length).toBeGreaterThanOrEqual(Math.min(key + 1, 50))
    }
  })
})
