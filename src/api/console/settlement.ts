/** Which differences between payments and bills are accepted. */
import { setSettlementSettings } from '../../actions/settlementSettings.ts'
import { findSettlementSettings } from '../../store/settlementSettings.ts'
import { writeWorkspace } from '../../store/workspaceClock.ts'
import type { Handler } from './call.ts'

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
