// Reads an IBAN as people write it and returns the form that is stored and compared: upper case without
// separators. Checks run in the order in which a person would look, so the first failure reported is the
// thing to correct.

import { bbanKinds, type CharacterKind } from './ibanRegistry.ts'

export type IbanResult = { ok: true; iban: string } | { ok: false; reason: string }

// Separators that people and programs put between groups. White_Space does not include the zero-width space,
// the word joiner or the byte order mark, which come along when copying from a web page or a spreadsheet.
const formatting = /[\p{White_Space}\u200b\u2060\ufeff\u00ad\u2010-\u2015\u2212.-]/gu

const kindNames: Record<CharacterKind, string> = { n: 'a digit', a: 'a letter', c: 'a letter or a digit' }
const kindPatterns: Record<CharacterKind, RegExp> = { n: /[0-9]/, a: /[A-Z]/, c: /[0-9A-Z]/ }

/** Normalises and checks an IBAN. Only the bank knows whether the account exists. */
export function parseIban(text: string): IbanResult {
  // Only a to z are upper-cased: toUpperCase would also turn ı into I and ſ into S, which are not valid in an
  // IBAN.
  const iban = text.replace(formatting, '').replace(/[a-z]/g, letter => letter.toUpperCase())
  const reason = foreignCharacter(iban) ?? wrongShape(iban) ?? wrongCheckDigits(iban)
  return reason === undefined ? { ok: true, iban } : { ok: false, reason }
}

/** Completes an IBAN. Country and BBAN must be upper case and follow the country's structure. */
export function ibanWithCheckDigits(country: string, bban: string): string {
  const checkDigits = 98 - mod97(`${bban}${country}00`)
  return `${country}${String(checkDigits).padStart(2, '0')}${bban}`
}

function foreignCharacter(iban: string): string | undefined {
  if (iban === '') return 'The IBAN is empty.'
  const found = /[^A-Z0-9]/u.exec(iban)?.[0]
  if (found === undefined) return undefined
  return `An IBAN contains only the letters A to Z and the digits 0 to 9; this one also contains ${named(found)}.`
}

function wrongShape(iban: string): string | undefined {
  const country = iban.slice(0, 2)
  if (!/^[A-Z]{2}/.test(iban)) return 'An IBAN starts with a two-letter country code, such as DE or GB.'
  const kinds = bbanKinds(country)
  if (kinds === undefined) return `No IBAN starts with ${country}: that code is not in the IBAN registry.`

  const length = 4 + kinds.length
  if (iban.length !== length) {
    return `An IBAN for ${country} has ${length} characters; this one has ${iban.length}.`
  }

  const wrong = kinds.findIndex((kind, index) => !kindPatterns[kind].test(iban.charAt(4 + index)))
  const kind = kinds[wrong]
  if (kind === undefined) return undefined
  const expected = `character ${5 + wrong} must be ${kindNames[kind]}`
  return `In an IBAN for ${country}, ${expected}; this one has "${iban.charAt(4 + wrong)}".`
}

function wrongCheckDigits(iban: string): string | undefined {
  // 98 minus a remainder is never 00, 01 or 99. Those would pass mod 97 in place of 97, 98 and 02, giving one
  // account two spellings.
  const checkDigits = iban.slice(2, 4)
  if (!/^[0-9]{2}$/.test(checkDigits) || checkDigits < '02' || checkDigits > '98') {
    return `Characters 3 and 4 of an IBAN are check digits from 02 to 98; this one has "${checkDigits}".`
  }
  if (mod97(iban.slice(4) + iban.slice(0, 4)) !== 1) {
    return 'The check digits do not match the rest of the IBAN; look for a mistyped or swapped character.'
  }
  return undefined
}

// Letters count as 10 to 35. The remainder is carried along, because the whole number has up to 62 digits,
// far more than a JavaScript number can hold.
function mod97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
  }
  return remainder
}

// The code point tells a fullwidth 1 or a Cyrillic A from the character it looks like. Invisible characters
// and lone surrogates, which would break the message, are shown only by their code point.
function named(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}" (U+${code})` : `U+${code}`
}
