/** What names of parties look like, and what columns of names are about something else. */
import { isBic } from '../../../fields.ts'
import { plainText } from '../../cells/plainText.ts'
import type { TableColumn } from '../columns.ts'

/** Not numbers of accounts, nor codes of banks. */
export const hasNames = ({ kind, filled }: TableColumn): boolean =>
  kind === 'text' &&
  filled.filter(cell => /\p{L}{2}/u.test(cell)).length * 2 >= filled.length &&
  !(filled.length > 1 && filled.every(isBic)) &&
  !filled.every(isTaxNumber)

/** One word with letters and many digits. */
const isTaxNumber = (cell: string): boolean => /^[A-Z]{1,6}\d{4,8}[A-Z\d]{0,8}$/.test(cell)

/** Shops are also named 76 or 7-11, but an account has more digits. */
export const isNameLike = (cell: string): boolean =>
  !cell.includes('@') && (/\p{L}{2}/u.test(cell) || (cell.match(/\d/g)?.length ?? 0) < nameDigitsMax)

const nameDigitsMax = 5

/** Names that say nothing about whose name it is. */
const anyNames = new Set(['name', 'naam', 'nom', 'nome', 'nombre', 'namn', 'navn', 'nimi'])

export const isAnyName = ({ name }: TableColumn): boolean => anyNames.has(plainText(name))

/** In every row, next to the number or the sign of what was bought or sold. */
export const isOfSecurities = ({ cells }: TableColumn, columns: readonly TableColumn[]): boolean =>
  cells.some(cell => cell !== '') &&
  columns.some(
    ({ name, cells: ids }) =>
      /^(?:isin|symbol|ticker|wkn|cusip)(?: code)?$/.test(plainText(name)) &&
      cells.every((cell, row) => cell === '' || ids[row] !== ''),
  )
