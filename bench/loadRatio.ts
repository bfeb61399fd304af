/** `florin load` of a new workspace against COPY of the same rows into the same tables, with their indexes and triggers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { loadBar } from './bars.ts'
import { timedLoad } from './bulkLoad.ts'
import { writeNewWorkspace } from './dataset/workspaceFile.ts'
import { emptyDatabase, startDatabaseServer } from './server.ts'
import { undoLater } from './support/cleanup.ts'
import { median } from './support/numbers.ts'
import { step } from './support/progress.ts'

const rounds = 5
/** The tables of a workspace file, each after those that it refers to. Triggers fill the others. */
const tables = ['workspaces', 'companies', 'accounts', 'categories', 'transactions']

export async function loadRatio(rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-load-'))
  undoLater(() => rm(folder, { recursive: true, force: true }))
  const server = await startDatabaseServer()
  const file = join(folder, 'workspace.json')
  await writeNewWorkspace(file, 'wsp_loaded', rows)
  const [loads, copies]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    await step(`Round ${round} of ${rounds}`, async () => {
      const loaded = await emptyDatabase(server, `loaded_${round}`)
      loads.push((await timedLoad(file, loaded)).seconds)
      const copied = await emptyDatabase(server, `copied_${round}`)
      copies.push(await timedCopy(loaded, copied, join(server.folder, `rows_${round}`), rows))
    })
  }
  const [load, copy] = [median(loads), median(copies)]
  console.log(`a new workspace with ${rows} transactions, PostgreSQL, medians of ${rounds}`)
  console.log(`florin load   ${Math.round(rows / load)} rows/s, from the checked file to the commit`)
  console.log(`COPY          ${Math.round(rows / copy)} rows/s, from a file on the server`)
  console.log(`ratio         ${(copy / load).toFixed(2)} (target ${loadBar.ofCopy})`)
  if (copy / load < loadBar.ofCopy) process.exitCode = 1
}

/** Seconds that the server takes to copy the rows of one database into another, in one transaction. */
async function timedCopy(from: string, to: string, path: string, rows: number): Promise<number> {
  const source = await openPostgres({ url: from })
  const target = await openPostgres({ url: to })
  try {
    const lists = new Map<string, string>()
    for (const table of tables) {
      lists.set(table, await columnsOf(source, table))
      await source.script(`copy (select ${lists.get(table)} from ${table}) to '${path}_${table}'`)
    }
    const startMs = performance.now()
    await target.script(
      `begin; ${tables.map(table => `copy ${table} (${lists.get(table)}) from '${path}_${table}'`).join('; ')}; commit`,
    )
    const seconds = (performance.now() - startMs) / 1000
    const [row] = await target.query<{ count: number }>('select count(*)::int as count from transactions')
    if (row?.count !== rows) throw new Error(`${row?.count} rows were copied, not ${rows}.`)
    return seconds
  } finally {
    await source.close()
    await target.close()
  }
}

async function columnsOf(db: Awaited<ReturnType<typeof openPostgres>>, table: string): Promise<string> {
  const [row] = await db.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return row?.columns ?? ''
}
