/** Marks of own transfers and sums of months follow from the transactions, whatever was written and in which steps. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomStream } from '../../../src/demo/random.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { account, company, iban, transaction, workspaceFile } from '../../support/builders.ts'
import { actor } from '../../support/service.ts'
import { describeOnOneServer, freshStore, type TestStore } from '../../support/stores.ts'
import { monthsOf } from '../../support/sums/months.ts'

const steps = 250
const nowMs = Date.UTC(2026, 5, 1)

/** Rows whose mark is not the one that the definition gives. */
const wronglyMarked = (db: Database) =>
  db.query(
    `select t.id, t.own_transfer, own_transfer_reason(t) as reason from transactions t
     where t.own_transfer is distinct from own_transfer_reason(t)`,
  )

const marks = (db: Database) =>
  db.query<{ reason: string }>(
    'select distinct own_transfer as reason from transactions where own_transfer is not null',
  )

describeOnOneServer('after any writes', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(() => store.remove())

  it('every own transfer is marked with its reason, and every month has its sums', async () => {
    const { db } = store
    const { pick, percent, between } = randomStream(`marks ${name}`)
    const owner = company()
    // Few IBANs, amounts and days, so that many rows belong together. One account has no IBAN.
    const accounts = [iban(), iban(), null].map(each => account(owner, { iban: each }))
    const ibans = [...accounts.map(each => each.iban), iban(), null, null, null]
    const file = workspaceFile({ companies: [owner], accounts })
    // The same IBANs in another workspace change nothing here.
    const stranger = company()
    const theirs = accounts.map(each => account(stranger, { iban: each.iban }))
    const foreign = workspaceFile({
      companies: [stranger],
      accounts: theirs,
      transactions: theirs.map(each => transaction(each, { amount: '10.00', bookingDate: '2026-03-02' })),
    })
    for (const each of [file, foreign]) await loadWorkspace(db, each, { nowMs, actor })
    const workspaceId = file.workspace.id
    const [internal] = await db.query<{ id: string }>(
      "select id from categories where workspace_id = $1 and slug = 'internal-transfers'",
      [workspaceId],
    )
    const values: Record<string, readonly (string | null)[]> = {
      account_id: accounts.map(({ id }) => id),
      amount: ['10.00', '10.00', '20.00'],
      currency: ['EUR', 'EUR', 'EUR', 'USD'],
      side: ['credit', 'debit', 'credit', 'debit', null],
      status: ['booked', 'booked', 'booked', 'pending'],
      type: ['SepaCredit', 'SepaCredit', 'InternalCredit', null],
      counterparty_iban: ibans,
      booking_date: ['2026-03-02', '2026-03-04', '2026-03-31', '2026-04-01', null],
      category_id: [internal?.id ?? null, null, null, null],
      reference: ['a', 'b'],
    }
    const columns = Object.keys(values)
    const newRow = () => {
      const row = transaction(pick(accounts))
      return [row.id, ...columns.map(column => pick(values[column] ?? []))]
    }
    const ids: string[] = []
    const reasons = new Set<string>()

    for (let step = 0; step < steps; step += 1) {
      const some = ids.filter(() => percent(20))
      const action = pick(['insert', 'insert', 'update', 'update', 'update', 'delete', 'account', 'account'])
      if (action === 'insert' || ids.length < 5) {
        const rows = Array.from({ length: between(1, 4) }, newRow)
        ids.push(...rows.map(([id]) => id as string))
        const texts = rows.map(row => row.map(each => (each === null ? 'null' : `'${each}'`)).join(', '))
        await db.script(
          `insert into transactions (workspace_id, company_id, created_at, updated_at, id, ${columns.join(', ')})
           values ${texts.map(text => `('${workspaceId}', '${owner.id}', now(), now(), ${text})`).join(', ')}`,
        )
      } else if (action === 'update') {
        // A single column each time: none of those that matter may be forgotten.
        const column = pick(columns)
        const value = pick(values[column] ?? [])
        const text = value === null ? 'null' : `'${value}'`
        await db.script(
          `update transactions set ${column} = ${text}, updated_at = now()
           where workspace_id = '${workspaceId}' and id = any('{${some.join(',')}}')`,
        )
      } else if (action === 'account') {
        // An account that gets, loses or changes its IBAN is named by other rows than before.
        await db.query('update accounts set iban = $3 where workspace_id = $1 and id = $2', [
          workspaceId,
          pick(accounts).id,
          pick(ibans),
        ])
      } else {
        await db.query('delete from transactions where workspace_id = $1 and id = any($2)', [
          workspaceId,
          some,
        ])
      }
      for (const { reason } of await marks(db)) reasons.add(reason)
      expect(await wronglyMarked(db), `step ${step}`).toEqual([])
      const { noted, added } = await monthsOf(db)
      expect(noted, `step ${step}`).toEqual(added)
    }
    expect([...reasons].sort()).toEqual(['category', 'iban', 'pair', 'type'])
  })
})
