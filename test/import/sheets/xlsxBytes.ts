/** A hand-made XLSX workbook. Dates are numbers with a date format. */
import { zip } from '../files/zipBytes.ts'

export type Cell = string | number | { days: number } | null

export interface XlsxParts {
  sheets: { name: string; rows: Cell[][]; state?: string }[]
  date1904?: boolean
  /** Parts that replace the usual ones. */
  parts?: Record<string, string | Uint8Array>
}

const header = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '_x000D_')

export function xlsxBytes({ sheets, date1904 = false, parts = {} }: XlsxParts): Buffer {
  const texts: string[] = []
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${header}<Types/>`,
    'xl/workbook.xml': `${header}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="${date1904}"/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${header}<Relationships>${sheets
      .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/data${index + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `${header}<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="DD/MM/YYYY"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  }
  for (const [index, { rows }] of sheets.entries()) {
    const lines = rows.map((cells, row) => {
      const written = cells.map((cell, column) => cellText(cell, row, column, texts)).join('')
      return cells.length === 0 ? '' : `<row r="${row + 1}">${written}</row>`
    })
    files[`xl/worksheets/data${index + 1}.xml`] =
      `${header}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`
  }
  files['xl/sharedStrings.xml'] =
    `${header}<sst xmlns="${main}">${texts.map(text => `<si><r><t xml:space="preserve">${escaped(text)}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`
  return zip(
    ...Object.entries({ ...files, ...parts }).map(([name, content]) => ({
      name,
      bytes: Buffer.from(content),
    })),
  )
}

function cellText(cell: Cell, row: number, column: number, texts: string[]): string {
  if (cell === null) return ''
  const at = `${String.fromCharCode(65 + column)}${row + 1}`
  if (typeof cell === 'number') return `<c r="${at}" s="0"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${at}" s="1"><v>${cell.days}</v></c>`
  texts.push(cell)
  return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`
}
