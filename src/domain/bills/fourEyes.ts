/** Four eyes: who entered or fixed a bill cannot approve it. A bill that no person entered can be approved by anyone. */
export interface Approval {
  fourEyes: boolean
  /** The person who would approve it. */
  personId: string
  /** The person who imported it; null if a command or a workspace file brought it. */
  enteredBy: string | null
  fixedBy: readonly string[]
}

/** Why the person cannot approve the bill; null if they can. */
export function approvalRefusal({ fourEyes, personId, enteredBy, fixedBy }: Approval): string | null {
  if (!fourEyes) return null
  if (enteredBy === personId) return 'You imported this bill. Someone else has to approve it.'
  if (fixedBy.includes(personId)) return 'You typed values of this bill. Someone else has to approve it.'
  return null
}
