/** How long a new key works, with the day on which it stops. */
import { formatDay, utcDay } from '../../../format/date.ts'
import field from '../../../ui/forms/Field.module.css'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { type ExpiryChoice, expiryDays } from '../keyFacts.ts'

const options = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: 'never', label: 'Never' },
] as const

interface ExpiryFieldProps {
  value: ExpiryChoice
  onChange: (choice: ExpiryChoice) => void
}

export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const days = expiryDays[value]
  return (
    <div className={field.field}>
      <span className={field.label} aria-hidden="true">
        Expires
      </span>
      <Segmented label="Expires" options={options} value={value} onChange={onChange} />
      <p className={field.hint} role="status">
        {days === null ? 'Works until someone revokes it.' : `Works until ${formatDay(utcDay(days))}.`}
      </p>
    </div>
  )
}
