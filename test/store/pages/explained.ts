/** Records the queries of a list as they are sent, and measures their cost with EXPLAIN ANALYZE. */
import pg from 'pg'
import { connectionSettings } from '../../../src/postgres/settings.ts'
import type { Connection, Database, Value } from '../../../src/store/engine/door.ts'

export interface RecordedQuery {
  sql: string
  values: readonly Value[]
}

/**
 * Runs the work and returns its result and the queries it sent. With `onCluster`, these are the texts that a node of a
 * cluster gets, apart from the names of its shards.
 */
export async function recorded<Result>(
  db: Connection,
  work: (connection: Connection) => Promise<Result>,
  onCluster = false,
): Promise<{ result: Result; queries: RecordedQuery[] }> {
  const queries: RecordedQuery[] = []
  const connection: Connection = {
    query: (sql, values = []) => {
      queries.push({ sql, values })
      return db.query(sql, values)
    },
    read: (sql, values, reader) => {
      queries.push({ sql, values })
      return db.read(sql, values, reader)
    },
    script: sql => db.script(sql),
  }
  const asked = onCluster ? { ...connection, nodeOf: () => connection } : connection
  return { result: await work(asked), queries }
}

/** Keeps the statistics of one ANALYZE: autovacuum would collect new ones after a minute. */
export async function withoutAutovacuum(connection: Connection): Promise<void> {
  for (const table of ['transactions', 'transaction_cells', 'transaction_periods', 'bills']) {
    await connection.query(`alter table ${table} set (autovacuum_enabled = off)`)
  }
}

/** The cost of running a query once. */
export interface Cost {
  /** Rows of these tables that were read, including those filtered out. */
  rowsWalked: number
  /** 8 kB blocks of these tables and their indexes that were read. */
  blocksWalked: number
  /** Which of these tables were read by a sequential scan. */
  wholeWalked: string[]
  /** Number of rows in the largest sort. */
  rowsSorted: number
}

/** A prepared query can be planned for its values each time, or once for all values. */
export const planModes = ['force_custom_plan', 'force_generic_plan'] as const
export type PlanMode = (typeof planModes)[number]

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

export class Explainer {
  readonly #client: pg.Client
  /** Names of prepared queries by their SQL: parsing and planning a long query takes longer than running it. */
  readonly #prepared = new Map<string, string>()
  #mode: PlanMode | null = null
  /** Costs by query, values and mode. Null unless they are kept. */
  #kept: Map<string, Cost> | null = null
  /** Rows by query and values. */
  readonly #answers = new Map<string, object[]>()

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async connect(databaseUrl: string): Promise<Explainer> {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    for (const [name, value] of Object.entries(connectionSettings))
      await client.query(`set ${name} = '${value}'`)
    return new Explainer(client)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  /** From now on measures each query once: the same query costs the same until rows change. Call it again after that. */
  keepCosts(): void {
    this.#kept = new Map()
    this.#answers.clear()
  }

  /**
   * The queries of a page, on rows that do not change. Each different one is sent once, as many pages begin with the same
   * ones. The one that reads the rows of the page is not sent at all: no other follows from them.
   */
  async queriesOf(
    db: Database,
    page: (connection: Connection) => Promise<unknown>,
  ): Promise<readonly RecordedQuery[]> {
    let isRead = false
    const answering: Connection = {
      query: async <Row extends object>(sql: string, values: readonly Value[] = []) => {
        if (isRead) throw new Error('A page sends one more query after its rows.')
        const key = JSON.stringify([sql, values])
        const rows = this.#answers.get(key) ?? (await db.query<Row>(sql, values))
        this.#answers.set(key, rows)
        return rows as Row[]
      },
      read: async (_sql, _values, reader) => {
        isRead = true
        return reader({ bytes: Buffer.alloc(0), starts: [], columns: [] })
      },
      script: sql => db.script(sql),
    }
    return (await recorded(answering, page)).queries
  }

  /** `tables` are the ones whose rows count. */
  async cost(query: RecordedQuery, mode: PlanMode, tables = pagedTables): Promise<Cost> {
    const key = JSON.stringify([query, mode, tables])
    const cost = this.#kept?.get(key) ?? (await this.#measured(query, mode, tables))
    this.#kept?.set(key, cost)
    return cost
  }

  async #measured({ sql, values }: RecordedQuery, mode: PlanMode, tables: readonly string[]): Promise<Cost> {
    const given = values.map(value => this.#literal(value)).join(', ')
    const name = await this.#prepare(sql, mode)
    const { rows } = await this.#client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, buffers, timing off, format json) execute ${name}(${given})`,
    )
    const root = rows[0]?.['QUERY PLAN'][0]?.Plan
    if (root === undefined) throw new Error('PostgreSQL explained nothing')
    return costOf(root, tables)
  }

  #literal(value: Value | readonly Value[]): string {
    if (Array.isArray(value)) return `array[${value.map(one => this.#literal(one)).join(', ')}]::text[]`
    return value === null ? 'null' : this.#client.escapeLiteral(String(value))
  }

  async #prepare(sql: string, mode: PlanMode): Promise<string> {
    if (mode !== this.#mode) await this.#client.query(`set plan_cache_mode = ${mode}`)
    this.#mode = mode
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const name = `explained_${this.#prepared.size}`
    await this.#client.query(`prepare ${name} as ${sql}`)
    this.#prepared.set(sql, name)
    return name
  }
}

const pagedTables: readonly string[] = ['transactions', 'transaction_cells', 'transaction_periods', 'bills']

function costOf(root: PlanNode, tables: readonly string[]): Cost {
  const nodes = allNodes(root)
  const walked = nodes.filter(node => tables.includes(node['Relation Name'] ?? ''))
  const sorts = nodes.filter(node => node['Node Type'].endsWith('Sort'))
  return {
    rowsWalked: sum(walked.map(rowsRead)),
    blocksWalked: sum(walked.map(node => node['Shared Hit Blocks'] + node['Shared Read Blocks'])),
    wholeWalked: walked
      .filter(node => node['Node Type'].endsWith('Seq Scan'))
      .map(node => node['Relation Name'] ?? ''),
    rowsSorted: Math.max(0, ...sorts.flatMap(({ Plans = [] }) => Plans.map(rowsOut))),
  }
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

// PostgreSQL reports the average per loop.
const rowsOut = (node: PlanNode): number => Math.round(node['Actual Rows'] * node['Actual Loops'])

const rowsRead = (node: PlanNode): number =>
  Math.round(
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'],
  )
