/** Seeded pseudo-random choices, so that a run can be repeated. */
export interface Random {
  /** An integer from 0 up to but not including `below`. */
  below(below: number): number
  between(min: number, max: number): number
  chance(percent: number): boolean
  pick<Value>(values: readonly Value[]): Value
}

export function randomFrom(seed: number): Random {
  let state = seed | 0
  // mulberry32
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: percent => below(100) < percent,
    pick: values => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('There is nothing to pick from.')
      return value
    },
  }
}
