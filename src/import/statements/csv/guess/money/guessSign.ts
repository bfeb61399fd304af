/** Which sign is money out, and what remains to be asked about the amounts. */
import { difference, isPositive } from '../../../../../domain/money/decimal.ts'
import { plainText } from '../../cells/plainText.ts'
import { columnsAt } from '../../csvLayout.ts'
import { shown, type TableColumn, withRole } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import { bestProven, isCheckedByBalances, type MoneyReading, type MoneyTable } from './moneyReading.ts'
import { type MoneySource, moneyIn } from './moneySource.ts'
import type { SignEvidence } from './moneySources.ts'
import { oldestAsked } from './sides/oldestSide.ts'
import { areKindsOpposite } from './sides/sideTypes.ts'
import { areRepaymentsOut, isCard, isSale, isShop, merchantSide } from './sides/tableKinds.ts'

interface SignChoice {
  readings: readonly MoneyReading[]
  evidence: SignEvidence
  table: MoneyTable
}

export function guessSign({ readings, evidence, table }: SignChoice): {
  reading: MoneyReading
  doubts: Doubt[]
} {
  const [first] = readings
  if (first === undefined) throw new Error('There is nothing to choose from.')
  const { source } = first
  const proven = bestProven(readings.filter(isOrdered), ({ proof }) => proof) ?? null
  const said = source.side !== undefined || evidence !== null || source.amount === undefined
  if (said) {
    // Words decide. Balances that prove the opposite are a reason to ask.
    const reading = proven ?? first
    return { reading, doubts: [...unprovenDoubts(reading, source), ...namelessDoubts(reading)] }
  }
  if (proven !== null && proven.layout.sign === 'balance') return oldestAsked(proven, table)
  const owed = owedReading(proven, readings, table)
  if (owed !== null) {
    const reason = 'the balance is more likely what is owed, as on a card; are positive amounts money out?'
    return { reading: owed, doubts: [{ at: 'sign', reason }] }
  }
  if (proven !== null) {
    return { reading: proven, doubts: [...denialDoubts(proven, table), ...unsignedDoubts(proven)] }
  }
  return unproven(readings, table)
}

/** With the signs turned, where all texts of a card say the opposite of its balances: those are what is owed. */
function owedReading(
  proven: MoneyReading | null,
  readings: readonly MoneyReading[],
  table: MoneyTable,
): MoneyReading | null {
  if (proven === null || proven.layout.sign !== undefined || !isCard(table)) return null
  const { denied, saidIn, saidOut } = proven.trial
  if (denied < owedMin || saidIn + saidOut > 0) return null
  return readings.find(({ layout, balance }) => layout.sign === 'inverted' && balance === null) ?? null
}

const owedMin = 2

/**
 * A balance before each entry looks like one after each with all signs inverted and the newest entry first. Only the
 * days tell the two apart.
 */
const isOrdered = ({ layout, proof, trial }: MoneyReading): boolean =>
  layout.sign !== 'inverted' || proof === 'totals' || trial.hasDays

/** Two columns without names and a balance look alike on an account and, the other way round, on a card. */
function namelessDoubts({ proof, source: { credit, debit }, trial }: MoneyReading): Doubt[] {
  if (proof === null || credit === undefined || debit === undefined) return []
  if (credit.name !== '' || debit.name !== '') return []
  if (trial.denied === 0 && trial.saidIn > 0 && trial.saidOut > 0) return []
  const reason = `the balances say that money out is in column ${debit.at + 1}; or is the balance what is owed, as on a card?`
  return [{ at: 'debit', reason }]
}

function unprovenDoubts({ proof, layout }: MoneyReading, source: MoneySource): Doubt[] {
  if (proof !== null) return []
  if (layout.credits === 'negative') {
    return [
      { at: 'credit', reason: `all amounts in "${source.credit?.name}" are negative; are they money in?` },
    ]
  }
  if (source.isSideUncertain) {
    return [{ at: 'side', reason: `is ${sidesSaid(source).join(', and ')}?` }]
  }
  const isMixed = source.debit !== undefined && mixedSigns(source.debit.filled)
  if (isMixed) {
    const reason = `"${source.debit?.name}" has positive and negative amounts; is a positive one money out?`
    return [{ at: 'debit', reason }]
  }
  return []
}

/** "money out where "Type" is "S"" and the same for money in, as far as there are words for it. */
function sidesSaid({ side, otherSide, words }: MoneySource): string[] {
  const where = [side, otherSide].flatMap(column => (column ? shown(column) : [])).join(' or ') || 'it'
  const said = [['money out', words?.debit] as const, ['money in', words?.credit] as const]
  return said.flatMap(([money, list = []]) =>
    list.length === 0 ? [] : [`${money} where ${where} is ${list.map(word => `"${word}"`).join(', ')}`],
  )
}

const mixedSigns = (cells: readonly string[]): boolean =>
  new Set(cells.filter(cell => /[1-9]/.test(cell)).map(cell => moneyIn(cell)?.negative)).size > 1

