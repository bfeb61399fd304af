import { usageDays } from '../../contract/console/usage.ts'
import { readUsage } from '../../store/keys/keyUses.ts'
import type { Handler } from './call.ts'

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const getUsage: Handler<'getUsage'> = async ({ db, workspaceId, nowMs }, { query }) =>
  await readUsage(db, workspaceId, {
    keyId: query.keyId ?? null,
    from: dayOf(nowMs - (usageDays - 1) * dayMs),
    to: dayOf(nowMs),
  })
