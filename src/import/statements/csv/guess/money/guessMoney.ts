/** Which columns have the amounts and which way money moved, proven by the table itself where it can be. */
import { unknownCurrency } from '../../../statement.ts'
import { type DecimalSign, isLargePower } from '../../cells/csvNumber.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import { type TableColumn, withRole } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import type { TableShape } from '../tableShape.ts'
import { currenciesOf, type GuessedCurrency, guessCurrency, singleCurrency } from './guessCurrency.ts'
import { guessDecimal } from './guessDecimal.ts'
import { feeColumn, feeDoubts, withFees } from './guessFees.ts'
import { amountDoubts, guessSign } from './guessSign.ts'
import { guessUnits } from './guessUnits.ts'
import { bestProven, type MoneyReading, type MoneyTable } from './moneyReading.ts'
import { isMinus, type MoneySource, moneyIn } from './moneySource.ts'
import { moneySources, pairEvidence, type SignEvidence, sideEvidence } from './moneySources.ts'
import { type Settlement, settlementIn } from './settlement.ts'
import { addsUp } from './totals.ts'
import { isLikely, isProven, isProvenBySides, tryLayout } from './trial.ts'

export interface MoneyGuess {
  layout: CsvLayout
  doubts: Doubt[]
}

const sourcesMax = 10
const rowsTried = 250

/** Null if no column has amounts. */
export function guessMoney(table: MoneyTable): MoneyGuess | null {
  const settlement = settlementIn(table.columns)
  const found = settledFirst(moneySources(table.columns), settlement)
    .slice(0, sourcesMax)
    .flatMap(source => sourceGuess(source, table, settlement) ?? [])
  const best = bestProven(found, ({ reading }) => reading.proof) ?? mostEntries(found)
  if (best === undefined) return null
  const { layout, balance, proof, trial } = best.reading
  const isChecked = proof === 'balances' && trial.isInOrder
  const isNeeded = isChecked || layout.sign === 'balance'
  const balanceAt = balance !== null && isNeeded ? { balance: balance.at } : {}
  const readings = found.map(({ reading }) => reading)
  return {
    layout: { ...layout, columns: { ...layout.columns, ...balanceAt } },
    doubts: [...amountDoubts(best.reading, readings, table), ...best.doubts],
  }
}

/** The most likely, unless another one reads more than twice as many rows: it has the parts of some entries. */
function mostEntries(found: readonly SourceGuess[]): SourceGuess | undefined {
  const count = ({ reading }: SourceGuess) => reading.trial.entries.length
  const [first] = found
  return first && (found.find(each => count(each) > 2 * count(first)) ?? first)
}

/** What was paid before fees comes first; what is left after them, and is read with them, is left out. */
function settledFirst(sources: readonly MoneySource[], settlement: Settlement | null): MoneySource[] {
  if (settlement === null) return [...sources]
  const { gross, net } = settlement
  const isOf = ({ amount, credit }: MoneySource, other: MoneySource) =>
    amount === other.amount && credit === other.credit
  const rest = sources.filter(source => !isOf(source, net))
  const known = rest.find(source => isOf(source, gross))
  return [known ?? gross, ...rest.filter(source => source !== known)]
}

interface SourceGuess {
  reading: MoneyReading
  doubts: Doubt[]
}

function sourceGuess(
  given: MoneySource,
  table: MoneyTable,
  settlement: Settlement | null,
): SourceGuess | null {
  const { columns, shape, owner, base } = table
  const evidence = sideEvidence(given) ?? pairEvidence(given, columns) ?? feeEvidence(given, settlement)
  if (evidence === 'contradiction') return null
  const source = evidence === null ? given : withoutSide(given)
  const money = [source.amount, source.credit, source.debit].filter(column => column !== undefined)
  const doubts: Doubt[] = []
  const guessed = guessCurrency(columns, given, shape, owner)
  const decimal = guessDecimal(money, columns, currenciesOf(guessed), doubts)
  if (decimal === null) return null
  const fee = feeColumn(columns, source, decimal, settlement)
  const balances = balanceColumns(columns, money, given.isUnnamed === true)
  let found: SourceGuess | null = null
  const readingsIn = (currency: GuessedCurrency, isMinor: boolean) =>
    signLayouts(source, evidence)
      .map(settings => (isMinor ? { ...settings, amounts: 'minor' as const } : settings))
      .map(settings => layoutOf(base, source, decimal, currency, settings))
      .flatMap(layout => withFees(layout, fee))
      .filter(({ sign, columns: at }) => sign !== 'balance' || at.fee === undefined)
      .flatMap(layout =>
        [...balances, ...(layout.sign === 'balance' ? [] : [null])].map(balance =>
          readingOf(source, layout, balance, shape),
        ),
      )
      .filter(({ trial }) => trial.entries.length > 0)
  for (const currency of [guessed, singleCurrency(guessed, owner)]) {
    if (currency === null) continue
    const units = guessUnits(money, columns, currency)
    const readings = readingsIn(currency, units.isMinor)
    if (readings.length === 0) continue
    const { reading, doubts: signDoubts } = guessSign({ readings, evidence, table })
    const isSingle = currency !== guessed
    if (isSingle && (reading.proof !== 'balances' || reading.trial.compared < comparedMin)) continue
    found = {
      reading,
      doubts: [
        ...doubts,
        ...units.doubts,
        ...powerDoubts(money),
        ...currency.doubts,
        ...signDoubts,
        ...feeDoubts(reading, fee),
      ],
    }
    if (reading.proof === 'balances') break
  }
  return found
}

