/** What PostgreSQL really does for the statements of a list: records them as they are issued, then explains them. */
import pg from 'pg'
import type { Database, Session, Value } from '../../src/store/door.ts'

export interface Statement {
  sql: string
  values: readonly Value[]
}

/** Runs the work on the database, and gives back the statements that it issued. */
export async function statementsOf(
  db: Database,
  work: (session: Session) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  await work({
    query: (sql, values = []) => {
      statements.push({ sql, values })
      return db.query(sql, values)
    },
    script: sql => db.script(sql),
  })
  return statements
}

/** What one run of a statement cost. */
export interface Cost {
  /** Rows that a scan looked at, whether or not they were wanted. */
  rowsRead: number
  /** Rows of the biggest sort. */
  rowsSorted: number
  /** Tables that were read from end to end. */
  readWhole: string[]
  /** Pages of 8 kB that were touched. */
  blocks: number
}

/** How a prepared statement may be planned: for its values each time, or once for all values. */
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

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async connect(databaseUrl: string): Promise<Explainer> {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    return new Explainer(client)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async cost({ sql, values }: Statement, mode: PlanMode): Promise<Cost> {
    const given = values.map(value => this.#client.escapeLiteral(String(value))).join(', ')
    await this.#client.query(`set plan_cache_mode = ${mode}`)
    await this.#client.query(`prepare explained as ${sql}`)
    try {
      const { rows } = await this.#client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, buffers, timing off, format json) execute explained(${given})`,
      )
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan
      if (root === undefined) throw new Error('PostgreSQL explained nothing')
      return costOf(root)
    } finally {
      await this.#client.query('deallocate explained')
    }
  }
}

function costOf(root: PlanNode): Cost {
  const nodes = allNodes(root)
  const scans = nodes.filter(node => node['Relation Name'] !== undefined)
  const sorts = nodes.filter(node => node['Node Type'].endsWith('Sort'))
  return {
    rowsRead: scans.reduce((sum, scan) => sum + rowsRead(scan), 0),
    rowsSorted: Math.max(0, ...sorts.flatMap(({ Plans = [] }) => Plans.map(rowsOut))),
    readWhole: scans
      .filter(node => node['Node Type'].endsWith('Seq Scan'))
      .map(node => node['Relation Name'] ?? ''),
    blocks: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
  }
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)]

// What PostgreSQL reports is the average of a node's loops.
const rowsOut = (node: PlanNode): number => Math.round(node['Actual Rows'] * node['Actual Loops'])

const rowsRead = (node: PlanNode): number =>
  Math.round(
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'],
  )
