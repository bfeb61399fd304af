/** Bank statements: how many entries, and whether they add up. */

import { UnreadableFile } from '../../src/import/files/problem.ts'
import { decodeText } from '../../src/import/files/text.ts'
import { detectFormat, headBytes } from '../../src/import/format.ts'
import { statementReader } from '../../src/import/statementReaders.ts'
import { BalanceCheck } from '../../src/import/statements/balance.ts'
import { guessCsv } from '../../src/import/statements/csv/csvGuess.ts'
import { decodeTable } from '../../src/import/statements/csv/guess/guessEncoding.ts'
import type { StatementPart } from '../../src/import/statements/statement.ts'
import { type Outcome, refused } from './outcome.ts'

export async function readStatementFile(bytes: Uint8Array): Promise<Outcome | null> {
  const head = bytes.subarray(0, headBytes)
  const format = detectFormat(head)
  const table = format.kind === 'csv' ? decodeTable(head) : null
  const mapping = table && (guessCsv(table.text)?.mapping ?? null)
  const reader = statementReader(format, mapping)
  if (!reader) return null
  const tally = new Tally(format.kind === 'camt' ? format.message : format.kind)
  try {
    const { text } = decodeText([bytes], { encoding: table?.used.encoding })
    for await (const part of reader(text)) tally.add(part)
  } catch (error) {
    if (error instanceof UnreadableFile) return refused(tally.outcome.family, error)
    throw error
  }
  return tally.outcome
}

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
