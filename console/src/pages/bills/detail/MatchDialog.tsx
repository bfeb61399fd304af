/** Choose the payment that settles a bill, or a part of it: likely ones first, or a search. */
import { useEffect, useState } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { Candidate } from '../../../../../src/contract/console/bills/candidates.ts'
import { messageOf } from '../../../api/errors.ts'
import { useLoad } from '../../../api/useLoad.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { difference, signOf } from '../../../format/decimal.ts'
import { formatMoney } from '../../../format/money.ts'
import { useWorkspace } from '../../../session.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { classes } from '../../../ui/classes.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonTable } from '../../../ui/feedback/Skeleton.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import { Day } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import { PartsForm } from '../settlement/PartsForm.tsx'
import styles from './MatchDialog.module.css'

interface MatchDialogProps {
  bill: Bill
  onDone: () => void
  onClose: () => void
}

const quietMs = 250

export function MatchDialog({ bill, onDone, onClose }: MatchDialogProps) {
  const { id: workspaceId, call } = useWorkspace()
  const [input, setInput] = useState('')
  const q = useQuiet(input.trim())
  const { data, error } = useLoad([workspaceId, bill.id, q], signal =>
    call('listCandidates', 'GET', '/match-candidates', { query: { billId: bill.id, q }, signal }),
  )
  const match = useMutation(
    (transactionId: string) =>
      call('createMatch', 'POST', '/matches', { body: { billId: bill.id, transactionId } }),
    () => {
      toast('Bill matched')
      onDone()
    },
  )
  const [chosen, setChosen] = useState<Candidate | null>(null)
  const open = data?.open ?? bill.totalAmount
  if (chosen && open !== null) {
    return (
      <Dialog open size="wide" title="What it pays" onClose={onClose}>
        <PartsForm
          bill={bill}
          open={open}
          candidate={chosen}
          onDone={onDone}
          onBack={() => setChosen(null)}
        />
      </Dialog>
    )
  }
  const openText = open && bill.currency ? formatMoney(open, bill.currency) : null
  return (
    <Dialog
      open
      size="wide"
      title="Choose its payment"
      description={
        openText === null
          ? undefined
          : `${openText} is open. With a payment of another amount, you say what it pays of the bill.`
      }
      onClose={onClose}
    >
      <TextField
        label="Search payments"
        type="search"
        hint="By name, text, reference or amount, among the newest payments of the company."
        autoComplete="off"
        maxLength={100}
        value={input}
        onChange={setInput}
      />
      {(match.error ?? error) !== null && (
        <Notice tone="danger" live>
          {messageOf(match.error ?? error)}
        </Notice>
      )}
      {!data ? (
        <SkeletonTable rows={5} columns={3} label="Loading payments" />
      ) : data.data.length === 0 ? (
        <p className={text.muted}>
          {q ? 'No payment has these words.' : 'There is no open payment to choose.'}
        </p>
      ) : (
        <ul className={styles.payments} aria-label="Payments">
          {data.data.map(each => (
            <Payment
              key={each.transaction.id}
              candidate={each}
              pending={match.pending}
              onChoose={() => (each.score === null ? setChosen(each) : match.run(each.transaction.id))}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface PaymentProps {
  candidate: Candidate
  pending: boolean
  onChoose: () => void
}

function Payment({ candidate: { transaction, available, score }, pending, onChoose }: PaymentProps) {
  const { counterpartyName, merchantName, description, reference, bookingDate } = transaction
  const name = counterpartyName ?? merchantName ?? description ?? 'Payment'
  return (
    <li className={styles.payment}>
      <span className={styles.words}>
        <span className={text.strong}>{name}</span>
        <span className={classes(text.muted, text.small)}>
          {bookingDate === null ? 'Not booked yet' : <Day value={bookingDate} />}
          {reference && ` · ${reference}`}
        </span>
      </span>
      <span className={styles.amount}>
        <Money amount={transaction.amount} currency={transaction.currency} />
        {signOf(difference(transaction.amount, available)) > 0 && (
          <span className={classes(text.muted, text.small)}>
            <Money amount={available} currency={transaction.currency} /> not used yet
          </span>
        )}
        {score !== null && <Badge tone={score >= 45 ? 'good' : 'neutral'}>Same amount</Badge>}
      </span>
      <Button size="small" pending={pending} aria-label={`Choose ${name}`} onClick={onChoose}>
        Choose
      </Button>
    </li>
  )
}

/** The text after the person has paused. */
function useQuiet(value: string): string {
  const [quiet, setQuiet] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs)
    return () => clearTimeout(timer)
  }, [value])
  return quiet
}
