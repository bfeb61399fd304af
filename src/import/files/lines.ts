/** Splits text into numbered lines, whatever the line endings and however the text is chunked. */
import { UnreadableFile } from './problem.ts'

export interface Line {
  number: number
  text: string
}

export const lineLengthMax = 10_000

export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line, void, undefined> {
  let rest = ''
  let number = 1
  let afterReturn = false
  for await (const piece of text) {
    // A \r\n that is split between two pieces must not count as two line ends.
    const fresh = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece === '') continue
    afterReturn = piece.endsWith('\r')
    const lines = (rest + fresh).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    if (rest.length > lineLengthMax) throw tooLong(number + lines.length)
    for (const line of lines) {
      if (line.length > lineLengthMax) throw tooLong(number)
      yield* partsOf(number, line)
      number += 1
    }
  }
  if (rest !== '') yield* partsOf(number, rest)
}

/** Ctrl-Z ends a file in DOS. Where files were joined, what follows it is a line. */
function partsOf(number: number, line: string): Line[] {
  if (!line.includes(endOfFile)) return [{ number, text: line }]
  return line
    .split(endOfFile)
    .filter(text => text !== '')
    .map(text => ({ number, text }))
}

const endOfFile = '\x1a'

const tooLong = (line: number): UnreadableFile =>
  new UnreadableFile(`a line is longer than ${lineLengthMax} characters`, line)
