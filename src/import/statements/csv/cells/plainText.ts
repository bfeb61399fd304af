/** Text reduced to what matters for comparing words: lower case, without accents and punctuation. */

/** Letters that are not a base letter with an accent. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ı: 'i',
}

export const plainLengthMax = 300

/** Überweisung/Empfänger*in becomes "uberweisung empfanger in". */
export function plainText(text: string): string {
  const lower = text.slice(0, plainLengthMax).toLowerCase()
  // Most texts have no accents, and a table has many.
  if (/^[ -~]*$/.test(lower)) return lower.replace(/[^a-z0-9]+/g, ' ').trim()
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßłøæœđı]/g, letter => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What banks write in a cell that has no value. */
export const isBlank = (cell: string): boolean => /^(?:-{0,3}|\/|n\/?a|null|none|nil)$/i.test(cell.trim())
