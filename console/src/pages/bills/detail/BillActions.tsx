/** The buttons for a bill: the moves that the service allows, fixing values, matching, and saving its payee. */
import { useId, useState } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { BillWork } from '../../../../../src/contract/console/bills/work.ts'
import { messageOf } from '../../../api/errors.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { classes } from '../../../ui/classes.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import layout from '../../../ui/layout/layout.module.css'
import text from '../../../ui/text/text.module.css'
import { FixDialog } from './FixDialog.tsx'
import { MatchDialog } from './MatchDialog.tsx'
import { MoveDialog, type MoveInput } from './MoveDialog.tsx'
import { moveWords } from './moveWords.ts'
import { PayeeFromBill } from './PayeeFromBill.tsx'

interface BillActionsProps {
  bill: Bill
  work: BillWork
  onChanged: () => void
}

type Asked = { to: Bill['status'] } | 'fix' | 'match' | null

const matchable: readonly Bill['status'][] = ['pending_match', 'approved', 'scheduled']

export function BillActions({ bill, work, onChanged }: BillActionsProps) {
  const { call, canEdit } = useWorkspace()
  const [asked, setAsked] = useState<Asked>(null)
  const id = useId()
  const move = useMutation(
    (input: MoveInput) =>
      call('moveBill', 'POST', '/bill-moves', {
        body: { billId: bill.id, updatedAt: bill.updatedAt, ...input },
      }),
    (moved, { to }) => {
      setAsked(null)
      toast(moved.status === to ? (moveWords(bill.status, to)?.done ?? 'Done') : 'A payment settles the bill')
      onChanged()
    },
  )
  const close = () => {
    move.reset()
    setAsked(null)
  }
  if (!canEdit) return null
  const moves = work.moves.flatMap(({ to, refusal }) => {
    const words = moveWords(bill.status, to)
    return words ? [{ to, refusal, words }] : []
  })
  const refusals = [...new Set(moves.flatMap(({ refusal }) => refusal ?? []))]
  const unread = bill.status === 'extract_failed'
  const open = typeof asked === 'object' ? asked : null
  return (
    <div className={layout.stackTight}>
      <div className={layout.row}>
        {unread && (
          <Button variant="primary" size="small" icon="edit" onClick={() => setAsked('fix')}>
            Type the values…
          </Button>
        )}
        {moves.map(({ to, refusal, words }) => (
          <Button
            key={to}
            size="small"
            variant={words.variant === 'danger' ? undefined : words.variant}
            pending={move.pending && !open}
            disabled={refusal !== null}
            aria-describedby={refusal === null ? undefined : id}
            onClick={() => (words.asks ? setAsked({ to }) : move.run({ to }))}
          >
            {words.button}
          </Button>
        ))}
        {matchable.includes(bill.status) && (
          <Button size="small" onClick={() => setAsked('match')}>
            Choose its payment…
          </Button>
        )}
        {work.canFix && !unread && (
          <Button size="small" onClick={() => setAsked('fix')}>
            Correct values…
          </Button>
        )}
        <PayeeFromBill bill={bill} />
      </div>
      {refusals.map(refusal => (
        <p key={refusal} id={id} className={classes(text.muted, text.small)}>
          {refusal}
        </p>
      ))}
      {move.error !== null && !open && (
        <Notice tone="danger" live>
          {messageOf(move.error)}
        </Notice>
      )}
      {open && (
        <MoveDialog
          bill={bill}
          to={open.to}
          pending={move.pending}
          error={move.error}
          onMove={move.run}
          onClose={close}
        />
      )}
      {asked === 'fix' && (
        <FixDialog
          bill={bill}
          work={work}
          onClose={close}
          onDone={() => {
            close()
            onChanged()
          }}
        />
      )}
      {asked === 'match' && (
        <MatchDialog
          bill={bill}
          onClose={close}
          onDone={() => {
            close()
            onChanged()
          }}
        />
      )}
    </div>
  )
}
