/**
 * A movement with its details. A total of several payments is broken into them if they add up to it;
 * otherwise it stays whole. Each record 3 belongs to the last movement or detail before it.
 */
import { DecimalSum } from '../../../domain/money/decimal.ts'
import { problem } from '../fields.ts'
import type { StatementPart } from '../statement.ts'
import { CodaMovement } from './codaMovement.ts'

/** Beyond this, the total stays whole, so that memory is bounded. */
const detailsMax = 20_000

export class CodaGroup {
  readonly movement: CodaMovement
  private readonly currency: string
  private readonly details: CodaMovement[] = []
  private last: CodaMovement
  private isTooLong = false

  constructor(record: string, line: number, currency: string) {
    this.movement = new CodaMovement(record, line, currency)
    this.currency = currency
    this.last = this.movement
  }

  /** Whether the movement is a detail of this one. */
  takes(detail: CodaMovement): boolean {
    if (!detail.isDetail || detail.sequence !== this.movement.sequence) return false
    this.last = detail
    this.isTooLong ||= this.details.length === detailsMax
    if (!this.isTooLong) this.details.push(detail)
    return true
  }

  /** Whether the record belongs to the last movement or detail. */
  continue(record: string): boolean {
    const [code = '', article = ''] = record
    const { last } = this
    if (record.slice(2, 6) !== last.sequence) return false
    if (code === '3') {
      last.inform(article, record)
      return true
    }
    if (record.slice(6, 10) !== last.detail) return false
    last.continueWith(article, record)
    return true
  }

  parts(createdOn: string | null): StatementPart[] {
    const { movement, currency } = this
    const payments = this.details.filter(detail => detail.isPayment)
    if (movement.fault() || payments.length === 0 || this.isTooLong || !this.addsUp(payments))
      return [...movement.parts(currency, createdOn), ...this.faults(payments)]
    const [only] = payments
    if (only && payments.length === 1) return only.parts(currency, createdOn)
    const { bankReference, customerReference, side: totalSide } = movement
    const batch = {
      parts: payments.length,
      reference: customerReference ?? bankReference,
      total: movement.amount ?? '',
      totalSide,
    }
    return payments.flatMap((payment, index) =>
      payment
        .parts(currency, createdOn)
        .map(part =>
          part.kind === 'entry'
            ? { ...part, entry: { ...part.entry, batch: { ...batch, part: index + 1 } } }
            : part,
        ),
    )
  }

  private addsUp(payments: readonly CodaMovement[]): boolean {
    const sum = new DecimalSum()
    const { amount, side } = this.movement
    sum.add({ amount: amount ?? '0', negative: side === 'credit' })
    for (const payment of payments) {
      if (payment.fault()) return false
      sum.add({ amount: payment.amount ?? '0', negative: payment.side === 'debit' })
    }
    return sum.isZero()
  }

  /** Details that cannot be read do not matter for the balance, but someone should know. */
  private faults(payments: readonly CodaMovement[]): StatementPart[] {
    const unreadable = payments.filter(payment => payment.fault()).length
    if (unreadable === 0) return []
    const reason = `${unreadable} of its details cannot be read, so it is not broken into payments`
    return [problem('note', this.movement.line, 'movement', reason)]
  }
}
