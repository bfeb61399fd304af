/** Matching payments to bills: suggestions, matches that people make and undo, and accepted differences. */
import { recordSuggested, takeBackPayment } from '../../actions/billPayments.ts'
import { settle } from '../../actions/matches.ts'
import { recordByHand } from '../../actions/paymentByHand.ts'
import { setSettlementSettings } from '../../actions/settlementSettings.ts'
import type { Bill } from '../../contract/bills.ts'
import { recordAudit } from '../../store/audit.ts'
import { findBill } from '../../store/bills.ts'
import type { Connection } from '../../store/engine/door.ts'
import { findSettlementSettings } from '../../store/matching/settlementSettings.ts'
import {
  findSuggestion,
  listSuggestionPage,
  rememberDecision,
  type StoredSuggestion,
  withRows,
} from '../../store/matching/suggestions.ts'
import { findTransaction } from '../../store/transactions.ts'
import { writeWorkspace } from '../../store/workspaceClock.ts'
import { requireCompany } from '../companies.ts'
import { conflict, notFound } from '../errors.ts'
import type { Handler, WorkspaceCall } from './call.ts'
import { pageByTime } from './http/pageByTime.ts'

export const listSuggestions: Handler<'listSuggestions'> = async ({ db, workspaceId }, { query }) => {
  const { limit: _, cursor: __, ...filters } = query
  const { data, nextCursor } = await pageByTime(query, {
    workspaceId,
    list: 'suggestions',
    async read(page) {
      await requireCompany(db, workspaceId, filters.companyId)
      return await listSuggestionPage(db, workspaceId, { filters, ...page })
    },
    instantOf: ({ createdAt }) => createdAt,
  })
  return { data: await withRows(db, workspaceId, data), nextCursor }
}

export const decideSuggestion: Handler<'decideSuggestion'> = async (call, { id, body }) => {
  const { db, workspaceId, nowMs } = call
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const known = await findSuggestion(connection, workspaceId, id)
    if (known === null) throw notFound('There is no suggestion with this id in the workspace.')
    const changed =
      known.state !== body.state &&
      (body.state === 'confirmed'
        ? await confirm(connection, call, known, stamp)
        : await decline(connection, call, known, stamp))
    return { result: await shown(connection, workspaceId, id), changed }
  })
}

/** Returns whether anything changed that the API shows. */
async function confirm(
  connection: Connection,
  { workspaceId, actor, nowMs }: WorkspaceCall,
  known: StoredSuggestion,
  stamp: string,
): Promise<boolean> {
  const [suggestion] = await withRows(connection, workspaceId, [known])
  if (suggestion?.bills.length !== known.billIds.length) throw gone()
  const { transaction, bills } = suggestion
  if (known.settlement !== null) {
    const payment = { transaction, bills, settlement: known.settlement, scored: known }
    return await recordSuggested(connection, workspaceId, payment, { actor, stamp, nowMs })
  }
  await settle(connection, workspaceId, { transaction, bills, scored: known }, { actor, stamp, nowMs })
  return true
}

async function decline(
  connection: Connection,
  { workspaceId, actor, nowMs }: WorkspaceCall,
  known: StoredSuggestion,
  stamp: string,
): Promise<boolean> {
  if (known.state === 'confirmed') {
    throw conflict('ALREADY_DECIDED', 'This suggestion was confirmed. Undo the match of its bills instead.')
  }
  await rememberDecision(connection, workspaceId, known, { state: 'declined', by: actor.id, stamp })
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'suggestion.declined',
    subjectId: known.id,
    details: { transactionId: known.transactionId, billIds: known.billIds },
  })
  return false
}

async function shown(connection: Connection, workspaceId: string, id: string) {
  const stored = await findSuggestion(connection, workspaceId, id)
  const [suggestion] = await withRows(connection, workspaceId, stored === null ? [] : [stored])
  if (suggestion === undefined) throw gone()
  return suggestion
}

export const createMatch: Handler<'createMatch'> = async (call, { body }) => {
  const { db, workspaceId, actor, nowMs } = call
  const { billId, transactionId, parts: chosen } = body
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const bill = await requireBill(connection, workspaceId, billId)
    const transaction = await findTransaction(connection, workspaceId, transactionId)
    if (transaction === null) throw notFound('There is no transaction with this id in the workspace.')
    const decision = { actor, stamp, nowMs }
    let changed = true
    if (chosen) changed = await recordByHand(connection, workspaceId, { transaction, bill, chosen }, decision)
    else await settle(connection, workspaceId, { transaction, bills: [bill] }, decision)
    return { result: await requireBill(connection, workspaceId, billId), changed }
  })
}

export const deleteMatch: Handler<'deleteMatch'> = async (call, { id }) => {
  const { db, workspaceId, nowMs } = call
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const bill = await requireBill(connection, workspaceId, id)
    const { matchedTransactionId } = bill
    if (matchedTransactionId === null) throw conflict('NOT_MATCHED', 'No transaction settles this bill.')
    return await withoutPayment(connection, call, bill, matchedTransactionId, stamp)
  })
}

export const deletePayment: Handler<'deletePayment'> = async (call, { id, query: { transactionId } }) => {
  const { db, workspaceId, nowMs } = call
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const bill = await requireBill(connection, workspaceId, id)
    return await withoutPayment(connection, call, bill, transactionId, stamp)
  })
}

async function withoutPayment(
  connection: Connection,
  { workspaceId, actor, nowMs }: WorkspaceCall,
  bill: Bill,
  transactionId: string,
  stamp: string,
) {
  const payment = { bill, transactionId }
  const removed = await takeBackPayment(connection, workspaceId, payment, { actor, stamp, nowMs })
  if (removed === null) throw conflict('NOT_PAID', 'This transaction pays nothing on the bill.')
  return { result: await requireBill(connection, workspaceId, bill.id), changed: removed.reopened }
}

export const getSettlementSettings: Handler<'getSettlementSettings'> = async ({ db, workspaceId }) =>
  await findSettlementSettings(db, workspaceId)

export const changeSettlementSettings: Handler<'changeSettlementSettings'> = async (
  { db, workspaceId, actor, nowMs },
  { body },
) =>
  await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    await setSettlementSettings(connection, workspaceId, body, { actor, stamp, nowMs })
    return { result: await findSettlementSettings(connection, workspaceId), changed: false }
  })

async function requireBill(connection: Connection, workspaceId: string, id: string) {
  const bill = await findBill(connection, workspaceId, id)
  if (bill === null) throw notFound('There is no bill with this id in the workspace.')
  return bill
}

const gone = () =>
  conflict('TRANSACTION_GONE', 'The transaction or a bill of this suggestion no longer exists.')
