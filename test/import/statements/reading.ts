/** Reads a text with a reader and sorts its parts. */
import type { Problem } from '../../../src/import/files/problem.ts'
import type {
  Balance,
  Entry,
  StatementHead,
  StatementPart,
  StatementReader,
} from '../../../src/import/statements/statement.ts'

export interface Reading {
  heads: StatementHead[]
  entries: Entry[]
  balances: Balance[]
  problems: Problem[]
  errors: Problem[]
  notes: Problem[]
  ends: number
}

export async function* inPieces(pieces: Iterable<string>): AsyncGenerator<string, void, undefined> {
  yield* pieces
}

export async function partsOf(reader: StatementReader, ...pieces: string[]): Promise<StatementPart[]> {
  const parts: StatementPart[] = []
  for await (const part of reader(inPieces(pieces))) parts.push(part)
  return parts
}

export async function readWith(reader: StatementReader, ...pieces: string[]): Promise<Reading> {
  const parts = await partsOf(reader, ...pieces)
  const problems = parts.flatMap(part => (part.kind === 'problem' ? [part.problem] : []))
  return {
    heads: parts.flatMap(part => (part.kind === 'statement' ? [part.statement] : [])),
    entries: parts.flatMap(part => (part.kind === 'entry' ? [part.entry] : [])),
    balances: parts.flatMap(part => (part.kind === 'balance' ? [part.balance] : [])),
    problems,
    errors: problems.filter(({ severity }) => severity === 'error'),
    notes: problems.filter(({ severity }) => severity === 'note'),
    ends: parts.filter(({ kind }) => kind === 'end').length,
  }
}
