/**
 * Our PostgreSQL connections against the `pg` driver: the same queries for a page of 50 transactions, made into the same
 * bytes. `pg` returns arrays of strings here (`rowMode: 'array'`, no parsing), which is the cheapest way to use it.
 */
import pg from 'pg'
import { instantFromPostgres } from '../src/postgres/protocol.ts'
import { serverSettings } from '../src/postgres/settings.ts'
import type { Database, Value } from '../src/store/engine/door.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { categoriesOf } from '../src/store/pages/categoryJson.ts'
import { jsonOfRows } from '../src/store/pages/transactionJson.ts'
import { listTransactions } from '../src/store/transactions.ts'
import { pagePath } from './dataset/requests.ts'
import { workspaceId } from './dataset/shape.ts'
import { table } from './report/table.ts'
import { filledDatabase, startDatabaseServer } from './server.ts'
import { undoLater } from './support/cleanup.ts'
import { machine } from './support/machine.ts'
import { median, short } from './support/numbers.ts'
import { cpuSecondsOf } from './support/processes.ts'
import { step } from './support/progress.ts'

const size = { transactions: 40_000, workspaces: 2 }
const limit = 50
const pages = 2_000
const compared = 300
/** Many short turns, so that whatever else the machine does meets both alike. */
const rounds = 25
const pagesPerTurn = 400
const connections = 4
/** Below this ratio of wall times, `pg` replaces our connections (decision 0026). */
const ratioMin = 1.2

interface Query {
  sql: string
  values: readonly Value[]
}

/** Runs the query and returns the JSON of the page's rows. */
type Page = (query: Query) => Promise<Uint8Array>

interface Measured {
  wallMs: number
  cpuMs: number
  /** Not a number if the system does not tell. */
  databaseMs: number
}
const figures = ['wallMs', 'cpuMs', 'databaseMs'] as const

export async function wire(): Promise<void> {
  const server = await startDatabaseServer()
  const { url } = await filledDatabase(server, 'wire', size)
  const db = await openPostgres({ url, connections })
  undoLater(() => db.close())
  const pool = new pg.Pool({ connectionString: url, max: connections, options: pgOptions })
  undoLater(() => pool.end())

  const queries = await recordQueries(db)
  const contestants = { ours: await pageByOurs(db), pg: await pageByPg(pool, db) }
  const bytes = await step('Comparing the bytes of both', () => compare(contestants, queries))

  const results: string[][] = []
  const ratios: number[] = []
  for (const [label, callers] of [
    ['one at a time', 1],
    ['16 at a time', 16],
  ] as const) {
    const turns = await step(label, say => takeTurns(contestants, queries, callers, server.pid, say))
    const row = (name: keyof typeof contestants) => [
      `${name}, ${label}`,
      ...figures.map(what => short(median(turns[name].map(each => (each[what] * 1000) / pagesPerTurn)))),
    ]
    /** Of each round, lowest first. */
    const ratiosOf = (what: keyof Measured) =>
      turns.pg.map((each, round) => each[what] / (turns.ours[round]?.[what] ?? 0)).sort((x, y) => x - y)
    const quarter = (what: keyof Measured, count: number) =>
      (ratiosOf(what)[Math.floor((rounds * count) / 4)] ?? Number.NaN).toFixed(2)
    ratios.push(median(ratiosOf('wallMs')))
    results.push(row('ours'), row('pg'), [
      `pg : ours, ${label}`,
      ...figures.map(
        what => `${median(ratiosOf(what)).toFixed(2)} × (${quarter(what, 1)} to ${quarter(what, 3)})`,
      ),
    ])
  }
  const { processor, cores, node } = machine()
  console.log(`${processor}, ${cores} cores shared by client and database, Node ${node.slice(1)}
A page of ${limit} transactions, ${short(bytes)} bytes on average. µs a page, medians of ${rounds} rounds of
${pagesPerTurn} pages each, in turns; ratios are the median of the rounds, with the middle half in brackets. 16 at a time share
${connections} connections.

${table(['', 'wall µs', 'CPU µs of the client', 'CPU µs of PostgreSQL'], results)}

Wall time, pg : ours: ${ratios.map(each => each.toFixed(2)).join(' and ')} ×; ours stays at ${ratioMin} × or more.`)
}

