/** What moving a bill to another status is called on a button. */
import type { Bill } from '../../../../../src/contract/bills.ts'

type Status = Bill['status']

export interface MoveWords {
  button: string
  done: string
  /** The move asks for a day, for a reason, or only for a confirmation. */
  asks?: 'date' | 'note' | 'confirmation'
  variant?: 'primary' | 'danger'
}

const words: Partial<Record<Status, MoveWords>> = {
  processing: { button: 'Start reading', done: 'The bill is being read' },
  extract_failed: { button: 'Cannot be read', done: 'Marked as unreadable' },
  pending_match: { button: 'Values are complete', done: 'Ready to match' },
  pending_approval: { button: 'Send for approval', done: 'Sent for approval', variant: 'primary' },
  approved: { button: 'Approve', done: 'Bill approved', variant: 'primary' },
  rejected: { button: 'Reject…', done: 'Bill rejected', asks: 'note', variant: 'danger' },
  scheduled: { button: 'Schedule…', done: 'Payment scheduled', asks: 'date', variant: 'primary' },
  paid: { button: 'Mark as paid…', done: 'Bill marked as paid', asks: 'date' },
  archived: { button: 'Archive…', done: 'Bill archived', asks: 'confirmation' },
}

/** Null if the move has another button: fixing values, or undoing a match. */
export function moveWords(from: Status, to: Status): MoveWords | null {
  if (from === 'matched' && to === 'pending_match') return null
  if (from === 'extract_failed' && to === 'pending_match') return null
  if (from === 'scheduled' && to === 'approved') return { button: 'Unschedule', done: 'No longer scheduled' }
  return words[to] ?? null
}
