/**
 * The store's door: all that the rest of the house knows of a database. Two engines stand behind it, PostgreSQL in
 * this process and PostgreSQL elsewhere, with the same SQL and the same values: numeric, date and bigint come out as
 * text, instants as canonical UTC text. No JS Date ever passes.
 */
import type { PoolStats } from '../../postgres/door.ts'
import type { WireRows } from '../../postgres/protocol.ts'

export type Value = string | number | boolean | null | readonly string[] | readonly number[]

export interface Connection {
  /** Runs one statement. Its text must come from a finite set: it is prepared once per connection. */
  query<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** The same for many rows that are not worth an object each: `reader` makes a result at once of their bytes, binary. */
  read<Result>(sql: string, values: readonly Value[], reader: (rows: WireRows) => Result): Promise<Result>
  /** Takes in rows as the text that COPY reads, where the engine can: the quickest way for very many. */
  copyIn?(sql: string, pieces: Iterable<string>): Promise<void>
  /** Lets the rest of the transaction take as long as it needs, where the engine has limits of its own. */
  liftLimits?(): void
  /** Runs several statements without values, for migrations. */
  script(sql: string): Promise<void>
}

export interface TransactionOptions {
  /** Every statement sees the same state of the data. */
  snapshot?: boolean
}

export interface Database extends Connection {
  readonly engine: 'embedded' | 'postgres'
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** Fails where the store cannot serve: out of reach, read-only, or without the schema that this version needs. */
  check(): Promise<void>
  /** Copies the store's files to a new folder, as they are at one moment, where this process has the files. */
  copyFiles?(folder: string): Promise<void>
  /** How busy the connections are, and who waited for one. */
  stats(): PoolStats[]
  close(): Promise<void>
}

/** The database cannot be reached, or gave up on a statement; the same request may well succeed later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The connection broke while the transaction was being committed: it was done whole, or not at all. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The database said no. Whoever ran the statement knows what the constraint's name means. */
export class ConstraintViolation extends Error {
  override name = 'ConstraintViolation'
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super(`constraint ${constraint}`, { cause })
    this.constraint = constraint
  }
}

/** PostgreSQL's errors, which carry its five-character codes, and those of sockets, in the house's own words. */
export function translateError(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (typeof code !== 'string') return error
  if (code.startsWith('23')) return new ConstraintViolation(constraint ?? code, error)
  return unavailableCodes.test(code)
    ? new StoreUnavailable('The database is out of reach.', { cause: error })
    : error
}

/**
 * Connection trouble (but for a breach of protocol, which is our own), login, shutdown, too many connections, a full
 * disk, time-outs, deadlock, missing rights, failures of the server's machine, and sockets' own codes.
 */
const unavailableCodes =
  /^(08(?!P01)...|25P03|28...|3D000|42501|53...|57P0.|57014|55P03|40P01|40001|58...|ECONN.*|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
