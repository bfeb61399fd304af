/**
 * What a search compares: the words of a row, and the words of a query. A row matches if each word of the query is the
 * beginning of one of its words. Both are folded here and nowhere else, so index and query always agree.
 */
import { withoutLeadingZeros } from '../edges.ts'
import { plainText } from '../plainText.ts'

export interface SearchedTexts {
  /** Names, descriptions and references. */
  texts: string
  iban: string | null
  amount: string | null
}

/** Longer words are compared by their beginning. */
const wordLengthMax = 60

/** The words of a row, each once. */
export function wordsOfRow({ texts, iban, amount }: SearchedTexts): Set<string> {
  const words = new Set<string>()
  for (const part of partsOf(texts)) {
    const pieces = piecesOf(part)
    for (const piece of pieces) words.add(cut(piece))
    // RE-2026-0117 is also found as RE20260117, and 1.249,90 as 1249.90.
    if (pieces.length > 1) words.add(cut(pieces.join('')))
    const number = numberWord(part)
    if (number !== null) words.add(cut(number))
  }
  if (iban !== null) {
    const letters = plainText(iban).replace(/[^\p{L}\p{N}]/gu, '')
    words.add(cut(letters))
    // In groups of four, as people write it.
    for (const group of letters.slice(0, wordLengthMax).match(/.{1,4}/gsu) ?? []) words.add(group)
  }
  if (amount !== null) words.add(cut(amountWord(amount)))
  words.delete('')
  return words
}

/** The words that a row must have, without those that others imply. */
export function wordsOfQuery(query: string): string[] {
  const words = partsOf(query).flatMap(part => {
    const number = numberWord(part)
    return number === null ? piecesOf(part) : [number]
  })
  const distinct = [...new Set(words.map(cut))]
  return distinct.filter(word => !distinct.some(other => other !== word && other.startsWith(word)))
}

export function hasWords(row: SearchedTexts, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false
  const words = [...wordsOfRow(row)]
  return wanted.every(beginning => words.some(word => word.startsWith(beginning)))
}

const cut = (word: string): string => {
  if (word.length <= wordLengthMax) return word
  const short = word.slice(0, wordLengthMax)
  // Not half of a surrogate pair.
  return short.isWellFormed() ? short : short.slice(0, -1)
}

const partsOf = (text: string): string[] => plainText(text).split(' ')

/** Letters and digits; everything else separates. */
const piecesOf = (part: string): string[] => part.split(noWord).filter(piece => piece !== '')

const noWord = /[^\p{L}\p{N}]+/u

const edges = /^[^\p{L}\p{N}]{1,40}|[^\p{L}\p{N}]{1,40}$/gu
const number = /^([0-9]{1,3}(?:[.,'][0-9]{3})+|[0-9]+)(?:[.,]([0-9]{1,2}))?$/

/** A number as people write amounts, with a point before the cents: 1249.90. Null for anything else, or plain digits. */
function numberWord(part: string): string | null {
  if (part.length > wordLengthMax || !/[.,']/.test(part)) return null
  const [, whole, cents] = number.exec(part.replace(edges, '')) ?? []
  if (whole === undefined) return null
  const digits = withoutLeadingZeros(whole.replace(/[.,']/g, ''))
  return cents === undefined ? digits : `${digits}.${cents}`
}

function amountWord(amount: string): string {
  const [whole = '', places = ''] = amount.replace('-', '').split('.')
  return `${withoutLeadingZeros(whole)}.${places.padEnd(2, '0')}`
}
