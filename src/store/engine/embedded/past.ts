/**
 * Reads from the state before a transaction that is still open, on the same connection. The embedded store has only
 * this one, and without the past everybody would wait for a large import to end.
 *
 * A transaction sees its own changes. A cursor, however, sees the data as of its opening, and so does a STABLE function
 * that it calls. So we open a cursor before the first change, and each of its rows is a call of a function that runs the
 * query given by a setting. PostgreSQL refuses to write in such a function. In it, `now()` is the time at which the
 * transaction began, so no query may use it.
 */
import { type Format, lengthBytes, type WireRows } from '../../../postgres/protocol.ts'
import type { Connection } from '../door.ts'
import { arrayText, type Run, rowsBy, textsOf } from '../values.ts'
import { type Described, mayRead, pastRows, pastSql } from './pastQuery.ts'
import type { EmbeddedWire } from './wire.ts'

/** The query cannot be answered from the past, or no longer. The caller has to wait for its turn. */
export class NotFromPast extends Error {
  override name = 'NotFromPast'
}

/** Any error is caught: an error would end the transaction that is under way. */
const functionSql = `create or replace function pg_temp.rows_before() returns bytea[] language plpgsql stable as $$
declare
  found bytea[];
begin
  execute current_setting('florin.past_query') into found using current_setting('florin.past_values')::text[];
  return coalesce(found, '{}');
exception when others then
  return null;
end $$`
const cursorSql = `declare before_changes no scroll cursor for
  select pg_temp.rows_before() from (select generate_series(1, 2147483647)) as reads`
const askSql = "select set_config('florin.past_query', $1, true), set_config('florin.past_values', $2, true)"
const answerSql = 'fetch 1 from before_changes'

const describedMax = 500

export class Past {
  readonly #wire: EmbeddedWire
  readonly #described = new Map<string, Described>()
  #isOpen = false
  /** Reads that the transaction must not overtake with its commit. */
  readonly #reads = new Set<Promise<unknown>>()

  constructor(wire: EmbeddedWire) {
    this.#wire = wire
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** To be called first in a transaction. */
  async open(): Promise<void> {
    await this.#command(functionSql)
    await this.#command(cursorSql)
    this.#isOpen = true
  }

  /** To be called last in a transaction: a query that came later would run after it, perhaps in another one. */
  async close(): Promise<void> {
    this.#isOpen = false
    while (this.#reads.size > 0) await Promise.allSettled(this.#reads)
    // Nothing of it stays in the store. A transaction that has failed takes both with it.
    for (const sql of ['close before_changes', 'drop function pg_temp.rows_before()']) {
      await this.#command(sql).catch(() => undefined)
    }
  }

  /** One read. */
  readonly run: Run = (sql, values, reader, format) =>
    this.work(() => this.#read(sql, values, reader, format))

  /** Several reads on the same state. */
  async work<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    if (!this.#isOpen) throw new NotFromPast()
    const script = () => Promise.reject(new NotFromPast())
    const reading = work({ ...rowsBy(this.#read), script })
    this.#reads.add(reading)
    try {
      return await reading
    } finally {
      this.#reads.delete(reading)
    }
  }

  readonly #read: Run = async (sql, values, reader, format) => {
    if (!mayRead(sql)) throw new NotFromPast()
    const rows = await this.#rows(sql, textsOf(values), format).catch(() => null)
    if (rows === null) throw new NotFromPast()
    return reader(rows)
  }

  async #rows(sql: string, values: readonly (string | null)[], format: Format): Promise<WireRows | null> {
    const described = this.#described.get(sql) ?? (await this.#describe(sql))
    const query = pastSql(sql, described, format)
    if (query === null) return null
    const ask = { sql: askSql, values: [query, arrayText(values)], format } as const
    const answer = { sql: answerSql, values: [], format: 'binary' } as const
    return await this.#wire.runBoth(ask, answer, ({ bytes, starts: [start = 0] }) => {
      const length = bytes.readInt32BE(start)
      if (length < 0) return null
      return pastRows(bytes.subarray(start + lengthBytes, start + lengthBytes + length), described.columns)
    })
  }

  async #describe(sql: string): Promise<Described> {
    const { parameters, columns } = await this.#wire.describe(sql)
    const described = { parameters: parameters ?? [], columns: columns ?? [] }
    if (this.#described.size < describedMax) this.#described.set(sql, described)
    return described
  }

  async #command(sql: string): Promise<void> {
    await this.#wire.run({ sql, values: [], format: 'text' }, () => undefined)
  }
}
