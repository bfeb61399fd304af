/** Which columns have the other party of an entry, and which the account itself. */
import { ibanOf } from '../../../fields.ts'
import { plainText } from '../../cells/plainText.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import type { Role } from '../../header/headerRoles.ts'
import { type TableColumn, withRole } from '../columns.ts'
import type { Doubt, KnownOwner } from '../guess.ts'
import { oneOrMany } from '../guessTexts.ts'
import { isAddress } from '../unreadColumns.ts'
import { accountNames, hasOwnNames } from './holderAccounts.ts'
import { payeeWords, payerWords } from './ownNumber.ts'
import {
  changesWithParty,
  isOneForAll,
  isPayersName,
  isSame,
  isUnlikeParty,
  numberDoubts,
  rivalDoubts,
  whoseDoubt,
} from './partyDoubts.ts'
import { hasNames, isAnyName, isNameLike, isOfSecurities } from './partyNames.ts'

export interface GuessedParties {
  columns: CsvLayout['columns']
  doubts: Doubt[]
  /** Columns about the account itself, which are no texts of an entry. */
  own: TableColumn[]
}

export function guessParties(columns: readonly TableColumn[], owner: KnownOwner): GuessedParties {
  const doubts: Doubt[] = []
  const accounts = accountColumns(columns, owner, doubts)
  const names = nameColumns(columns, owner, doubts)
  return {
    columns: { ...accounts.columns, ...names.columns },
    doubts,
    own: [...accounts.own, ...names.own, ...columns.filter(column => isHolders(column, owner))],
  }
}

/** The names of the account and its holder, under any name of a column. */
function isHolders({ filled }: TableColumn, { names }: KnownOwner): boolean {
  const known = new Set(names.map(plainText))
  return filled.length > 0 && filled.every(cell => known.has(plainText(cell)))
}

interface Found {
  columns: CsvLayout['columns']
  own: TableColumn[]
}

function accountColumns(columns: readonly TableColumn[], owner: KnownOwner, doubts: Doubt[]): Found {
  const both = accountsOfBoth(columns)
  if (both !== null) return both
  const isOwners = (column: TableColumn) =>
    column.filled.length > 0 && column.filled.every(cell => isOwn(ibanOf(cell), owner))
  const counter = withRole(columns, 'counterpartyIban', 'counterpartyName').filter(
    column => (column.kind === 'iban' || column.roles.includes('counterpartyIban')) && !isOwners(column),
  )
  // Every row is about the account itself, so its own column has no gaps.
  const own = withRole(columns, 'ownAccount').filter(
    column =>
      !counter.includes(column) &&
      isAccount(column) &&
      !hasGaps(column) &&
      !changesWithParty(column, columns),
  )
  const some = columns.filter(
    column =>
      (column.roles.includes('someAccount') ||
        isUnnamedIban(column) ||
        isGappedIban(column) ||
        (column.roles.includes('ownAccount') && changesWithParty(column, columns))) &&
      !counter.includes(column) &&
      !own.includes(column) &&
      !hasOwnNames(column),
  )
  for (const column of some) {
    const whose = whoseAccount(column, {
      isOwners: isOwners(column),
      hasOwn: own.length > 0,
      isChosen: owner.iban !== null,
      hasCounter: counter.length > 0,
      parties: withRole(columns, 'counterpartyName', 'payerName', 'payeeName'),
      isInParty: isInParty(column, columns),
    })
    const isGuessed =
      whose === 'other' &&
      (isUnlikeParty(column, columns, own.length > 0) ||
        (own.length === 0 && column.roles.includes('ownAccount') && changesWithParty(column, columns)) ||
        isAlone(column, columns, own.length > 0 || owner.iban !== null))
    if (whose === 'unclear' || isGuessed) doubts.push(whoseDoubt(column))
    if (whose === 'own' && isAccount(column)) own.push(column)
    if (whose === 'other' || (whose === 'unclear' && isNextToParty(column, columns))) counter.push(column)
  }
  const first = counter.find(({ kind }) => kind === 'iban') ?? counter[0]
  const isForAll = first !== undefined && !some.includes(first) && isOneForAll(first, columns)
  if (isForAll) doubts.push(whoseDoubt(first))
  // The purchases of a card are paid from one account.
  const theirs = isForAll && columns.some(isCardNumber) ? undefined : first
  const payers = own.find(column => isPayers(column, columns))
  if (payers && theirs) return { columns: { payerIban: payers.at, payeeIban: theirs.at }, own: [] }
  const mine =
    own.find(({ kind }) => kind === 'iban') ??
    own[0] ??
    accountNames(columns.filter(column => !counter.includes(column)))
  if (theirs && isPayees(theirs, columns)) {
    const payer = counter.find(column => column !== theirs && isPayersName(column))
    const parties = { payeeIban: theirs.at, ...(payer && { payerIban: payer.at }) }
    return { columns: { ...(mine && { accountIban: mine.at }), ...parties }, own }
  }
  if (mine !== undefined && mine.distinct > 1) {
    const reason = `"${mine.name}" has ${mine.distinct} different accounts; the rows of each are read as a statement of that account`
    doubts.push({ at: 'accountIban', reason })
  }
  return {
    columns: { ...(mine && { accountIban: mine.at }), ...(theirs && { counterpartyIban: theirs.at }) },
    own,
  }
}

