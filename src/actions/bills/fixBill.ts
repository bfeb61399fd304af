/** Stores the values of a bill that a person typed, each with who typed it and when. */
import type { Bill } from '../../contract/bills.ts'
import type { billFields } from '../../contract/console/bills/billDetails.ts'
import { billName } from '../../domain/billName.ts'
import { isFixable, missingFields, statusAfterFix } from '../../domain/bills/transitions.ts'
import { Conflict } from '../../domain/conflict.ts'
import { recordAudit } from '../../store/audit.ts'
import { storeFix } from '../../store/billWork/billWork.ts'
import type { Connection } from '../../store/engine/door.ts'
import { type Decision, lookForPayment } from './moveBill.ts'

type Field = (typeof billFields)[number]
export type FixedValues = { [Name in Field]?: string | null | undefined }

/** Returns false if every value is as it was. Must run inside a write to the workspace. */
export async function fixBill(
  connection: Connection,
  workspaceId: string,
  bill: Bill,
  given: FixedValues,
  decision: Decision,
): Promise<boolean> {
  const { actor, stamp, nowMs } = decision
  if (!isFixable(bill.status)) {
    throw new Conflict(
      'BILL_NOT_FIXABLE',
      `The bill is ${bill.status}; its values can only be changed before it is approved.`,
    )
  }
  const changed = (Object.keys(given) as Field[]).filter(
    name => given[name] !== undefined && given[name] !== bill[name],
  )
  if (changed.length === 0) return false
  const values: Partial<Record<Field, string | null>> = Object.fromEntries(
    changed.map(name => [name, given[name] ?? null]),
  )
  const after: Bill = { ...bill, ...values }
  const missing = missingFields(after)
  const lost = missing.filter(name => bill[name] !== null)
  if (lost.length > 0) {
    throw new Conflict('BILL_INCOMPLETE', `A bill needs ${lost.join(', ')}; it cannot be left empty.`)
  }
  const status = statusAfterFix(bill.status, missing.length === 0)
  await storeFix(connection, workspaceId, bill.id, { values, status, by: actor }, stamp)
  const before = Object.fromEntries(changed.map(name => [name, bill[name]]))
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'bill.fixed',
    subjectId: bill.id,
    details: { name: billName(after), before, after: values, from: bill.status, to: status },
  })
  if (status === 'pending_match') await lookForPayment(connection, workspaceId, bill, decision)
  return true
}
