/** Where the amounts of a table may be: in a signed column, next to a column with the side, or in two columns. */
import { sideOf } from '../../cells/csvWords.ts'
import { plainText } from '../../cells/plainText.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import type { Role } from '../../header/headerRoles.ts'
import { textNames } from '../../header/headerTexts.ts'
import { isSideColumn, type TableColumn, withRole } from '../columns.ts'
import { accountWords, amountColumns, isMoney, isNothing } from './amountColumns.ts'
import { balanceTwice } from './balanceTwice.ts'
import { isMinus, isSigned, type MoneySource, moneyIn } from './moneySource.ts'
import { composedSide } from './sides/composedSide.ts'
import { sideLetters } from './sides/sideLetters.ts'
import { saidBy, typeSide } from './sides/sideTypes.ts'

/** The most likely first. */
export function moneySources(columns: readonly TableColumn[]): MoneySource[] {
  const named = namedSources(columns)
  if (named.length > 0) return named
  const money = columns.filter(isMoney)
  const nameless = money.filter(({ roles }) => roles.length === 0)
  // In a table whose names are shifted against its rows, amounts may be under the name of a text.
  const shifted = money.filter(({ roles, filled }) => roles.every(isTextRole) && filled.some(isWithPlaces))
  // Of tickets and orders, the price is the amount; of shares, it is not.
  const isShares = columns.some(({ name }) =>
    /^(?:quantity|qty|shares|units|menge|stuck|anzahl)\b/.test(plainText(name)),
  )
  const prices = money.filter(
    ({ roles, filled }) => !isShares && roles.includes('otherMoney') && filled.some(isWithPlaces),
  )
  // Without another amount, that of the purchase is the one that was booked.
  const purchases = withRole(money, 'originalAmount')
  const hasPlaces = nameless.some(({ filled }) => filled.some(isWithPlaces))
  const lists = hasPlaces ? [nameless] : [purchases, nameless, shifted, prices]
  const possible = lists.find(each => each.length > 0) ?? []
  const moved = possible.filter(({ filled }) => !filled.every(isNothing))
  const unnamed = byLook(moved.length > 0 ? moved : possible)
  return [
    ...complementaryPairs(unnamed).map(pair => ({ ...pair, isUnnamed: true })),
    ...unnamed.flatMap(amount => withSides({ amount, isUnnamed: true }, columns)),
  ]
}

const isTextRole = (role: Role): boolean => Object.hasOwn(textNames, role) && role !== 'ignored'

const isWithPlaces = (cell: string): boolean => /[.,]\d{1,2}(?!\d)/.test(cell)

/** Without names, amounts with signs come first, then those with decimal places; others may be codes. */
function byLook(columns: readonly TableColumn[]): TableColumn[] {
  const look = ({ filled }: TableColumn) =>
    (filled.some(isMinus) ? 2 : 0) + (filled.some(cell => /[.,]\d\d\b/.test(cell)) ? 1 : 0)
  return [...columns].sort((one, other) => look(other) - look(one))
}

function namedSources(columns: readonly TableColumn[]): MoneySource[] {
  const pair = pairOf(columns)
  const amounts = amountColumns(columns)
  const twice = amounts.length === 0 && pair === null ? balanceTwice(columns) : null
  if (twice !== null) return [{ amount: twice, isUnnamed: true }]
  const single = amounts.flatMap(amount => withSides({ amount }, columns))
  if (pair === null) {
    const one = withRole(columns, 'credit', 'debit').filter(isMoney)
    return single.length > 0 ? single : one.flatMap(amount => withSides({ amount, isUnnamed: true }, columns))
  }
  // Next to two columns, a signed one says the same.
  const isSigned = ({ amount }: MoneySource) => amount?.filled.some(isMinus) ?? false
  return [...single.filter(isSigned), pair, ...single.filter(source => !isSigned(source))]
}

function pairOf(columns: readonly TableColumn[]): MoneySource | null {
  const usable = (role: 'credit' | 'debit') =>
    withRole(columns, role).filter(({ kind }) => kind === 'money' || kind === 'blank')
  const both = besidesEachOther(columns)
  if (both !== null) return both
  const named = { credit: usable('credit'), debit: usable('debit') }
  const all = {
    credit: named.credit.length > 0 ? named.credit : complementsOf(named.debit, columns),
    debit: named.debit.length > 0 ? named.debit : complementsOf(named.credit, columns),
  }
  // Next to a pair for other currencies that is blank, the one with money.
  const hasMoney = all.credit.some(isMoney) && all.debit.some(isMoney)
  const [credit, debit] = [all.credit, all.debit].map(each => {
    const found = hasMoney ? each.filter(isMoney) : each
    const ofAccount = found.find(({ name }) => accountWords.test(plainText(name)))
    return ofAccount ?? found.find(({ exact }) => exact) ?? found[0]
  })
  if (!credit || !debit || credit === debit) return null
  if (!isMoney(credit) && !isMoney(debit)) return null
  const isUnnamed = credit.roles.length === 0 || debit.roles.length === 0
  const isOneOfSeveral = isUnnamed && Math.max(all.credit.length, all.debit.length) > 1
  return { credit, debit, ...(isUnnamed && { isUnnamed }), ...(isOneOfSeveral && { isOneOfSeveral }) }
}