/**
 * Accounts under the names of payer and payee: one of the two is our own, and which one it is changes with the
 * direction.
 */
function accountsOfBoth(columns: readonly TableColumn[]): Found | null {
  const accounts = columns.filter(({ kind }) => kind === 'iban' || kind === 'blank')
  const isNamed = (column: TableColumn, role: Role, words: RegExp) =>
    column.roles.includes(role) || (column.kind === 'iban' && words.test(plainText(column.name)))
  const payer = accounts.find(
    column => isNamed(column, 'payerName', payerWords) && !isNamed(column, 'payeeName', payeeWords),
  )
  const payee = accounts.find(
    column => isNamed(column, 'payeeName', payeeWords) && !isNamed(column, 'payerName', payerWords),
  )
  if (payer === undefined || payee === undefined || payer === payee) return null
  if (payer.kind === 'blank' && payee.kind === 'blank') return null
  return { columns: { payerIban: payer.at, payeeIban: payee.at }, own: [payer, payee] }
}

const isCardNumber = ({ name, filled }: TableColumn): boolean =>
  filled.length > 0 &&
  /(?:^| )(?:credit ?card|kreditkarten?|creditcard)(?: |number|nummer|$)/.test(plainText(name))

/** Next to names of payers and payees, the payee's account is the other party's only where money goes out. */
const isPayees = ({ name }: TableColumn, columns: readonly TableColumn[]): boolean =>
  payeeWords.test(plainText(name)) &&
  withRole(columns, 'payerName').length > 0 &&
  withRole(columns, 'payeeName').length > 0

/** Next to names of payers and payees, an account that changes is the payer's: that of money in is not our own. */
const isPayers = (column: TableColumn, columns: readonly TableColumn[]): boolean =>
  column.distinct > 1 &&
  isPayersName(column) &&
  withRole(columns, 'payerName').length > 0 &&
  withRole(columns, 'payeeName').length > 0

const isNextToParty = ({ at, kind }: TableColumn, columns: readonly TableColumn[]): boolean =>
  kind === 'iban' &&
  withRole(columns, 'counterpartyName').some(party => party.at === at - 1 || party.at === at + 1)

/** Between the name and the bank of the other party. */
const isInParty = ({ at }: TableColumn, columns: readonly TableColumn[]): boolean =>
  withRole(columns, 'counterpartyName').some(party => party.at === at - 1) &&
  columns.some(bank => bank.at === at + 1 && /^(?:bic|blz|swift)\b/.test(plainText(bank.name)))

const isOwn = (iban: string | null, { iban: chosen, currencies }: KnownOwner): boolean =>
  iban !== null && (chosen === null ? currencies.has(iban) : iban === chosen)

/** A number or IBAN, not the name of a product. */
const isAccount = ({ filled, kind }: TableColumn): boolean =>
  kind === 'blank' ||
  kind === 'iban' ||
  filled.every(cell => (cell.match(/\d/g)?.length ?? 0) >= 5 && cell.length < 50)

const isUnnamedIban = ({ kind, roles }: TableColumn): boolean =>
  kind === 'iban' && roles.every(role => role === 'ignored')

const hasGaps = ({ filled, cells }: TableColumn): boolean => filled.length > 0 && filled.length < cells.length

const isGappedIban = (column: TableColumn): boolean =>
  column.kind === 'iban' && column.roles.includes('ownAccount') && hasGaps(column)

const sameRowsMin = 3

/** One account in most of several rows. */
const isRepeated = ({ distinct, filled, cells }: TableColumn): boolean =>
  distinct === 1 && filled.length >= sameRowsMin && filled.length * 3 >= cells.length * 2

interface AccountSigns {
  isOwners: boolean
  hasOwn: boolean
  /** The user chose the account, and it has an IBAN. */
  isChosen: boolean
  hasCounter: boolean
  parties: readonly TableColumn[]
  isInParty: boolean
}

