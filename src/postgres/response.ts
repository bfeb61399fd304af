/** Reads what PostgreSQL sends back, message by message, up to the one that says that it is ready for the next. */
import { headBytes, lengthBytes } from './sizes.ts'

/** A statement that the server refused, or a connection that it ends. */
export class ServerError extends Error {
  override name = 'ServerError'
  /** Five characters, as PostgreSQL's documentation lists them. */
  readonly code: string
  readonly constraint: string | undefined
  /** ERROR, FATAL or PANIC, in the server's language. */
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
  /** By PostgreSQL's number. */
  type: number
}

const firstBytes = 64 * 1024
/** More than that is given back once it was read. */
const keptBytesMax = 1024 * 1024
/** A document of 20 MB takes twice that as text. What claims to be larger is not from PostgreSQL, or not in step. */
const messageBytesMax = 256 * 1024 * 1024
export const protocolViolation = '08P01'

const code = (letter: string): number => letter.charCodeAt(0)
const codes = {
  row: code('D'),
  columns: code('T'),
  noColumns: code('n'),
  done: code('C'),
  error: code('E'),
  copyIn: code('G'),
  ready: code('Z'),
}

export class QueryResponse {
  /** Where the values of each row begin in `bytes`; the next statement overwrites them. */
  rows: number[] = []
  /** Those that a statement gives, where it was described; none where it gives no rows. */
  columns: Column[] | null = null
  /** What the last statement did, such as COMMIT. */
  tag = ''
  error: ServerError | null = null
  /** The server waits for rows to be copied. */
  wantsCopy = false

  #bytes = Buffer.allocUnsafeSlow(firstBytes)
  /** Bytes that came, and those of them that were read. */
  #end = 0
  #read = 0

  get bytes(): Buffer {
    return this.#bytes
  }

  /** Forgets all that was read, for the next statement. */
  reset(): void {
    this.rows = []
    this.columns = null
    this.tag = ''
    this.error = null
    this.wantsCopy = false
    this.#forgetRead()
  }

  /** Whether the server is ready for the next statement. */
  take(chunk: Uint8Array): boolean {
    this.#append(chunk)
    const bytes = this.#bytes
    while (this.#read + headBytes <= this.#end) {
      const start = this.#read
      const length = bytes.readInt32BE(start + 1)
      if (length < lengthBytes) throw new ServerError('A message has no length.', protocolViolation)
      if (length > messageBytesMax) throw new ServerError('A message is too long.', protocolViolation)
      const next = start + 1 + length
      if (next > this.#end) return false
      this.#read = next
      if (bytes[start] === codes.row) this.rows.push(start + headBytes + columnCountBytes)
      else if (bytes[start] === codes.ready) return true
      else this.#note(bytes[start] ?? 0, bytes.subarray(start + headBytes, next))
    }
    return false
  }

  #note(kind: number, body: Buffer): void {
    if (kind === codes.columns) this.columns = columnsOf(body)
    else if (kind === codes.noColumns) this.columns = []
    else if (kind === codes.done) this.tag = body.toString('utf8', 0, body.length - 1)
    // What follows a first error is only its consequence.
    else if (kind === codes.error) this.error ??= errorOf(body)
    else if (kind === codes.copyIn) this.wantsCopy = true
  }

  /** What came behind the answer stays: it may be the beginning of a notice, and its end is still to come. */
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

const columnCountBytes = 2
/** Behind a column's name: its table, its number there, its type, the type's size and modifier, and the format. */
const columnTypeAt = 6
const columnFactsBytes = 18

function columnsOf(body: Buffer): Column[] {
  const columns: Column[] = []
  let at = columnCountBytes
  while (at < body.length) {
    const nameEnd = body.indexOf(0, at)
    if (nameEnd === -1) throw new ServerError("A column's name has no end.", protocolViolation)
    const facts = nameEnd + 1
    columns.push({ name: body.toString('utf8', at, nameEnd), type: body.readUInt32BE(facts + columnTypeAt) })
    at = facts + columnFactsBytes
  }
  return columns
}

/** Texts one after the other, each with a letter in front that says what it is. */
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
