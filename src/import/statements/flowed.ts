/** Joins pieces of a fixed length. A piece that is not full has lost its trailing space, so one is added. */
export function flowed(pieces: string[], length: number): string {
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1]
    text += before === undefined || before.length >= length || before.endsWith(' ') ? piece : ` ${piece}`
  }
  return text
}