function whoseAccount(column: TableColumn, signs: AccountSigns): 'own' | 'other' | 'unclear' | 'none' {
  const { isOwners, hasOwn, isChosen, hasCounter, parties, isInParty } = signs
  if (isOwners) return 'own'
  if (column.kind === 'blank') return hasOwn || isChosen ? 'other' : 'none'
  // Without an account, a row may also be a balance.
  if (column.filled.length < column.cells.length) return isRepeated(column) ? 'unclear' : 'other'
  // Without any name of another party, several numbers in all rows are more likely accounts of the holder.
  const isAlone = !hasOwn && !isChosen && !hasCounter && parties.length === 0
  if (column.distinct > 1 && isAlone && column.kind !== 'iban') return 'own'
  if (!isSame(column) || (hasOwn && column.filled.length === 1))
    return hasOwn || column.distinct > 1 ? 'other' : 'unclear'
  // Different parties do not have one account.
  const isOfAll =
    hasCounter || parties.some(({ distinct }) => distinct > 1) || column.filled.length >= sameRowsMin
  // A provider of payments has one account for many shops.
  if (!hasOwn && isInParty) return 'unclear'
  if (!hasOwn && (isOfAll || column.kind !== 'iban')) return 'own'
  return isOfAll ? 'none' : 'unclear'
}

/** Different accounts in all rows, under a name that may be that of the own ones, and nothing of another party. */
const isAlone = (column: TableColumn, columns: readonly TableColumn[], hasOwn: boolean): boolean =>
  !hasOwn &&
  column.roles.includes('someAccount') &&
  !hasGaps(column) &&
  withRole(columns, 'counterpartyName', 'counterpartyIban', 'payerName', 'payeeName').length === 0

/** Of several columns of names, one that is always the same is the holder's. */
function withoutHolder(names: TableColumn[], own: TableColumn[], doubts: Doubt[]): TableColumn[] {
  const full = names.filter(
    ({ distinct, filled, cells }) => distinct === 1 && filled.length * 2 >= cells.length,
  )
  if (names.length < 2 || full.length === 0) return names
  if (full.length === names.length) {
    const list = names.map(({ name }) => `"${name}"`).join(' or in ')
    doubts.push({ at: 'counterpartyName', reason: `is the other party's name in ${list}?` })
    return names
  }
  own.push(...full)
  return names.filter(column => !full.includes(column))
}

function nameColumns(columns: readonly TableColumn[], owner: KnownOwner, doubts: Doubt[]): Found {
  const usable = columns.filter(column => column.kind === 'blank' || hasNames(column))
  const isOwners = (column: TableColumn) => isHolders(column, owner)
  const all = withRole(usable, 'counterpartyName').filter(
    column =>
      !isOwners(column) && !isAddress(column) && !(isAnyName(column) && isOfSecurities(column, columns)),
  )
  const specific = all.filter(column => !isAnyName(column))
  const isName = ({ filled }: TableColumn) => filled.every(isNameLike)
  const [payer] = withRole(usable, 'payerName').filter(column => !all.includes(column) && isName(column))
  const [payee] = withRole(usable, 'payeeName').filter(
    column => !all.includes(column) && column !== payer && isName(column),
  )
  // Next to the other party's name, a name that is always the same is the holder's.
  const own = [
    ...withRole(usable, 'ownName'),
    ...all.filter(column => specific.length > 0 && isAnyName(column) && column.distinct <= 1),
  ]
  const left = all.filter(column => !own.includes(column))
  const filled = left.filter(({ kind }) => kind !== 'blank')
  const named = filled.filter(column => !isAnyName(column))
  const names = withoutHolder(named.length > 0 ? named : filled.length > 0 ? filled : left, own, doubts)
  if (payer && payee && (names.length === 0 || payer.kind === 'text' || payee.kind === 'text')) {
    const both = { payerName: payer.at, payeeName: payee.at }
    // A name of its own counts more than those of both.
    if (names.length > 0) doubts.push(...rivalDoubts([...names.slice(0, 1), payer, payee]))
    return { columns: { ...both, ...(names.length > 0 && { counterpartyName: oneOrMany(names) }) }, own }
  }
  // The payer of money out is the account's holder.
  if (payer && !payee && names.length === 0 && !isOwners(payer))
    return { columns: { payerName: payer.at }, own }
  const other = payee
  const found = names.length > 0 ? names : other && !isOwners(other) ? [other] : []
  const [first] = found
  if (first && isAnyName(first) && isSame(first)) {
    const reason = `"${first.name}" is the same in all rows; is it the holder of the account?`
    doubts.push({ at: 'counterpartyName', reason })
    if (first.filled.length >= sameRowsMin) return { columns: {}, own: [...own, first] }
  }
  doubts.push(...found.slice(0, 1).flatMap(numberDoubts), ...rivalDoubts(found))
  return { columns: first ? { counterpartyName: oneOrMany(found.slice(0, 3)) } : {}, own }
}
