/** Bank statements: how many entries, and whether they add up. */

import { UnreadableFile } from '../../src/import/files/problem.ts'
import { decodeText } from '../../src/import/files/text.ts'
import { type Format, headBytes } from '../../src/import/format.ts'
import { statementReader } from '../../src/import/statementReaders.ts'
import { BalanceCheck } from '../../src/import/statements/balance.ts'
import { guessCsv } from '../../src/import/statements/csv/csvGuess.ts'
import type { CsvLayout } from '../../src/import/statements/csv/csvLayout.ts'
import type { Doubt } from '../../src/import/statements/csv/guess/guess.ts'
import { decodeTable } from '../../src/import/statements/csv/guess/guessEncoding.ts'
import type { StatementPart } from '../../src/import/statements/statement.ts'
import { type Outcome, refused } from './outcome.ts'

export async function readStatementFile(bytes: Uint8Array, format: Format): Promise<Outcome | null> {
  const table = format.kind === 'csv' ? decodeTable(bytes.subarray(0, headBytes)) : null
  const guess = table && guessCsv(table.text)
  const tally = new Tally(familyOf(format))
  if (table !== null && guess === null)
    return refused(tally.outcome.family, new UnreadableFile('it has no columns with dates and amounts'))
  if (guess) tally.ask(guess.uncertain)
  const reader = statementReader(format, guess && withCurrency(guess.mapping))
  if (!reader) return null
  try {
    const { text } = decodeText([bytes], { encoding: table?.used.encoding })
    for await (const part of reader(text)) tally.add(part)
  } catch (error) {
    if (error instanceof UnreadableFile) return refused(tally.outcome.family, error)
    throw error
  }
  return tally.outcome
}

function familyOf(format: Format): string {
  if (format.kind === 'camt') return format.message
  return format.kind === 'csv' ? (format.from ?? 'csv').toLowerCase() : format.kind
}

/** In place of the account's currency, which is not known here. */
export const withCurrency = <Mapping extends CsvLayout>(mapping: Mapping): Mapping =>
  mapping.currency === null && mapping.columns.currency === undefined
    ? { ...mapping, currency: 'EUR' }
    : mapping

class Tally {
  readonly outcome: Outcome
  private check = new BalanceCheck()

  constructor(family: string) {
    const counts = {
      entries: 0,
      statements: 0,
      'adds up': 0,
      'does not add up': 0,
      'cannot be told': 0,
      errors: 0,
      notes: 0,
    }
    this.outcome = { family, refusal: null, counts, remarks: [] }
  }

  /** What a person is asked about a table before it is imported. */
  ask(doubts: readonly Doubt[]): void {
    this.count(doubts.length === 0 ? 'tables without a question' : 'tables with questions')
    for (const { at, reason } of doubts) this.outcome.remarks.push(`asks about ${at}: ${reason}`)
  }

  add(part: StatementPart): void {
    this.check.add(part)
    if (part.kind === 'entry') this.count('entries')
    if (part.kind === 'end') this.endStatement()
    if (part.kind !== 'problem') return
    const { severity, line, at, reason } = part.problem
    this.count(severity === 'error' ? 'errors' : 'notes')
    this.outcome.remarks.push(`${severity}: line ${line ?? '?'}, ${at}: ${reason}`)
  }

  private endStatement(): void {
    const result = this.check.result()
    this.check = new BalanceCheck()
    this.count('statements')
    this.count(result.state)
    if (result.state === 'cannot be told') this.outcome.remarks.push(`cannot be checked: ${result.reason}`)
    if (result.state === 'does not add up') {
      this.outcome.remarks.push(
        `does not add up: ${result.difference} ${result.currency} too much in the closing balance`,
      )
    }
  }

  private count(name: string): void {
    this.outcome.counts[name] = (this.outcome.counts[name] ?? 0) + 1
  }
}
