/**
 * One account of BAI2, from record 03 to record 49: its balances, then its entries. A deposit is broken into
 * its items if they follow and add up to it.
 */
import { DecimalSum } from '../../../domain/money/decimal.ts'
import { folded, ibanOf, isBic, isCurrency, noAccount, problem, quoted } from '../fields.ts'
import { isSameSum, Proof } from '../fixed.ts'
import type { Balance, Entry, StatementHead, StatementPart } from '../statement.ts'
import { amountOf, ControlTotal, summariesOf } from './bai2Amounts.ts'
import { isItem, messageCode } from './bai2Codes.ts'
import { amountIn, type Bai2Context, codeOf, readBai2Entry } from './bai2Entry.ts'
import { type Bai2Record, fieldsOf } from './bai2Records.ts'

/** Ledger balances at the start and end of the day, and what is available. */
const balanceKinds: Readonly<Record<string, Balance['kind']>> = {
  '010': 'opening',
  '015': 'closing',
  '045': 'available',
}
/** Beyond this, the deposit stays whole, so that memory is bounded. */
const itemsMax = 20_000
const defaultCurrency = 'USD'

export class Bai2Account {
  isProved = false
  private readonly record: Bai2Record
  private readonly head: StatementHead
  private readonly context: Bai2Context | null
  private readonly hasCurrency: boolean
  private readonly fields: string[]
  private readonly total = new ControlTotal()
  private readonly proof = new Proof()
  private records: number
  /** The last entry, which items may follow unless it is one. */
  private waiting: StatementPart[] = []
  private mayHaveItems = false
  private items: Entry[] = []
  private itemCount = 0
  /** Total credits and debits, as stated and as read. */
  private readonly sums = {
    credit: { stated: '', read: new DecimalSum() },
    debit: { stated: '', read: new DecimalSum() },
  }

  constructor(
    record: Bai2Record,
    group: { currency: string | null; day: string | null; originator: string; isInterim: boolean },
  ) {
    this.record = record
    this.records = record.records
    this.fields = fieldsOf(record)
    const [number = '', written = ''] = this.fields
    const stated = isCurrency(written) ? written : group.currency
    const currency = stated ?? defaultCurrency
    const iban = ibanOf(number)
    this.hasCurrency = stated !== null
    this.head = {
      scope: group.isInterim ? 'report' : 'statement',
      id: null,
      number: null,
      account: {
        ...noAccount,
        iban,
        otherId: iban === null ? folded(number) : null,
        bankCode: isBic(group.originator) ? null : folded(group.originator),
        bic: isBic(group.originator) ? group.originator : null,
        currency,
      },
      from: group.day,
      to: group.day,
      line: record.line,
    }
    this.context =
      group.day === null ? null : { currency, status: group.isInterim ? 'pending' : 'booked', day: group.day }
  }

  *begin(): Generator<StatementPart> {
    yield { kind: 'statement', statement: this.head }
    const { line } = this.record
    if (!this.hasCurrency)
      yield problem(
        'note',
        line,
        'record 03',
        `it has no currency; ${defaultCurrency} is the default of BAI2`,
      )
    const summaries = summariesOf(this.fields.slice(2))
    if (summaries === null) {
      yield problem('error', line, 'record 03', 'its summaries are not type codes with amounts')
      return
    }
    for (const { code, amount } of summaries) {
      this.total.add(amount)
      if (code === '100') this.sums.credit.stated = amount
      if (code === '400') this.sums.debit.stated = amount
      const kind = balanceKinds[code]
      if (kind !== undefined) yield* this.proof.through(this.balance(kind, amount))
    }
  }

  private balance(kind: Balance['kind'], text: string): StatementPart[] {
    const currency = this.head.account.currency ?? defaultCurrency
    const read = amountOf(text, currency)
    if (read) {
      const side = read.negative ? 'debit' : 'credit'
      return [{ kind: 'balance', balance: { kind, amount: read.amount, side, currency, at: this.head.to } }]
    }
    if (text === '') return []
    const severity = kind === 'available' ? 'note' : 'error'
    return [problem(severity, this.record.line, `${kind} balance`, `${quoted(text)} is not an amount`)]
  }

  *entry(record: Bai2Record): Generator<StatementPart> {
    this.records += record.records
    this.total.add(amountIn(record))
    const code = codeOf(record)
    if (this.context === null || code === messageCode) return
    const parts = readBai2Entry(record, this.context)
    const entry = parts.find(part => part.kind === 'entry')?.entry
    const parent = this.mayHaveItems ? this.parent() : undefined
    if (isItem(code) && entry && parent?.side === entry.side) {
      this.itemCount += 1
      if (this.items.length < itemsMax) this.items.push(entry)
      return
    }
    yield* this.flush()
    this.waiting = parts
    this.mayHaveItems = !isItem(code)
    if (entry) this.sums[entry.side].read.add({ amount: entry.amount, negative: false })
  }

  private parent(): Entry | undefined {
    return this.waiting.find(part => part.kind === 'entry')?.entry
  }

  private *flush(): Generator<StatementPart> {
    yield* this.proof.through(this.settled())
    this.waiting = []
    this.items = []
    this.itemCount = 0
  }

  private settled(): StatementPart[] {
    const parent = this.parent()
    if (!parent || this.itemCount === 0) return this.waiting
    if (this.items.length < this.itemCount || !addsUp(parent, this.items)) {
      const reason = `its ${this.itemCount} items do not add up to it, so it stays whole`
      return [...this.waiting, problem('note', parent.line, 'record 16', reason)]
    }
    const { amount: total, side: totalSide, bankReference: reference } = parent
    return this.items.map((entry, index) => ({
      kind: 'entry',
      entry: { ...entry, batch: { part: index + 1, parts: this.items.length, reference, total, totalSide } },
    }))
  }

  *cutOff(line: number | null): Generator<StatementPart> {
    yield* this.flush()
    yield problem('error', line, 'record 49', 'the account ends without its trailer; it may be cut off')
    yield { kind: 'end' }
  }

  /** Control total and number of records. */
  *end(record: Bai2Record): Generator<StatementPart> {
    yield* this.flush()
    const [total = '', count = ''] = fieldsOf(record)
    const records = this.records + record.records
    const severity = this.proof.severity()
    const wrong = [
      this.total.wrong(total),
      count === '' || Number(count) === records
        ? null
        : `it counts ${quoted(count)} records, but there are ${records}`,
      ...this.wrongSums(),
    ].filter(reason => reason !== null)
    this.isProved = severity === 'note' || wrong.length === 0
    for (const reason of wrong) yield problem(severity, record.line, 'record 49', reason)
    yield { kind: 'end' }
  }

  /** A report during the day has the totals of the day, but only the newest entries. */
  private wrongSums(): (string | null)[] {
    if (this.head.scope === 'report') return []
    return (['credit', 'debit'] as const).map(side => {
      const { stated, read } = this.sums[side]
      const total = amountOf(stated, this.head.account.currency ?? defaultCurrency)
      if (total === null || isSameSum(read, total.amount)) return null
      return `the account has ${side}s of ${total.amount} in total, but the entries add up to ${read.toString()}`
    })
  }
}

function addsUp({ amount, side }: Entry, items: readonly Entry[]): boolean {
  const sum = new DecimalSum()
  sum.add({ amount, negative: true })
  for (const item of items) sum.add({ amount: item.amount, negative: item.side !== side })
  return sum.isZero()
}
