/**
 * Splits the text of a fixed-width format into records. A record is a line, possibly without its trailing
 * blanks. Some banks write no line ends at all; then a record is so many characters.
 */
import { fromCodePage850 } from './codePage850.ts'
import type { Line } from './lines.ts'

/** So many records without a line end cannot be one line with a few characters too many. */
const recordsWithoutEnd = 4

/** Blank records are left out. Numbers count lines, and records where there are no lines. */
export async function* recordsOf(
  text: AsyncIterable<string>,
  width: number,
): AsyncGenerator<Line, void, undefined> {
  let rest = ''
  let number = 1
  let afterReturn = false
  let startsLine = true
  for await (const piece of text) {
    if (piece === '') continue
    // A \r\n that is split between two pieces must not count as two line ends.
    const fresh = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    afterReturn = piece.endsWith('\r')
    const lines = (rest + fresh).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      for (const record of cut(line, width)) {
        if (!isBlank(record)) yield recordOf(number, record)
        number += 1
      }
      // The line end after a record that was already cut off does not count.
      if (line === '' && startsLine) number += 1
      startsLine = true
    }
    while (rest.length >= width * recordsWithoutEnd) {
      const record = rest.slice(0, width)
      if (!isBlank(record)) yield recordOf(number, record)
      number += 1
      rest = rest.slice(width)
      startsLine = false
    }
  }
  for (const record of cut(rest, width)) {
    if (!isBlank(record)) yield recordOf(number, record)
    number += 1
  }
}

/** A line of one record, or of several without a line end between them. */
function cut(line: string, width: number): string[] {
  if (line.length < width * 2) return line === '' ? [] : [line]
  const records: string[] = []
  for (let at = 0; at < line.length; at += width) records.push(line.slice(at, at + width))
  return records
}

/** Ctrl-Z is the end of a file in DOS; it stays where files were joined. */
const isBlank = (record: string): boolean => /^[\s\x1a\0]*$/.test(record)

const recordOf = (number: number, text: string): Line => ({
  number,
  text: fromCodePage850(text.replace(/\x1a/g, '')),
})
