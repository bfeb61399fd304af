/**
 * Reads a backup once, from start to end, and checks it on the way. Commit nothing before the last part: only then is the
 * file known to be complete and unchanged.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type * as z from 'zod'
import type { TextRow } from '../../store/backup/writeRows.ts'
import { Failure } from '../failure.ts'
import {
  type End,
  endSchema,
  formatSchema,
  formatVersion,
  type Header,
  headerSchema,
  rowSchema,
  type TableHead,
  tableEndSchema,
  tableSchema,
} from './format.ts'
import { linesOf } from './lines.ts'

/** Maximum size of a batch of rows. */
const rowsPerBatch = 1_000
const batchBytesMax = 1024 * 1024

export type Part = { table: TableHead } | { rows: TextRow[] } | { end: End }

export class BackupReader {
  readonly #name: string
  readonly #lines: AsyncIterator<Buffer>
  readonly #digest = createHash('sha256')
  /** Bytes read from the file. `#bytesUsed` tells how many of them belong to the compressed content. */
  #bytesRead = 0
  readonly #bytesUsed: () => number
  #header: Promise<Header> | null = null

  constructor(name: string, input: Readable, onBytes: (bytes: number) => void) {
    this.#name = name
    const gunzip = createGunzip()
    this.#bytesUsed = () => gunzip.bytesWritten
    input.on('data', (chunk: Buffer) => {
      this.#bytesRead += chunk.length
      onBytes(this.#bytesRead)
    })
    // The error also reaches the reader of the lines.
    pipeline(input, gunzip).catch(() => undefined)
    this.#lines = linesOf(gunzip)[Symbol.asyncIterator]()
  }

  header(): Promise<Header> {
    this.#header ??= this.#readHeader()
    return this.#header
  }

  async #readHeader(): Promise<Header> {
    const line = await this.#next().catch(() => null)
    const format = line && formatSchema.safeParse(parsed(line))
    if (!format?.success) {
      throw new Failure(`${this.#name} is not a backup made by florin backup, or it is damaged.`)
    }
    const { version, florin } = format.data
    if (version !== formatVersion) {
      throw new Failure(
        `${this.#name} was made by Florin ${florin}, in a format that this version cannot read. Restore it with that version.`,
      )
    }
    return this.#as(headerSchema, line)
  }

  /** The parts after the header. The last one is always the end; otherwise this throws. */
  async *parts(): AsyncGenerator<Part> {
    const total = { tables: 0, rows: 0 }
    for (;;) {
      const before = this.#digest.copy().digest('hex')
      const line = await this.#expectLine()
      const table = tableSchema.safeParse(parsed(line))
      if (!table.success) {
        const end = this.#as(endSchema, line)
        const { rows } = await this.header()
        if (end.sha256 !== before) throw this.#damaged('checksum mismatch')
        if (end.tables !== total.tables || end.rows !== total.rows || rows !== total.rows) {
          throw this.#damaged('the number of rows is wrong')
        }
        await this.#expectNothing()
        yield { end }
        return
      }
      yield { table: table.data }
      total.tables += 1
      total.rows += yield* this.#rowsOfTable(table.data)
    }
  }

  /** Returns the number of rows. */
  async *#rowsOfTable({ table, columns }: TableHead): AsyncGenerator<Part, number> {
    const digest = createHash('sha256')
    let batch: TextRow[] = []
    let batchBytes = 0
    let rows = 0
    for (;;) {
      const line = await this.#expectLine()
      const isRow = line[0] === openingBracket
      if (batch.length > 0 && (!isRow || batch.length === rowsPerBatch || batchBytes > batchBytesMax)) {
        yield { rows: batch }
        batch = []
        batchBytes = 0
      }
      if (!isRow) {
        const end = this.#as(tableEndSchema, line)
        if (end.sha256 === digest.digest('hex') && end.rows === rows) return rows
        throw this.#damaged(`checksum mismatch in ${table}`)
      }
      digest.update(line).update('\n')
      const row = this.#as(rowSchema, line)
      if (row.length !== columns.length) throw this.#damaged(`a row of ${table} has ${row.length} values`)
      batch.push(row)
      batchBytes += line.length
      rows += 1
    }
  }

  async #next(): Promise<Buffer | null> {
    const { value, done } = await this.#lines.next().catch((error: Error) => {
      throw this.#damaged(error.message)
    })
    if (done) return null
    this.#digest.update(value).update('\n')
    return value
  }

  async #expectLine(): Promise<Buffer> {
    const line = await this.#next()
    if (line === null) throw this.#damaged('its end is missing')
    return line
  }

  async #expectNothing(): Promise<void> {
    const line = await this.#next()
    if (line !== null || this.#bytesRead !== this.#bytesUsed())
      throw this.#damaged('there is data after its end')
  }

  #as<Schema extends z.ZodType>(schema: Schema, line: Buffer | null): z.infer<Schema> {
    const result = schema.safeParse(line && parsed(line))
    if (result.success) return result.data
    throw this.#damaged('it has an unexpected line')
  }

  #damaged(reason: string): Failure {
    return new Failure(`${this.#name} is damaged (${reason}). Nothing was restored: use another backup file.`)
  }
}

const openingBracket = 0x5b

/** Undefined if the line is not JSON. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}
