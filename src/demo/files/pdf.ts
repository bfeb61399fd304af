/** A PDF of one page with lines of text, and with a file attached if one is given. */

export interface PdfLine {
  text: string
  /** Points from the left edge and from the top of a page of 595 by 842. */
  x: number
  y: number
  size?: number
  bold?: boolean
}

export interface Attachment {
  name: string
  bytes: Uint8Array
}

export function pdfOf(lines: readonly PdfLine[], attached: Attachment | null): Uint8Array {
  const names =
    attached === null ? '' : `/Names<</EmbeddedFiles<</Names[(${attached.name})8 0 R]>>>>/AF[8 0 R]`
  const objects: Buffer[] = [
    text(`<</Type/Catalog/Pages 2 0 R${names}>>`),
    text('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    text(
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 6 0 R/Resources<</Font<</F1 4 0 R/F2 5 0 R>>>>>>',
    ),
    font('Helvetica'),
    font('Helvetica-Bold'),
    stream('', text(lines.map(drawn).join('\n'))),
  ]
  if (attached !== null) {
    objects.push(stream('/Type/EmbeddedFile/Subtype/text#2Fxml', attached.bytes))
    objects.push(
      text(
        `<</Type/Filespec/F(${attached.name})/UF(${attached.name})/AFRelationship/Alternative/EF<</F 7 0 R/UF 7 0 R>>>>`,
      ),
    )
  }
  return fileOf(objects)
}

/** Bytes of Windows-1252, which is Latin-1 for every character that the demo prints. */
const text = (given: string): Buffer => Buffer.from(given, 'latin1')

const font = (name: string): Buffer =>
  text(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`)

function stream(entries: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([text(`<<${entries}/Length ${bytes.length}>>stream\n`), bytes, text('\nendstream')])
}

function drawn({ text: given, x, y, size = 10, bold = false }: PdfLine): string {
  const safe = printable(given).replace(/[\\()]/g, '\\$&')
  return `BT /F${bold ? 2 : 1} ${size} Tf ${x} ${842 - y} Td (${safe}) Tj ET`
}

/** Letters that the font does not have lose their accents. */
function printable(given: string): string {
  const plain = given
    .replaceAll('’', "'")
    .replaceAll('–', '-')
    .replaceAll('Ł', 'L')
    .replaceAll('ł', 'l')
    .replaceAll('œ', 'oe')
  return [...plain]
    .map(each => (each.charCodeAt(0) < 256 ? each : each.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('')
}

function fileOf(objects: readonly Buffer[]): Uint8Array {
  const pieces: Buffer[] = [text('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = pieces[0]?.length ?? 0
  const add = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    add(Buffer.concat([text(`${index + 1} 0 obj\n`), object, text('\nendobj\n')]))
  }
  const start = length
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  add(text(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`))
  add(text(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(pieces)
}
