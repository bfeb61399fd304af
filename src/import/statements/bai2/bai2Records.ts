/**
 * The logical records of BAI2: a record of comma-separated fields, ended by a slash, and the continuation
 * records (88) behind it. Some banks write several records on a line, or break a text over lines.
 */
import { withoutEnd } from '../../../domain/edges.ts'
import { linesOf } from '../../files/lines.ts'
import { UnreadableFile } from '../../files/problem.ts'

export interface Bai2Record {
  code: string
  /** Its own text, without the code, and that of each continuation. */
  parts: string[]
  line: number
  /** How many records it takes: itself and its continuations. */
  records: number
}

/** Characters of all parts together. The longest from banks have a few thousand. */
const recordLengthMax = 200_000
const start = /^(01|02|03|16|49|88|98|99),/
/** The default length of a record on tape. A text in a full one continues in the next without a blank. */
const physicalLength = 80

export async function* bai2Records(text: AsyncIterable<string>): AsyncGenerator<Bai2Record, void, undefined> {
  let record: Bai2Record | null = null
  let length = 0
  for await (const { number, text: line } of linesOf(text)) {
    for (const piece of recordsIn(line)) {
      const code = start.exec(piece)?.[1]
      if (code !== undefined && code !== '88') {
        if (record) yield record
        record = { code, parts: [contentOf(piece)], line: number, records: 1 }
        length = 0
      } else if (record) {
        record.parts.push(code === undefined ? contentOf(`   ${piece}`) : contentOf(piece))
        record.records += code === undefined ? 0 : 1
        length += piece.length
        if (length > recordLengthMax)
          throw new UnreadableFile(`a record is longer than ${recordLengthMax} characters`, record.line)
      } else throw new UnreadableFile(`"${piece.slice(0, 20)}" does not start a record of BAI2`, number)
    }
  }
  if (record) yield record
}

/** Several records on a line have a slash and a blank between them. */
function recordsIn(line: string): string[] {
  const records: string[] = []
  let from = 0
  for (let slash = line.indexOf('/'); slash !== -1; slash = line.indexOf('/', slash + 1)) {
    let next = slash + 1
    while (line[next] === ' ' || line[next] === '\t') next += 1
    if (next === slash + 1 || !start.test(line.slice(next, next + 3))) continue
    records.push(line.slice(from, slash + 1))
    from = next
  }
  records.push(line.slice(from))
  return records.map(each => each.trim()).filter(each => each !== '')
}

/** Without the code and the slash at the end. A full line without a slash keeps a mark that it goes on. */
function contentOf(piece: string): string {
  const content = withoutEnd(piece, ' ').slice(3)
  if (content.endsWith('/')) return content.slice(0, -1)
  return piece.length === physicalLength ? `${content}${goesOn}` : content
}

/** Ends a part whose text continues in the next without a blank. */
export const goesOn = '\0'

/** The fields of a record that has no text: continuations add fields. */
export const fieldsOf = ({ parts }: Bai2Record): string[] =>
  parts
    .map(part => part.replaceAll(goesOn, ''))
    .join(',')
    .split(',')
    .map(field => field.trim())
