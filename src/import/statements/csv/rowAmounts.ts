/** The amount of a row and its direction: from a signed column, a column with a side, or two columns. */
import { DecimalSum, type Signed, signed } from '../../../domain/money/decimal.ts'
import { quoted } from '../fields.ts'
import type { Side } from './balanceSides.ts'
import { type Money, readMoney } from './cells/csvAmount.ts'
import { exampleOf } from './cells/csvNumber.ts'
import { sideOf } from './cells/csvWords.ts'
import { isBlank } from './cells/plainText.ts'
import { bare, type ColumnName, type CsvLayout, columnsAt, type Row } from './csvLayout.ts'

export interface Amounts {
  /** Negative if money went out; null if it cannot be read. */
  amount: Signed | null
  /** Negative if it was charged; null if there is none. */
  fee: Signed | null
  /** The currency written next to the amount. */
  unit: string | null
  /** No column of amounts has anything. */
  isBlank: boolean
  mistakes: { name: ColumnName; reason: string }[]
}

type Cells = (name: ColumnName) => string

/** Fees may be spread over several columns. The side is what the balances show, if the layout needs it. */
export function amountsOf(
  of: Cells,
  fees: readonly string[],
  layout: CsvLayout,
  side: Side | null = null,
): Amounts {
  return new AmountReader(of, fees, layout, side).read()
}

/** The word that says the side: of several columns, the first that says it. */
export function sideCell(row: Row, layout: Pick<CsvLayout, 'columns' | 'words'>): string {
  const words = columnsAt(layout, 'side').map(at => bare(row.cells[at]))
  const cells = words.map(word => (isBlank(word) ? '' : word))
  return cells.find(cell => sideOf(cell, layout.words) !== null) ?? cells.find(cell => cell !== '') ?? ''
}

const isZero = ({ amount }: Signed): boolean => !/[1-9]/.test(amount)

class AmountReader {
  readonly #of: Cells
  readonly #fees: readonly string[]
  readonly #layout: CsvLayout
  readonly #side: Side | null
  readonly #mistakes: Amounts['mistakes'] = []
  #unit: string | null = null

  constructor(of: Cells, fees: readonly string[], layout: CsvLayout, side: Side | null) {
    this.#of = of
    this.#fees = fees
    this.#layout = layout
    this.#side = side
  }

  read(): Amounts {
    const names =
      this.#layout.columns.amount === undefined ? (['credit', 'debit'] as const) : (['amount'] as const)
    const isBlank = names.every(name => this.#of(name) === '')
    const charge = isBlank ? this.#chargeAlone() : null
    if (charge !== null) return { amount: charge, fee: null, unit: this.#unit, isBlank: false, mistakes: [] }
    const amount = isBlank ? this.#nothing(names[names.length - 1] ?? 'amount') : this.#amount()
    return { amount, fee: this.#fee(amount), unit: this.#unit, isBlank, mistakes: this.#mistakes }
  }

  /** The row of a monthly fee, if a bank keeps fees in a column of their own. Only a balance shows that they were paid. */
  #chargeAlone(): Signed | null {
    const { fees, columns } = this.#layout
    if ((fees !== 'added' && fees !== 'deducted') || columns.balance === undefined) return null
    const fee = this.#fee(null)
    if (this.#mistakes.length === 0) return fee
    this.#mistakes.length = 0
    return null
  }

  #nothing(name: ColumnName): null {
    return this.#wrong(name, 'the row has no amount')
  }

  #wrong(name: ColumnName, reason: string): null {
    this.#mistakes.push({ name, reason })
    return null
  }

  /** Null for a blank cell, and with a mistake for one that cannot be read. */
  #money(name: ColumnName, written = this.#of(name)): Money | null {
    if (written === '') return null
    const { decimal } = this.#layout
    const money = readMoney(written, decimal)
    if (money === null) {
      return this.#wrong(name, `${quoted(written)} is not an amount such as ${exampleOf(decimal)}`)
    }
    this.#unit ??= money.unit
    return money
  }

  #amount(): Signed | null {
    if (this.#layout.columns.amount === undefined) {
      return this.#layout.columns.side === undefined ? this.#eitherOfTwo() : this.#oneOfTwo()
    }
    const money = this.#money('amount')
    if (money === null) return null
    return this.#layout.columns.side === undefined ? this.#signed(money) : this.#withSide(money, 'amount')
  }

  #signed(money: Money): Signed | null {
    const { amount, negative, written } = money
    if (written === 'credit' || written === 'debit') return { amount, negative }
    if (this.#layout.sign === 'balance') return this.#byBalance(money)
    if (this.#layout.sign === 'inverted') return { amount, negative: !negative && !isZero(money) }
    if (this.#layout.sign === 'plus') return { amount, negative: written !== 'plus' && !isZero(money) }
    return { amount, negative }
  }

  #byBalance({ amount, written }: Money): Signed | null {
    const reason = 'the balances do not show whether it is money in or money out'
    if (written !== null) return this.#wrong('amount', 'it has a sign, although amounts have none')
    return this.#side === null ? this.#wrong('amount', reason) : { amount, negative: this.#side === 'debit' }
  }

  /** The word decides; a negative amount must agree with it. */
  #withSide(money: Money, name: ColumnName): Signed | null {
    const word = this.#of('side')
    const side = sideOf(word, this.#layout.words)
    if (side === null) return this.#wrong('side', `${quoted(word)} is neither credit nor debit`)
    if (side === 'debit') return { amount: money.amount, negative: true }
    if (money.negative && name === 'amount' && !isZero(money)) {
      return this.#wrong('side', 'the amount is negative although the side is credit')
    }
    return { amount: money.amount, negative: false }
  }

  /** The side says which of the two columns has the amount. */
  #oneOfTwo(): Signed | null {
    const side = sideOf(this.#of('side'), this.#layout.words)
    const name = side === 'debit' ? 'debit' : 'credit'
    const money = this.#money(name)
    if (money === null) return this.#mistakes.length > 0 ? null : this.#nothing(name)
    return this.#withSide(money, name)
  }

  #eitherOfTwo(): Signed | null {
    const credit = this.#money('credit')
    const debit = this.#money('debit')
    if (this.#mistakes.length > 0) return null
    if (credit !== null && debit !== null && !isZero(credit) && !isZero(debit)) {
      return this.#wrong('credit', 'the row has both a credit and a debit')
    }
    if (credit !== null && (debit === null || isZero(debit))) {
      const isIn = this.#layout.credits === 'negative' ? credit.negative : !credit.negative
      return { amount: credit.amount, negative: !isIn && !isZero(credit) }
    }
    return debit && { amount: debit.amount, negative: this.#isOut(debit) }
  }

  /** Without the setting, a debit is outgoing with or without a minus sign. */
  #isOut(debit: Money): boolean {
    const { debits } = this.#layout
    if (debits === undefined) return true
    return debits === 'negative' ? debit.negative : !debit.negative
  }

  #fee(of: Signed | null): Signed | null {
    const sum = new DecimalSum()
    for (const written of this.#fees) sum.add(this.#money('fee', written) ?? { amount: '0', negative: false })
    const fee = signed(sum.toString())
    if (isZero(fee)) return null
    const { fees } = this.#layout
    if (fees === undefined) {
      const reason = 'the row has a fee, and the mapping does not say whether the amount includes it'
      return this.#wrong('fee', reason)
    }
    const { amount, negative } = fee
    if (fees === 'opposite') return { amount, negative: of === null || !of.negative }
    return { amount, negative: fees === 'added' ? negative : !negative }
  }
}
