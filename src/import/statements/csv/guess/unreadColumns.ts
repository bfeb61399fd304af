/** Columns with information that no part of the mapping reads: a person must see that they are left out. */
import { ibanOf } from '../../fields.ts'
import { plainText } from '../cells/plainText.ts'
import type { CsvLayout } from '../csvLayout.ts'
import type { Role } from '../header/headerRoles.ts'
import { isFreeText, isSideColumn, shown, type TableColumn } from './columns.ts'
import type { Doubt } from './guess.ts'

const namedMax = 5

/** One doubt with all columns that are not read; none if nothing is lost. */
export function unreadTextDoubts(
  columns: readonly TableColumn[],
  mapping: CsvLayout,
  own: readonly TableColumn[],
): Doubt[] {
  // Without names, a person is asked to check every column anyway.
  if (mapping.header === null) return []
  const { counterpartyName, payerName, payeeName } = mapping.columns
  const hasParty = [counterpartyName, payerName, payeeName].some(at => at !== undefined)
  const isHolders = (column: TableColumn) => own.includes(column) && (hasParty || column.distinct < 2)
  const used = new Set(Object.values(mapping.columns).flat())
  // Without names, an address may have them.
  const addresses = hasParty
    ? []
    : columns.filter(
        column => isAddress(column) && !used.has(column.at) && column.distinct > 1 && isFreeText(column),
      )
  const unread = [
    ...new Set([...unreadColumns(columns, mapping).filter(column => !isHolders(column)), ...addresses]),
  ]
  if (unread.length === 0) return textlessDoubts(columns, mapping)
  const list = namesOf(unread)
  const verb = unread.length === 1 ? 'is' : 'are'
  return [
    {
      at: 'reference',
      reason: `${list} ${verb} not read; is something of ${verb === 'is' ? 'it' : 'them'} needed?`,
    },
  ]
}

function namesOf(columns: readonly TableColumn[]): string {
  const names = columns.slice(0, namedMax).map(shown)
  if (columns.length > namedMax) names.push(`${columns.length - namedMax} more`)
  return names.join(', ')
}

const textNames = [
  'description',
  'reference',
  'bankReference',
  'endToEndId',
  'counterpartyName',
  'payerName',
  'payeeName',
] as const

/** Entries of which only the amount is read cannot be told from each other, even if the rest seems to say little. */
function textlessDoubts(columns: readonly TableColumn[], mapping: CsvLayout): Doubt[] {
  if (textNames.some(name => mapping.columns[name] !== undefined)) return []
  const used = new Set(Object.values(mapping.columns).flat())
  const texts = columns.filter(({ at, kind, distinct }) => !used.has(at) && kind === 'text' && distinct > 1)
  if (texts.length === 0) return []
  return [{ at: 'description', reason: `no text of the entries is read; is it in ${namesOf(texts)}?` }]
}

function unreadColumns(columns: readonly TableColumn[], mapping: CsvLayout): TableColumn[] {
  const used = new Set(Object.values(mapping.columns).flat())
  const read = columns.filter(({ at }) => used.has(at))
  return columns.filter(column => !used.has(column.at) && isInformative(column) && !isRepeated(column, read))
}

/** Texts or numbers under one name: one of them cannot be what the name says. */
export function namesakeDoubts(columns: readonly TableColumn[]): Doubt[] {
  const isTold = (column: TableColumn) =>
    column.name !== '' && (isNumber(column) || (column.kind === 'text' && !isSideColumn(column)))
  const told = columns.filter(isTold)
  const differs = (one: TableColumn, other: TableColumn) =>
    one.cells.some((cell, row) => cell !== other.cells[row])
  const found = told.find(one =>
    told.some(other => other.at > one.at && other.name === one.name && differs(one, other)),
  )
  if (found === undefined) return []
  return [{ at: 'header', reason: `several columns are named "${found.name}"; check what each contains` }]
}

/** Digits that are no amount: those that could be a date are a number, too, where no name says that they are one. */
const isNumber = ({ kind, roles, filled }: TableColumn): boolean =>
  (kind === 'money' || (kind === 'date' && roles.length === 0)) && filled.every(cell => /^\d+$/.test(cell))

function isInformative(column: TableColumn): boolean {
  const { kind, roles, filled, cells, distinct } = column
  if (kind !== 'text' && !isNumber(column)) return false
  if (roles.length > 0) return isDropped(column)
  // Digits that are the same in all rows are those of a branch, a customer or a period, even in few rows.
  const isSame = distinct === 1 && filled.length > 1 && filled.length === cells.length
  if (isSame && !/\p{L}/u.test(filled[0] ?? '')) return false
  return !saysNothing(column) && !isSideColumn(column) && !isCounter(column)
}

/** A flag, a time of day, a link or about the account: nothing about an entry. */
export function saysNothing(column: TableColumn): boolean {
  const { name, filled } = column
  if (isOfAccount(column) || isMeaningless(plainText(name))) return true
  return filled.every(
    cell =>
      cell === name ||
      yesOrNo.has(plainText(cell)) ||
      timeOfDay.test(cell) ||
      isLink(cell) ||
      // Nothing of a unit or two, as in "0 points".
      (cell.startsWith('0') && !/[1-9]/.test(cell)) ||
      /^\d+[.,]\d+$/.test(cell) ||
      !/[\p{L}\d]/u.test(cell),
  )
}

