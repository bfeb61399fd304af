/** What the columns of a table contain, by their names and by their cells. */
import { ibanOf, polishIban } from '../../fields.ts'
import { isPendingWord, sideOf } from '../cells/csvWords.ts'
import { currencyInCell, isKnownCurrency } from '../cells/currencies.ts'
import { isBlank } from '../cells/plainText.ts'
import { bare } from '../csvLayout.ts'
import { headerName, type Role, repairedName } from '../header/headerRoles.ts'
import { isDateCell, isMoneyCell, isYearlessCell } from '../header/headerRow.ts'
import { areDaysAndMonths, isOnlyDate } from './bareDates.ts'
import { sideLetters } from './money/sides/sideLetters.ts'
import type { TableShape } from './tableShape.ts'

export type ColumnKind = 'date' | 'money' | 'currency' | 'iban' | 'text' | 'blank'

export interface TableColumn {
  at: number
  /** As in the file; empty without a header. */
  name: string
  kind: ColumnKind
  /** Its dates look like numbers. */
  isBare: boolean
  /** What the name says, as far as the cells allow it; the first is the most likely. */
  roles: Role[]
  /** The name is known as a whole. */
  exact: boolean
  /** A currency in the name. */
  currency: string | null
  /** A cell for each entry; blank ones are empty. */
  cells: string[]
  filled: string[]
  distinct: number
}

const dateRoles: readonly Role[] = ['bookingDate', 'date', 'transactionDate', 'valueDate', 'otherDate']
const moneyRoles: readonly Role[] = [
  'amount',
  'originalAmount',
  'credit',
  'debit',
  'balance',
  'fee',
  'net',
  'gross',
  'otherMoney',
]

const partyRoles: readonly Role[] = [
  'counterpartyIban',
  'counterpartyName',
  'ownAccount',
  'someAccount',
  'payerName',
  'payeeName',
]

const textRoles: readonly Role[] = ['purpose', 'bankReference', 'endToEndId', 'text']

const accountRoles: readonly Role[] = ['counterpartyIban', 'ownAccount', 'someAccount']

/** An IBAN that is mistyped or made unrecognisable is no name either. Ids of creditors look like one, too. */
const ibanLike = /^[A-Z]{2}\d{2} ?(?!ZZZ)[A-Z\d*Xx]{4} ?(?:[\dXx*]{1,4} ?){2,7}$/

export function columnsOf({ header, entries, body, width, dates, bareAt }: TableShape): TableColumn[] {
  return Array.from({ length: width }, (_, at) => {
    const cells = entries.map(row => {
      const cell = bare(row.cells[at])
      return isBlank(cell) ? '' : cell
    })
    const filled = cells.filter(cell => cell !== '')
    const name = bare(header?.[at])
    const known = repairedName(name) || nameBefore(header, at, entries)
    const { roles, currency } = headerName(known)
    const isNamedCurrency =
      roles.some(({ role, exact }) => role === 'currency' && exact) || isOfAssets(name, filled)
    const isSomeCurrency = roles.some(({ role }) => role === 'currency' || role === 'originalCurrency')
    const isParty =
      header === null || /\biban\b/i.test(name) || roles.some(({ role }) => partyRoles.includes(role))
    // A postal account such as 80-2-2 looks like a date.
    const isAccount = roles.length > 0 && roles.every(({ role }) => accountRoles.includes(role))
    // A number under the name of a text may look like a date.
    const isNamedText = roles.some(({ role, exact }) => exact && textRoles.includes(role))
    const isNamedDate = dates === 'yearless' || roles.some(({ role }) => dateRoles.includes(role))
    const isBare = bareAt.has(at) || (isOnlyDate(roles) && areDaysAndMonths(filled))
    const isState = () =>
      roles.some(({ role }) => role === 'status') &&
      body.some(row => isPendingWord(bare(row.cells[at]), undefined))
    const named = isBare
      ? 'date'
      : kindOf(filled, { isNamedCurrency, isSomeCurrency, isParty, isNamedDate, isNamedText, isAccount })
    // Only rows without a date may have a state: they are not booked yet.
    const kind = named === 'blank' && isState() ? 'text' : named
    const fitting = known === '' ? [] : roles.filter(({ role }) => fits(role, kind))
    return {
      at,
      name,
      kind,
      isBare,
      roles: fitting.map(({ role }) => role),
      exact: fitting.some(({ exact }) => exact),
      currency,
      cells,
      filled,
      distinct: new Set(filled).size,
    }
  })
}

