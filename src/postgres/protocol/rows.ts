/** Rows as received, and as objects. */
import type { Column } from './response.ts'
import { lengthBytes } from './sizes.ts'

export interface WireRows {
  /** Valid until the connection's next query. */
  bytes: Buffer
  /** Where each row's values begin. A value follows its length in four bytes; null has length -1. */
  starts: readonly number[]
  columns: readonly Column[]
}

/** Converts PostgreSQL's text form of a value. */
export type Parser = (text: string) => unknown

/** `parserOf` returns the parser for a type. */
export function objectsOf<Row extends object>(
  { bytes, starts, columns }: WireRows,
  parserOf: (type: number) => Parser,
): Row[] {
  const names = columns.map(({ name }) => name)
  const parsers = columns.map(({ type }) => parserOf(type))
  return starts.map(start => objectOf(bytes, start, names, parsers) as Row)
}

/** The value that begins at `at`, as text. */
export function textAt(bytes: Buffer, at: number): string | null {
  const length = bytes.readInt32BE(at)
  return length < 0 ? null : bytes.toString('utf8', at + lengthBytes, at + lengthBytes + length)
}

/** Where the next value begins, after the one at `at`. */
export function nextAt(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at)
  return at + lengthBytes + (length < 0 ? 0 : length)
}

function objectOf(bytes: Buffer, start: number, names: readonly string[], parsers: readonly Parser[]) {
  const row: Record<string, unknown> = {}
  let at = start
  for (let column = 0; column < names.length; column += 1) {
    const text = textAt(bytes, at)
    row[names[column] ?? ''] = text === null ? null : parsers[column]?.(text)
    at = nextAt(bytes, at)
  }
  return row
}
