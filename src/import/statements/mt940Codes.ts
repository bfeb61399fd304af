/** The type of a transaction by the codes of MT940: the German business transaction code of :86:, and SWIFT's of :61:. */
import type { Entry } from './statement.ts'

type Type = Entry['type']
type Side = Entry['side']

/** Ranges of the business transaction codes (Geschäftsvorfallcodes) of the German banks, first to last. */
const germanRanges: readonly [first: number, last: number, type: Type | 'fee'][] = [
  [1, 3, 'Check'],
  [4, 5, 'SepaDirect'],
  [6, 6, 'Card'],
  [8, 8, 'SepaCredit'],
  [20, 20, 'SepaCredit'],
  [51, 54, 'SepaCredit'],
  [70, 78, 'Check'],
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
  [183, 184, 'SepaDirect'],
  [188, 189, 'SepaCredit'],
  [191, 191, 'SepaCredit'],
  [192, 193, 'SepaDirect'],
  [194, 194, 'SepaCredit'],
  [195, 197, 'SepaDirect'],
  [198, 199, 'Card'],
  [808, 808, 'fee'],
  [833, 834, 'InternalCredit'],
]

export function typeByGermanCode(code: string, side: Side): Type | null {
  const value = Number(code)
  for (const [first, last, type] of germanRanges) {
    if (value >= first && value <= last) return type === 'fee' ? feeOf(side) : type
  }
  return null
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
}

/** Transfers and direct debits by their three letters; SEPA is a matter of the euro alone. */
export function typeBySwiftCode(code: string, side: Side, currency: string): Type {
  const type = Object.hasOwn(swiftTypes, code) ? swiftTypes[code] : undefined
  if (type !== undefined) return type === 'fee' ? feeOf(side) : type
  if (currency !== 'EUR') return 'Other'
  if (code === 'TRF' || code === 'STO') return 'SepaCredit'
  return code === 'DDT' || code === 'COL' ? 'SepaDirect' : 'Other'
}

export const feeOf = (side: Side): Type => (side === 'credit' ? 'FeeCredit' : 'FeeDebit')
