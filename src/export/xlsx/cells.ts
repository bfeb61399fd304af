/** Cells of a sheet as XML. A text is never a formula here, whatever it starts with, as its type says that it is text. */
import type { ColumnKind } from '../rows.ts'
import { placesMax, style } from './styles.ts'

/** Excel reads numbers as binary floats, and keeps 15 digits of them. */
const digitsMax = 15
/** Excel's limit for a cell. */
const textLengthMax = 32_767
const decimal = /^-?(\d+)(?:\.(\d+))?$/

export function cellXml(cell: string | null, kind: ColumnKind, isHead = false): string {
  if (cell === null || cell === '') return '<c/>'
  if (isHead) return textXml(cell, style.head)
  if (kind === 'decimal') return decimalXml(cell)
  if (kind === 'date') return dayXml(cell)
  return kind === 'instant' ? instantXml(cell) : textXml(cell)
}

/** The digits as they are, in a number with as many places. More than Excel keeps are written as text, so that none is lost. */
function decimalXml(cell: string): string {
  const [, whole = '', places = ''] = decimal.exec(cell) ?? []
  const digits = (whole + places).replace(/^0+/, '')
  if (whole === '' || digits.length > digitsMax || places.length > placesMax) return textXml(cell)
  return numberXml(cell, style.decimal + places.length)
}

const msOfDay = 86_400_000
/** Excel's day 0. From March 1900 on its days are right; before, it counts a 29 February that never was. */
const dayZero = Date.UTC(1899, 11, 30)
const firstRightDay = Date.UTC(1900, 2, 1)

function dayXml(cell: string): string {
  const ms = Date.parse(`${cell}T00:00:00Z`)
  return ms >= firstRightDay ? numberXml(String((ms - dayZero) / msOfDay), style.date) : textXml(cell)
}

/** Excel knows no time zones: these are UTC. */
function instantXml(cell: string): string {
  const ms = Date.parse(cell)
  return ms >= firstRightDay ? numberXml(String((ms - dayZero) / msOfDay), style.instant) : textXml(cell)
}

const numberXml = (digits: string, styleId: number) => `<c s="${styleId}"><v>${digits}</v></c>`

function textXml(cell: string, styleId: number = style.plain): string {
  const attributes = styleId === style.plain ? '' : ` s="${styleId}"`
  const text = cell.length > textLengthMax ? `${cell.slice(0, textLengthMax - 1)}…` : cell
  return `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Characters that XML does not allow, or would change, as Excel writes them; and texts that look like that already. */
const notInXml = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g

export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(looksEscaped, '_x005F_')
    .replace(
      notInXml,
      character => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
