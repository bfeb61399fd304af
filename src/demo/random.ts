/**
 * Chance that is the same on every machine. Each subject draws from a stream of its own name, so that a
 * change to one part of the demo leaves the other parts as they were.
 */

export interface RandomStream {
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number
  /** A whole number from the least to the most, both included. */
  between(least: number, most: number): number
  percent(chance: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function randomStream(name: string): RandomStream {
  let state = hashed(name)

  // A counter that is mixed well (splitmix32). Every step is 32-bit integer arithmetic: nothing is rounded.
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  // The remainder favours small numbers by less than anyone would see in a demo.
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

/** FNV-1a over the UTF-16 units of the name. */
function hashed(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return hash
}
