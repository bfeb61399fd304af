/** Common periods, as a choice that sets two days. */
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import { type Period, periods } from './periods.ts'

interface PeriodFieldProps {
  label: string
  choices: readonly Period[]
  from: string | undefined
  to: string | undefined
  onChange: (from: string | null, to: string | null) => void
}

export function PeriodField({ label, choices, from = '', to = '', onChange }: PeriodFieldProps) {
  const today = new Date().toISOString().slice(0, 10)
  const known = choices.map(name => ({ name, ...periods[name](today) }))
  const chosen = known.find(one => (one.from ?? '') === from && (one.to ?? '') === to)
  const options = [
    ...(chosen ? [] : [{ value: '', label: 'Other days' }]),
    ...known.map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <SelectField
      label={label}
      options={options}
      value={chosen?.name ?? ''}
      onChange={value => {
        const period = known.find(({ name }) => name === value)
        if (period) onChange(period.from, period.to)
      }}
    />
  )
}
