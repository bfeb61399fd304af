/** The few messages of PostgreSQL's protocol that we send, as bytes. Values are sent as text. */
import { headBytes, lengthBytes } from './sizes.ts'

/** The first byte of each kind of message. */
const codes = {
  parse: 'P',
  describe: 'D',
  close: 'C',
  bind: 'B',
  execute: 'E',
  sync: 'S',
  query: 'Q',
  copyData: 'd',
  copyDone: 'c',
  copyFail: 'f',
  terminate: 'X',
} as const

/** The length of a message includes the four bytes of the length itself. */
class MessageWriter {
  readonly bytes: Buffer
  #end = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  head(kind: keyof typeof codes, bodyBytes: number): this {
    this.#end = this.bytes.writeUInt8(codes[kind].charCodeAt(0), this.#end)
    return this.int32(lengthBytes + bodyBytes)
  }

  int16(value: number): this {
    this.#end = this.bytes.writeInt16BE(value, this.#end)
    return this
  }

  int32(value: number): this {
    this.#end = this.bytes.writeInt32BE(value, this.#end)
    return this
  }

  /** Ends with a zero byte. PostgreSQL accepts no text that contains one. */
  text(text: string): this {
    this.#end += this.bytes.write(text, this.#end)
    this.#end = this.bytes.writeUInt8(0, this.#end)
    return this
  }

  /** The length, then the bytes; null is length -1 and no bytes. */
  value(text: string | null, length: number): this {
    this.int32(text === null ? -1 : length)
    if (text !== null) this.#end += this.bytes.write(text, this.#end)
    return this
  }
}

const textBytes = (text: string): number => Buffer.byteLength(text) + 1

function plainMessage(kind: keyof typeof codes, text: string): Buffer {
  const size = textBytes(text)
  return new MessageWriter(headBytes + size).head(kind, size).text(text).bytes
}

const emptyMessage = (kind: keyof typeof codes): Buffer => new MessageWriter(headBytes).head(kind, 0).bytes

/** Prepares a query under a name and asks for its columns. The empty name is overwritten by the next query. */
export function prepareMessages(name: string, sql: string): Buffer {
  const parseSize = textBytes(name) + textBytes(sql) + 2
  const describeSize = 1 + textBytes(name)
  return new MessageWriter(2 * headBytes + parseSize + describeSize)
    .head('parse', parseSize)
    .text(name)
    .text(sql)
    .int16(0) // Let the server infer the parameter types.
    .head('describe', describeSize)
    .text(`S${name}`).bytes
}

/** Has the server forget a prepared query. */
export const forgetMessage = (name: string): Buffer => plainMessage('close', `S${name}`)

/** Asks for the columns of a query that is not kept. */
export const describeMessages = (sql: string): Buffer =>
  Buffer.concat([prepareMessages('', sql), emptyMessage('sync')])

/** The form of returned values: PostgreSQL's text form, or its binary form. */
export type Format = 'text' | 'binary'
const formatCodes = { text: 0, binary: 1 } as const

/** Runs a prepared query to its end. After an error the server skips everything up to the sync. */
export function runMessages(name: string, values: readonly (string | null)[], format: Format): Buffer {
  const lengths = values.map(value => (value === null ? 0 : Buffer.byteLength(value)))
  const valueBytes = lengths.reduce((sum, length) => sum + lengthBytes + length, 0)
  const bindSize = textBytes('') + textBytes(name) + 4 * 2 + valueBytes
  const executeSize = textBytes('') + 4
  const writer = new MessageWriter(3 * headBytes + bindSize + executeSize)
    .head('bind', bindSize)
    .text('')
    .text(name)
    .int16(0)
    .int16(values.length)
  for (let at = 0; at < values.length; at += 1) writer.value(values[at] ?? null, lengths[at] ?? 0)
  writer.int16(1).int16(formatCodes[format]) // One format for all columns.
  return writer.head('execute', executeSize).text('').int32(0).head('sync', 0).bytes
}

/** One or more queries without parameters. */
export const scriptMessage = (sql: string): Buffer => plainMessage('query', sql)

export function copyDataMessage(piece: string): Buffer {
  const size = Buffer.byteLength(piece)
  const { bytes } = new MessageWriter(headBytes + size).head('copyData', size)
  bytes.write(piece, headBytes)
  return bytes
}

export const copyDoneMessage = emptyMessage('copyDone')

export interface Copy {
  /** COPY … FROM STDIN. */
  sql: string
  texts: readonly string[]
}

/** One query with all of them, and the rows of each in the order in which the server will ask for them. */
export function copyMessages(copies: readonly Copy[]): Buffer {
  const query = scriptMessage(copies.map(({ sql }) => sql).join(';'))
  return Buffer.concat([
    query,
    ...copies.flatMap(({ texts }) => [...texts.map(copyDataMessage), copyDoneMessage]),
  ])
}

export const copyFailMessage = plainMessage('copyFail', 'the sender gave up')
export const terminateMessage = emptyMessage('terminate')
