/**
 * Fills a workspace: one commit with many transactions of one company, and one with a third as many bills. A second
 * company has a few rows. Prints keys. Usage: fillFeed.ts <rows> <keys>, with the configuration in the environment.
 */
import { createKey } from '../../src/actions/keys.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { readConfig } from '../../src/main/config.ts'
import { openStore } from '../../src/main/openStore.ts'
import { withoutTimeouts } from '../../src/store/engine/locks.ts'
import { writeInTransaction } from '../../src/store/workspaceClock.ts'
import { account, bill, company, payee, transaction, workspaceFile } from '../../test/support/builders.ts'

const [rows = '', keys = ''] = process.argv.slice(2)
const actor = { kind: 'command', id: 'bench' } as const
const store = await openStore(readConfig(process.env))
if (store === null) throw new Error('Another process has the data folder open.')
const { db } = store
const nowMs = Date.now()
const [large, small] = [company(), company()]
const [one, other] = [account(large), account(small)]
const file = workspaceFile({
  companies: [large, small],
  accounts: [one, other],
  transactions: Array.from({ length: 200 }, () => transaction(other)),
  bills: Array.from({ length: 200 }, () => bill(small)),
  payees: [payee(large)],
})
await loadWorkspace(db, file, { nowMs, actor })
const { id: workspaceId } = file.workspace

const commit = (sql: string, values: string[]) =>
  db.transaction(async connection => {
    await withoutTimeouts(connection)
    await writeInTransaction(connection, workspaceId, nowMs, async (_, stamp) => {
      await connection.query(sql, [workspaceId, rows, stamp, ...values])
      return { result: undefined, changed: true }
    })
  })

await commit(
  `insert into transactions (workspace_id, id, company_id, account_id, amount, currency, side, status, booking_date,
     created_at, updated_at)
   select $1, 'txn_' || md5(n::text), $4, $5, n % 1000, 'EUR', 'debit', 'booked', date '2020-01-01' + (n % 2000)::int, $3, $3
   from generate_series(1, $2::bigint) n`,
  [large.id, one.id],
)
await commit(
  `insert into bills (workspace_id, id, company_id, status, created_at, updated_at)
   select $1, 'bil_' || md5(n::text), $4, 'new', timestamptz '2020-01-01' + n * interval '1 minute', $3
   from generate_series(1, $2::bigint / 3) n`,
  [large.id],
)
await db.script('vacuum analyze')
const secrets: string[] = []
for (let number = 0; number < Number(keys); number += 1) {
  const request = { workspaceId, name: `bench ${number}`, scopes, expiresInDays: null }
  secrets.push((await createKey(db, request, actor, nowMs)).secret)
}
await store.close()
process.stdout.write(`${JSON.stringify({ secrets, small: small.id, payeeId: file.payees[0]?.id })}\n`)
