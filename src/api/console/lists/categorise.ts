/** One category for several transactions, in one transaction of the store, and the way back. */
import { newId } from '../../../domain/ids.ts'
import { recordAudit } from '../../../store/audit.ts'
import type { Connection } from '../../../store/engine/door.ts'
import {
  insertRun,
  type ReplacedCategory,
  replacedCategories,
  takeRun,
} from '../../../store/lists/categoryRuns.ts'
import { deleteAssignments, insertAssignments } from '../../../store/rules/categoryAssignments.ts'
import { updateCategories } from '../../../store/rules/categoryChanges.ts'
import { writeWorkspace } from '../../../store/workspaceClock.ts'
import { notFound } from '../../errors.ts'
import type { Handler } from '../call.ts'
import { requireCategory } from '../rules.ts'

export const categorise: Handler<'categorise'> = async (call, { body: { ids, categoryId } }) => {
  const { db, workspaceId, nowMs, actor } = call
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    if (categoryId !== null) await requireCategory(connection, workspaceId, categoryId)
    const wanted = [...new Set(ids)]
    const before = await replacedCategories(connection, workspaceId, wanted)
    if (before.length < wanted.length) {
      throw notFound('One of these transactions is not in the workspace. None was changed.')
    }
    const different = before.filter(one => one.categoryId !== categoryId)
    await setCategories(connection, workspaceId, different, () => categoryId, stamp)
    await insertAssignments(
      connection,
      workspaceId,
      wanted.map(transactionId => ({
        transactionId,
        source: 'person',
        sourceId: actor.id,
        categoryId,
        at: stamp,
      })),
    )
    const id = newId('run', nowMs)
    await insertRun(connection, workspaceId, { id, userId: actor.id, categoryId, before }, stamp)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'categories.chosen',
      subjectId: id,
      details: { transactions: wanted.length, changed: different.length, categoryId },
    })
    return { result: { id, changed: different.length }, changed: different.length > 0 }
  })
}

export const undoCategorise: Handler<'undoCategorise'> = async (call, { id }) => {
  const { db, workspaceId, nowMs, actor } = call
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const run = await takeRun(connection, workspaceId, actor.id, id)
    if (run === null) throw notFound('This change can no longer be undone.')
    const ids = run.before.map(({ transactionId }) => transactionId)
    const now = new Map(
      (await replacedCategories(connection, workspaceId, ids)).map(one => [one.transactionId, one]),
    )
    // Where someone has changed the category since, their choice stays.
    const untouched = run.before.filter(({ transactionId }) => {
      const one = now.get(transactionId)
      return (
        one?.categoryId === run.categoryId &&
        one.assigned?.source === 'person' &&
        one.assigned.sourceId === actor.id
      )
    })
    const different = untouched.filter(({ categoryId }) => categoryId !== run.categoryId)
    await setCategories(connection, workspaceId, different, ({ categoryId }) => categoryId, stamp)
    await restoreAssignments(connection, workspaceId, untouched)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'categories.restored',
      subjectId: id,
      details: { changed: different.length },
    })
    return { result: { changed: different.length }, changed: different.length > 0 }
  })
}

async function setCategories(
  connection: Connection,
  workspaceId: string,
  rows: readonly ReplacedCategory[],
  categoryOf: (row: ReplacedCategory) => string | null,
  stamp: string,
): Promise<void> {
  if (rows.length === 0) return
  const categories = Object.fromEntries(rows.map(row => [row.transactionId, categoryOf(row)]))
  await updateCategories(connection, workspaceId, categories, stamp)
}

async function restoreAssignments(
  connection: Connection,
  workspaceId: string,
  rows: readonly ReplacedCategory[],
): Promise<void> {
  const nobody = rows.filter(({ assigned }) => assigned === null)
  await deleteAssignments(
    connection,
    workspaceId,
    nobody.map(({ transactionId }) => transactionId),
  )
  await insertAssignments(
    connection,
    workspaceId,
    rows.flatMap(({ transactionId, assigned }) => (assigned ? [{ transactionId, ...assigned }] : [])),
  )
}
