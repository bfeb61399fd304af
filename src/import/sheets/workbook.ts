/** A workbook as tables: each visible sheet with dates and amounts is read like a CSV. */
import { UnreadableFile } from '../files/problem.ts'
import type { ZipSource } from '../files/zip.ts'
import { type DateKind, dateKinds, rowsIn, shapeOf } from '../statements/csv/guess/tableShape.ts'
import { readHtmlTable } from './htmlTable.ts'
import { readQif } from './qif.ts'
import type { Sheet } from './sheet.ts'
import { readXls } from './xls.ts'
import { readXlsx } from './xlsx.ts'
import { readXmlSheets } from './xmlSheet.ts'

export type WorkbookSyntax = 'XLSX' | 'XLS' | 'XML spreadsheet' | 'HTML table' | 'QIF'

export interface SheetTable {
  /** The sheet's name. */
  name: string
  csv: Uint8Array
}

const workbookBytesMax = 2 ** 27

/** The sheets with tables; if none has one, the first that has anything. */
export async function tablesOf(source: ZipSource, syntax: WorkbookSyntax): Promise<SheetTable[]> {
  if (source.size > workbookBytesMax)
    throw new UnreadableFile(
      `it is larger than ${workbookBytesMax} bytes, the largest workbook that is accepted`,
    )
  const sheets = (await sheetsOf(source, syntax)).filter(({ isEmpty }) => !isEmpty)
  const all = sheets.map(({ name, csv }) => ({ name, csv }))
  const tables =
    dateKinds.map(dates => all.filter(({ csv }) => isTable(csv, dates))).find(each => each.length > 0) ?? []
  if (tables.length === 0 && syntax === 'HTML table')
    throw new UnreadableFile('it is a web page without a table of entries')
  const used = tables.length > 0 ? tables : all.slice(0, 1)
  if (used.length === 0) throw new UnreadableFile('the workbook is empty')
  return used.map(({ name, csv }) => ({ name, csv: Buffer.from(csv) }))
}

async function sheetsOf(source: ZipSource, syntax: WorkbookSyntax): Promise<Sheet[]> {
  if (syntax === 'XLSX') return await readXlsx(source)
  const bytes = await source.read(0, source.size)
  if (syntax === 'XLS') return readXls(bytes)
  if (syntax === 'QIF') return readQif(bytes)
  return syntax === 'HTML table' ? readHtmlTable(bytes) : await readXmlSheets(bytes)
}

const headLengthMax = 60_000

const isTable = (csv: string, dates: DateKind): boolean =>
  shapeOf(rowsIn(csv.slice(0, headLengthMax), ';'), ';', dates) !== null
