/** Numbers of other accounts that are no IBANs. Entries have no field for them, so a person must see that they are left out. */
import { ibanOf, polishIban } from '../../../fields.ts'
import { plainText } from '../../cells/plainText.ts'
import { type CsvLayout, columnsAt } from '../../csvLayout.ts'
import { shown, type TableColumn } from '../columns.ts'
import type { Doubt } from '../guess.ts'

const ibanNames = ['counterpartyIban', 'payerIban', 'payeeIban'] as const
const namedMax = 4
const digitsMin = 3
/** Shorter ones under the name of an account may be its kind. */
const unreadDigitsMin = 5
const numberLengthMax = 50

/** Columns of such numbers: those read as IBANs, and those under the name of an account that nothing reads. */
export function otherAccounts(columns: readonly TableColumn[], mapping: CsvLayout): TableColumn[] {
  const own = new Set(columnsAt(mapping, 'accountIban').flatMap(at => columns[at]?.filled ?? []))
  const ibansAt = ibanNames.flatMap(name => columnsAt(mapping, name))
  const used = new Set(Object.values(mapping.columns).flat())
  const isOther = (column: TableColumn) => {
    const found = numbersIn(column).filter(cell => !own.has(cell))
    if (ibansAt.includes(column.at)) return found.length > 0
    return !used.has(column.at) && isNamedAccount(column) && isFullOf(found, column) && column.distinct > 1
  }
  const accounts = columns.filter(isOther)
  if (accounts.length === 0) return []
  return columns.filter(
    column =>
      accounts.includes(column) || (!used.has(column.at) && isBankCode(column) && column.distinct > 1),
  )
}

/** What is not a valid IBAN but looks like one is reported with each row. */
const numbersIn = ({ filled }: TableColumn): string[] =>
  filled.filter(
    cell =>
      cell.length <= numberLengthMax &&
      digitsIn(cell) >= digitsMin &&
      !/^[A-Za-z]{2}\d{2}/.test(cell) &&
      ibanOf(cell) === null &&
      polishIban(cell) === null,
  )

const digitsIn = (cell: string): number => cell.match(/\d/g)?.length ?? 0

const isFullOf = (numbers: readonly string[], { filled }: TableColumn): boolean =>
  numbers.filter(cell => digitsIn(cell) >= unreadDigitsMin).length * 2 >= filled.length

const accountRoles = ['someAccount', 'ownAccount', 'counterpartyIban', 'payerName', 'payeeName']

const isNamedAccount = ({ roles }: TableColumn): boolean => roles.some(role => accountRoles.includes(role))

/** Without it, the number of an account says little. */
const isBankCode = ({ name, filled }: TableColumn): boolean =>
  filled.some(cell => /\d/.test(cell)) &&
  /(?:^| )(?:sort code|bsb|routing(?: number)?|transit(?: number)?|kod banky|clearing\w*)(?: |$)/.test(
    plainText(name),
  )

export function accountDoubts(accounts: readonly TableColumn[]): Doubt[] {
  const example = accounts.flatMap(numbersIn)[0]
  if (example === undefined) return []
  const names = accounts.slice(0, namedMax).map(shown)
  if (accounts.length > namedMax) names.push(`${accounts.length - namedMax} more`)
  const reason = `${names.join(', ')}: accounts such as "${example}" are no IBANs and are not read; are they needed in the reference?`
  return [{ at: 'counterpartyIban', reason }]
}
