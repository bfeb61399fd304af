/**
 * Reads CSB43 (also Norma 43, AEB43), the statement format of Spanish banks: records of 80 characters. Each
 * account goes from record 11 to record 33, which has counts, totals and the closing balance.
 */
import { currencyOfNumber } from '../../../domain/money/currencies.ts'
import { DecimalSum } from '../../../domain/money/decimal.ts'
import { ibanWithCheckDigits } from '../../../domain/money/iban.ts'
import { UnreadableFile } from '../../files/problem.ts'
import { recordsOf } from '../../files/records.ts'
import { folded, noAccount, problem, quoted, sixDigitDate } from '../fields.ts'
import { at, isSameSum, Proof } from '../fixed.ts'
import type { AccountRef, Balance, StatementHead, StatementPart } from '../statement.ts'
import { amountOf, Csb43Entry, sideOf } from './csb43Entry.ts'

const csb43Width = 80
/** Record 11: account, first and last day, side and amount of the opening balance, currency. */
export const csb43Header = /^(?:00[^\r\n]{0,90}[\r\n]{1,2})?11\d{30}[12]\d{17}/

export async function* readCsb43(
  text: AsyncIterable<string>,
): AsyncGenerator<StatementPart, void, undefined> {
  const file = new Csb43File()
  for await (const { number, text: record } of recordsOf(text, csb43Width)) yield* file.record(record, number)
  yield* file.end()
}

class Csb43File {
  private account: Csb43Account | null = null
  private count = 0
  private records = 0
  private isProved = true
  private isClosed = false;

  *record(record: string, line: number): Generator<StatementPart> {
    const code = record.slice(0, 2)
    if (code === '88') {
      yield* this.closeAccount(line)
      yield* this.close(record, line)
      return
    }
    this.records += 1
    // Some banks write a record of their own at the start of the file.
    if (code === '00' && this.count === 0) return
    if (code === '11') {
      yield* this.closeAccount(line)
      this.account = new Csb43Account(record, line)
      this.count += 1
      this.isClosed = false
      yield* this.account.begin()
    } else if (!this.account) {
      yield problem(
        'error',
        line,
        `record ${quoted(code)}`,
        'it is outside of an account, which starts with record 11',
      )
    } else if (code === '33') {
      yield* this.account.end(record, line)
      this.isProved &&= this.account.isProved
      this.account = null
    } else yield* this.account.record(code, record, line)
  }

  private *closeAccount(line: number | null): Generator<StatementPart> {
    if (!this.account) return
    yield* this.account.cutOff(line)
    this.isProved = false
    this.account = null
  }

  private *close(record: string, line: number): Generator<StatementPart> {
    const stated = at(record, 21, 26)
    if (Number(stated) !== this.records) {
      const reason = `it counts ${quoted(stated)} records, but there are ${this.records}`
      yield problem(this.isProved ? 'note' : 'error', line, 'record 88', reason)
    }
    this.isClosed = true
    this.records = 0
  }

  *end(): Generator<StatementPart> {
    yield* this.closeAccount(null)
    if (this.count === 0) throw new UnreadableFile('it contains no CSB43 account')
    if (!this.isClosed)
      yield problem(
        'note',
        null,
        'record 88',
        'the file has no end record; if it is cut off, accounts are missing',
      )
  }
}

class Csb43Account {
  isProved = false
  private readonly head: StatementHead
  private readonly currency: string | null
  private readonly opening: string
  private entry: Csb43Entry | null = null
  private readonly debits = { count: 0, sum: new DecimalSum() }
  private readonly credits = { count: 0, sum: new DecimalSum() }
  private readonly proof = new Proof()

  constructor(record: string, line: number) {
    this.currency = currencyOfNumber(at(record, 48, 50))
    const account = {
      ...accountOf(at(record, 3, 20)),
      ownerName: folded(at(record, 52, 77)),
      currency: this.currency,
    }
    const [from, to] = [sixDigitDate(at(record, 21, 26)), sixDigitDate(at(record, 27, 32))]
    this.head = { scope: 'statement', id: null, number: null, account, from, to, line }
    this.opening = at(record, 33, 47)
  }

  *begin(): Generator<StatementPart> {
    yield { kind: 'statement', statement: this.head }
    if (this.currency === null)
      yield problem(
        'error',
        this.head.line,
        'record 11',
        'its currency is not a number of ISO 4217, such as 978',
      )
    else yield* this.balance('opening', this.opening, this.head.from, this.head.line)
  }

