/** The messages of a PostgreSQL server as bytes: a letter, a length that includes itself, and a body. */

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const ended = (text: string): Buffer => Buffer.from(`${text}\0`)

export function message(letter: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(letter), int32(4 + body.length), body])
}

/** Only the letter and the length, whatever follows. */
export const headOf = (letter: string, length: number): Buffer =>
  Buffer.concat([Buffer.from(letter), int32(length)])

export const parsed = message('1')
export const closed = message('3')
export const bound = message('2')
export const noColumns = message('n')
export const emptyQuery = message('I')
export const ready = message('Z', Buffer.from('I'))
export const textType = 25

export const parameters = (...types: number[]): Buffer =>
  message('t', int16(types.length), ...types.map(int32))

export interface NamedColumn {
  name: string
  type: number
}

export const columns = (...named: NamedColumn[]): Buffer =>
  message('T', int16(named.length), ...named.map(columnBytes))

/** The other numbers differ from the type, so that a test fails if one of them is read instead. */
const columnBytes = ({ name, type }: NamedColumn): Buffer =>
  Buffer.concat([ended(name), int32(16_400), int16(7), int32(type), int16(-1), int32(-1), int16(0)])

export const row = (...values: (string | null)[]): Buffer =>
  message('D', int16(values.length), ...values.map(valueBytes))

function valueBytes(value: string | null): Buffer {
  if (value === null) return int32(-1)
  const bytes = Buffer.from(value)
  return Buffer.concat([int32(bytes.length), bytes])
}

export const completed = (tag: string): Buffer => message('C', ended(tag))

/** By letter: S severity, C code, M message, n constraint. */
export type Fields = Readonly<Record<string, string>>

const fieldBytes = (fields: Fields): Buffer[] => [
  ...Object.entries(fields).map(([letter, text]) => ended(letter + text)),
  Buffer.from([0]),
]

export const refused = (fields: Fields): Buffer => message('E', ...fieldBytes(fields))
export const notice = (fields: Fields): Buffer => message('N', ...fieldBytes(fields))
export const setting = (name: string, value: string): Buffer => message('S', ended(name), ended(value))

/** The server asks for COPY data in text format, with one column. */
export const copyWanted = message('G', Buffer.from([0]), int16(1), int16(0))
