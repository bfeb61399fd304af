/** What is sent to PostgreSQL: the few messages of its protocol that statements need, as bytes. Values go as text. */
import { headBytes, lengthBytes } from './sizes.ts'

/** What stands in front of each kind of message. */
const codes = {
  parse: 'P',
  describe: 'D',
  bind: 'B',
  execute: 'E',
  sync: 'S',
  query: 'Q',
  copyData: 'd',
  copyDone: 'c',
  copyFail: 'f',
  terminate: 'X',
} as const

/** A message's length goes ahead of it, and counts itself. */
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

  /** Ended by a zero byte, which no text that PostgreSQL takes has in it. */
  text(text: string): this {
    this.#end += this.bytes.write(text, this.#end)
    this.#end = this.bytes.writeUInt8(0, this.#end)
    return this
  }

  /** With its length in front; null has -1 there, and nothing behind it. */
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

/** Reads a statement, keeps it under the name, and tells the columns that it gives. Of no name, until the next one. */
export function prepareMessages(name: string, sql: string): Buffer {
  const parseSize = textBytes(name) + textBytes(sql) + 2
  const describeSize = 1 + textBytes(name)
  return new MessageWriter(2 * headBytes + parseSize + describeSize)
    .head('parse', parseSize)
    .text(name)
    .text(sql)
    .int16(0) // The server knows best of which types the values are.
    .head('describe', describeSize)
    .text(`S${name}`).bytes
}

/** How values come back: as PostgreSQL writes them for people, or as it has them in memory. */
export type Format = 'text' | 'binary'
const formatCodes = { text: 0, binary: 1 } as const

/** Runs what was prepared, to its end. The sync lets the server go on after a message that it refused. */
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
  writer.int16(1).int16(formatCodes[format]) // One for all columns.
  return writer.head('execute', executeSize).text('').int32(0).head('sync', 0).bytes
}

/** Statements without values, in one text. */
export const scriptMessage = (sql: string): Buffer => plainMessage('query', sql)

export function copyDataMessage(piece: string): Buffer {
  const size = Buffer.byteLength(piece)
  const { bytes } = new MessageWriter(headBytes + size).head('copyData', size)
  bytes.write(piece, headBytes)
  return bytes
}

export const copyDoneMessage = emptyMessage('copyDone')
export const copyFailMessage = plainMessage('copyFail', 'the sender gave up')
export const terminateMessage = emptyMessage('terminate')
