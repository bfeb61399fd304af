/** What undoing an import does to matches that depend on it or that it made. */
import { expect, it } from 'vitest'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { matchBlockers, undoMatches } from '../../../src/import/undo/undoMatches.ts'
import { applyMatches, settleBooked } from '../../../src/store/matching/billMatches.ts'
import { inFull } from '../../../src/store/matching/billPayments.ts'
import { workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { id, matchingOn, nameAlone, waiting } from '../matching/matchingWorkspaces.ts'

describeOnBothStores('undoing an import', store => {
  const service = useService(store)
  const { workspaceWith, write, run, billsOf, suggestionsOf } = matchingOn(service)

  /** An import whose statement contains the transactions, as the writer stores it. */
  async function imported({ workspace, transactions, accounts }: WorkspaceFile, importId: string) {
    const { db } = service.current.store
    service.current.nowMs += 1_000
    const at = new Date(service.current.nowMs).toISOString()
    await db.query(
      `insert into imports (workspace_id, id, at, actor_kind, actor_id, file_name, file_digest, file_bytes, format, report)
         values ($1, $2, $3, 'command', 'test', $4, '', 0, 'camt.053', '{}')`,
      [workspace.id, importId, at, `${importId}.xml`],
    )
    await db.query(
      `insert into statements
           (workspace_id, id, account_id, import_id, format, scope, fingerprint, entries, check_state)
         values ($1, $2, $3, $2, 'camt.053', 'statement', $2, 0, 'adds_up')`,
      [workspace.id, importId, id(accounts)],
    )
    for (const { id: transactionId, accountId, amount, bookingDate } of transactions) {
      await db.query(
        `insert into sightings (workspace_id, statement_id, transaction_id, account_id, amount, day, facts)
           values ($1, $2, $3, $4, $5, $6, '')`,
        [workspace.id, importId, transactionId, accountId, amount, bookingDate],
      )
    }
  }
  const blockers = ({ workspace }: WorkspaceFile, importId: string) =>
    matchBlockers(service.current.store.db, workspace.id, importId)
  const takeBack = (own: WorkspaceFile, importId: string) =>
    write(own, async (connection, stamp) => {
      const result = await undoMatches(connection, own.workspace.id, importId, stamp)
      return { result, changed: result > 0 }
    })

  it('restores the status of bills it matched, and drops the suggestions for its rows', async () => {
    const own = await workspaceWith(
      [{ status: 'approved' }, { totalAmount: '50.00' }],
      [{}, { amount: '50.00', ...nameAlone }],
    )
    await imported(own, 'imp_1')
    expect(await run(own, { importId: 'imp_1' })).toEqual({ matched: 1, suggested: 1 })
    expect(await blockers(own, 'imp_1')).toEqual([])
    expect(await takeBack(own, 'imp_2')).toBe(0)
    expect(await takeBack(own, 'imp_1')).toBe(1)
    expect(await billsOf(own)).toEqual([['approved', null, null], waiting])
    expect(await suggestionsOf(own)).toEqual([])
  })

  it('names later matches by others on transactions it was the first to import', async () => {
    const own = await workspaceWith([{}], [{}])
    await imported(own, 'imp_1')
    await imported(own, 'imp_2')
    await run(own, { importId: 'imp_2' })
    expect(await blockers(own, 'imp_2')).toEqual([])
    expect(await blockers(own, 'imp_1')).toEqual([
      expect.stringMatching(
        /^Bill RE-1001 of Papierwerk Süd AG is matched with a payment, by the import of imp_2.xml at .*Z\. Undo/,
      ),
    ])
  })

  it('names what a person matched, and leaves it unchanged', async () => {
    const own = await workspaceWith([{}], [{}])
    await imported(own, 'imp_1')
    await write(own, async (connection, stamp) => {
      const match = {
        billId: id(own.bills),
        transactionId: id(own.transactions),
        parts: inFull('119.00'),
        statusBefore: 'pending_match' as const,
        score: 100,
        reasons: [],
      }
      const by = { kind: 'person', id: 'usr_1', importId: null } as const
      await applyMatches(connection, own.workspace.id, [match], by, stamp)
      return { result: null, changed: true }
    })
    expect(await blockers(own, 'imp_1')).toHaveLength(1)
    expect(await takeBack(own, 'imp_1')).toBe(0)
    expect(await blockers({ ...own, workspace: service.current.foreign.workspace }, 'imp_1')).toEqual([])
  })

  it('leaves a bill matched if it only became paid when the import booked its payment', async () => {
    const own = await workspaceWith([{}], [{ status: 'pending', bookingDate: null }])
    const { db } = service.current.store
    const [pending] = own.transactions
    await run(own)
    await imported(own, 'imp_1')
    await db.query(
      `insert into import_changes (workspace_id, import_id, transaction_id, before)
         values ($1, 'imp_1', $2, '{"status": "pending"}')`,
      [own.workspace.id, pending?.id ?? ''],
    )
    const booked = { ...pending, status: 'booked', bookingDate: '2026-01-21' } as Transaction
    await service.current.load(workspaceFile({ workspace: own.workspace, transactions: [booked] }))
    await write(own, async (connection, stamp) => {
      const result = await settleBooked(connection, own.workspace.id, [booked.id], stamp)
      await connection.query("update imports set at = $2 where workspace_id = $1 and id = 'imp_1'", [
        own.workspace.id,
        stamp,
      ])
      return { result, changed: true }
    })
    expect((await billsOf(own))[0]?.[0]).toBe('paid')
    expect(await takeBack(own, 'imp_1')).toBe(1)
    expect(await billsOf(own)).toEqual([['matched', booked.id, null]])
  })
})
