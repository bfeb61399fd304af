/**
 * Reads CODA, the statement format of Belgian banks: records of 128 characters. A file has one statement for
 * each account, from record 0 to record 9. The trailer has totals, and the balances must add up.
 */
import { DecimalSum, type Signed } from '../../../domain/money/decimal.ts'
import { UnreadableFile } from '../../files/problem.ts'
import { recordsOf } from '../../files/records.ts'
import { folded, isBic, noAccount, problem, quoted, referenceOf } from '../fields.ts'
import { at, dayFirstDate, isSameSum, Proof } from '../fixed.ts'
import type { Balance, StatementHead, StatementPart } from '../statement.ts'
import { accountOf, amountOf } from './codaFields.ts'
import { CodaGroup } from './codaGroup.ts'

export const codaWidth = 128
/** Record 0: zeros, the day of creation, the bank, and the application, which is always 05. */
export const codaHeader = /^00000\d{6}[\d ]{3}05[D ]/

export async function* readCoda(text: AsyncIterable<string>): AsyncGenerator<StatementPart, void, undefined> {
  let statement: CodaStatement | null = null
  let count = 0
  let more = false
  for await (const { number, text: record } of recordsOf(text, codaWidth)) {
    const code = record[0] ?? ''
    if (code === '0') {
      if (statement) yield* statement.cutOff(number)
      statement = new CodaStatement(record, number)
      count += 1
    } else if (!statement) {
      yield problem(
        'error',
        number,
        `record ${quoted(code)}`,
        'it is outside of a statement, which starts with record 0',
      )
    } else if (code === '9') {
      yield* statement.end(record, number)
      more = at(record, 128, 128) === '1'
      statement = null
    } else yield* statement.record(record, number)
  }
  if (statement) yield* statement.cutOff(null)
  if (count === 0) throw new UnreadableFile('it contains no CODA statement')
  if (more) yield problem('note', null, 'record 9', 'it says that another statement follows, but none does')
}

class CodaStatement {
  private readonly head: StatementHead
  private readonly createdOn: string | null
  /** Details of another file's totals; both balances are zero then. */
  private isSeparate: boolean
  private currency: string | null = null
  /** Of the account number, as record 1 says. */
  private structure = '0'
  private begun = false
  private hasOpening = false
  private hasClosing = false
  private group: CodaGroup | null = null
  /** Records 1, 2, 3 and 8, which the trailer counts. */
  private records = 0
  private readonly debits = new DecimalSum()
  private readonly credits = new DecimalSum()
  private readonly proof = new Proof()

  constructor(record: string, line: number) {
    const bic = at(record, 61, 71).trim()
    const account = { ...noAccount, bic: isBic(bic) ? bic : null }
    const id = referenceOf(folded(at(record, 25, 34)))
    this.head = { scope: 'statement', id, number: null, account, from: null, to: null, line }
    this.createdOn = dayFirstDate(at(record, 6, 11))
    this.isSeparate = !/^[0 ]*$/.test(at(record, 84, 88))
  }

  *record(record: string, line: number): Generator<StatementPart> {
    const [code, article] = [record[0] ?? '', record[1] ?? '']
    if (code === '4') return
    if (!/^[1238]$/.test(code)) {
      yield problem('error', line, 'record', `${quoted(record.slice(0, 10))} does not start a record of CODA`)
      return
    }
    this.records += 1
    if (code === '1') yield* this.opening(record, line)
    else if (code === '8') yield* this.closing(record, line)
    else if (!this.hasOpening)
      yield problem('error', line, `record ${code}`, 'it comes before the old balance (record 1)')
    else if (code === '2' && article === '1') yield* this.movement(record, line)
    else yield* this.continued(record, line)
  }

  private *opening(record: string, line: number): Generator<StatementPart> {
    this.structure = at(record, 2, 2)
    const account = accountOf(this.structure, at(record, 6, 42))
    this.currency ??= account.currency
    this.hasOpening = true
    const number = at(record, 126, 128)
    this.head.number = /^\d{3}$/.test(number) && number !== '000' ? number : null
    this.head.account = { ...this.head.account, ...account, ownerName: folded(at(record, 65, 90)) }
    if (account.currency === null)
      yield problem('error', line, 'record 1', 'it has no currency, so its movements cannot be read')
    yield* this.begin()
    yield* this.balance('opening', at(record, 43, 64), line)
  }

  private *begin(): Generator<StatementPart> {
    if (this.begun) return
    this.begun = true
    yield { kind: 'statement', statement: this.head }
  }