/** Names that mean the two sides only next to each other; "Amount in EUR" is no side. Charges and payments are those of a card. */
function besidesEachOther(columns: readonly TableColumn[]): MoneySource | null {
  const find = (words: RegExp) =>
    columns.find(column => isMoney(column) && words.test(plainText(column.name)))
  const charge = find(/^(?:charges?|purchases?)$/)
  const [debit, credit] = charge ? [charge, find(/^payments?$/)] : [find(/^amount out$/), find(/^amount in$/)]
  const isPair = debit?.cells.every((cell, row) => isNothing(cell) !== isNothing(credit?.cells[row] ?? ''))
  if (debit === undefined || credit === undefined || !isPair) return null
  return { credit, debit, ...(charge && { isUnnamed: true }) }
}

/**
 * The other side of a column of debits or credits, if only one of them has a known name: each row has one of the two.
 * On a card, charges next to credits are purchases and not fees.
 */
function complementsOf(known: readonly TableColumn[], columns: readonly TableColumn[]): TableColumn[] {
  const isPossible = ({ kind, name, roles }: TableColumn) =>
    kind === 'money' &&
    name !== '' &&
    !numberName.test(plainText(name)) &&
    (roles.length === 0 || (roles.includes('fee') && /^charges?\b/.test(plainText(name))))
  const isEither = (one: TableColumn, other: TableColumn) =>
    isMoney(other) && one.cells.every((cell, row) => isNothing(cell) !== isNothing(other.cells[row] ?? ''))
  const found = columns.filter(column => isPossible(column) && known.some(each => isEither(column, each)))
  const hasPlaces = ({ filled }: TableColumn) => Number(filled.some(isWithPlaces))
  return found.sort((one, other) => hasPlaces(other) - hasPlaces(one))
}

/** Numbers of cheques and of entries, which only some rows have. */
const numberName = /(?:^| )(?:ref|no|nr|num|number|nummer|numero|che(?:ck|que)|id|code)(?: |$)/

/** With the column that says the side, if there is one. */
function withSides(source: MoneySource, columns: readonly TableColumn[]): MoneySource[] {
  const { amount } = source
  const others = columns.filter(column => column !== amount && column.kind === 'text')
  // With signs, a short word that is the same in all rows says nothing about them.
  const plain = others.filter(
    column => isSideColumn(column) && !isPointOfSale(column) && !(isVague(column) && isSigned(amount)),
  )
  const named = withRole(plain, 'side')
  // Rows in which a column of both sides is blank are errors until a person says what they are.
  const full = [...named, ...plain.filter(column => !named.includes(column))].filter(
    column =>
      column.filled.length === column.cells.length ||
      (named.includes(column) && column.filled.length * 2 > column.cells.length && hasBoth(wordsIn(column))),
  )
  const sided = full
    .filter(side => !isOddSide(side) || hasBoth(wordsIn(side)))
    .map(side => ({
      ...source,
      side,
      ...lettersOf(side),
      ...((isOddSide(side) || isVague(side)) && { isSideUncertain: true, words: wordsIn(side) }),
    }))
    .filter(each => sideEvidence(each) !== 'contradiction')
  const halves = plain.flatMap(side => halfSide(source, side) ?? [])
  const typed = withRole(others, 'type', 'text').flatMap(side => typeSide(source, side) ?? [])
  const isSaid = typed.length > 0 || sided.some(({ side }) => side.cells.every(cell => saidBy(cell) !== null))
  const composed = isSaid ? null : composedSide(source, others)
  const [best] = [...(composed === null ? [] : [composed]), ...sided, ...halves, ...typed]
  return [best ?? source]
}

function lettersOf({ name, filled }: TableColumn): Pick<MoneySource, 'words'> {
  const words = sideLetters(name, filled)
  return words === undefined ? {} : { words }
}

/** Under another name, credit and debit may be something else, such as kinds of cards. */
const isOddSide = ({ name, roles, filled }: TableColumn): boolean =>
  name !== '' &&
  sideLetters(name, filled) === undefined &&
  !roles.some(role => role === 'side' || role === 'type' || role === 'text')

