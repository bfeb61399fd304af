/** Which columns have the texts of an entry, its state, and the bank's references. */

import { isBic, referenceOf } from '../../fields.ts'
import { isNo, isYes, standingOf } from '../cells/csvWords.ts'
import { plainText } from '../cells/plainText.ts'
import type { CsvLayout } from '../csvLayout.ts'
import { isFreeText, isSideColumn, shown, type TableColumn, withRole } from './columns.ts'
import type { Doubt } from './guess.ts'
import { isAddress, saysNothing } from './unreadColumns.ts'

export interface GuessedTexts {
  columns: CsvLayout['columns']
  words: CsvLayout['words']
  doubts: Doubt[]
}

const joinedMax = 20

/** Of the columns that are not used for something else. */
export function guessTexts(
  columns: readonly TableColumn[],
  isHeaderless: boolean,
  hasParty = false,
): GuessedTexts {
  const free = columns.filter(({ kind }) => kind !== 'date' && kind !== 'currency')
  const doubts: Doubt[] = []
  // Next to the kind of an entry, the way of payment says less.
  const rank = ({ exact, name, filled, distinct }: TableColumn) =>
    (exact ? 2 : 0) -
    // "Transaction" may also have the number of each entry.
    (distinct === filled.length && filled.every(isCode) ? 3 : 0) -
    (/^(?:payment method|zahlungsart|zahlungsmethode|moyen de paiement)$/.test(plainText(name)) ? 1 : 0)
  const kinds = [...withRole(free, 'type')].sort((one, other) => rank(other) - rank(one))
  // A number next to a text is a code or counts the rows.
  const kindOfEntry =
    kinds.find(({ kind }) => kind === 'text') ??
    kinds.find(({ kind }) => kind !== 'money') ??
    (withRole(free, 'text').length === 0 ? kinds[0] : undefined)
  const texts = withRole(free, 'text').filter(column => column !== kindOfEntry)
  const purposes = withRole(free, 'purpose').filter(
    column => !texts.includes(column) && column !== kindOfEntry,
  )
  const isFilled = ({ kind }: TableColumn) => kind !== 'blank'
  // The same text in all rows is the name of the account.
  const first = texts.find(each => isFilled(each) && isTelling(each)) ?? texts.find(isFilled) ?? texts[0]
  // With a column for the kind, the text is the purpose; without one, the first text takes its place.
  const isNamed = purposes.length > 0 || hasParty || isHeaderless
  const description = kindOfEntry ?? first ?? (isNamed ? undefined : free.find(isCategory))
  // A name that is not the counterparty's, such as the bank's text next to the merchant's name.
  const names = withRole(free, 'counterpartyName').filter(
    column => column.kind === 'text' && column.distinct > 1 && !isAddress(column),
  )
  // Of an account, the product is the same in all rows; of a broker, it is what was bought.
  const products = free.filter(
    column =>
      column.roles.includes('ignored') &&
      /^(?:product|produkt|produit)$/.test(plainText(column.name)) &&
      isFreeText(column) &&
      column.distinct > 1,
  )
  // In New Zealand, a payer gives particulars, a code and a reference.
  const hasParticulars = columns.some(({ name }) => plainText(name) === 'particulars')
  const codes = hasParticulars ? free.filter(({ name }) => plainText(name) === 'code') : []
  const otherKinds = kinds.filter(column => isFreeText(column) && column.distinct > 1)
  const joined = [
    ...new Set([...texts, ...purposes, ...names, ...products, ...codes, ...infosIn(free), ...otherKinds]),
  ].filter(column => column !== description)
  const unknown = unknownTexts(free)
  const added = isHeaderless ? byLength(free.filter(isReadable)) : unknown
  if (!isHeaderless && added.length > 0) {
    const names = added.map(shown)
    doubts.push({
      at: 'reference',
      reason: `${names.join(' and ')} is not known; it is read as part of the reference`,
    })
  }
  const nothing = description === undefined && joined.length === 0 && added.length === 0
  // The time of day or an address is no text of an entry.
  const last = nothing ? lastTexts(free, hasParty) : []
  if (last.length > 0 && !isHeaderless) {
    doubts.push({ at: 'reference', reason: `is the text of the entries in "${last[0]?.name}"?` })
  }
  const reference = [...joined, ...added, ...last].sort((one, other) => one.at - other.at).slice(0, joinedMax)
  const status = statusOf(free, doubts)
  return {
    columns: {
      ...(description && { description: description.at }),
      ...(reference.length > 0 && { reference: oneOrMany(reference) }),
      ...status.columns,
      ...unique(free, 'bankReference'),
      ...endToEndIdOf(free),
    },
    words: status.words,
    doubts,
  }
}

/** Where nothing else says what an entry is. */
const isCategory = ({ kind, name, roles }: TableColumn): boolean =>
  kind === 'text' && roles.includes('ignored') && /^[ck]ategor/.test(plainText(name))

