/**
 * Imports every file in a folder into two workspaces, in two orders, each file twice, and compares them: both
 * must have the same rows and balances, and the second import must add nothing. Undoing all imports must leave
 * the workspaces as they were.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/store/engine/door.ts'
import { openEmbedded } from '../../src/store/engine/embedded.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { CorpusWorkspace, type Rows } from './corpusWorkspace.ts'
import { shuffled } from './shuffled.ts'

export async function compareOrders(folder: string, undoes: boolean, seed: number): Promise<boolean> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => join(folder, path))
    .filter(path => statSync(path).isFile())
    .sort()
  const mixed = shuffled(paths, seed)
  const db = await openEmbedded({})
  await migrate(db)
  const results: Result[] = []
  for (const order of [paths, mixed]) results.push(await inOrder(db, paths, order, undoes ? seed : null))
  await db.close()
  const [first, second] = results
  if (first === undefined || second === undefined) return false
  const isSame = JSON.stringify(first.rows) === JSON.stringify(second.rows)
  const again = first.again + second.again
  console.log(`${paths.length} files, imported in two orders, each twice; seed ${seed}:`)
  console.log(
    `${first.refused} rejected, ${first.rows.transactions.length} transactions, ` +
      `${first.rows.bills.length} bills, ${first.rows.accounts.length} accounts`,
  )
  console.log(`the same rows and balances in both orders: ${isSame ? 'yes' : 'NO'}`)
  for (const name of Object.keys(first.rows) as (keyof Rows)[]) listDifferences(name, first, second)
  console.log(`added the second time: ${again}`)
  console.log(`seconds: ${results.map(each => each.seconds.join(' + ')).join(', then ')}`)
  const left = results.reduce((sum, each) => sum + each.left.length, 0)
  if (undoes) {
    const undone = results.reduce((sum, each) => sum + each.undone, 0)
    console.log(`undone: ${undone}; not undone or not exact: ${left}`)
    for (const each of results.flatMap(result => result.left)) console.log(each)
  }
  return isSame && again === 0 && left === 0
}

interface Result {
  refused: number
  again: number
  rows: Rows
  undone: number
  left: string[]
  /** For the import, the second import, and the undo. */
  seconds: number[]
}

async function inOrder(
  db: Database,
  paths: readonly string[],
  order: readonly string[],
  /** Decides the order in which imports are undone; null if they are not. */
  undoSeed: number | null,
): Promise<Result> {
  const workspace = await CorpusWorkspace.create(db, paths)
  const empty = await workspace.rows()
  const seconds: number[] = []
  const timed = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const start = performance.now()
    const value = await work()
    seconds.push(Math.round((performance.now() - start) / 100) / 10)
    return value
  }
  const first = await timed(() => workspace.importAll(order))
  const rows = await workspace.rows()
  const second = await timed(() => workspace.importAll(order))
  if (undoSeed === null)
    return { refused: first.refused, again: second.added, rows, undone: 0, left: [], seconds }
  const importIds = [...first.importIds, ...second.importIds]
  const left = await timed(() => workspace.undoAll(shuffled(importIds, undoSeed)))
  const after = JSON.stringify(await workspace.rows())
  if (left.length === 0 && after !== JSON.stringify(empty))
    left.push('rows are left after undoing all imports')
  return { refused: first.refused, again: second.added, rows, undone: importIds.length, left, seconds }
}

function listDifferences(name: keyof Rows, first: Result, second: Result): void {
  const [one, other] = [new Set(first.rows[name]), new Set(second.rows[name])]
  for (const row of one) if (!other.has(row)) console.log(`only in the first order: ${row}`)
  for (const row of other) if (!one.has(row)) console.log(`only in the second order: ${row}`)
}