/** "POS" is a point of sale, unless there is "NEG" too. */
const isPointOfSale = (column: TableColumn): boolean =>
  !column.roles.includes('side') &&
  !hasBoth(wordsIn(column)) &&
  column.filled.some(cell => plainText(cell) === 'pos')

const vagueWord = /^(?:[a-z]|in|out|be|ki|ut|ind)$/

/** Letters of one side only, which may be codes: D is a debit, or a deposit. */
const isVague = (column: TableColumn): boolean =>
  !column.roles.includes('side') &&
  sideLetters(column.name, column.filled) === undefined &&
  !hasBoth(wordsIn(column)) &&
  column.filled.every(cell => vagueWord.test(plainText(cell)))

const hasBoth = ({ debit = [], credit = [] }: NonNullable<CsvLayout['words']>): boolean =>
  debit.length > 0 && credit.length > 0

function wordsIn({ filled }: TableColumn): NonNullable<CsvLayout['words']> {
  const of = (wanted: string) => [...new Set(filled.filter(cell => sideOf(cell, undefined) === wanted))]
  return { debit: of('debit'), credit: of('credit') }
}

/** What two columns for credits and debits say about a signed amount next to them. */
export function pairEvidence({ amount }: MoneySource, columns: readonly TableColumn[]): SignEvidence {
  const pair = pairOf(columns)
  if (amount === undefined || pair === null) return null
  const rows = amount.cells.flatMap((cell, row) => {
    const [credit, debit] = [pair.credit, pair.debit].map(column => !isNothing(column?.cells[row] ?? ''))
    const money = moneyIn(cell)
    return money === null || isNothing(cell) || credit === debit ? [] : [{ isIn: credit, money }]
  })
  if (rows.length === 0) return null
  if (rows.every(({ isIn, money }) => isIn !== money.negative)) return 'written'
  return rows.every(({ isIn, money }) => isIn === money.negative) ? 'inverted' : null
}

/** What a column of words says about signed amounts. */
export type SignEvidence = 'written' | 'inverted' | null

/** Null if the amounts have no signs, or there are no words. */
export function sideEvidence({
  amount,
  side,
  words,
  areSignsLacking,
}: MoneySource): SignEvidence | 'contradiction' {
  if (amount === undefined || side === undefined || areSignsLacking) return null
  const rows = amount.cells.flatMap((cell, row) => {
    const money = moneyIn(cell)
    const word = sideOf(side.cells[row] ?? '', words)
    return money === null || word === null || !/[1-9]/.test(money.amount) ? [] : [{ money, word }]
  })
  if (rows.every(({ money }) => !money.negative)) return null
  if (rows.every(({ money, word }) => money.negative === (word === 'debit'))) return 'written'
  return rows.every(({ money, word }) => money.negative === (word === 'credit'))
    ? 'inverted'
    : 'contradiction'
}

/** Only one side is marked, such as CR on a card's payments; a blank cell is the other one. */
function halfSide(source: MoneySource, side: TableColumn): MoneySource | null {
  if (side.filled.length === side.cells.length || isSigned(source.amount)) return null
  const sides = new Set(side.filled.map(cell => sideOf(cell, undefined)))
  if (sides.size !== 1) return null
  const words = sides.has('credit') ? { debit: [''] } : { credit: [''] }
  // Under another name, it may be a kind of card.
  if (!isVague(side) && !isOddSide(side)) return { ...source, side, words }
  return { ...source, side, words: { ...wordsIn(side), ...words }, isSideUncertain: true }
}

/** Written, and not blank. */
const isZero = (cell: string): boolean => /0/.test(cell) && isNothing(cell)

/** Columns of which each row has exactly one, or a zero in both. */
function complementaryPairs(columns: readonly TableColumn[]): MoneySource[] {
  const pairs: MoneySource[] = []
  for (const [index, one] of columns.entries()) {
    for (const other of columns.slice(index + 1)) {
      const isEither = one.cells.every(
        (cell, row) =>
          isNothing(cell) !== isNothing(other.cells[row] ?? '') ||
          (isZero(cell) && isZero(other.cells[row] ?? '')),
      )
      const isUsed = [one, other].every(({ filled }) => filled.some(cell => !isNothing(cell)))
      if (!isEither || !isUsed) continue
      // More entries are money out.
      const [debit, credit] = one.filled.length >= other.filled.length ? [one, other] : [other, one]
      pairs.push({ debit, credit }, { debit: credit, credit: debit })
    }
  }
  return pairs
}
