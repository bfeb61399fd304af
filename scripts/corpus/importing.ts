/**
 * Imports every bank statement in a folder into two workspaces, in two orders, each file twice, and compares
 * them: both must have the same transactions and balances, and the second import must add nothing.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { zipOf } from '../../src/import/files/zip.ts'
import { detectFormat, headBytes } from '../../src/import/format.ts'
import { importFiles } from '../../src/import/importFile.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { openEmbedded } from '../../src/store/engine/embedded.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import { company, workspaceFile } from '../../test/support/builders.ts'

const statementKinds = ['camt', 'mt940', 'ofx', 'coda', 'csb43', 'cfonb', 'bai2']
const actor = { kind: 'command', id: 'corpus' } as const

export async function compareOrders(folder: string): Promise<boolean> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => join(folder, path))
    .filter(path => statSync(path).isFile() && isStatement(path))
    .sort()
  const db = await openEmbedded({})
  await migrate(db)
  const forwards = await importTwice(db, paths)
  const mixed = await importTwice(
    db,
    [...paths].sort((one, other) => mixedKey(one) - mixedKey(other)),
  )
  await db.close()
  const isSame = JSON.stringify(forwards.rows) === JSON.stringify(mixed.rows)
  const again = forwards.addedAgain + mixed.addedAgain
  console.log(`${paths.length} files with statements, imported in two orders, each twice:`)
  console.log(
    `${forwards.refused} rejected, ${forwards.rows.transactions.length} transactions, ` +
      `${forwards.rows.accounts.length} accounts`,
  )
  console.log(`the same rows and balances in both orders: ${isSame ? 'yes' : 'NO'}`)
  for (const name of ['transactions', 'accounts'] as const) {
    const other = new Set(mixed.rows[name])
    for (const row of forwards.rows[name].filter(each => !other.has(each)))
      console.log(`only in the first order: ${row}`)
    const first = new Set(forwards.rows[name])
    for (const row of mixed.rows[name].filter(each => !first.has(each)))
      console.log(`only in the second order: ${row}`)
  }
  console.log(`added the second time: ${again}`)
  return isSame && again === 0
}

const isStatement = (path: string): boolean =>
  statementKinds.includes(detectFormat(readFileSync(path).subarray(0, headBytes)).kind)

/** An order unrelated to the first, but always the same. */
const mixedKey = (path: string): number =>
  [...path].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 99_991, 7)

async function importTwice(db: Database, paths: readonly string[]) {
  const file = workspaceFile({ companies: [company()] })
  const workspaceId = file.workspace.id
  await loadWorkspace(db, file, { nowMs: Date.now(), actor })
  let [refused, addedAgain] = [0, 0]
  for (const round of [1, 2]) {
    for (const path of paths) {
      const source = zipOf(readFileSync(path))
      const options = { workspaceId, actor, nowMs: Date.now(), dryRun: false, choices: { partial: false } }
      for (const { outcome, counts } of await importFiles(db, path, source, options)) {
        if (round === 1 && outcome === 'refused') refused += 1
        if (round === 2 && outcome === 'imported') addedAgain += counts.added
      }
    }
  }
  return { refused, addedAgain, rows: await rowsOf(db, workspaceId) }
}

/** Without ids and timestamps, which always differ. */
async function rowsOf(db: Database, workspaceId: string) {
  const transactions = await db.query<{ row: string }>(
    `select concat_ws('|', coalesce(a.iban, ltrim(d.other_id, '0')), t.booking_date, t.value_date, t.side, t.amount, t.currency, t.status,
       t.type, t.counterparty_name, t.counterparty_iban, t.reference, t.description) as row
     from transactions t join accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
     left join account_details d on d.workspace_id = a.workspace_id and d.account_id = a.id
     where t.workspace_id = $1`,
    [workspaceId],
  )
  const accounts = await db.query<{ row: string }>(
    `select concat_ws('|', coalesce(a.iban, ltrim(d.other_id, '0')), a.currency, a.balance, a.available_balance,
       a.balance_updated_at) as row
     from accounts a left join account_details d on d.workspace_id = a.workspace_id and d.account_id = a.id
     where a.workspace_id = $1`,
    [workspaceId],
  )
  const sorted = (rows: { row: string }[]) => rows.map(({ row }) => row).sort()
  return { transactions: sorted(transactions), accounts: sorted(accounts) }
}