/** What a wallet holds: currencies and coins. Coins alone may be what was bought. */
const isOfAssets = (name: string, filled: readonly string[]): boolean =>
  /^(?:asset|coin)$/i.test(name) && filled.some(isKnownCurrency)

/** Above a currency and its amount, some banks write only one name. Empty unless it is that of an amount. */
function nameBefore(header: TableShape['header'], at: number, entries: TableShape['entries']): string {
  const name = bare(header?.[at - 1])
  if (header === null || name === '' || !headerName(name).roles.some(({ role }) => moneyRoles.includes(role)))
    return ''
  const above = entries.map(({ cells }) => bare(cells[at - 1])).filter(cell => !isBlank(cell))
  return above.length > 0 && above.every(isKnownCurrency) ? name : ''
}

interface NamedAs {
  isNamedCurrency: boolean
  isSomeCurrency: boolean
  isParty: boolean
  /** A date may lack its year. */
  isNamedDate: boolean
  isNamedText: boolean
  isAccount: boolean
}

function kindOf(
  filled: readonly string[],
  { isNamedCurrency, isSomeCurrency, isParty, isNamedDate, isNamedText, isAccount }: NamedAs,
): ColumnKind {
  if (filled.length === 0) return 'blank'
  const share = (test: (cell: string) => boolean) => filled.filter(test).length / filled.length
  const isDate = (cell: string) =>
    (isDateCell(cell) || (isNamedDate && isYearlessCell(cell))) && !(isNamedText && /^\d+$/.test(cell))
  if (
    !isAccount &&
    share(cell => isDate(cell) || isPendingWord(cell, undefined)) >= 0.9 &&
    filled.some(isDate)
  ) {
    return 'date'
  }
  if (share(isMoneyCell) >= 0.9) return 'money'
  // Under that name, a code that is not known is a currency too, and must not be read as another column's.
  const isCode = (cell: string) => isNamedCurrency && /^[A-Za-z]{3,5}$/.test(cell)
  // "Mad" is food in Denmark, and a dirham only in capitals.
  const isCurrency = (cell: string) =>
    isSomeCurrency ? currencyInCell(cell) !== null : isKnownCurrency(cell)
  if (filled.every(cell => isCurrency(cell) || isCode(cell))) return 'currency'
  const isIban = (cell: string) =>
    ibanOf(cell) !== null || polishIban(cell) !== null || (isParty && ibanLike.test(cell))
  return share(isIban) >= 0.5 ? 'iban' : 'text'
}

/** Whether a column of this kind can have the content that its name suggests. */
function fits(role: Role, kind: ColumnKind): boolean {
  if (kind === 'blank') return true
  // Under such a name, a text such as "March 2026" is known to be of no use.
  if (role === 'otherDate') return kind === 'date' || kind === 'text'
  if (dateRoles.includes(role)) return kind === 'date'
  if (moneyRoles.includes(role)) return kind === 'money' || role === 'otherMoney'
  if (role === 'currency' || role === 'originalCurrency') return kind === 'currency'
  // Numbers may be ids, codes or account numbers, and a text may happen to be one.
  return kind === 'text' || kind === 'iban' || (kind === 'money' && role !== 'side')
}

export const withRole = (columns: readonly TableColumn[], ...roles: Role[]): TableColumn[] =>
  columns.filter(column => column.roles.some(role => roles.includes(role)))

/** Whether the cells have words for credit and debit, with few exceptions; under the name of a side, with more. */
export const isSideColumn = ({ name, roles, filled, distinct }: TableColumn): boolean => {
  const letters = sideLetters(name, filled)
  const sides = filled.map(cell => sideOf(cell, letters)).filter(side => side !== null)
  const share = roles.includes('side') ? 0.5 : 0.9
  return filled.length > 0 && distinct <= 6 && sides.length >= filled.length * share
}

/** Text for people: words, not codes, links or one value for all. */
export function isFreeText({ filled, kind }: TableColumn): boolean {
  if (kind !== 'text' || filled.some(cell => /^https?:/.test(cell))) return false
  const spoken = filled.filter(cell => /\p{L}{2}/u.test(cell) && /\s/.test(cell)).length
  return spoken * 3 >= filled.length
}

/** How a question names the column. */
export const shown = ({ name, at }: Pick<TableColumn, 'name' | 'at'>): string =>
  name === '' ? `column ${at + 1}` : `"${name}"`
