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
      yield { number, text: line }
      number += 1
    }
  }
  if (rest !== '') yield { number, text: rest }
}

const tooLong = (line: number): UnreadableFile =>
  new UnreadableFile(`a line is longer than ${lineLengthMax} characters`, line)
