/** The values of a bill to type or correct, each with where it comes from. */
import { useState } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { BillWork } from '../../../../../src/contract/console/bills/work.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { typedAmount } from '../../../format/typedAmount.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { type Field, fields, fieldWords } from '../document/words.ts'

interface FixDialogProps {
  bill: Bill
  work: BillWork
  onDone: () => void
  onClose: () => void
}

const needed: readonly Field[] = ['supplierName', 'invoiceNumber', 'totalAmount', 'currency', 'invoiceDate']
const days: readonly Field[] = ['invoiceDate', 'dueDate']

export function FixDialog({ bill, work, onDone, onClose }: FixDialogProps) {
  const { call } = useWorkspace()
  const [draft, setDraft] = useState(() => draftOf(bill))
  const fix = useMutation(
    () =>
      call('fixBill', 'POST', '/bill-fixes', {
        body: { billId: bill.id, updatedAt: bill.updatedAt, values: valuesOf(draft, bill) },
      }),
    fixed => {
      toast(fixed.status === bill.status ? 'Values saved' : 'Values saved. The bill is ready to match.')
      onDone()
    },
  )
  const errors = fieldErrors(fix.error)
  return (
    <Dialog
      open
      size="wide"
      title={bill.status === 'extract_failed' ? 'Type the values' : 'Correct values'}
      description="As they are on the invoice. Everyone can see which values were typed, and by whom."
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <ChangeForm
        label="Values of the bill"
        fields={fields.map(name => `values.${name}`)}
        change={fix}
        submit="Save values"
        onCancel={onClose}
      >
        <div className={layout.fieldGrid}>
          {fields.map(name => (
            <TextField
              key={name}
              label={needed.includes(name) ? fieldWords[name] : `${fieldWords[name]} (optional)`}
              type={days.includes(name) ? 'date' : 'text'}
              autoComplete="off"
              inputMode={name === 'totalAmount' || name === 'vatAmount' ? 'decimal' : undefined}
              placeholder={placeholders[name]}
              hint={sourceText(name, bill, work)}
              value={draft[name]}
              onChange={value => setDraft({ ...draft, [name]: value })}
              error={errors[`values.${name}`]}
            />
          ))}
        </div>
      </ChangeForm>
    </Dialog>
  )
}

const placeholders: Partial<Record<Field, string>> = {
  totalAmount: '1249.90',
  vatAmount: '199.56',
  currency: 'EUR',
}

type Draft = Record<Field, string>

const draftOf = (bill: Bill): Draft =>
  Object.fromEntries(fields.map(name => [name, bill[name] ?? ''])) as Draft

/** People write amounts with a comma or spaces, and currencies in lower case. */
function valuesOf(draft: Draft, bill: Bill): Partial<Record<Field, string | null>> {
  const changed = fields.filter(name => draft[name] !== (bill[name] ?? ''))
  const typed = changed.map(name => [name, tidied(name, draft) || null] as const)
  return Object.fromEntries(typed.filter(([name, value]) => value !== bill[name]))
}

function tidied(name: Field, draft: Draft): string {
  const text = draft[name].trim()
  if (name === 'currency') return text.toUpperCase()
  return name === 'totalAmount' || name === 'vatAmount' ? typedAmount(text, draft.currency.trim()) : text
}

function sourceText(name: Field, bill: Bill, { typed }: BillWork): string | undefined {
  const source = typed[name]
  if (source) return `Typed by ${source.by.name ?? 'someone'}`
  return bill[name] === null ? undefined : 'From the document'
}