  *record(code: string, record: string, line: number): Generator<StatementPart> {
    if (code === '22') yield* this.open(record, line)
    else if (code !== '23' && code !== '24')
      yield problem(
        'error',
        line,
        'record',
        `${quoted(record.slice(0, 10))} does not start a record of CSB43`,
      )
    else if (!this.entry) {
      if (this.currency !== null)
        yield problem('error', line, `record ${code}`, 'it comes before the first entry')
    } else if (code === '23') this.entry.addTexts(record)
    else this.entry.addOriginal(record)
  }

  private *open(record: string, line: number): Generator<StatementPart> {
    yield* this.endEntry()
    if (this.currency === null) return
    this.entry = new Csb43Entry(record, line, this.currency)
    const { amount, side } = this.entry
    const total = side === 'debit' ? this.debits : this.credits
    total.count += 1
    if (amount !== null) total.sum.add({ amount, negative: false })
  }

  private *endEntry(): Generator<StatementPart> {
    const { entry } = this
    this.entry = null
    if (entry) yield* this.proof.through(entry.parts())
  }

  private *balance(
    kind: Balance['kind'],
    text: string,
    day: string | null,
    line: number,
  ): Generator<StatementPart> {
    const { currency } = this
    if (currency === null) return
    const [mark, amount] = [text.slice(0, 1), amountOf(text.slice(1), currency)]
    const side = sideOf(mark) ?? (mark === '0' ? 'credit' : null)
    if (side === null || amount === null) {
      yield problem('error', line, `${kind} balance`, `${quoted(text)} is not a side and 14 digits`)
      return
    }
    if (mark === '0') yield problem('note', line, `${kind} balance`, 'it has no side; it is read as a credit')
    yield* this.proof.through([{ kind: 'balance', balance: { kind, amount, side, currency, at: day } }])
  }

  *cutOff(line: number | null): Generator<StatementPart> {
    yield* this.endEntry()
    yield problem(
      'error',
      line,
      'record 33',
      'the account ends without its closing balance; it may be cut off',
    )
    yield { kind: 'end' }
  }

  *end(record: string, line: number): Generator<StatementPart> {
    yield* this.endEntry()
    const { iban, otherId, bankCode } = accountOf(at(record, 3, 20))
    const { account } = this.head
    if (iban !== account.iban || otherId !== account.otherId || bankCode !== account.bankCode)
      yield problem('error', line, 'record 33', 'it is of another account than the record 11 before it')
    yield* this.balance('closing', at(record, 59, 73), this.head.to, line)
    const severity = this.proof.severity()
    this.isProved = severity === 'note'
    for (const reason of this.wrongTotals(record)) yield problem(severity, line, 'record 33', reason)
    yield { kind: 'end' }
  }

  private wrongTotals(record: string): string[] {
    const wrong: string[] = []
    for (const [name, first, { count, sum }] of [
      ['debits', 21, this.debits],
      ['credits', 40, this.credits],
    ] as const) {
      const stated = at(record, first, first + 4)
      if (Number(stated) !== count) wrong.push(`it counts ${quoted(stated)} ${name}, but there are ${count}`)
      const total = amountOf(at(record, first + 5, first + 18), this.currency ?? 'EUR')
      if (total === null) wrong.push(`its total of ${name} is not 14 digits`)
      else if (!isSameSum(sum, total))
        wrong.push(`its total of ${name} is ${total}, but the entries add up to ${sum.toString()}`)
    }
    return wrong
  }
}

/** Bank, branch and number, to which a Spanish IBAN adds two check digits of its own. Zeros are no account. */
function accountOf(digits: string): AccountRef {
  const [bank, branch, number] = [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8)]
  if (!/[1-9]/.test(digits)) return noAccount
  if (!/^\d{18}$/.test(digits) || /^0+$/.test(bank))
    return { ...noAccount, otherId: folded(digits), bankCode: null }
  const checks = checkDigit(`00${bank}${branch}`) + checkDigit(number)
  return { ...noAccount, iban: ibanWithCheckDigits('ES', `${bank}${branch}${checks}${number}`) }
}

const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

function checkDigit(digits: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return String([0, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1][sum % 11])
}
