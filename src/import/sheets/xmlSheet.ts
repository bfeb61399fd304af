/** Reads the sheets of an XML spreadsheet of Excel 2003, which some banks offer as .xls. */
import { decodeText } from '../files/text.ts'
import { readXml, type XmlAttributes, type XmlHandler } from '../files/xml.ts'
import { numberText, plainFormat } from './cellNumbers.ts'
import { Sheet, SheetLimits } from './sheet.ts'

export const xmlSheetNamespace = 'urn:schemas-microsoft-com:office:spreadsheet'

export async function readXmlSheets(bytes: Uint8Array): Promise<Sheet[]> {
  const handler = new XmlSheetHandler()
  await readXml(decodeText([bytes]).text, handler)
  return handler.sheets
}

class XmlSheetHandler implements XmlHandler {
  readonly sheets: Sheet[] = []
  readonly #limits = new SheetLimits()
  #row = -1
  #column = -1
  #type = ''
  #value = ''
  #isInData = false

  open(name: string, _namespace: string, attributes: XmlAttributes): void {
    if (name === 'Worksheet') {
      this.sheets.push(new Sheet(attributeOf(attributes, 'Name'), this.#limits))
      this.#row = -1
    } else if (name === 'Row') {
      this.#row = placeOf(attributes) ?? this.#row + 1
      this.#column = -1
    } else if (name === 'Cell') {
      this.#column = placeOf(attributes) ?? this.#column + 1
    } else if (name === 'Data') {
      this.#type = attributeOf(attributes, 'Type')
      this.#value = ''
      this.#isInData = true
    }
  }

  text(value: string): void {
    if (this.#isInData) this.#value += value
  }

  close(name: string): void {
    if (name !== 'Data') return
    this.#isInData = false
    this.sheets.at(-1)?.set(this.#row, this.#column, textOf(this.#type, this.#value))
  }
}

function attributeOf(attributes: XmlAttributes, name: string): string {
  const found = Object.keys(attributes).find(each => each === name || each.endsWith(`:${name}`))
  return found === undefined ? '' : (attributes[found] ?? '')
}

/** From 0; null if the row or cell follows the one before. */
function placeOf(attributes: XmlAttributes): number | null {
  const index = attributeOf(attributes, 'Index')
  return /^\d{1,7}$/.test(index) ? Number(index) - 1 : null
}

function textOf(type: string, value: string): string {
  if (type === 'Number' && /^[-+.\dEe]{1,40}$/.test(value))
    return numberText(Number(value), plainFormat, 1900)
  // 2026-03-31T00:00:00.000
  if (type === 'DateTime') return value.replace(/T00:00:00(?:\.0+)?$/, '').replace('T', ' ')
  return value
}
