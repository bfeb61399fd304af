/**
 * ABN AMRO's free text in :86:: lines of two columns of 32 characters with a blank between them. Text that
 * fills a column continues in the next one without a blank.
 *
 *     SEPA OVERBOEKING                 IBAN: NL91ABNA0417164300
 *     OMSCHRIJVING: MAANDTERMIJN JANUA RI
 */

const columnLength = 32
/** Both columns and the blank. */
const lineLength = 65
/** These always start a column. */
const keyword = /^(?:IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|MACHTIGING|INCASSANT|BETALINGSKENM\.|ID DEBITEUR): ?/

interface Piece {
  text: string
  isFull: boolean
}

export function joinColumns(lines: readonly string[]): string {
  let text = ''
  let before: Piece = { text: '', isFull: false }
  // Without keywords, the columns are separate values, such as a date and the name of a shop.
  let isMarked = false
  for (const piece of lines.flatMap(columnsOf)) {
    const starts = keyword.test(piece.text)
    text +=
      before.isFull && (isMarked || before.text.length > columnLength) && !starts
        ? piece.text
        : ` ${piece.text}`
    isMarked ||= starts
    before = piece
  }
  return text
}

function columnsOf(written: string): Piece[] {
  // Programs that trim lines take the blank that starts a column; the second column shows where it was.
  const line = keyword.test(written.slice(columnLength)) ? ` ${written}` : written
  if (line.length <= columnLength + 1 || line[columnLength] !== ' ')
    return [{ text: line, isFull: line.length >= lineLength }]
  return [line.slice(0, columnLength), line.slice(columnLength + 1)].map(column => ({
    text: column,
    isFull: column.length === columnLength && !column.endsWith(' '),
  }))
}
