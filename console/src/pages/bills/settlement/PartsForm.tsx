/** How much of a chosen payment is for the bill, and what becomes of the difference. */
import { useState } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { Candidate } from '../../../../../src/contract/console/bills/candidates.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { difference, signOf } from '../../../format/decimal.ts'
import { formatMoney } from '../../../format/money.ts'
import { typedAmount } from '../../../format/typedAmount.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { Choice } from '../../../ui/forms/Choice.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import text from '../../../ui/text/text.module.css'
import { applyWords } from './settlementText.ts'

interface PartsFormProps {
  bill: Bill
  /** What is open on the bill. */
  open: string
  candidate: Candidate
  onDone: () => void
  onBack: () => void
}

/** What becomes of the difference between what is open and what is paid. */
type Rest = 'open' | 'discount' | 'charge' | 'tolerance'

const tooLittle = [
  { value: 'open', label: 'It stays open', hint: 'A part payment: the bill waits for the rest.' },
  { value: 'discount', label: 'Cash discount', hint: 'The supplier agreed to it.' },
  { value: 'charge', label: 'Bank charges', hint: 'A bank took them off on the way.' },
  { value: 'tolerance', label: 'Accept it', hint: 'Up to the tolerance that is set for the workspace.' },
] as const

const tooMuch = [
  { value: 'charge', label: 'Bank charges', hint: 'They were paid on top.' },
  { value: 'tolerance', label: 'Accept it', hint: 'Up to the tolerance that is set for the workspace.' },
] as const

export function PartsForm({ bill, open, candidate, onDone, onBack }: PartsFormProps) {
  const { call } = useWorkspace()
  const { transaction, available } = candidate
  const { currency } = transaction
  const most = signOf(difference(available, open)) > 0 ? open : available
  const [input, setInput] = useState(most)
  const [rest, setRest] = useState<Rest>('open')
  const amount = input === most ? most : typedAmount(input, currency)
  const apart = /^\d{1,30}(\.\d{1,10})?$/.test(amount) ? difference(open, amount) : null
  const side = apart === null ? 0 : signOf(apart)
  const options = side > 0 ? tooLittle : side < 0 ? tooMuch : []
  const chosen = options.find(({ value }) => value === rest)?.value ?? options[0]?.value ?? 'open'
  const isPart = side > 0 && chosen === 'open'
  const save = useMutation(
    () => {
      const parts = { amount, ...(side !== 0 && !isPart && { [chosen]: apart }) }
      return call('createMatch', 'POST', '/matches', {
        body: { billId: bill.id, transactionId: transaction.id, parts },
      })
    },
    () => {
      toast(isPart ? 'Part payment recorded' : 'Bill matched')
      onDone()
    },
  )
  const money = (value: string) => formatMoney(value.replace('-', ''), currency)
  const left = apart === null ? null : difference(available, amount)
  return (
    <ChangeForm
      label="What it pays"
      fields={['parts.amount']}
      change={save}
      submit={applyWords[side === 0 ? 'rest' : chosen === 'open' ? 'part' : chosen]}
      cancel="Back"
      onCancel={onBack}
    >
      <p className={text.muted}>{paymentText(candidate, money)}</p>
      <TextField
        label="Amount for this bill"
        name="parts.amount"
        inputMode="decimal"
        autoComplete="off"
        hint={`${money(open)} is open.${left !== null && signOf(left) > 0 ? ` ${money(left)} of the payment stays free for other bills.` : ''}`}
        value={input}
        onChange={setInput}
        error={fieldErrors(save.error)['parts.amount']}
      />
      {apart !== null && options.length > 0 && (
        <Choice
          label={side > 0 ? `The other ${money(apart)}` : `${money(apart)} too much`}
          options={options}
          value={chosen}
          onChange={setRest}
        />
      )}
    </ChangeForm>
  )
}

function paymentText({ transaction, available }: Candidate, money: (value: string) => string): string {
  const { counterpartyName, merchantName, description, amount } = transaction
  const name = counterpartyName ?? merchantName ?? description ?? 'Payment'
  const used = signOf(difference(amount, available)) === 0 ? '' : `, ${money(available)} not used yet`
  return `${name}, ${money(amount)}${used}`
}