  /** Sign, 15 digits, and the day. */
  private *balance(kind: Balance['kind'], text: string, line: number): Generator<StatementPart> {
    const { currency } = this
    const amount = currency === null ? null : amountOf(text.slice(1, 16), currency)
    const side = ({ 0: 'credit', 1: 'debit' } as const)[text[0] ?? '']
    if (amount === null || side === undefined || currency === null) {
      yield problem(
        'error',
        line,
        `${kind} balance`,
        `${quoted(text.slice(0, 16))} is not a sign and 15 digits`,
      )
      return
    }
    if (/[1-9]/.test(amount)) this.isSeparate = false
    yield* this.proof.through([
      { kind: 'balance', balance: { kind, amount, side, currency, at: dayFirstDate(text.slice(16, 22)) } },
    ])
  }

  private *movement(record: string, line: number): Generator<StatementPart> {
    if (this.currency === null) return
    const next = new CodaGroup(record, line, this.currency)
    if (this.group?.takes(next.movement)) return
    yield* this.endGroup()
    const { movement } = next
    if (movement.isDetail) {
      const reason =
        'it is a detail of a movement that is not in this file; import the file with the movement'
      yield problem('error', line, 'record 21', reason)
      return
    }
    this.group = next
    if (movement.amount !== null) {
      const amount: Signed = { amount: movement.amount, negative: false }
      ;(movement.side === 'debit' ? this.debits : this.credits).add(amount)
    }
  }

  /** Records 22, 23 and 31 to 33 belong to the movement before them. */
  private *continued(record: string, line: number): Generator<StatementPart> {
    const isKnown = /^(2[23]|3[123])/.test(record)
    if (isKnown && this.group?.continue(record)) return
    if (this.currency === null) return
    const reason = isKnown ? 'it does not belong to the movement before it' : 'it is not a record of CODA'
    yield problem('error', line, `record ${quoted(record.slice(0, 2))}`, reason)
  }

  private *endGroup(): Generator<StatementPart> {
    const { group } = this
    this.group = null
    if (group) yield* this.proof.through(group.parts(this.createdOn))
  }

  private *closing(record: string, line: number): Generator<StatementPart> {
    yield* this.endGroup()
    yield* this.begin()
    const { iban, otherId } = this.head.account
    const account = accountOf(this.structure, at(record, 5, 41))
    if (this.hasOpening && (account.iban ?? account.otherId) !== (iban ?? otherId)) {
      const reason = `it is of account ${quoted(account.iban ?? account.otherId ?? '')}, but the old balance is not`
      yield problem('error', line, 'record 8', reason)
    }
    this.hasClosing = true
    yield* this.balance('closing', at(record, 42, 63), line)
  }

  *cutOff(line: number | null): Generator<StatementPart> {
    yield* this.endGroup()
    yield* this.begin()
    yield problem('error', line, 'record 9', 'the statement ends without its trailer; it may be cut off')
    yield { kind: 'end' }
  }

  *end(record: string, line: number): Generator<StatementPart> {
    yield* this.endGroup()
    yield* this.begin()
    const isEmpty = this.records === 1 && this.hasOpening
    if (!this.hasClosing && !isEmpty)
      yield problem('error', line, 'record 8', 'the statement has no new balance; it may be cut off')
    const severity = isEmpty ? 'note' : this.proof.severity()
    for (const reason of this.wrongTotals(record)) yield problem(severity, line, 'record 9', reason)
    if (this.isSeparate && severity === 'error') {
      const reason = 'it is a separate application: details of payments that are totals in another file'
      yield problem('error', this.head.line, 'record 0', `${reason}; import that one`)
    }
    yield { kind: 'end' }
  }

  private wrongTotals(record: string): string[] {
    const wrong: string[] = []
    const count = at(record, 17, 22)
    if (Number(count) !== this.records)
      wrong.push(`it counts ${quoted(count)} records, but there are ${this.records}`)
    const currency = this.currency ?? 'EUR'
    for (const [name, first, sum] of [
      ['debits', 23, this.debits],
      ['credits', 38, this.credits],
    ] as const) {
      const stated = amountOf(at(record, first, first + 14), currency)
      if (stated === null) wrong.push(`its total of ${name} is not 15 digits`)
      else if (!isSameSum(sum, stated))
        wrong.push(`its total of ${name} is ${stated}, but the movements add up to ${sum.toString()}`)
    }
    return wrong
  }
}
