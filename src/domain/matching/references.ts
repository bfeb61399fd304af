/**
 * Finds a bill's reference in the texts of a payment. Banks and people write references in groups, with or
 * without separators and in any case. A match must be whole: neither RE-2026-0117 nor 1170 contains the
 * reference 117.
 */
import { ibanWithCheckDigits } from '../money/iban.ts'

/** A payment text, prepared for searching. */
export interface SearchText {
  folded: string
  /** Only its letters and digits. */
  compact: string
  /** The position of each of them in `folded`. */
  places: readonly number[]
}

export interface BillReference {
  kind: 'structured' | 'payment' | 'invoice' | 'bill'
  /** As written on the bill. */
  text: string
  compact: string
  /** Every way to write it: the Swiss reference also without its leading zeros. */
  forms: readonly string[]
  /** Whether it is too specific to occur by chance. */
  telling: boolean
}

/** Longer texts are not references and are not searched for. */
const referenceLengthMax = 140
/** Longest gap between two characters of a reference: a line break and a space. */
const innerGapMax = 3
/** A number with fewer digits may be one group of a longer number. */
const ungroupedDigitsMin = 6

/** Upper case, without accents. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()

export const compacted = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

export function searchText(text: string): SearchText {
  const folded = fold(text)
  const places: number[] = []
  let compact = ''
  for (const { 0: character, index } of folded.matchAll(/[\p{L}\p{N}]/gu)) {
    compact += character
    for (let unit = 0; unit < character.length; unit += 1) places.push(index + unit)
  }
  return { folded, compact, places }
}

interface Referring {
  paymentReference: string | null
  invoiceNumber: string | null
}

/** The references that a payment of the bill may contain, most specific first. */
export function referencesOf({ paymentReference, invoiceNumber }: Referring): BillReference[] {
  const found: BillReference[] = []
  const add = (text: string | null, kind: BillReference['kind'], compact = compacted(text ?? '')) => {
    if (text === null || compact === '' || compact.length > referenceLengthMax) return
    if (found.some(each => each.compact === compact)) return
    const forms = kind === 'structured' ? formsOf(compact) : [compact]
    found.push({ kind, text, compact, forms, telling: isTelling(compact) })
  }
  const structured = paymentReference === null ? null : creditorReferenceOf(paymentReference)
  if (structured === null) add(paymentReference, 'payment')
  else add(paymentReference, 'structured', structured)
  add(invoiceNumber, 'invoice')
  return found
}

/** The creditor reference in this form or with its type before it, as in SCOR RF18…, compacted; null for other texts. */
export function creditorReferenceOf(text: string): string | null {
  if (text.length > referenceLengthMax) return null
  const compact = compacted(text).replace(/^(SCOR|QRR)(?=RF|\d)/, '')
  return isCreditorReference(compact) ? compact : null
}

/** Shorter than this, a Swiss reference without its zeros may be any number. */
const strippedLengthMin = 12

function formsOf(compact: string): string[] {
  const stripped = /^0/.test(compact) ? compact.replace(/^0+/, '') : compact
  return stripped === compact || stripped.length < strippedLengthMin ? [compact] : [compact, stripped]
}

/** A reference that a supplier gives to one bill, with check digits: ISO 11649 or that of a Swiss QR-bill. */
export const isCreditorReference = (compact: string): boolean => isIso11649(compact) || isQrReference(compact)

/** RF, two check digits, and up to 21 letters and digits. */
const isIso11649 = (compact: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(compact) && ibanWithCheckDigits('RF', compact.slice(4)) === compact

/** How a digit moves the carry of a Swiss check digit (modulo 10, recursive). */
const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

/** 27 digits, the last of which checks the others. Only zeros are no reference. */
function isQrReference(compact: string): boolean {
  if (!/^\d{27}$/.test(compact) || /^0+$/.test(compact)) return false
  const carry = [...compact.slice(0, -1)].reduce((sum, digit) => carries[(sum + Number(digit)) % 10] ?? 0, 0)
  return (10 - carry) % 10 === Number(compact.at(-1))
}

/** A word, two digits or a year occur in many payments. */
function isTelling(compact: string): boolean {
  const digits = compact.replace(/\P{N}/gu, '').length
  return compact.length >= 4 && digits >= 3 && !/^(19|20)\d\d$/.test(compact)
}

export const isNamedIn = (text: SearchText, { forms }: Pick<BillReference, 'forms'>): boolean =>
  forms.some(form => occursIn(text, form))

function occursIn(text: SearchText, compact: string): boolean {
  for (let at = text.compact.indexOf(compact); at !== -1; at = text.compact.indexOf(compact, at + 1)) {
    if (isWhole(text, at, compact)) return true
  }
  return false
}

function isWhole(text: SearchText, at: number, reference: string): boolean {
  const isShort = /^\d+$/.test(reference) && reference.length < ungroupedDigitsMin
  const end = at + reference.length
  for (let index = at + 1; index < end; index += 1) {
    const gap = gapBefore(text, index)
    if (gap.length > (isShort ? 0 : innerGapMax)) return false
  }
  return !isContinued(text, at, isShort) && !isContinued(text, end, isShort)
}

/** The text between this letter or digit and the one before it. */
const gapBefore = ({ folded, places }: SearchText, index: number): string =>
  folded.slice((places[index - 1] ?? -1) + 1, places[index] ?? folded.length)

/** Whether the characters before and after this position belong to the same number or word. */
function isContinued(text: SearchText, index: number, isShort: boolean): boolean {
  const [before, behind] = [text.compact[index - 1], text.compact[index]]
  if (before === undefined || behind === undefined) return false
  const gap = gapBefore(text, index)
  const digits = isDigit(before) && isDigit(behind)
  if (gap === '') return digits || (!isDigit(before) && !isDigit(behind))
  return digits && (/^[-/._']+$/.test(gap) || (isShort && /^\s$/.test(gap)))
}

const isDigit = (character: string): boolean => /^\p{N}$/u.test(character)
