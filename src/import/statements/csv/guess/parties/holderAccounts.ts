/** Accounts of the holder that have names and no IBANs. */
import { plainText } from '../../cells/plainText.ts'
import { type TableColumn, withRole } from '../columns.ts'

/** Names of several accounts, such as "Cash" and "Savings". */
export function accountNames(columns: readonly TableColumn[]): TableColumn | undefined {
  const isNames = ({ kind, distinct, filled, cells }: TableColumn) =>
    kind === 'text' && distinct > 1 && filled.length === cells.length
  return (
    withRole(columns, 'ownAccount', 'someAccount').find(isNames) ??
    columns.find(column => isNames(column) && isPocket(column))
  )
}

/** Names without digits that repeat are those of a few accounts of the holder; others may be those of the other party. */
export const hasOwnNames = ({ kind, name, filled, cells, distinct }: TableColumn): boolean =>
  kind === 'text' &&
  /^(?:accounts?|konto|compte|cuenta|conto|conta|rekening)$/.test(plainText(name)) &&
  filled.length === cells.length &&
  distinct > 1 &&
  distinct * 2 <= filled.length + 1 &&
  filled.every(
    cell => /\p{L}{2}/u.test(cell) && (cell.match(/\d/g)?.length ?? 0) <= nameDigitsMax(distinct, filled),
  )

/** A few names that repeat often may have a year or the end of a number. */
const nameDigitsMax = (distinct: number, filled: readonly string[]): number =>
  distinct * 4 <= filled.length ? 4 : 0

/** A wallet keeps savings next to the current account, with a balance each. */
const isPocket = ({ name, filled }: TableColumn): boolean =>
  /^(?:product|produkt|produit|producto|prodotto|produto)$/.test(plainText(name)) &&
  (filled.every(cell => pocket.test(plainText(cell))) || filled.every(hasAccountNumber))

/** The product of a bank is an account or a card, and its number is behind its name. */
const hasAccountNumber = (cell: string): boolean => cell.length <= productLengthMax && /\d{10}/.test(cell)

const productLengthMax = 100

const pocket =
  /^(?:current|savings?|pockets?|vaults?|deposit|investments?|giro|girokonto|sparen|spar|sparkonto|ersparnisse|courant|actuel|epargne|actual|corriente|ahorros?|corrente|risparmi|risparmio|conto deposito|poupanca|lopende|betaalrekening|spaarrekening)$/