/** A text that may be that of the entries, if nothing else is: in words or, without a name either, the longest codes. */
function lastTexts(columns: readonly TableColumn[], hasParty: boolean): TableColumn[] {
  const usable = columns.filter(({ kind, roles }) => kind === 'text' && !roles.includes('ignored'))
  const spoken = usable.filter(isFreeText)
  const codes = usable.filter(column => column.roles.length === 0 && isTelling(column))
  return (spoken.length > 0 || hasParty ? spoken : byLength(codes)).slice(0, 1)
}

/** Texts under names that are not known. Columns without a name belong to the text before them. */
function unknownTexts(columns: readonly TableColumn[]): TableColumn[] {
  const found = columns.filter(
    column =>
      column.roles.length === 0 &&
      (isFreeText(column) || isWorded(column)) &&
      (column.name === '' || !saysNothing(column)),
  )
  const nameless = found.find(({ name }) => name === '')
  if (nameless === undefined) return found
  const after = columns.filter(({ at, name, kind }) => name === '' && kind === 'blank' && at > nameless.at)
  return [...found, ...after]
}

export function oneOrMany(columns: readonly TableColumn[]): number | number[] {
  const [first, ...rest] = columns.map(({ at }) => at)
  return rest.length === 0 ? (first ?? 0) : [first ?? 0, ...rest]
}

/** Single words, which may be a purpose, and not codes, links or addresses of mail. */
const isWorded = (column: TableColumn): boolean => {
  const { kind, filled } = column
  if (kind !== 'text' || isSideColumn(column)) return false
  return (
    filled.some(cell => /\p{L}{3}/u.test(cell)) &&
    !filled.every(isCode) &&
    !filled.some(cell => /^https?:|@/.test(cell))
  )
}

/** One word with a digit, or all in capitals. */
const isCode = (cell: string): boolean =>
  !/\s/.test(cell) && (/\d/.test(cell) || /^[\p{Lu}_./-]+$/u.test(cell))

const isReadable = (column: TableColumn): boolean =>
  column.kind === 'text' &&
  column.filled.some(cell => /\p{L}{3}/u.test(cell)) &&
  !column.filled.every(cell => isBic(cell) || standingOf(cell, undefined) === 'booked') &&
  isTelling(column)

/** Not the same in all of several rows. */
const isTelling = ({ filled, distinct }: TableColumn): boolean => filled.length < 3 || distinct > 1

const unnamedMax = 5

function byLength(columns: readonly TableColumn[]): TableColumn[] {
  const length = ({ filled }: TableColumn) =>
    filled.reduce((sum, cell) => sum + cell.length, 0) / filled.length
  return [...columns].sort((one, other) => length(other) - length(one)).slice(0, unnamedMax)
}

/** A reference of the bank that repeats would make different entries look the same. */
function unique(columns: readonly TableColumn[], name: 'bankReference' | 'endToEndId'): CsvLayout['columns'] {
  const found = withRole(columns, name).find(
    ({ filled, distinct }) => filled.length > 0 && distinct === filled.length,
  )
  return found ? { [name]: found.at } : {}
}

/** Payments of a standing order may have the same one. Which of several columns has them, the different ones say. */
function endToEndIdOf(columns: readonly TableColumn[]): CsvLayout['columns'] {
  const different = unique(columns, 'endToEndId')
  const repeated = withRole(columns, 'endToEndId').find(({ filled }) =>
    filled.some(cell => referenceOf(cell) !== null),
  )
  return different.endToEndId !== undefined || !repeated ? different : { endToEndId: repeated.at }
}

const isYesNo = ({ filled }: TableColumn): boolean =>
  filled.length > 0 && filled.every(cell => isYes(cell) || isNo(cell))

const pendingFlag =
  /(?:^| )(?:(?:is )?pending|vorgemerkt|reserv\w*|en attente|in sospeso|in attesa|pendiente|pendente|in behandeling|oczekuj\w*|nierozliczon\w*|afventer|venter|unposted|uncleared)(?: |$)/
const bookedFlag =
  /^(?:is )?(?:booked|posted|cleared|settled|gebucht|verbucht|geboekt|verwerkt|comptabilisee?|contabilizad[ao]|contabilizzat[ao]|bokfort|bogfort|bokford|kirjattu|zaksiegowan[aey]|rozliczon[aey]|zauctovano)$/

/** What yes means in a column of yes and no. */
function flagOf({ name }: TableColumn): 'pending' | 'booked' | null {
  const plain = plainText(name)
  if (pendingFlag.test(plain)) return 'pending'
  return bookedFlag.test(plain) ? 'booked' : null
}

/** A column that says which entries were taken back. */
const cancelledName =
  /(?:^| )(?:storno|storniert\w*|cancel\w*|annul\w*|revers\w*|void\w*|anulad[ao]|anulowan\w*|makulerad|kansellert|tilbagefort|stornovan\w*|peruttu)(?: |$)/

