/** Reads PostgreSQL's response to a query, message by message, until the server is ready for the next query. */
import { headBytes, lengthBytes } from './sizes.ts'

/** The server rejected a query, or is closing the connection. */
export class ServerError extends Error {
  override name = 'ServerError'
  /** The SQLSTATE: five characters. */
  readonly code: string
  readonly constraint: string | undefined
  /** ERROR, FATAL or PANIC. */
  readonly severity: string | undefined

  constructor(message: string, code: string, constraint?: string, severity?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
    this.severity = severity
  }
}

export interface Column {
  name: string
  /** PostgreSQL's type OID. */
  type: number
}

const firstBytes = 64 * 1024
/** A larger buffer is released after it was read. */
const keptBytesMax = 1024 * 1024
/** A document of 20 MB takes twice that as text. A larger length means that we lost track of the message borders. */
const messageBytesMax = 256 * 1024 * 1024
export const protocolViolation = '08P01'

const code = (letter: string): number => letter.charCodeAt(0)
const codes = {
  row: code('D'),
  parameters: code('t'),
  columns: code('T'),
  noColumns: code('n'),
  done: code('C'),
  error: code('E'),
  copyIn: code('G'),
  ready: code('Z'),
}

export class QueryResponse {
  /** Where the values of each row begin in `bytes`. The next query overwrites them. */
  rows: number[] = []
  /** Null if the query was not described; empty if it returns no rows. */
  columns: Column[] | null = null
  /** The types of its parameters; null if the query was not described. */
  parameters: number[] | null = null
  /** The command tag of the last query, for example COMMIT. */
  tag = ''
  error: ServerError | null = null
  /** The server is waiting for COPY data. */
  wantsCopy = false

  #bytes = Buffer.allocUnsafeSlow(firstBytes)
  /** How many bytes were received, and how many of them were read. */
  #end = 0
  #read = 0

  get bytes(): Buffer {
    return this.#bytes
  }

  /** Prepares for the next query. */
  reset(): void {
    this.rows = []
    this.columns = null
    this.parameters = null
    this.tag = ''
    this.error = null
    this.wantsCopy = false
    this.#forgetRead()
  }

  /** Returns true once the server is ready for the next query. */
  take(chunk: Uint8Array): boolean {
    this.#append(chunk)
    const bytes = this.#bytes
    while (this.#read + headBytes <= this.#end) {
      const start = this.#read
      const length = bytes.readInt32BE(start + 1)
      if (length < lengthBytes) throw new ServerError('A message has an invalid length.', protocolViolation)
      if (length > messageBytesMax) throw new ServerError('A message is too long.', protocolViolation)
      const next = start + 1 + length
      if (next > this.#end) return false
      this.#read = next
      if (bytes[start] === codes.row) this.rows.push(start + headBytes + countBytes)
      else if (bytes[start] === codes.ready) return true
      else this.#note(bytes[start] ?? 0, bytes.subarray(start + headBytes, next))
    }
    return false
  }

  #note(kind: number, body: Buffer): void {
    if (kind === codes.columns) this.columns = columnsOf(body)
    else if (kind === codes.noColumns) this.columns = []
    else if (kind === codes.parameters) this.parameters = parametersOf(body)
    else if (kind === codes.done) this.tag = body.toString('utf8', 0, body.length - 1)
    // Later errors are only consequences of the first.
    else if (kind === codes.error) this.error ??= errorOf(body)
    else if (kind === codes.copyIn) this.wantsCopy = true
  }

  /** Keeps bytes received after the response: they may be the beginning of a notice that is still arriving. */
  #forgetRead(): void {
    const bytes = this.#bytes
    const rest = this.#end - this.#read
    if (bytes.length > keptBytesMax) this.#bytes = Buffer.allocUnsafeSlow(Math.max(firstBytes, rest))
    if (rest > 0) bytes.copy(this.#bytes, 0, this.#read, this.#end)
    this.#end = rest
    this.#read = 0
  }

  #append(chunk: Uint8Array): void {
    const end = this.#end + chunk.length
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, this.#end)
      this.#bytes = larger
    }
    this.#bytes.set(chunk, this.#end)
    this.#end = end
  }
}

const countBytes = 2
/** After a column's name: table, column number, type, type size, type modifier, format. */
const columnTypeAt = 6
const columnFactsBytes = 18

const typeBytes = 4

function parametersOf(body: Buffer): number[] {
  const types: number[] = []
  for (let at = countBytes; at < body.length; at += typeBytes) types.push(body.readUInt32BE(at))
  return types
}

function columnsOf(body: Buffer): Column[] {
  const columns: Column[] = []
  let at = countBytes
  while (at < body.length) {
    const nameEnd = body.indexOf(0, at)
    if (nameEnd === -1) throw new ServerError("A column's name is not terminated.", protocolViolation)
    const facts = nameEnd + 1
    columns.push({ name: body.toString('utf8', at, nameEnd), type: body.readUInt32BE(facts + columnTypeAt) })
    at = facts + columnFactsBytes
  }
  return columns
}

/** A list of zero-terminated texts; the first letter of each says which field it is. */
function errorOf(body: Buffer): ServerError {
  const texts = new Map(
    body
      .toString('utf8')
      .split('\0')
      .map(text => [text.slice(0, 1), text.slice(1)]),
  )
  return new ServerError(
    texts.get('M') ?? 'The server gave no reason.',
    texts.get('C') ?? '',
    texts.get('n'),
    texts.get('V') ?? texts.get('S'),
  )
}
