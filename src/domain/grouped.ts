/** Groups items by key and keeps their order. */
export function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The items that fulfil the condition, and the others. */
export const parted = <Item>(
  items: readonly Item[],
  condition: (item: Item) => boolean,
): [fulfilling: Item[], others: Item[]] => [
  items.filter(item => condition(item)),
  items.filter(item => !condition(item)),
]
