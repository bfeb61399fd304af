/** What to ask about the columns of the other party. */
import { ibanOf } from '../../../fields.ts'
import { plainText } from '../../cells/plainText.ts'
import { shown, type TableColumn, withRole } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import { payeeWords, payerWords } from './ownNumber.ts'

export const isSame = ({ distinct, filled, cells }: TableColumn): boolean =>
  distinct === 1 && filled.length === cells.length

export const isPayersName = ({ name }: TableColumn): boolean => payerWords.test(plainText(name))

export const whoseDoubt = (column: TableColumn): Doubt => ({
  at: 'counterpartyIban',
  reason: `is ${shown(column)} the account itself or the other party?`,
})

/** Under a name that says nothing: it may also be that of the payee, or the only account of all rows. */
export function isUnlikeParty(
  column: TableColumn,
  columns: readonly TableColumn[],
  hasOwn: boolean,
): boolean {
  if (column.kind !== 'iban' || column.roles.length > 0) return false
  // Without names, every column is asked about anyway.
  if (columns.every(({ name }) => name === '')) return false
  if (isPayersName(column) || payeeWords.test(plainText(column.name))) return false
  return withRole(columns, 'payerName', 'payeeName').length > 0 || (!hasOwn && column.distinct === 1)
}

/** One account in all rows, and not of one party. */
export const isOneForAll = (column: TableColumn, columns: readonly TableColumn[]): boolean =>
  column.kind === 'iban' &&
  isSame(column) &&
  column.cells.length > 1 &&
  withRole(columns, 'counterpartyName').every(({ distinct }) => distinct !== 1)

/** Another account for each name, in a table without any other account: then it is not the holder's, whatever its name says. */
export function changesWithParty(column: TableColumn, columns: readonly TableColumn[]): boolean {
  const party = withRole(columns, 'counterpartyName', 'payeeName', 'payerName').find(
    ({ kind, distinct }) => kind === 'text' && distinct > 1,
  )
  const isOnly = withRole(columns, 'counterpartyIban').every(each => each === column)
  if (!isOnly || column.distinct < 2 || column.distinct * 2 <= column.filled.length) return false
  // A person has few accounts, and more entries than accounts.
  if (party === undefined) return column.kind === 'iban' && column.distinct === column.cells.length
  const names = new Map<string, string>()
  return column.cells.every((cell, row) => {
    const name = party.cells[row] ?? ''
    const known = names.get(cell) ?? name
    names.set(cell, known)
    return known === name
  })
}

/** Of several names in a row, only the first is read. */
export function rivalDoubts([first, ...others]: readonly TableColumn[]): Doubt[] {
  const isOther = (cell: string, name: string | undefined) =>
    cell !== '' && name !== '' && plainText(cell) !== plainText(name ?? '')
  const rival = others.find(({ cells }) => cells.some((cell, row) => isOther(cell, first?.cells[row])))
  if (first === undefined || rival === undefined) return []
  return [
    {
      at: 'counterpartyName',
      reason: `rows have a name in ${shown(first)} and another in ${shown(rival)}; is the first one the other party's?`,
    },
  ]
}

/** Some banks write the other party's account in the place of its name, and a text if there is none. */
export function numberDoubts({ name, filled }: TableColumn): Doubt[] {
  const number = filled.find(cell => cell.length < accountLengthMax && ibanOf(cell) !== null)
  if (number === undefined) return []
  return [
    {
      at: 'counterpartyName',
      reason: `"${name}" also has accounts such as "${number}"; are those no names?`,
    },
  ]
}

const accountLengthMax = 50
