/**
 * Two columns of accounts of which one is our own in each row: which one it is changes with the direction. The signs
 * of the amounts say which column is the payer's.
 */
import { ibanOf, polishIban } from '../../../fields.ts'
import { plainText } from '../../cells/plainText.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import type { TableColumn } from '../columns.ts'
import type { Doubt, KnownOwner } from '../guess.ts'
import type { Trial } from '../money/trial.ts'
import type { TableShape } from '../tableShape.ts'

export interface OwnNumber {
  one: TableColumn
  other: TableColumn
  /** Numbers that may be our own: each is in one of the two columns in every row. */
  possible: string[]
  /** Other numbers have no place in an entry. */
  areIbans: boolean
}

const accountWords =
  /konto|konta|account|iban|rekening|compte|cuenta|conto|conta|rachun|ucet|uctu|szamla|tili|saskait|kont/

export const payerWords =
  /auftragg|absender|payer|sender|ordenante|ordinante|donneur|from|nadawc|maksaja|zrodlow|debtor|debitor|orig[ei]|source|debit|avsand|avsend|afsend|remitter|(?:^| )(?:fra|von|fran|de|da|z|desde)(?: |$)/
export const payeeWords =
  /empfang|begunst|payee|benefi|recipient|receiver|saaja|odbiorc|mottag|mottak|modtag|destin|ontvang|docelow|creditor|kreditor|credit|target|(?:^| )(?:til|till|to|an|naar|hacia|na)(?: |$)/

const columnsMax = 6
const numberLengthMin = 8

/** Null if no two columns have a number that is always in one of them, and in either of them at times. */
export function ownNumberIn(columns: readonly TableColumn[], owner: KnownOwner): OwnNumber | null {
  const accounts = columns.filter(isAccounts).slice(0, columnsMax)
  for (const [index, one] of accounts.entries()) {
    for (const other of accounts.slice(index + 1)) {
      const possible = ownIn(one, other)
      const known = possible.filter(number => isKnown(number, owner))
      if (possible.length === 0) continue
      const areIbans = [one, other].every(({ filled }) => filled.every(cell => ibanIn(cell) !== null))
      return { one, other, possible: known.length > 0 ? known : possible, areIbans }
    }
  }
  return null
}

const ibanIn = (cell: string): string | null => ibanOf(cell) ?? polishIban(cell)

const isKnown = (number: string, { iban, currencies }: KnownOwner): boolean =>
  number === iban || currencies.has(number)

const numberOf = (cell: string): string => ibanIn(cell) ?? cell.replace(/[\s.-]/g, '').toUpperCase()

function isAccounts({ kind, name, filled, roles }: TableColumn): boolean {
  if (kind === 'iban') return true
  const plain = plainText(name)
  const isNamed = accountWords.test(plain) || roles.some(role => role === 'payerName' || role === 'payeeName')
  return (
    isNamed &&
    filled.length > 0 &&
    filled.every(cell => cell.length < 50 && (cell.match(/\d/g)?.length ?? 0) >= numberLengthMin)
  )
}

function ownIn(one: TableColumn, other: TableColumn): string[] {
  const rows = one.cells.map((cell, row) => [numberOf(cell), numberOf(other.cells[row] ?? '')] as const)
  const [first] = rows
  if (first === undefined) return []
  return [...new Set(first)].filter(number => {
    if (number === '' || !rows.every(([a, b]) => (a === number) !== (b === number))) return false
    return rows.some(([a]) => a === number) && rows.some(([, b]) => b === number)
  })
}

export interface Sides {
  columns: CsvLayout['columns']
  doubts: Doubt[]
}

/** The columns of the payer and the payee: as they are named, or by the entries as they are read. */
export function sidesOf(own: OwnNumber, shape: TableShape, trial: Trial): Sides {
  const { one, other, areIbans } = own
  if (!areIbans) return { columns: {}, doubts: [] }
  const [named, said] = [namedPayer(one, other), payersBySign(own, shape, trial)]
  const payer = named ?? (said.size === 1 ? ([...said][0] ?? null) : null)
  const isCertain = payer !== null && (said.has(payer) || said.size === 0)
  const reason = `is the payer's account in "${(payer ?? one).name}", and the payee's in "${(payer === other ? one : other).name}"?`
  const doubts: Doubt[] = isCertain ? [] : [{ at: 'counterpartyIban', reason }]
  if (payer === null) return { columns: {}, doubts }
  return { columns: { payerIban: payer.at, payeeIban: (payer === one ? other : one).at }, doubts }
}

/** Where our own number is in all rows of money out, for each that may be it. */
function payersBySign(
  { one, other, possible }: OwnNumber,
  { entries: rows }: TableShape,
  { entries }: Trial,
): Set<TableColumn> {
  const sides = new Map(entries.map(({ line, side }) => [line, side]))
  const payers = possible.flatMap(number => {
    const isPayer = rows.flatMap(({ line }, row) => {
      const side = sides.get(line)
      return side === undefined ? [] : [(numberOf(one.cells[row] ?? '') === number) === (side === 'debit')]
    })
    if (isPayer.length === 0 || new Set(isPayer).size > 1) return []
    return isPayer[0] ? [one] : [other]
  })
  return new Set(payers)
}

/** Names that say where money went, and not only who the other party is. */
const targetWords = /destin|target|docelow|(?:^| )(?:til|till|to|naar|na)(?: |$)/

/**
 * Under a name for where money went, the only number in all rows of money in is our own, and never the other party's.
 * It is asked, as some banks have the other party in such a column in either direction.
 */
export function onlyPayee(
  { counterpartyIban: at, accountIban }: CsvLayout['columns'],
  columns: readonly TableColumn[],
  { entries: rows }: TableShape,
  { entries }: Trial,
): Sides | null {
  const column = columns.find(each => each.at === at)
  if (column === undefined || column.kind !== 'iban' || accountIban !== undefined) return null
  const name = plainText(column.name)
  if (!targetWords.test(name) || payerWords.test(name)) return null
  const sides = new Map(entries.map(({ line, side }) => [line, side]))
  const of = (wanted: string) =>
    new Set(
      rows.flatMap(({ line }, row) =>
        sides.get(line) === wanted && column.cells[row] !== '' ? [numberOf(column.cells[row] ?? '')] : [],
      ),
    )
  const [ins, outs] = [of('credit'), of('debit')]
  const [own] = ins
  if (own === undefined || ins.size > 1 || outs.size === 0 || outs.has(own)) return null
  const reason = `is ${own}, under "${column.name}" in all rows of money in, the account itself? It is not read as the other party's`
  return { columns: { payeeIban: column.at }, doubts: [{ at: 'counterpartyIban', reason }] }
}

/** By the names of the columns; null if they do not say. */
function namedPayer(one: TableColumn, other: TableColumn): TableColumn | null {
  const is = ({ name }: TableColumn, words: RegExp) => words.test(plainText(name))
  const isPayer = (column: TableColumn) => is(column, payerWords) && !is(column, payeeWords)
  const isPayee = (column: TableColumn) => is(column, payeeWords) && !is(column, payerWords)
  if (isPayer(one) && isPayee(other)) return one
  return isPayer(other) && isPayee(one) ? other : null
}
