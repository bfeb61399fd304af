/** An amount to filter by. It applies when the field is left or Enter is pressed. */
import { useEffect, useState } from 'react'
import { typedAmount } from '../../../format/typedAmount.ts'
import { type FieldLook, TextField } from '../../../ui/forms/Field.tsx'

interface AmountFieldProps extends FieldLook {
  value: string
  onChange: (value: string | null) => void
}

export function AmountField({ value, onChange, ...look }: AmountFieldProps) {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  const settle = () => {
    const plain = typedAmount(draft)
    if (plain !== value) onChange(plain || null)
  }
  return (
    <TextField
      {...look}
      inputMode="decimal"
      value={draft}
      onChange={setDraft}
      onBlur={settle}
      onKeyDown={event => {
        if (event.key === 'Enter') settle()
      }}
    />
  )
}