const comparedMin = 4

/** The balances say nothing about the first row. Without any sign, it may be the only one that goes the other way. */
function unsignedDoubts({ source, trial, layout }: MoneyReading): Doubt[] {
  const isSigned = source.amount?.filled.some(cell => moneyIn(cell)?.written !== null) ?? true
  if (isSigned || trial.compared >= comparedMin) return []
  const direction = layout.sign === 'inverted' ? 'out' : 'in'
  return [{ at: 'sign', reason: `no amount has a sign; are all of them money ${direction}?` }]
}

/** On a card or a loan, the balance is what is owed: it grows when money goes out. */
function denialDoubts({ trial, layout }: MoneyReading, table: MoneyTable): Doubt[] {
  const isDenied = trial.denied > 0 && trial.denied >= trial.saidIn + trial.saidOut
  const isOwed = isCard(table) && trial.credits > trial.debits
  if (!isDenied && !isOwed) return []
  const isInverted = layout.sign === 'inverted'
  const reason = `the balances say that ${isInverted ? 'positive' : 'negative'} amounts are money out; or is the balance what is owed, as on a card?`
  return [{ at: 'sign', reason }]
}

function unproven(
  readings: readonly MoneyReading[],
  table: MoneyTable,
): { reading: MoneyReading; doubts: Doubt[] } {
  const plain = readings.filter(({ balance }) => balance === null)
  const of = (sign: string | undefined) => plain.find(({ layout }) => layout.sign === sign)
  const [written, inverted, plus] = [of(undefined), of('inverted'), of('plus')]
  const first = written ?? inverted ?? plus ?? readings[0]
  if (first === undefined) throw new Error('There is nothing to choose from.')
  const ask = (chosen: MoneyReading, why: string) => {
    const reading = withBalance(chosen, readings)
    const out =
      reading.layout.sign === 'inverted'
        ? 'positive'
        : reading.layout.sign === 'plus'
          ? 'unmarked'
          : 'negative'
    return { reading, doubts: [{ at: 'sign' as const, reason: `${why}; are ${out} amounts money out?` }] }
  }
  if (plus !== undefined) return ask(plus, 'only some amounts have a plus sign')
  if (written === undefined || inverted === undefined) {
    return { reading: withBalance(first, readings), doubts: [] }
  }
  const { credits, debits, saidIn, saidOut, denied } = written.trial
  const said = saidIn + saidOut
  if (debits === 0) {
    const marked = markedIn(written)
    if (marked === 'some') return ask(inverted, 'only some amounts are marked as money in')
    const isMoneyIn =
      marked === 'all' ||
      said > denied ||
      isShop(table) ||
      isSale(table) ||
      isRising(withBalance(written, readings), table)
    return isMoneyIn ? ask(written, 'no amount has a sign') : ask(inverted, 'no amount has a sign')
  }
  // A single text is not enough against what the signs usually mean. To a shop that pays fees, a refund is money out.
  const isShops = written.layout.fees !== undefined || isGross(written)
  if (!isShops && denied > said && (denied > 1 || credits >= debits))
    return ask(inverted, 'nothing in the table proves the signs, and the texts suggest so')
  if (areKindsOpposite(written.source, table.columns))
    return ask(inverted, 'nothing in the table proves the signs, and the kinds of entries suggest so')
  if (isCard(table) && areRepaymentsOut(written, table))
    return ask(inverted, 'it looks like a card, and its repayments are negative')
  // What has the code of a merchant was bought.
  const bought = merchantSide(written, table)
  if (credits > debits && isCard(table) && bought !== 'debit')
    return ask(inverted, 'it looks like a card, and most amounts are positive')
  // One side is not enough: a card's payment may be called a payment, and be money in.
  const isSaid = saidOut > 0 && (saidIn > 0 || (credits === 0 && !isCard(table)))
  if (!isSaid || denied > 0) return ask(written, 'nothing in the table proves the signs')
  return { reading: withBalance(written, readings), doubts: [] }
}

/** 12.00 CR */
function markedIn({ source: { amount } }: MoneyReading): 'all' | 'some' | 'none' {
  const isMarked = (cell: string) => moneyIn(cell)?.written === 'credit'
  if (amount?.filled.every(isMarked)) return 'all'
  return amount?.filled.some(isMarked) ? 'some' : 'none'
}

/** Whether the last balance is higher than the first one. On a card, it may be what is owed. */
function isRising({ balance, trial }: MoneyReading, table: MoneyTable): boolean {
  if (balance === null || !balance.roles.includes('balance') || isCard(table)) return false
  const days = new Map(trial.entries.map(({ line, bookingDate }) => [line, bookingDate ?? '']))
  const rows = table.shape.entries.flatMap(({ line }, row) => {
    const money = moneyIn(balance.cells[row] ?? '')
    const amount = money === null ? null : `${money.negative ? '-' : ''}${money.amount}`
    return amount === null ? [] : [{ amount, day: days.get(line) ?? '' }]
  })
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined || first.day === last.day) return false
  const [before, after] = first.day < last.day ? [first, last] : [last, first]
  return isPositive(difference(after.amount, before.amount))
}

