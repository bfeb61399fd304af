/** A person's saved views. */
import { viewsMax } from '../../../contract/console/lists.ts'
import { newId } from '../../../domain/ids.ts'
import {
  deleteView as deleteStored,
  listViews as listStored,
  saveView as saveStored,
} from '../../../store/lists/savedViews.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Handler } from '../call.ts'

export const listViews: Handler<'listViews'> = async ({ db, workspaceId, person }) => ({
  data: await listStored(db, workspaceId, person.id),
})

export const saveView: Handler<'saveView'> = async ({ db, workspaceId, person, nowMs }, { body }) =>
  await db.transaction(async connection => {
    const views = await listStored(connection, workspaceId, person.id)
    const isNew = !views.some(({ list, name }) => list === body.list && name === body.name)
    if (isNew && views.length >= viewsMax) {
      throw conflict(
        'TOO_MANY_VIEWS',
        `You have ${viewsMax} saved views, which is the limit. Delete one first.`,
      )
    }
    const view = { id: newId('viw', nowMs), ...body, createdAt: new Date(nowMs).toISOString() }
    return await saveStored(connection, workspaceId, person.id, view)
  })

export const deleteView: Handler<'deleteView'> = async ({ db, workspaceId, person }, { id }) => {
  if (!(await deleteStored(db, workspaceId, person.id, id))) throw notFound('You have no view with this id.')
  return undefined
}
