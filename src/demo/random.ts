/**
 * Random numbers that are the same on every machine. Each subject draws from its own named stream, so that
 * changing one part of the demo leaves the others unchanged.
 */

export interface RandomStream {
  /** An integer from 0 up to but not including the limit. */
  below(limit: number): number
  /** An integer from least to most, both included. */
  between(least: number, most: number): number
  percent(chance: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function randomStream(name: string): RandomStream {
  let state = hashed(name)

  // A well-mixed counter (splitmix32). Every step is 32-bit integer arithmetic, so nothing is rounded.
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  // The remainder is biased towards small numbers, but too little to notice in a demo.
  const below = (limit: number) => next() % limit

  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    percent: chance => below(100) < chance,
    pick: items => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error(`The stream "${name}" was asked to pick from an empty list.`)
      return item
    },
  }
}

/** FNV-1a over the UTF-16 code units of the name. */
function hashed(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return hash
}
