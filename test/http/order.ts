/** Names and ids in list order, for the tests of each list. */

/**
 * The Unicode root collation: punctuation, digits, letters; then accents, then case, and only where all before is
 * equal. It follows no language: Å sorts with A, and digits are not numbers.
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

/** By UTF-8 bytes: capitals before small letters, and astral characters last, unlike in UTF-16 order. */
export const idsInByteOrder = ['10', '9', 'B', 'Z', 'a', 'aa', 'b', 'é', 'Ａ', '😀']

/** é as one code point and as two. By code points the second name would come first. */
export const sameNameInTwoSpellings = [
  { id: 'spelling_1', name: 'Caf\u00e9' },
  { id: 'spelling_2', name: 'Cafe\u0301' },
  { id: 'spelling_3', name: 'Caf\u00e9' },
]

/** The same items in an order that no list uses: every third one first. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  return [2, 0, 1].flatMap(rest => items.filter((_, index) => index % 3 === rest))
}
