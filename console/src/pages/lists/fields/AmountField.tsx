/** An amount to filter by. It applies when the field is left or Enter is pressed. */
import { useEffect, useState } from 'react'
import { type FieldLook, TextField } from '../../../ui/forms/Field.tsx'

interface AmountFieldProps extends FieldLook {
  value: string
  onChange: (value: string | null) => void
}

export function AmountField({ value, onChange, ...look }: AmountFieldProps) {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  const settle = () => {
    const plain = plainAmount(draft)
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

/** 1.249,90 and 1,249.90 are both 1249.90. The service explains what is wrong with anything else. */
function plainAmount(text: string): string {
  const compact = text.replace(/[\s']/g, '')
  const last = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'))
  if (last === -1) return compact
  const [whole, places] = [compact.slice(0, last).replace(/[.,]/g, ''), compact.slice(last + 1)]
  const isThousands = places.length === 3 && whole !== '' && whole !== '0'
  return isThousands ? whole + places : places === '' ? whole : `${whole || '0'}.${places}`
}
