/** The items in an order that looks random, and is always the same for a seed (mulberry32 and Fisher–Yates). */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items]
  let state = seed
  const random = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = random(index + 1)
    const [one, two] = [result[index] as Item, result[other] as Item]
    result[index] = two
    result[other] = one
  }
  return result
}
