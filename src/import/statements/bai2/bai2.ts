/**
 * Reads BAI2, the statement format of banks in the United States. A file has groups, each for one day, and a
 * group has accounts (03 to 49). Each level ends with a control total and counts.
 */
import { UnreadableFile } from '../../files/problem.ts'
import { isCurrency, problem, quoted, sixDigitDate } from '../fields.ts'
import type { StatementPart } from '../statement.ts'
import { Bai2Account } from './bai2Account.ts'
import { ControlTotal } from './bai2Amounts.ts'
import { type Bai2Record, bai2Records, fieldsOf } from './bai2Records.ts'

/** Record 01: sender, receiver, day, time. */
export const bai2Header = /^01,[^,\r\n]{0,50},[^,\r\n]{0,50},\d{6},/

export async function* readBai2(text: AsyncIterable<string>): AsyncGenerator<StatementPart, void, undefined> {
  const file = new Bai2File()
  for await (const record of bai2Records(text)) yield* file.record(record)
  yield* file.end()
}

/** What one level counts until its trailer. */
class Level {
  records = 0
  parts = 0
  readonly total = new ControlTotal()
}

interface Group {
  currency: string | null
  day: string | null
  originator: string
  isInterim: boolean
  level: Level
}

class Bai2File {
  private level = new Level()
  private group: Group | null = null
  private account: Bai2Account | null = null
  private accounts = 0
  private isOpen = false
  private isProved = true;

  *record(record: Bai2Record): Generator<StatementPart> {
    const { code, records, line } = record
    this.level.records += records
    if (this.group) this.group.level.records += records
    if (code === '01') yield* this.open(line)
    else if (code === '02') yield* this.openGroup(record)
    else if (code === '03') yield* this.openAccount(record)
    else if (code === '16' && this.account) yield* this.account.entry(record)
    else if (code === '49' && this.account) yield* this.closeAccount(record)
    else if (code === '98' && this.group) yield* this.closeGroup(record)
    else if (code === '99' && this.isOpen) yield* this.close(record)
    else
      yield problem(
        'error',
        line,
        `record ${code}`,
        'it comes where it does not belong; a part of the file may be missing',
      )
  }

  private *open(line: number): Generator<StatementPart> {
    yield* this.cutGroup(line)
    if (this.isOpen)
      yield problem('error', line, 'record 99', 'the file before has no end; it may be cut off')
    this.level = new Level()
    this.level.records = 1
    this.isOpen = true
  }

  private *openGroup(record: Bai2Record): Generator<StatementPart> {
    yield* this.cutGroup(record.line)
    const [, originator = '', status = '', day = '', , currency = '', modifier = ''] = fieldsOf(record)
    const level = new Level()
    level.records = record.records
    this.group = {
      currency: isCurrency(currency) ? currency : null,
      day: sixDigitDate(day),
      originator,
      // 1 and 3 are reports before the end of the day.
      isInterim: modifier === '1' || modifier === '3',
      level,
    }
    const { line } = record
    if (this.group.day === null)
      yield problem('error', line, 'record 02', `${quoted(day)} is not a day, YYMMDD`)
    if (status === '2')
      yield problem(
        'error',
        line,
        'record 02',
        'it deletes an earlier report, which is not supported; undo that import instead',
      )
    if (status === '3')
      yield problem(
        'note',
        line,
        'record 02',
        'it corrects an earlier report; entries that the bank took back are not removed',
      )
    if (status === '4') yield problem('error', line, 'record 02', 'it is a test, not a statement')
  }

  private *openAccount(record: Bai2Record): Generator<StatementPart> {
    yield* this.cutAccount(record.line)
    const { group } = this
    if (!group) {
      yield problem(
        'error',
        record.line,
        'record 03',
        'it is outside of a group, which starts with record 02',
      )
      return
    }
    this.accounts += 1
    this.account = new Bai2Account(record, group)
    yield* this.account.begin()
  }

  private *closeAccount(record: Bai2Record): Generator<StatementPart> {
    const { account, group } = this
    this.account = null
    if (!account || !group) return
    yield* account.end(record)
    this.isProved &&= account.isProved
    group.level.parts += 1
    group.level.total.add(fieldsOf(record)[0] ?? '')
  }

  private *closeGroup(record: Bai2Record): Generator<StatementPart> {
    yield* this.cutAccount(record.line)
    if (this.group) yield* this.checked(record, this.group.level, 'accounts')
    this.group = null
    this.level.parts += 1
    this.level.total.add(fieldsOf(record)[0] ?? '')
  }

  private *close(record: Bai2Record): Generator<StatementPart> {
    yield* this.cutGroup(record.line)
    yield* this.checked(record, this.level, 'groups')
    this.isOpen = false
  }

  /** Control total, number of accounts or groups, number of records. */
  private *checked(record: Bai2Record, level: Level, names: string): Generator<StatementPart> {
    const [total = '', parts = '', records = ''] = fieldsOf(record)
    const severity = this.isProved ? 'note' : 'error'
    const wrong = [
      level.total.wrong(total),
      parts === '' || Number(parts) === level.parts
        ? null
        : `it counts ${quoted(parts)} ${names}, but there are ${level.parts}`,
      records === '' || Number(records) === level.records
        ? null
        : `it counts ${quoted(records)} records, but there are ${level.records}`,
    ]
    for (const reason of wrong)
      if (reason !== null) yield problem(severity, record.line, `record ${record.code}`, reason)
  }

  private *cutAccount(line: number | null): Generator<StatementPart> {
    if (!this.account) return
    yield* this.account.cutOff(line)
    this.account = null
    this.isProved = false
  }

  private *cutGroup(line: number | null): Generator<StatementPart> {
    yield* this.cutAccount(line)
    if (this.group)
      yield problem('error', line, 'record 98', 'the group ends without its trailer; it may be cut off')
    this.group = null
  }

  *end(): Generator<StatementPart> {
    if (this.accounts === 0) throw new UnreadableFile('it contains no BAI2 account')
    yield* this.cutGroup(null)
    if (this.isOpen)
      yield problem('error', null, 'record 99', 'the file ends without its trailer; it may be cut off')
  }
}
