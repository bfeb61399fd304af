/** The command that matches all open bills of a workspace. */
import type { Scored } from '../../domain/matching/matching.ts'
import { type FoundMatch, matchOpenBills } from '../../import/matchBills.ts'
import { listCompanies } from '../../store/companies.ts'
import type { Database } from '../../store/engine/door.ts'
import { withoutTimeouts } from '../../store/engine/locks.ts'
import { writeWorkspace } from '../../store/workspaceClock.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'

interface MatchCommandInput {
  workspace: string
  'dry-run'?: string
}

export interface ShownMatch extends Scored {
  bills: { id: string; supplierName: string | null; invoiceNumber: string | null; totalAmount: string }[]
  payment: { id: string; amount: string; currency: string; bookingDate: string | null }
  /** What would be recorded if the amounts are not equal. */
  settlement: FoundMatch['settlement']
}

interface Found {
  matched: ShownMatch[]
  suggested: ShownMatch[]
}

export const matchCommands = {
  match: async ({ db, nowMs }: CommandContext, input: MatchCommandInput) => {
    const dryRun = input['dry-run'] !== undefined
    const found = await matched(db, input.workspace, nowMs, dryRun)
    return { workspaceId: input.workspace, dryRun, ...found }
  },
}

/** Carries the result of a dry run. Throwing it rolls back everything that was written. */
class DryRun extends Error {
  readonly found: Found

  constructor(found: Found) {
    super('dry run')
    this.found = found
  }
}

async function matched(db: Database, workspaceId: string, nowMs: number, dryRun: boolean): Promise<Found> {
  try {
    return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
      // The first run processes every transaction of the workspace.
      await withoutTimeouts(connection)
      const found: Found = { matched: [], suggested: [] }
      for (const { id: companyId } of await listCompanies(connection, workspaceId, {})) {
        const actor = commandLineActor()
        const place = { workspaceId, companyId, stamp, nowMs, importId: null, actor }
        const outcome = await matchOpenBills(connection, place)
        found.matched.push(...outcome.matched.map(shown))
        found.suggested.push(...outcome.suggested.map(shown))
      }
      if (dryRun) throw new DryRun(found)
      return { result: found, changed: found.matched.length > 0 }
    })
  } catch (error) {
    if (error instanceof DryRun) return error.found
    throw error
  }
}

const shown = ({ bills, payment, settlement, score, reasons }: FoundMatch): ShownMatch => ({
  bills: bills.map(({ id, supplierName, invoiceNumber, totalAmount }) => ({
    id,
    supplierName,
    invoiceNumber,
    totalAmount,
  })),
  payment: {
    id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    bookingDate: payment.bookingDate,
  },
  settlement,
  score,
  reasons,
})
