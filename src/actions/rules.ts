/** Applying the rules to all that is there, for the console and the command line alike. */
import { type Applied, applyRules } from '../import/categorise.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import { withoutTimeouts } from '../store/engine/locks.ts'
import { UnknownWorkspace, writeInTransaction } from '../store/workspaceClock.ts'
import { findWorkspace } from '../store/workspaces.ts'

export interface RuleRun {
  workspaceId: string
  dryRun: boolean
  actor: Actor
  nowMs: number
  onProgress?: (done: number, total: number) => void
}

export async function runRules(db: Database, run: RuleRun): Promise<Applied> {
  return run.dryRun ? await counted(db, run) : await applied(db, run)
}

/** At one moment, and without the workspace's lock: nobody waits for somebody who only looks. */
async function counted(db: Database, { workspaceId, nowMs, onProgress }: RuleRun): Promise<Applied> {
  const stamp = new Date(nowMs).toISOString()
  return await db.transaction(
    async connection => {
      await withoutTimeouts(connection)
      if ((await findWorkspace(connection, workspaceId)) === null) {
        throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
      }
      return await applyRules(connection, { workspaceId, stamp, dryRun: true, onProgress })
    },
    { snapshot: true },
  )
}

async function applied(db: Database, { workspaceId, actor, nowMs, onProgress }: RuleRun): Promise<Applied> {
  return await db.transaction(async connection => {
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
  })
}
