/** Bills as work: what can be done with a bill and what was done, and the moves, fixes and comments of people. */
import { type FixedValues, fixBill as fix } from '../../../actions/bills/fixBill.ts'
import { moveBill as move, refusalOf } from '../../../actions/bills/moveBill.ts'
import type { Bill } from '../../../contract/bills.ts'
import type { BillWork } from '../../../contract/console/bills/work.ts'
import { billName } from '../../../domain/billName.ts'
import { isFixable, nextStatuses } from '../../../domain/bills/transitions.ts'
import { newId } from '../../../domain/ids.ts'
import { parseIban } from '../../../domain/money/iban.ts'
import { recordAudit } from '../../../store/audit.ts'
import { findBill } from '../../../store/bills.ts'
import { findWork } from '../../../store/billWork/billWork.ts'
import { insertComment, listComments } from '../../../store/billWork/comments.ts'
import { listHistory } from '../../../store/billWork/history.ts'
import type { Connection } from '../../../store/engine/door.ts'
import { writeWorkspace } from '../../../store/workspaceClock.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Handler, Input, WorkspaceCall } from '../call.ts'

export const getBillWork: Handler<'getBillWork'> = ({ db, ...call }, { id }) => workOn(db, call, id)

async function workOn(
  connection: Connection,
  { workspaceId, actor }: Pick<WorkspaceCall, 'workspaceId' | 'actor'>,
  billId: string,
): Promise<BillWork> {
  const bill = await requireBill(connection, workspaceId, billId)
  const work = await findWork(connection, workspaceId, billId)
  if (work === null) throw noSuchBill()
  const { fixedBy: _, ...shown } = work
  // A payment is chosen from a list of its own.
  const next = nextStatuses(bill.status).filter(to => to !== 'matched')
  return {
    ...shown,
    billId,
    moves: next.map(to => ({ to, refusal: refusalOf(work, to, actor) })),
    canFix: isFixable(bill.status),
    history: await listHistory(connection, workspaceId, billId),
    comments: await listComments(connection, workspaceId, billId),
  }
}

export const moveBill: Handler<'moveBill'> = async (call, { body }) => {
  const { db, workspaceId, actor, nowMs } = call
  requireDate(body, nowMs)
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const bill = await requireSeen(connection, workspaceId, body)
    await move(connection, workspaceId, bill, body, { actor, stamp, nowMs })
    return { result: await requireBill(connection, workspaceId, bill.id), changed: true }
  })
}

const dayMs = 86_400_000

/** A day of tolerance, because the person's day may be ahead of ours or behind. */
function requireDate({ to, date }: Input<'moveBill'>['body'], nowMs: number): void {
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const issue = (message: string) => badRequest([{ path: 'date', message }])
  if (to === 'scheduled' && date === undefined) throw issue('must be the day to pay the bill')
  if (date === undefined) return
  if (to !== 'scheduled' && to !== 'paid') throw issue('is only for scheduled and paid')
  if (to === 'scheduled' && date < dayAt(nowMs - dayMs)) throw issue('must not be in the past')
  if (to === 'paid' && date > dayAt(nowMs + dayMs)) throw issue('must not be in the future')
}

export const fixBill: Handler<'fixBill'> = async (call, { body }) => {
  const { db, workspaceId, actor, nowMs } = call
  const values = normalised(body.values)
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const bill = await requireSeen(connection, workspaceId, body)
    const changed = await fix(connection, workspaceId, bill, values, { actor, stamp, nowMs })
    return { result: await requireBill(connection, workspaceId, bill.id), changed }
  })
}

function normalised(values: Input<'fixBill'>['body']['values']): FixedValues {
  if (typeof values.supplierIban !== 'string') return values
  const parsed = parseIban(values.supplierIban)
  if (!parsed.ok)
    throw badRequest([{ path: 'values.supplierIban', message: `is not valid: ${parsed.reason}` }])
  return { ...values, supplierIban: parsed.iban }
}

export const commentBill: Handler<'commentBill'> = async (call, { body: { billId, comment } }) => {
  const { db, workspaceId, actor, nowMs } = call
  return await db.transaction(async connection => {
    const bill = await requireBill(connection, workspaceId, billId)
    const at = new Date(nowMs).toISOString()
    const id = newId('cmt', nowMs)
    await insertComment(connection, workspaceId, { id, billId, userId: actor.id, at, comment })
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'bill.commented',
      subjectId: billId,
      details: { name: billName(bill), comment },
    })
    return await workOn(connection, call, billId)
  })
}

/** Nobody may approve or change what they have not seen. */
async function requireSeen(
  connection: Connection,
  workspaceId: string,
  { billId, updatedAt }: { billId: string; updatedAt: string },
): Promise<Bill> {
  const bill = await requireBill(connection, workspaceId, billId)
  if (bill.updatedAt === updatedAt) return bill
  throw conflict('BILL_CHANGED', 'The bill has changed since you opened it. Look at it again, then decide.')
}

async function requireBill(connection: Connection, workspaceId: string, id: string): Promise<Bill> {
  const bill = await findBill(connection, workspaceId, id)
  if (bill === null) throw noSuchBill()
  return bill
}

const noSuchBill = () => notFound('There is no bill with this id in the workspace.')
