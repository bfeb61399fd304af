/** Pieces of a fixed length as one text: after a piece that is not full, its last space was cut off. */
export function flowed(pieces: string[], length: number): string {
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1]
    text += before === undefined || before.length >= length || before.endsWith(' ') ? piece : ` ${piece}`
  }
  return text
}