/** Amounts before fees, of which there were none so far. */
const isGross = ({ source, layout }: MoneyReading): boolean =>
  layout.columns.fee !== undefined && (source.amount?.roles.includes('gross') ?? false)

/** The same reading with the balances that do not prove it, to say how many do not. */
const withBalance = (chosen: MoneyReading, readings: readonly MoneyReading[]): MoneyReading =>
  readings.find(({ layout, balance }) => layout === chosen.layout && balance !== null) ?? chosen

/** What to ask about the columns of the amounts. */
export function amountDoubts(
  chosen: MoneyReading,
  all: readonly MoneyReading[],
  { columns }: MoneyTable,
): Doubt[] {
  const { source, proof, trial } = chosen
  const doubts: Doubt[] = []
  if (proof === null && source.isUnnamed) {
    doubts.push({ at: 'amount', reason: 'no column name says where the amounts are' })
  }
  if (proof === null && source.isUnnamed && source.credit) {
    doubts.push({
      at: 'credit',
      reason: `is money out in ${source.debit ? shown(source.debit) : 'no column'}, and money in in ${shown(source.credit)}?`,
    })
  }
  const uncovered = [source.debit, source.credit].find(
    column =>
      source.isOneOfSeveral &&
      column?.roles.length === 0 &&
      proof !== null &&
      !isCheckedByBalances(column, chosen),
  )
  if (uncovered !== undefined) {
    const [at, money] = uncovered === source.debit ? (['debit', 'out'] as const) : (['credit', 'in'] as const)
    doubts.push({ at, reason: `is money ${money} in ${shown(uncovered)}? No balance shows it` })
  }
  const others = new Set(all.flatMap(({ source: { amount } }) => amount ?? []))
  for (const other of others) {
    const { amount } = source
    if (proof !== null || amount === undefined || other === amount) continue
    if (isSameMoney(amount.cells, other.cells) || isForeign(other, amount, columns)) continue
    doubts.push({ at: 'amount', reason: `is the amount in ${shown(amount)} or in ${shown(other)}?` })
  }
  doubts.push(...unreadDoubts(chosen, columns))
  const named = withRole(columns, 'balance').filter(({ kind, distinct }) => kind === 'money' && distinct > 1)
  if (named.length > 0 && proof !== 'balances') doubts.push(...balanceDoubts(chosen, trial.compared))
  return doubts
}

/** Money under a name that is not known may be a fee. Balances that follow without it show that it is not. */
function unreadDoubts(reading: MoneyReading, columns: readonly TableColumn[]): Doubt[] {
  const { source, layout } = reading
  if (source.isUnnamed) return []
  const feesAt = columnsAt(layout, 'fee')
  const read = [source.amount, source.credit, source.debit].filter(column => column !== undefined)
  const isRepeated = ({ cells }: TableColumn) =>
    cells.every((cell, row) => {
      const amount = moneyIn(cell)?.amount
      return amount === undefined || read.some(each => moneyIn(each.cells[row] ?? '')?.amount === amount)
    })
  return columns
    .filter(
      column =>
        column.kind === 'money' &&
        (column.roles.length === 0 || isRefunded(column)) &&
        !isCheckedByBalances(column, reading),
    )
    .filter(column => !feesAt.includes(column.at) && !read.includes(column) && !isRepeated(column))
    .filter(({ filled }) => filled.some(cell => /[1-9]/.test(cell)) && filled.every(isWithPlaces))
    .map(column => ({ at: 'fees', reason: `${shown(column)} is not read; is it part of the amount?` }))
}

/** What was given back of an amount, at some other time. */
const isRefunded = ({ name }: TableColumn): boolean =>
  /refunded|erstattet|rembourse|reembolsado|rimborsato/.test(plainText(name))

const isWithPlaces = (cell: string): boolean => /[.,]\d\d(?!\d)/.test(cell)

/** Next to an amount in a named currency, one of any currency is what was paid abroad. */
const isForeign = (other: TableColumn, amount: TableColumn, columns: readonly TableColumn[]): boolean =>
  amount.currency !== null && other.currency === null && columns.some(({ kind }) => kind === 'currency')

const isSameMoney = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((cell, row) => moneyIn(cell)?.amount === moneyIn(other[row] ?? '')?.amount)

function balanceDoubts({ proof, trial }: MoneyReading, compared: number): Doubt[] {
  if (compared === 0 || proof === 'totals') return []
  const count = `${trial.agreeing} of ${compared} balances follow from the row before`
  const why =
    proof === 'most balances'
      ? 'rows may be missing or in another order'
      : 'rows may be missing, or the amounts or their signs are read wrongly'
  return [{ at: 'balance', reason: `${count}: ${why}` }]
}
