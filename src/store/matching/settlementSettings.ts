/** The differences between a payment and its bill that people accept. The API does not show them. */
import type { SettlementSettings } from '../../contract/console/settlement.ts'
import { noTolerance } from '../../domain/matching/settledParts.ts'
import type { Connection } from '../engine/door.ts'

export async function findSettlementSettings(
  connection: Connection,
  workspaceId: string,
): Promise<SettlementSettings> {
  const [row] = await connection.query<SettlementSettings>(
    `select tolerance_percent as "tolerancePercent", tolerance_amount as "toleranceAmount", charge_max as "chargeMax"
     from settlement_settings where workspace_id = $1`,
    [workspaceId],
  )
  return row ?? noTolerance
}

export async function writeSettlementSettings(
  connection: Connection,
  workspaceId: string,
  { tolerancePercent, toleranceAmount, chargeMax }: SettlementSettings,
): Promise<void> {
  await connection.query(
    `insert into settlement_settings (workspace_id, tolerance_percent, tolerance_amount, charge_max)
     values ($1, $2::numeric, $3::numeric, $4::numeric)
     on conflict (workspace_id) do update
       set tolerance_percent = excluded.tolerance_percent, tolerance_amount = excluded.tolerance_amount,
         charge_max = excluded.charge_max`,
    [workspaceId, tolerancePercent, toleranceAmount, chargeMax],
  )
}
