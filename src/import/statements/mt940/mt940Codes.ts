/**
 * Maps MT940 codes to transaction types: in :86: the German code and words, in :61: SWIFT codes and those of
 * Dutch banks.
 */
import type { Entry } from '../statement.ts'

type Type = Entry['type']
type Side = Entry['side']

/** Ranges of the German banks' business transaction codes (Geschäftsvorfallcodes), first to last. */
const germanRanges: readonly [first: number, last: number, type: Type | 'fee'][] = [
  [1, 3, 'Check'],
  [4, 5, 'SepaDirect'],
  [6, 6, 'Card'],
  [8, 8, 'SepaCredit'],
  [9, 9, 'SepaDirect'],
  [11, 11, 'Check'],
  [13, 13, 'SepaCredit'],
  [17, 20, 'SepaCredit'],
  [51, 54, 'SepaCredit'],
  [56, 56, 'SepaCredit'],
  [58, 58, 'InternalCredit'],
  [59, 59, 'SepaCredit'],
  [67, 69, 'SepaCredit'],
  [70, 70, 'Check'],
  [71, 71, 'SepaDirect'],
  [84, 84, 'SepaDirect'],
  [101, 103, 'Check'],
  [104, 105, 'SepaDirect'],
  [106, 106, 'Card'],
  [107, 107, 'SepaDirect'],
  [108, 109, 'SepaDirect'],
  [110, 110, 'Card'],
  [111, 111, 'Check'],
  [112, 112, 'SepaCredit'],
  [116, 119, 'SepaCredit'],
  [122, 122, 'Check'],
  [152, 159, 'SepaCredit'],
  [160, 169, 'SepaCredit'],
  [170, 170, 'Check'],
  [171, 171, 'SepaDirect'],
  [174, 175, 'SepaDirect'],
  [177, 177, 'SepaCredit'],
  [181, 181, 'SepaDirect'],
  [182, 182, 'Card'],
  [183, 183, 'Check'],
  [184, 184, 'SepaDirect'],
  [188, 189, 'SepaCredit'],
  [191, 191, 'SepaCredit'],
  [192, 193, 'SepaDirect'],
  [194, 194, 'SepaCredit'],
  [195, 197, 'SepaDirect'],
  [198, 199, 'Card'],
  [801, 804, 'fee'],
  [806, 810, 'fee'],
  [833, 834, 'InternalCredit'],
]

export function typeByGermanCode(code: string, side: Side, currency: string): Type | null {
  const value = Number(code)
  const range = germanRanges.find(([first, last]) => value >= first && value <= last)
  return range === undefined ? null : typeIn(range[2], side, currency)
}

/** SEPA only exists in euro: in another currency, the same code is a different kind of transfer. */
function typeIn(type: Type | 'fee', side: Side, currency: string): Type {
  if (type === 'fee') return feeOf(side)
  return currency !== 'EUR' && (type === 'SepaCredit' || type === 'SepaDirect') ? 'Other' : type
}

const wordsOfLabel: readonly [words: RegExp, type: Type][] = [
  [/\bINCASSO\b|\bDIRECT DEBIT\b/i, 'SepaDirect'],
  [/\b(OVERBOEKING|ACCEPTGIRO|IDEAL|CREDIT TRANSFER|STANDING ORDER)\b/i, 'SepaCredit'],
  [/\b(BETAALAUTOMAAT|GELDAUTOMAAT|PURCHASE)\b/i, 'Card'],
]
/**
 * Card payment texts from Dutch banks start like this; later in the text, the words refer to a shop's own
 * terminal.
 */
const cardText = /^(BEA|GEA)\b|^(\d\d-\d\d-\d\d \d\d:\d\d )?(BETAALAUTOMAAT|GELDAUTOMAAT)\b/i

/** The type by the bank's label, if it has no code. */
export function typeByWords(
  { label, reference }: { label: string | null; reference: string | null },
  side: Side,
  currency: string,
): Type | null {
  if (label === null)
    return side === 'debit' && reference !== null && cardText.test(reference) ? 'Card' : null
  const found = wordsOfLabel.find(([words]) => words.test(label))
  return found === undefined ? null : typeIn(found[1], side, currency)
}

/** Three-digit codes are specific to each bank; these are the ones whose meaning is clear from its statements. */
const numbersOfBank: Readonly<Record<string, Readonly<Record<string, Type | 'fee'>>>> = {
  RABO: {
    '030': 'Card',
    '060': 'SepaDirect',
    '064': 'SepaDirect',
    '071': 'SepaCredit',
    '086': 'SepaCredit',
    '093': 'fee',
    '102': 'SepaCredit',
    '122': 'SepaCredit',
    '127': 'SepaCredit',
    '541': 'SepaCredit',
  },
  ABNA: { '247': 'SepaDirect', '654': 'SepaCredit' },
}

/**
 * Codes of ING, Triodos (two letters, perhaps with a zero), SNS and ASN (three letters), which no other bank
 * uses differently.
 */
const dutchLetters: Readonly<Record<string, Type | 'fee'>> = {
  AC: 'SepaCredit',
  ACC: 'SepaCredit',
  BA: 'Card',
  BEA: 'Card',
  ET: 'SepaCredit',
  GA: 'Card',
  GEA: 'Card',
  GM: 'Card',
  GT: 'SepaCredit',
  IC: 'SepaDirect',
  ID: 'SepaCredit',
  IDB: 'SepaCredit',
  INC: 'SepaDirect',
  IOB: 'SepaCredit',
  IT: 'SepaCredit',
  KN: 'fee',
  KST: 'fee',
  OV: 'SepaCredit',
  OVB: 'SepaCredit',
  PO: 'SepaCredit',
  VZ: 'SepaCredit',
}

export function typeByDutchCode(
  code: string,
  bank: string | null,
  side: Side,
  currency: string,
): Type | null {
  const ofBank = bank !== null && Object.hasOwn(numbersOfBank, bank) ? numbersOfBank[bank] : undefined
  const letters = code.replace(/0$/, '')
  const type = ofBank?.[code] ?? (Object.hasOwn(dutchLetters, letters) ? dutchLetters[letters] : undefined)
  return type === undefined ? null : typeIn(type, side, currency)
}

const swiftTypes: Readonly<Record<string, Type | 'fee'>> = {
  CHG: 'fee',
  COM: 'fee',
  CHK: 'Check',
  TCK: 'Check',
  CLR: 'Check',
  CMI: 'InternalCredit',
  CMN: 'InternalCredit',
  CMS: 'InternalCredit',
  CMT: 'InternalCredit',
  CMZ: 'InternalCredit',
  TRF: 'SepaCredit',
  STO: 'SepaCredit',
  DDT: 'SepaDirect',
  COL: 'SepaDirect',
}

/** SWIFT's three-letter codes. */
export function typeBySwiftCode(code: string, side: Side, currency: string): Type {
  const type = Object.hasOwn(swiftTypes, code) ? swiftTypes[code] : undefined
  return type === undefined ? 'Other' : typeIn(type, side, currency)
}

export const feeOf = (side: Side): Type => (side === 'credit' ? 'FeeCredit' : 'FeeDebit')
