/**
 * Reads CFONB 120, the statement format of French banks: records of 120 characters. A statement goes from
 * record 01, the old balance, to record 07, the new one. They must add up; there are no other totals.
 */
import { UnreadableFile } from '../../files/problem.ts'
import { recordsOf } from '../../files/records.ts'
import { problem, quoted } from '../fields.ts'
import { at, dayFirstDate } from '../fixed.ts'
import type { Balance, StatementHead, StatementPart } from '../statement.ts'
import { CfonbEntry } from './cfonbEntry.ts'
import { accountKey, accountOf, amountOf } from './cfonbFields.ts'

const cfonbWidth = 120
/** Code, bank, branch, currency and its decimal places, account. */
export const cfonbStart = /^0[1457]\d{5}.{4}\d{5}(?:[A-Z]{3}\d| {4}).[0-9A-Z]{11}/

export async function* readCfonb(
  text: AsyncIterable<string>,
): AsyncGenerator<StatementPart, void, undefined> {
  let statement: CfonbStatement | null = null
  let count = 0
  for await (const { number, text: record } of recordsOf(text, cfonbWidth)) {
    const code = record.slice(0, 2)
    if (code === '01') {
      if (statement) yield* statement.cutOff(number)
      statement = new CfonbStatement(record, number)
      count += 1
    } else if (!statement) {
      const reason = 'it is outside of a statement, which starts with the old balance (record 01)'
      yield problem('error', number, `record ${quoted(code)}`, reason)
    } else if (code === '07') {
      yield* statement.end(record, number)
      statement = null
    } else yield* statement.record(code, record, number)
  }
  if (statement) yield* statement.cutOff(null)
  if (count === 0) throw new UnreadableFile('it contains no CFONB 120 statement')
}

class CfonbStatement {
  private readonly head: StatementHead
  private readonly opening: string
  private readonly key: string
  private currency: string | null
  private begun = false
  private entry: CfonbEntry | null = null

  constructor(record: string, line: number) {
    this.opening = record
    this.key = accountKey(record)
    this.currency = currencyOf(record)
    this.head = {
      scope: 'statement',
      id: null,
      number: null,
      account: accountOf(record),
      from: null,
      to: null,
      line,
    }
  }

  *record(code: string, record: string, line: number): Generator<StatementPart> {
    if (code === '04') {
      yield* this.endEntry()
      yield* this.begin(record)
      if (accountKey(record) !== this.key) {
        yield problem('error', line, 'record 04', 'it is of another account than the old balance')
        return
      }
      this.entry = new CfonbEntry(record, line, this.currencyFor(record))
    } else if (code !== '05')
      yield problem(
        'error',
        line,
        'record',
        `${quoted(record.slice(0, 10))} does not start a record of CFONB 120`,
      )
    else if (this.entry) this.entry.add(record)
    else yield problem('error', line, 'record 05', 'it does not follow an entry (record 04)')
  }

  private currencyFor(record: string): string {
    return currencyOf(record) ?? this.currency ?? 'EUR'
  }

  /** Some banks write the currency only into entries, so the old balance waits for it. */
  private *begin(record: string): Generator<StatementPart> {
    if (this.begun) return
    this.begun = true
    const isStated = this.currency !== null || currencyOf(record) !== null
    this.currency = this.currencyFor(record)
    this.head.account = { ...this.head.account, currency: this.currency }
    yield { kind: 'statement', statement: this.head }
    if (!isStated)
      yield problem('note', this.head.line, 'record 01', 'the statement has no currency; the euro is assumed')
    yield* this.balance('opening', this.opening, this.head.line)
  }

  private *endEntry(): Generator<StatementPart> {
    const { entry } = this
    this.entry = null
    if (entry) yield* entry.parts()
  }

  private *balance(kind: Balance['kind'], record: string, line: number): Generator<StatementPart> {
    const currency = this.currencyFor(record)
    const read = amountOf(record, currency)
    if (read) {
      const day = dayFirstDate(at(record, 35, 40))
      yield { kind: 'balance', balance: { kind, ...read, currency, at: day } }
      return
    }
    const reason = `${quoted(at(record, 91, 104))} is not a signed amount`
    yield problem('error', line, `${kind} balance`, reason)
  }

  *cutOff(line: number | null): Generator<StatementPart> {
    yield* this.endEntry()
    yield* this.begin('')
    const reason = 'the statement ends without its new balance (record 07); it may be cut off'
    yield problem('error', line, 'record 07', reason)
    yield { kind: 'end' }
  }

  *end(record: string, line: number): Generator<StatementPart> {
    yield* this.endEntry()
    yield* this.begin(record)
    if (accountKey(record) !== this.key)
      yield problem('error', line, 'record 07', 'it is of another account than the old balance')
    yield* this.balance('closing', record, line)
    yield { kind: 'end' }
  }
}

function currencyOf(record: string): string | null {
  const currency = at(record, 17, 19)
  return /^[A-Z]{3}$/.test(currency) ? currency : null
}
