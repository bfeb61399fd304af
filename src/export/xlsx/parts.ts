/** The parts of a workbook that do not depend on its rows: what files there are, how cells look, which sheets it has. */
import { escaped } from './cells.ts'
import { placesMax } from './styles.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageOf = 'http://schemas.openxmlformats.org/package/2006'
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`

/** The number of sheets is not known when this is written, so a sheet is what any part is that is not named here. */
export const contentTypes = `${declaration}<Types xmlns="${packageOf}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${typeOf('worksheet')}"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/></Types>`

export const packageRelations = `${declaration}<Relationships xmlns="${packageOf}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** Numbers below 164 are built into Excel. */
const ownFormat = 164
const formats = [
  'yyyy-mm-dd',
  'yyyy-mm-dd hh:mm:ss',
  ...Array.from({ length: placesMax + 1 }, (_, places) =>
    places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
  ),
]

const cellStyle = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format === 0 ? '' : ' applyNumberFormat="1"'}${font === 0 ? '' : ' applyFont="1"'}/>`

export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((code, at) => `<numFmt numFmtId="${ownFormat + at}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + 2}">${cellStyle(0)}${cellStyle(0, 1)}${formats.map((_, at) => cellStyle(ownFormat + at)).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Excel allows 31 characters and not these. */
const nameLengthMax = 31
const notInNames = /[\\/?*[\]:]/g

export function workbook(name: string, sheets: number): string {
  const entries = Array.from({ length: sheets }, (_, at) => {
    const suffix = at === 0 ? '' : ` (${at + 1})`
    const shown = name.replace(notInNames, ' ').slice(0, nameLengthMax - suffix.length) + suffix
    return `<sheet name="${escaped(shown)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`
  })
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${entries.join('')}</sheets></workbook>`
}

export function workbookRelations(sheets: number): string {
  const entries = Array.from(
    { length: sheets },
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageOf}/relationships">${entries.join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
}

const widths = { text: 28, decimal: 16, date: 12, instant: 20 } as const

/** The first row stays in place while one scrolls. */
export const sheetStart = (kinds: readonly (keyof typeof widths)[]): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><cols>${kinds.map((kind, at) => `<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`).join('')}</cols><sheetData>`

export const sheetEnd = '</sheetData></worksheet>'