const yesOrNo = new Set(
  'yes no true false ja nein nee oui non si sim nao nej nei tak nie ano ne y n j kylla ei evet hayir да нет'.split(
    ' ',
  ),
)

/** A known name whose content is not used for what it says. */
function isDropped(column: TableColumn): boolean {
  const { roles, distinct, filled } = column
  if (isAddress(column)) return false
  // The number of a cheque is all that tells it from others.
  if (chequeName.test(plainText(column.name))) return filled.some(cell => !noReference.test(cell))
  if (filled.some(isIbanAndMore)) return true
  if (distinct < 2) return false
  // A reference that repeats does not identify an entry, and of several only the first does; it may be the payer's.
  if (roles.includes('bankReference') || roles.includes('endToEndId'))
    return isReferenceName(column) && !filled.every(cell => noReference.test(cell)) && !isCounter(column)
  // Holders that change are those of the other accounts.
  if (roles.includes('ownName')) return /^(?:konto|account|nazev uctu|szamla)/.test(plainText(column.name))
  if (roles.includes('payerName') || roles.includes('payeeName')) return true
  // Of two columns with such a name, one may have been taken for something else.
  if (roles.some(role => telling.has(role))) return column.kind === 'text' && !isSideColumn(column)
  return roles.includes('ignored') && vagueNames.has(plainText(column.name)) && isFreeText(column)
}

const telling: ReadonlySet<Role> = new Set(['counterpartyName', 'text', 'purpose'])

/** Where the other party lives, and its bank. */
export const isAddress = ({ name }: TableColumn): boolean =>
  /(?:^| )(?:adress?e?|address|adresse?|indirizzo|direccion|endereco|adresa|osoite|cim|banca|banka|banku|banque|bankname)(?: |$)/.test(
    plainText(name),
  )

/** An IBAN with a BIC behind it is not read. */
const isIbanAndMore = (cell: string): boolean =>
  cell.length <= ibanAndBicMax &&
  ibanOf(cell) === null &&
  ibanOf(cell.slice(0, cell.lastIndexOf(' '))) !== null

const ibanAndBicMax = 60

const chequeName = /^(?:che(?:ck|que) ?(?:number|no|num|nr)|checknum|slip number|numero cheque)$/

const noReference = /^(?:not ?provided|nonref|none|n\/?a|0+)$/i

/** Not an id that only the bank knows. */
const isReferenceName = ({ name }: TableColumn): boolean =>
  /ref/.test(plainText(name)) && !/bank|arkiv/.test(plainText(name))

/** Names of numbers, which some banks use for a text. */
const vagueNames = new Set(
  'code,codes,source,quelle,custom,number,nummer,no,nr,batch,receipt,beleg,quittung,group,split,vertrag'.split(
    ',',
  ),
)

const timeOfDay = /^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d{1,6})?(?: ?[ap]m)?$/i

const isLink = (cell: string): boolean => /^https?:/.test(cell) || (cell.includes('@') && !/\s/.test(cell))

/** Names of what says nothing about an entry: the bank, its zone of time, its branch, the kind of card, the mandate. */
const meaninglessWords =
  /(?:^| )(?:zeitzone|bank ?name|bankbeziehung|filiale?|branch|prima(?:t|ta)?nota|sequence|volgnummer|sequentie|card (?:brand|scheme|network)|payment method(?: name)?|code pays|tax rate|extrait|clnr)(?: |$)/
const meaninglessStarts = /(?:^| )(?:machtiging|mandat|afschrift|statement n|clearing)/

const isMeaningless = (name: string): boolean => meaninglessWords.test(name) || meaninglessStarts.test(name)

/** The account, its holder or its card, which do not change from row to row. */
const isOfAccount = ({ name, distinct, filled, cells }: TableColumn): boolean =>
  distinct === 1 && filled.length === cells.length && ofAccount.test(plainText(name))

const ofAccount =
  /account|konto|compte|cuenta|conto|conta|rekening|ucet|uctu|szamla|rachun|karte|carte|carta|kaart|tarjeta|card|member|holder|inhaber|titula|intestatar|bank/

const counterRowsMin = 2

/** Numbers that count the rows, up or down, also by the day or with a year before them. */
function isCounter({ filled, distinct }: TableColumn): boolean {
  if (filled.length < counterRowsMin || distinct !== filled.length) return false
  const numbers = filled.map(cell => /^(?:\d{4}[-/.])?(\d{1,15})$/.exec(cell)?.[1]).map(Number)
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? Number.NaN))
  return steps.every(step => step === 1) || steps.every(step => step === -1)
}

/** In each row, a part of what another column says that is read; a number is one only with nothing else next to it. */
function isRepeated({ cells }: TableColumn, read: readonly TableColumn[]): boolean {
  const texts = read.filter(({ kind }) => kind === 'text' || kind === 'iban')
  const isIn = (cell: string, text: string) => {
    const at = text.indexOf(cell)
    const isPart = /\d$/.test(cell) && /^\d/.test(text.slice(at + cell.length))
    return at !== -1 && !isPart && !(/^\d/.test(cell) && /\d$/.test(text.slice(0, at)))
  }
  return cells.every((cell, row) => cell === '' || texts.some(column => isIn(cell, column.cells[row] ?? '')))
}
