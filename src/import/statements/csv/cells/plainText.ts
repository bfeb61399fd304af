/** Text reduced to what matters for comparing words: lower case, without accents and punctuation. */

import { remembered } from './remembered.ts'

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
export const plainText = remembered(plainTextOf)

function plainTextOf(text: string): string {
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

/** What banks write in a cell that has no value; a spreadsheet may add the sign of a currency to a dash. */
export const isBlank = (cell: string): boolean =>
  /^(?:[-\u2010-\u2015\u2212]{0,3}|\p{Sc} ?[-\u2010-\u2015\u2212]{1,3}|[-\u2010-\u2015\u2212]{1,3} ?\p{Sc}|\/|n\/?a|null|none|nil)$/iu.test(
    cell.trim(),
  )

/** Signs and letters of the width of Chinese characters, such as （￥） and １, become the usual ones. */
export const halfWidth = (text: string): string =>
  /[\uff01-\uffee]/.test(text) ? text.normalize('NFKC') : text

const lookAlikes = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
}
const toLatin = new Map(Object.entries(lookAlikes))
const toCyrillic = new Map(Object.entries(lookAlikes).map(([cyrillic, latin]) => [latin, cyrillic]))

/** A plain text in which letters of the other script look like those of its words: all in Latin and all in Cyrillic. */
export function inOneScript(plain: string): string[] {
  const isMixed = /[a-z]/.test(plain) && /\p{Script=Cyrillic}/u.test(plain)
  if (!isMixed) return []
  return [toLatin, toCyrillic].map(letters =>
    [...plain].map(letter => letters.get(letter) ?? letter).join(''),
  )
}
