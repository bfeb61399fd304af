/** In the drawer of a bill: the payment that settles it and why, or suggested payments to decide on. */
import { useState } from 'react'
import type { Bill } from '../../../../src/contract/bills.ts'
import type { Match } from '../../../../src/contract/console/matching.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import layout from '../../ui/layout/layout.module.css'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import styles from './BillMatching.module.css'
import { MatchReasons, ScoreBadge } from './MatchReasons.tsx'
import { SuggestionItem } from './SuggestionItem.tsx'

interface BillMatchingProps {
  bill: Bill
  /** Changes when a payment was recorded or removed. */
  turn: number
  onChanged: () => void
}

export function BillMatching({ bill, turn, onChanged }: BillMatchingProps) {
  return bill.matchedTransactionId === null ? (
    <Suggestions bill={bill} turn={turn} onChanged={onChanged} />
  ) : (
    <Settled bill={bill} turn={turn} onChanged={onChanged} />
  )
}

/** Shows nothing if there is nothing to decide, as for most bills. */
function Suggestions({ bill, turn, onChanged }: BillMatchingProps) {
  const { id: workspaceId, call } = useWorkspace()
  const { data, error, reload } = useLoad([workspaceId, bill.id, bill.updatedAt, turn], signal =>
    call('listSuggestions', 'GET', '/suggestions', { query: { billId: bill.id, state: 'open' }, signal }),
  )
  if (error && !data)
    return <ErrorState error={error} title="The suggested payments could not be loaded" onRetry={reload} />
  if (!data?.data.length) return null
  const decided = () => {
    reload()
    onChanged()
  }
  return (
    <section className={classes(layout.stack, styles.matching)}>
      <h3>{data.data.length === 1 ? 'Suggested payment' : 'Suggested payments'}</h3>
      {data.data.map(suggestion => (
        <SuggestionItem key={suggestion.id} suggestion={suggestion} billId={bill.id} onDecided={decided} />
      ))}
    </section>
  )
}

function Settled({ bill, onChanged }: BillMatchingProps) {
  const { id: workspaceId, call, canEdit } = useWorkspace()
  const [asking, setAsking] = useState(false)
  const { data, error, reload } = useLoad([workspaceId, bill.id, bill.updatedAt], signal =>
    call('getBillDetails', 'GET', '/bill-details/{id}', { id: bill.id, signal }),
  )
  const undo = useMutation(
    () => call('deleteMatch', 'DELETE', '/matches/{id}', { id: bill.id }),
    () => {
      setAsking(false)
      toast('Match undone')
      onChanged()
    },
  )
  if (error && !data)
    return <ErrorState error={error} title="The match could not be loaded" onRetry={reload} />
  if (!data) return <Skeleton shape="card" />
  const { match } = data
  return (
    <section className={classes(layout.stack, styles.matching)}>
      <div className={layout.rowSpread}>
        <h3>Why this payment</h3>
        {match && <ScoreBadge score={match.score} />}
      </div>
      {match ? (
        <>
          <p className={classes(text.muted, text.small)}>
            Matched {makerText(match)}, <Instant value={match.at} />
          </p>
          <MatchReasons reasons={match.reasons} />
        </>
      ) : (
        <p className={classes(text.muted, text.small)}>The bill was loaded with this match.</p>
      )}
      {canEdit && (
        <div className={layout.row}>
          <Button size="small" onClick={() => setAsking(true)}>
            Undo match…
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title="Undo this match?"
        confirm="Undo match"
        change={undo}
        onClose={() => setAsking(false)}
      >
        <p>
          The bill will wait for a payment again. This payment will not be matched with it automatically
          again, but you can still match them by hand.
        </p>
      </ConfirmDialog>
    </section>
  )
}

function makerText({ by }: Match): string {
  if (by.kind === 'service') return 'automatically'
  return by.kind === 'command' ? 'from the command line' : `by ${by.name ?? 'someone'}`
}
