/** Applies the category rules to all transactions, for both the console and the command line. */
import { type Applied, applyRules } from '../import/categorise.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import type { Connection, Database } from '../store/engine/door.ts'
import { withoutTimeouts } from '../store/engine/locks.ts'
import { writeInTransaction } from '../store/workspaceClock.ts'
import { requireWorkspace } from './workspaces.ts'

export interface RuleRun {
  workspaceId: string
  dryRun: boolean
  actor: Actor
  nowMs: number
  onProgress?: (done: number, total: number) => void
}

export async function runRules(db: Database, run: RuleRun): Promise<Applied> {
  return run.dryRun ? await preview(db, run) : await apply(db, run)
}

/** Reads one snapshot without taking the workspace's lock, so that a dry run blocks no writer. */
async function preview(db: Database, { workspaceId, nowMs, onProgress }: RuleRun): Promise<Applied> {
  const stamp = new Date(nowMs).toISOString()
  return await db.transaction(
    async connection => {
      await withoutTimeouts(connection)
      await requireWorkspace(connection, workspaceId)
      return await applyRules(connection, { workspaceId, stamp, dryRun: true, onProgress })
    },
    { snapshot: true, workspaceId },
  )
}

async function apply(db: Database, { workspaceId, actor, nowMs, onProgress }: RuleRun): Promise<Applied> {
  const work = async (connection: Connection) => {
    await withoutTimeouts(connection)
    return await writeInTransaction(connection, workspaceId, nowMs, async (_, stamp) => {
      const result = await applyRules(connection, { workspaceId, stamp, dryRun: false, onProgress })
      const changed = result.changed > 0
      if (changed) {
        const details = { ...result }
        await recordAudit(connection, workspaceId, nowMs, {
          actor,
          action: 'rules.applied',
          subjectId: workspaceId,
          details,
        })
      }
      return { result, changed }
    })
  }
  return await db.transaction(work, { long: true, workspaceId })
}
