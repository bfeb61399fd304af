/** What a run of the matching is given, and what it finds. */
import type { SuggestedSettlement } from '../../contract/console/matching.ts'
import type { Scored } from '../../domain/matching/matching.ts'
import type { Actor } from '../../store/audit.ts'
import type { FreePayment, OpenBill } from '../../store/matching/matchCandidates.ts'

export interface MatchInput {
  workspaceId: string
  companyId: string
  stamp: string
  nowMs: number
  /** The import the rows came from; null if a person or command asked for the run. */
  importId: string | null
  /** The actor in the audit log; the service itself if not given. */
  actor?: Actor
  /** Only match these rows. With neither, all open bills are matched. */
  transactionIds?: readonly string[]
  billIds?: readonly string[]
}

export interface FoundMatch extends Scored {
  bills: OpenBill[]
  payment: FreePayment
  /** Null if the amounts are equal. */
  settlement: SuggestedSettlement | null
}
