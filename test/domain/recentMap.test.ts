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

/** Runs the steps and returns the map with the last value set for each key. */
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

describe('RecentMap', () => {
  it('never exceeds its weight limit and keeps recently used entries', () => {
    fc.assert(
      fc.property(steps, given => {
        const { map } = walked(given, each => {
          const weights = new Map([...each.entries()].map(([key, { weight }]) => [key, weight]))
          const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
          expect(sum).toBeLessThanOrEqual(weightMax)
        })
        // From here on, less than half of the limit is added, so entries used now must stay.
        map.set('used', { weight: 1, step: -1 })
        for (const key of 'klmnop') map.set(key, { weight: 1, step: -1 })
        expect(map.get('used')).toEqual({ weight: 1, step: -1 })
      }),
    )
  })

  it('returns the last value set, or nothing', () => {
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

  it('drops an entry that was not used while as many others came in', () => {
    const map = new RecentMap<number>(10)
    map.set('old', 1)
    for (let key = 0; key < 10; key += 1) {
      map.get('new')
      map.set(key === 0 ? 'new' : String(key), key)
    }
    expect(map.get('old')).toBeUndefined()
    expect(map.get('new')).toBe(0)
  })

  it('does not keep a value that weighs more than half of the limit', () => {
    const map = new RecentMap<string>(10, text => text.length)
    map.set('a', 'aaaaa')
    map.set('b', 'bbbbbb')
    expect(map.get('a')).toBe('aaaaa')
    expect(map.get('b')).toBeUndefined()
  })

  it('always keeps at least half of its limit', () => {
    const map = new RecentMap<number>(100)
    for (let key = 0; key < 1_000; key += 1) {
      map.set(String(key), key)
      expect([...map.entries()].length).toBeGreaterThanOrEqual(Math.min(key + 1, 50))
    }
  })
})