/** The same settings on both sides, so that PostgreSQL makes the same plans. */
const pgOptions = Object.entries(serverSettings.queries)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')

/** The queries of pages that were never asked for before, as the store makes them. */
async function recordQueries(db: Database): Promise<Query[]> {
  const recorded: Query[] = []
  const recorder: Database = {
    ...db,
    async read(sql, values, reader) {
      recorded.push({ sql, values })
      return reader({ bytes: Buffer.alloc(0), starts: [], columns: [] })
    },
  }
  for (let index = 0; index < pages; index += 1) {
    const { searchParams } = new URL(pagePath(index), 'http://localhost')
    const filters = {
      dateFrom: searchParams.get('dateFrom') ?? '',
      dateTo: searchParams.get('dateTo') ?? '',
    }
    await listTransactions(recorder, workspaceId(0), { filters, changed: null, after: null, limit })
  }
  return recorded
}

async function pageByOurs(db: Database): Promise<Page> {
  const { byId } = await categoriesOf(db, workspaceId(0))
  return ({ sql, values }) => db.read(sql, values, rows => jsonOfRows(rows, byId, limit).rows.bytes)
}

async function pageByPg(pool: pg.Pool, db: Database): Promise<Page> {
  const categories = await db.query<{ id: string; name: string; slug: string }>(
    'select id, name, slug from categories where workspace_id = $1',
    [workspaceId(0)],
  )
  const jsonById = new Map(categories.map(category => [category.id, JSON.stringify(category)]))
  const rowJson = ([facts, category, created, updated]: readonly (string | null)[]): string =>
    `${facts?.slice(0, -1)},"category":${jsonById.get(category ?? '') ?? 'null'}` +
    `,"createdAt":"${instantFromPostgres(created ?? '')}","updatedAt":"${instantFromPostgres(updated ?? '')}"}`
  const names = new Map<string, string>()
  const nameOf = (sql: string): string => {
    const name = names.get(sql) ?? `page_${names.size}`
    names.set(sql, name)
    return name
  }
  const types: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }
  return async ({ sql, values }) => {
    const config = { name: nameOf(sql), text: sql, values: [...values], rowMode: 'array' as const, types }
    const { rows } = await pool.query<(string | null)[]>(config)
    return Buffer.from(rows.slice(0, limit).map(rowJson).join(','))
  }
}

/** Fails if the bytes differ; returns their average number. */
async function compare(
  { ours, pg: reference }: Record<'ours' | 'pg', Page>,
  queries: readonly Query[],
): Promise<number> {
  let total = 0
  for (const query of queries.slice(0, compared)) {
    const [own, other] = [Buffer.from(await ours(query)), Buffer.from(await reference(query))]
    if (!own.equals(other)) throw new Error(`The pages differ:\n${own}\n${other}`)
    total += own.length
  }
  return total / compared
}

async function takeTurns(
  contestants: Record<'ours' | 'pg', Page>,
  queries: readonly Query[],
  callers: number,
  databasePid: number,
  say: (detail: string) => void,
): Promise<Record<'ours' | 'pg', Measured[]>> {
  const turns: Record<'ours' | 'pg', Measured[]> = { ours: [], pg: [] }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`)
    const start = (round * pagesPerTurn) % pages
    const some = queries.slice(start, start + pagesPerTurn)
    for (const name of round % 2 === 0 ? (['ours', 'pg'] as const) : (['pg', 'ours'] as const)) {
      const measured = await turn(contestants[name], some, callers, databasePid)
      if (round > 0) turns[name].push(measured)
    }
  }
  return turns
}

async function turn(
  page: Page,
  queries: readonly Query[],
  callers: number,
  databasePid: number,
): Promise<Measured> {
  const databaseBefore = cpuSecondsOf(databasePid)
  const cpuBefore = process.cpuUsage()
  const startMs = performance.now()
  const waiting = queries.values()
  const caller = async () => {
    for (const query of waiting) await page(query)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const wallMs = performance.now() - startMs
  const { user, system } = process.cpuUsage(cpuBefore)
  const databaseAfter = cpuSecondsOf(databasePid)
  const databaseMs = ((databaseAfter ?? Number.NaN) - (databaseBefore ?? Number.NaN)) * 1000
  return { wallMs, cpuMs: (user + system) / 1000, databaseMs }
}
