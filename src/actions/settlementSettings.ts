/** Changes which differences are accepted, and looks for suggestions by the new limits. */
import type { SettlementSettings } from '../contract/console/settlement.ts'
import { suggestSettlements } from '../import/matching/suggestSettlements.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import { listCompanies } from '../store/companies.ts'
import type { Connection } from '../store/engine/door.ts'
import { findSettlementSettings, writeSettlementSettings } from '../store/matching/settlementSettings.ts'

/** Runs inside a write to the workspace. Nothing that the API shows changes. */
export async function setSettlementSettings(
  connection: Connection,
  workspaceId: string,
  settings: SettlementSettings,
  { actor, stamp, nowMs }: { actor: Actor; stamp: string; nowMs: number },
): Promise<void> {
  const before = await findSettlementSettings(connection, workspaceId)
  if (JSON.stringify(before) === JSON.stringify(settings)) return
  await writeSettlementSettings(connection, workspaceId, settings)
  for (const { id: companyId } of await listCompanies(connection, workspaceId, {})) {
    await suggestSettlements(connection, { workspaceId, companyId, stamp })
  }
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'settlement.changed',
    subjectId: workspaceId,
    details: { before, after: settings },
  })
}