/** What yes and no often are about, and which changes nothing about an entry. */
const harmlessName =
  /contactless|kontaktlos|sans contact|abgerechnet|(?:^| )(?:tax|steuer|deduct|recurring|subscription|abo|wiederkehr|export|import|reimburs|split|favou?rite|flag|favorit|business|private|virtual|card present|receipt|beleg|attach|anhang|notes?|online|internet|e ?commerce|international|abroad|ausland|taxable|vat|mwst|budget|ignore|exclude|hidden|new|read|gelesen|sepa)/

/** Yes and no under a name that is not known may mean that an entry is not booked yet, or was taken back. */
function flagDoubts(columns: readonly TableColumn[]): Doubt[] {
  const isCancelled = ({ name }: TableColumn) => cancelledName.test(plainText(name))
  const isUnknown = ({ name, roles, distinct }: TableColumn) =>
    name !== '' && roles.length === 0 && distinct > 1 && !harmlessName.test(plainText(name))
  const flag = columns.find(
    column => isYesNo(column) && (isCancelled(column) ? column.filled.some(isYes) : isUnknown(column)),
  )
  const yes = flag?.filled.find(isYes)
  if (flag === undefined || yes === undefined) return []
  const reason = isCancelled(flag)
    ? `are entries with "${yes}" in "${flag.name}" cancelled? They are read as booked`
    : `does "${flag.name}" say which entries are not booked, or cancelled? All are read as booked`
  return [{ at: 'status', reason }]
}

const unknownMax = 3

/** Some banks write the state of an entry under "Info", others a text. */
const infosIn = (columns: readonly TableColumn[]): TableColumn[] =>
  withRole(columns, 'status').filter(
    column => column.kind === 'text' && column.distinct > 1 && isInfo(column) && !hasStates(column),
  )

/** Under a name that is not known, a few words of which one means that an entry is not booked. */
function unnamedStatus(columns: readonly TableColumn[], doubts: Doubt[]): TableColumn | undefined {
  const isUnbooked = (cell: string) => ['pending', 'failed'].includes(standingOf(cell, undefined))
  const areStates = ({ filled, distinct }: TableColumn) =>
    filled.every(cell => standingOf(cell, undefined) !== 'unknown') ||
    (distinct <= unknownMax &&
      distinct < filled.length &&
      filled.every(cell => /^[\p{L} ]{1,30}$/u.test(cell)))
  // "State type" looks like a kind of entry.
  const isOnlyStates = ({ exact, roles, filled }: TableColumn) =>
    !exact &&
    roles.every(role => role === 'type') &&
    filled.every(cell => standingOf(cell, undefined) !== 'unknown')
  const found = columns.find(
    column =>
      column.kind === 'text' &&
      column.filled.some(isUnbooked) &&
      (column.roles.length === 0 ? areStates(column) : isOnlyStates(column)),
  )
  const word = found?.filled.find(isUnbooked)
  if (found === undefined || word === undefined) return undefined
  doubts.push({
    at: 'status',
    reason: `are entries with "${word}" in ${shown(found)} not booked? They are read so`,
  })
  return found
}

const isInfo = ({ name }: TableColumn): boolean => /^infos?$/.test(plainText(name))

const hasStates = ({ filled }: TableColumn): boolean =>
  filled.some(cell => standingOf(cell, undefined) !== 'unknown')

function statusOf(columns: readonly TableColumn[], doubts: Doubt[]): Pick<GuessedTexts, 'columns' | 'words'> {
  const found = withRole(columns, 'status').filter(
    column => column.kind !== 'blank' && (!isInfo(column) || hasStates(column)),
  )
  const flag = columns.find(column => isYesNo(column) && flagOf(column) !== null)
  if (flag !== undefined) {
    const isPending = flagOf(flag) === 'pending' ? isYes : isNo
    const usual = flagOf(flag) === 'pending' ? ['true', 'yes', 'y', '1'] : ['false', 'no', 'n', '0']
    const pending = [...new Set([...usual, ...flag.filled.filter(isPending)])]
    const word = flag.filled.find(isPending)
    // It may also mean that a person has checked the entry.
    if (flagOf(flag) === 'booked' && word !== undefined)
      doubts.push({
        at: 'status',
        reason: `are entries with "${word}" in "${flag.name}" not booked yet? They are read as pending`,
      })
    return { columns: { status: flag.at }, words: { pending } }
  }
  const status = found.find(column => !isYesNo(column)) ?? unnamedStatus(columns, doubts)
  if (status === undefined) {
    doubts.push(...flagDoubts(columns))
    return { columns: {}, words: undefined }
  }
  const unknown = [...new Set(status.filled.filter(cell => standingOf(cell, undefined) === 'unknown'))]
  // Many words of which none is a state are a text.
  if (unknown.length > unknownMax && !hasStates(status)) return { columns: {}, words: undefined }
  if (unknown.length > 0) {
    const words = unknown.slice(0, unknownMax).map(word => `"${word}"`)
    if (unknown.length > unknownMax) words.push(`${unknown.length - unknownMax} more`)
    doubts.push({ at: 'status', reason: `is ${words.join(', ')} in "${status.name}" a booked entry?` })
  }
  return { columns: { status: status.at }, words: undefined }
}