/** Fees that make less of positive amounts show that these are money in. */
const feeEvidence = ({ amount, side }: MoneySource, settlement: Settlement | null): SignEvidence =>
  side === undefined &&
  amount !== undefined &&
  settlement?.gross.amount === amount &&
  settlement.positive === 'in'
    ? 'written'
    : null

/** The balances may lack the same digits. */
function powerDoubts(money: readonly TableColumn[]): Doubt[] {
  const example = money.flatMap(({ filled }) => filled).find(isLargePower)
  if (example === undefined) return []
  return [{ at: 'rows', reason: `"${example}" is a power of ten; does the file have all its digits?` }]
}

/** So many balances do not follow over several currencies by chance. */
const comparedMin = 3

function withoutSide({
  side: _,
  words: __,
  isSideUncertain: ___,
  otherSide: ____,
  ...source
}: MoneySource): MoneySource {
  return source
}

/** Named so; otherwise any other column of money without a name, and in a table without names of amounts any other. */
function balanceColumns(
  columns: readonly TableColumn[],
  money: readonly TableColumn[],
  isUnnamed: boolean,
): TableColumn[] {
  const others = columns.filter(column => column.kind === 'money' && !money.includes(column))
  // A balance that never changes is that of the day of the export.
  const named = withRole(others, 'balance').filter(
    ({ distinct, filled }) => distinct > 1 || filled.length < 2,
  )
  if (named.length > 0) return named
  const places = ({ filled }: TableColumn) => Number(filled.some(cell => /[.,]\d\d$/.test(cell)))
  return others
    .filter(({ roles, name }) => roles.length === 0 && (isUnnamed || name === ''))
    .sort((one, other) => places(other) - places(one))
    .slice(0, 3)
}

type SignSettings = Pick<CsvLayout, 'amounts' | 'sign' | 'debits' | 'credits'>

/** The usual way first. */
function signLayouts({ amount, side, debit, credit }: MoneySource, evidence: SignEvidence): SignSettings[] {
  if (amount === undefined) {
    const credits = isNegative(credit) ? ({ credits: 'negative' } as const) : {}
    return debitSettings(debit, credit).map(settings => ({ ...settings, ...credits }))
  }
  if (side !== undefined) return [{}]
  if (evidence === 'inverted') return [{ sign: 'inverted' }]
  if (evidence === 'written') return [{}]
  const written = new Set(amount.filled.map(cell => /^\s*\+|\bcr\.?\s*$|\+\s*$/i.test(cell)))
  const hasMinus = amount.filled.some(isMinus)
  if (written.size === 2 && !hasMinus) return [{ sign: 'plus' }, {}, { sign: 'inverted' }]
  const isUnsigned = amount.filled.every(cell => moneyIn(cell)?.written === null)
  return [{}, { sign: 'inverted' }, ...(isUnsigned ? [{ sign: 'balance' as const }] : [])]
}

/** Some cards write payments as negative credits. */
function isNegative(column: TableColumn | undefined): boolean {
  const filled = column?.filled.filter(cell => /[1-9]/.test(cell)) ?? []
  return filled.length > 0 && filled.every(isMinus)
}

function debitSettings(debit: TableColumn | undefined, credit: TableColumn | undefined): SignSettings[] {
  const filled = debit?.filled.filter(cell => /[1-9]/.test(cell)) ?? []
  const negative = filled.filter(isMinus).length
  if (filled.length === 0) return [{}]
  if (negative === filled.length) return [{ debits: 'negative' }]
  if (negative === 0) return [{ debits: 'positive' }]
  const both: SignSettings[] = [{ debits: 'positive' }, { debits: 'negative' }]
  // With nothing in the other column, this one has both sides, and its signs are those of any amount.
  return credit?.kind === 'blank' ? both.reverse() : both
}

function layoutOf(
  base: CsvLayout,
  { amount, credit, debit, side, otherSide, words }: MoneySource,
  decimal: DecimalSign,
  { column, code }: GuessedCurrency,
  settings: SignSettings,
): CsvLayout {
  const at = { amount, credit, debit, side, currency: column ?? undefined }
  const money = Object.fromEntries(
    Object.entries(at).flatMap(([name, found]) => (found === undefined ? [] : [[name, found.at]])),
  )
  return {
    ...base,
    ...settings,
    ...(words && { words: { ...base.words, ...words } }),
    decimal,
    columns: {
      ...base.columns,
      ...money,
      ...(side && otherSide && { side: [side.at, otherSide.at].sort((one, other) => one - other) }),
    },
    currency: code,
  }
}

function readingOf(
  source: MoneySource,
  layout: CsvLayout,
  balance: TableColumn | null,
  shape: TableShape,
): MoneyReading {
  const rows = shape.body.slice(0, rowsTried)
  // Without a currency nothing could be tried.
  const tried = {
    ...layout,
    currency: layout.currency ?? (layout.columns.currency === undefined ? unknownCurrency : null),
  }
  const columns = balance === null ? tried.columns : { ...tried.columns, balance: balance.at }
  const trial = tryLayout(rows, { ...tried, columns }, shape.preamble)
  if (layout.sign === 'balance') {
    return { source, layout, balance, trial, proof: isProvenBySides(trial) ? 'balances' : null }
  }
  const proof = isProven(trial)
    ? 'balances'
    : addsUp(shape, tried, trial)
      ? 'totals'
      : isLikely(trial)
        ? 'most balances'
        : null
  return { source, layout, balance, trial, proof }
}
