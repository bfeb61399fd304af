/** What a guess is: a mapping, the rows it was made from, and what a person must check. */
import type { ColumnName, CsvLayout } from '../csvLayout.ts'

export interface Doubt {
  at:
    | ColumnName
    | 'dateFormat'
    | 'year'
    | 'decimal'
    | 'amounts'
    | 'delimiter'
    | 'header'
    | 'sign'
    | 'fees'
    | 'surplus'
    | 'unbooked'
    | 'rows'
    | 'columns'
  /** A sentence without the final full stop, that a person can answer with the rows in view. */
  reason: string
}

export interface CsvGuess {
  mapping: CsvLayout
  /** The name of the bank's layout, if it is known. */
  preset: string | null
  /** The first rows after the header, split by the mapping's delimiter. */
  rows: string[][]
  /** What must be checked before the mapping is used: it is ambiguous or missing. */
  uncertain: Doubt[]
}

/** What is known about the account before its table is read. */
export interface KnownOwner {
  /** The account that the user chose; null if none was chosen or it has none. */
  iban: string | null
  currency: string | null
  /** The currencies of the workspace's accounts by their IBANs. */
  currencies: ReadonlyMap<string, string>
  /** Names of the account and its company. */
  names: readonly string[]
}

export const unknownOwner: KnownOwner = { iban: null, currency: null, currencies: new Map(), names: [] }
