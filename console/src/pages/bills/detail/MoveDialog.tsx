/** Asks for what a move needs: the day, or the reason, or only whether it is meant. */
import { useState } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { utcDay } from '../../../format/date.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { moveWords } from './moveWords.ts'

export interface MoveInput {
  to: Bill['status']
  date?: string
  note?: string
}

interface MoveDialogProps {
  bill: Bill
  to: Bill['status']
  pending: boolean
  error: unknown
  onMove: (input: MoveInput) => void
  onClose: () => void
}

interface Texts {
  title: string
  text: string
  confirm: string
  dateLabel?: string
}

const texts: Partial<Record<Bill['status'], Texts>> = {
  rejected: {
    title: 'Reject this bill?',
    text: 'It will not be paid. You can send it for approval again later.',
    confirm: 'Reject bill',
  },
  scheduled: {
    title: 'Schedule the payment',
    text: 'Florin sends no money. This notes when you will pay the bill, and the API shows it as scheduled.',
    confirm: 'Schedule',
    dateLabel: 'Pay on',
  },
  paid: {
    title: 'Mark this bill as paid?',
    text: 'For a bill that was paid outside the imported accounts. This cannot be undone, only archived.',
    confirm: 'Mark as paid',
    dateLabel: 'Paid on',
  },
  archived: {
    title: 'Archive this bill?',
    text: 'It leaves every list of open bills. An archived bill cannot be changed any more.',
    confirm: 'Archive bill',
  },
}

export function MoveDialog({ bill, to, pending, error, onMove, onClose }: MoveDialogProps) {
  const today = utcDay()
  const [date, setDate] = useState(to === 'scheduled' ? laterOf(bill.dueDate, today) : today)
  const [note, setNote] = useState('')
  const words = moveWords(bill.status, to)
  const { title, text, confirm, dateLabel } = texts[to] ?? {
    title: 'Change the status?',
    text: '',
    confirm: 'Change status',
  }
  const submit = () => onMove({ to, ...(dateLabel && { date }), ...(note.trim() && { note: note.trim() }) })
  return (
    <Dialog open title={title} description={text} onClose={onClose}>
      <Form
        label={title}
        onSubmit={submit}
        error={error}
        fields={dateLabel ? ['date', 'note'] : ['note']}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant={words?.variant ?? 'primary'} pending={pending}>
              {confirm}
            </Button>
          </>
        }
      >
        {dateLabel && (
          <TextField
            label={dateLabel}
            type="date"
            value={date}
            onChange={setDate}
            error={fieldErrors(error).date}
            required
          />
        )}
        <TextField
          label={words?.asks === 'note' ? 'Reason (optional)' : 'Note (optional)'}
          hint="Shown in the history of the bill."
          autoComplete="off"
          maxLength={500}
          value={note}
          onChange={setNote}
          error={fieldErrors(error).note}
        />
      </Form>
    </Dialog>
  )
}

const laterOf = (one: string | null, other: string): string => (one !== null && one > other ? one : other)
