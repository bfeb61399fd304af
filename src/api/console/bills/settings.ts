/** Settings of the workspace. */
import { recordAudit } from '../../../store/audit.ts'
import { readSettings, writeSettings } from '../../../store/billWork/settings.ts'
import type { Handler } from '../call.ts'

export const getSettings: Handler<'getSettings'> = ({ db, workspaceId }) => readSettings(db, workspaceId)

export const changeSettings: Handler<'changeSettings'> = async (call, { body }) => {
  const { db, workspaceId, actor, nowMs } = call
  return await db.transaction(async connection => {
    const before = await readSettings(connection, workspaceId)
    if (await writeSettings(connection, workspaceId, body)) {
      await recordAudit(connection, workspaceId, nowMs, {
        actor,
        action: 'settings.changed',
        subjectId: workspaceId,
        details: { before, after: body },
      })
    }
    return body
  })
}
