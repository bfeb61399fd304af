/** Names and ids in the order that lists put them in, for the tests of each list. */

/**
 * The Unicode root collation: punctuation, digits, letters; then accents, then case, and only where all before is
 * equal. It is nobody's language: Å goes with A, and digits are no numbers.
 */
export const namesInOrder = [
  '(unnamed)',
  '1. FC Köln',
  '10 Downing',
  '2 Brothers',
  'aachen',
  'Aachen',
  'Ångström AB',
  'Azur',
  'cote',
  'Cote',
  'coté',
  'côte',
  'côté',
  'Émile',
  'Eta',
  'Strasse',
  'Straße',
  'zebra',
  'Zebra',
  'Ωμέγα',
  'Яндекс',
  '株式会社',
]

/** By bytes of UTF-8: capitals before small letters, and what UTF-16 writes in two units after what it writes in one. */
export const idsInByteOrder = ['10', '9', 'B', 'Z', 'a', 'aa', 'b', 'é', 'Ａ', '😀']

/** é in one code point and in two. By code points the second name would come first. */
export const sameNameInTwoSpellings = [
  { id: 'spelling_1', name: 'Caf\u00e9' },
  { id: 'spelling_2', name: 'Cafe\u0301' },
  { id: 'spelling_3', name: 'Caf\u00e9' },
]

/** The same items in an order that no list has: every third one first. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  return [2, 0, 1].flatMap(rest => items.filter((_, index) => index % 3 === rest))
}
