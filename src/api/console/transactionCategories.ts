/** A transaction's category: who assigned it, and a person's own choice, which rules do not overwrite. */
import type { Transaction } from '../../contract/transactions.ts'
import { recordAudit } from '../../store/audit.ts'
import type { Connection } from '../../store/engine/door.ts'
import {
  findAssignment,
  findNamedAssignment,
  insertAssignments,
} from '../../store/rules/categoryAssignments.ts'
import { updateCategories } from '../../store/rules/categoryChanges.ts'
import { findTransaction } from '../../store/transactions.ts'
import { writeWorkspace } from '../../store/workspaceClock.ts'
import { notFound } from '../errors.ts'
import type { Handler } from './call.ts'
import { requireCategory } from './rules.ts'

export const getCategoryAssignment: Handler<'getCategoryAssignment'> = async (
  { db, workspaceId },
  { id },
) => {
  const { categoryId, assigned, by } = (await findNamedAssignment(db, workspaceId, id)) ?? noSuchTransaction()
  const shown = { transactionId: id, categoryId }
  if (assigned !== null && assigned.categoryId === categoryId) {
    const { source, sourceId, at } = assigned
    return { ...shown, source, sourceId, by, at }
  }
  // A later import has set another category, or removed it.
  return { ...shown, source: categoryId === null ? 'none' : 'file', sourceId: null, by: null, at: null }
}

export const chooseCategory: Handler<'chooseCategory'> = async (call, { id, body: { categoryId } }) => {
  const { db, workspaceId, nowMs, actor } = call
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const before = await transactionOf(connection, workspaceId, id)
    if (categoryId !== null) await requireCategory(connection, workspaceId, categoryId)
    const changed = categoryId !== (before.category?.id ?? null)
    const assigned = await findAssignment(connection, workspaceId, id)
    const isChosen = assigned?.source === 'person' && assigned.categoryId === categoryId
    if (isChosen && !changed) return { result: before, changed }
    if (changed) await updateCategories(connection, workspaceId, { [id]: categoryId }, stamp)
    await insertAssignments(connection, workspaceId, [
      { transactionId: id, source: 'person', sourceId: actor.id, categoryId, at: stamp },
    ])
    const result = await transactionOf(connection, workspaceId, id)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'category.chosen',
      subjectId: id,
      details: {
        before: { category: before.category?.name ?? null },
        after: { category: result.category?.name ?? null },
      },
    })
    return { result, changed }
  })
}

async function transactionOf(connection: Connection, workspaceId: string, id: string): Promise<Transaction> {
  return (await findTransaction(connection, workspaceId, id)) ?? noSuchTransaction()
}

function noSuchTransaction(): never {
  throw notFound('There is no transaction with this id in the workspace.')
}
