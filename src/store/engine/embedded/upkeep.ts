/**
 * Keeps the planner's statistics up to date, which is the work of autovacuum on a server. The embedded store has no
 * process for it. A query is planned once, perhaps while its tables were nearly empty, and then any index looks as good as
 * the right one. ANALYZE also makes PostgreSQL plan the queries on that table again.
 */
import type { Connection } from '../door.ts'

/** ANALYZE reads 300 times as many rows as this, so a table of any size takes some 40 ms. The default, 100, takes 800 ms. */
export const upkeepSettings = { default_statistics_target: '5' } as const

/** A table is analysed again when this many of its rows, and this part of them, are new or changed. */
const changedRowsMin = 250
const changedPartMin = 0.2

/** Small writes add up slowly. Looking for grown tables takes 5 ms. */
const pauseMs = 60_000

const grownSql = `select quote_ident(relname) as name from pg_stat_user_tables
  where schemaname = 'public' and n_mod_since_analyze >= ${changedRowsMin} + ${changedPartMin} * n_live_tup
  order by relname`

/** Otherwise PostgreSQL may count the changes of the last second later. */
const flushSql = 'select from pg_stat_force_next_flush()'

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export class Upkeep {
  readonly #connection: Connection
  readonly #inTurn: InTurn
  #lookedMs = Number.NEGATIVE_INFINITY
  #underWay: Promise<void> | null = null

  /** The connection is used in a turn only, one turn per table, so that others need not wait for all of them. */
  constructor(connection: Connection, inTurn: InTurn) {
    this.#connection = connection
    this.#inTurn = inTurn
  }

  /** Runs a transaction. Only a long one waits for tables that are being analysed: it would suffer most from an old plan. */
  async around<Result>({ long }: { long: boolean }, transaction: () => Promise<Result>): Promise<Result> {
    if (long && this.#underWay !== null) await this.#underWay
    try {
      return await transaction()
    } finally {
      const nowMs = performance.now()
      if (this.#underWay === null && (long || nowMs - this.#lookedMs >= pauseMs)) {
        this.#lookedMs = nowMs
        this.#underWay = this.#analyzeGrown()
      }
    }
  }

  async done(): Promise<void> {
    await this.#underWay
  }

  async #analyzeGrown(): Promise<void> {
    const { query, script } = this.#connection
    try {
      await this.#inTurn(() => query(flushSql))
      const grown = await this.#inTurn(() => query<{ name: string }>(grownSql))
      for (const { name } of grown) await this.#inTurn(() => script(`analyze ${name}`))
    } catch {
      // The store may be closed by now. Without statistics, queries are slower at worst.
    } finally {
      this.#underWay = null
    }
  }
}
