/**
 * The interface between the store and its database. There are two engines, PostgreSQL embedded in this process and a
 * PostgreSQL server. Both take the same SQL and return the same values: numeric, date and bigint as text, instants as
 * canonical UTC text, and never a JS Date.
 */
import type { PoolStats } from '../../postgres/door.ts'
import type { Copy, WireRows } from '../../postgres/protocol.ts'

export type Value = string | number | boolean | null | readonly string[] | readonly number[]

export interface Connection {
  /** Runs one query. Each distinct text is prepared once per connection, so there must be a finite number of them. */
  query<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** The same without an object per row: `reader` gets the bytes of all rows in PostgreSQL's binary format. */
  read<Result>(sql: string, values: readonly Value[], reader: (rows: WireRows) => Result): Promise<Result>
  /** Runs COPY FROM STDIN with rows in its text format: the fastest way to load many rows. Not in every engine. */
  copyIn?(sql: string, pieces: Iterable<string>): Promise<void>
  /** Several at once, so that a server need not wait for the rows of the next one. Not in every engine. */
  copyAllIn?(copies: readonly Copy[]): Promise<void>
  /**
   * Only in a store that is spread over the nodes of a Citus cluster: runs queries on the node that has this workspace.
   * Not needed for queries that name their workspace (`workspace_id = $1`), which are sent there anyway.
   */
  readonly nodeOf?: ((workspaceId: string) => Pick<Connection, 'query' | 'read'>) | undefined
  /**
   * Only there, and outside of transactions: runs a query on the rows of all workspaces, once on each node. The rows are in
   * no order, and a limit counts for each group of workspaces (`nodes/everyNode.ts`). Those of a node that is out of reach
   * are missing; it throws if all are.
   */
  readonly onEveryNode?: Connection['query'] | undefined
  /** For one request to a replica. Nothing is remembered for it. */
  readonly isReplica?: boolean
  /** Removes the engine's own time limits, if it has any, for the rest of the transaction. */
  liftLimits?(): void
  /** Runs several queries without values, for example a migration. */
  script(sql: string): Promise<void>
}

export interface TransactionOptions {
  /** Every query sees the same state of the data. */
  snapshot?: boolean
  /**
   * May take longer than a reader should wait. The embedded store then answers others meanwhile, from the state before
   * it; a server does so anyway.
   */
  long?: boolean
  /** The only workspace that it asks about. If the node that has it hangs, connections are left for other workspaces. */
  workspaceId?: string
  /**
   * It asks all nodes of a cluster, so it waits for any node that hangs. There is one at a time, which leaves connections
   * for others.
   */
  everyNode?: boolean
}

export interface Database extends Connection {
  readonly engine: 'embedded' | 'postgres'
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** Only on a cluster: the same workspaces, those of each node together. */
  readonly groupByNode?: ((workspaceIds: readonly string[]) => Promise<string[][]>) | undefined
  /** Between two pieces of work in the background: waits for a moment while others ask. Only if they would wait for it. */
  letOthersIn?(): Promise<void>
  /** Throws if the store cannot serve: unreachable, read-only, or without the schema that this version needs. */
  check(): Promise<void>
  /** Copies the store's files to a new folder in a consistent state. Only if this process owns the files. */
  copyFiles?(folder: string): Promise<void>
  /** How busy the connections are, and how long callers waited for one. */
  stats(): PoolStats[]
  close(): Promise<void>
}

/** The database cannot be reached or gave up on a query. The same request may succeed later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The connection broke during the commit. The transaction was applied completely or not at all. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The database rejected a row. The function that ran the query knows what the constraint means. */
export class ConstraintViolation extends Error {
  override name = 'ConstraintViolation'
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super(`constraint ${constraint}`, { cause })
    this.constraint = constraint
  }
}

/** Turns PostgreSQL errors (by their five-character code) and socket errors into the errors above. */
export function translateError(error: unknown): unknown {
  const { code, constraint, message = '' } = error as { code?: string; constraint?: string; message?: string }
  if (typeof code !== 'string') return error
  if (code.startsWith('23')) return new ConstraintViolation(constraint ?? code, error)
  return unavailableCodes.test(code) || message.startsWith(nodeLost)
    ? new StoreUnavailable('The database is out of reach.', { cause: error })
    : error
}

/** Citus lost a node that a transaction writes to. It gives this the code of internal errors. */
const nodeLost = 'failure on connection marked as essential'

/**
 * Connection failures (except a protocol violation, which is our own bug), login, shutdown, too many connections, a full
 * disk, timeouts, deadlocks, missing privileges, system errors on the server, and socket errors.
 */
const unavailableCodes =
  /^(08(?!P01)...|25P03|28...|3D000|42501|53...|57P0.|57014|55P03|40P01|40001|58...|ECONN.*|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
