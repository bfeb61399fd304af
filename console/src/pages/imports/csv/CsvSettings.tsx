/** How the cells of a table are written: one field for each setting that matters for its columns. */
import { CheckboxField } from '../../../ui/forms/CheckboxField.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { type CsvDraft, parted, wordsOf, wordsText } from './csvDraft.ts'
import {
  amountOptions,
  creditOptions,
  dateFormatOptions,
  debitOptions,
  decimalOptions,
  delimiterOptions,
  encodingOptions,
  feeOptions,
  isYearless,
  signOptions,
  surplusOptions,
  unbookedOptions,
  wordFields,
} from './csvOptions.ts'

const surplusOf = (value: string): CsvDraft['surplus'] => {
  if (value === '') return undefined
  return value === 'refused' ? value : Number(value)
}

interface CsvSettingsProps {
  draft: CsvDraft
  onChange: (draft: CsvDraft) => void
}

export function CsvSettings({ draft, onChange }: CsvSettingsProps) {
  const set = (change: Partial<CsvDraft>) => onChange({ ...draft, ...change })
  const has = (name: CsvDraft['meanings'][number]) => draft.meanings.includes(name)
  return (
    <>
      <div className={layout.fieldGrid}>
        <SelectField
          label="Delimiter"
          options={delimiterOptions}
          value={draft.delimiter}
          onChange={value => onChange(parted(draft, value as CsvDraft['delimiter']))}
        />
        <SelectField
          label="Encoding"
          options={encodingOptions}
          value={draft.encoding}
          onChange={value => set({ encoding: value as CsvDraft['encoding'] })}
        />
        <SelectField
          label="Dates"
          options={dateFormatOptions}
          value={draft.dateFormat}
          onChange={value => set({ dateFormat: value as CsvDraft['dateFormat'] })}
        />
        {isYearless(draft.dateFormat) && (
          <TextField
            label="Year of the first entry"
            hint="If the file does not say it"
            value={draft.year === undefined ? '' : String(draft.year)}
            maxLength={4}
            autoComplete="off"
            onChange={value => set({ year: /^\d+$/.test(value) ? Number(value) : undefined })}
          />
        )}
        <SelectField
          label="Decimal separator"
          options={decimalOptions}
          value={draft.decimal}
          onChange={value => set({ decimal: value as CsvDraft['decimal'] })}
        />
        <SelectField
          label="Amounts"
          options={amountOptions}
          value={draft.amounts ?? 'major'}
          onChange={value => set({ amounts: value as NonNullable<CsvDraft['amounts']> })}
        />
        {has('amount') && !has('side') && (
          <SelectField
            label="Signs of amounts"
            options={signOptions}
            value={draft.sign ?? 'written'}
            onChange={value => set({ sign: value as NonNullable<CsvDraft['sign']> })}
          />
        )}
        {has('debit') && (
          <SelectField
            label="Amounts in the column of money out"
            options={debitOptions}
            value={draft.debits ?? ''}
            onChange={value => set({ debits: value === '' ? undefined : (value as CsvDraft['debits']) })}
          />
        )}
        {has('credit') && (
          <SelectField
            label="Amounts in the column of money in"
            options={creditOptions}
            value={draft.credits ?? 'positive'}
            onChange={value => set({ credits: value as NonNullable<CsvDraft['credits']> })}
          />
        )}
        {has('fee') && (
          <SelectField
            label="Fees"
            options={feeOptions}
            value={draft.fees ?? ''}
            onChange={value => set({ fees: value === '' ? undefined : (value as CsvDraft['fees']) })}
          />
        )}
        <SelectField
          label="Pending entries"
          options={unbookedOptions}
          value={draft.unbooked ?? ''}
          onChange={value => set({ unbooked: value === '' ? undefined : (value as CsvDraft['unbooked']) })}
        />
        {(draft.header !== null || draft.width !== undefined) && (
          <SelectField
            label="Surplus cells of a row"
            options={surplusOptions(draft.header ?? Array.from({ length: draft.width ?? 0 }, () => ''))}
            value={draft.surplus === undefined ? '' : String(draft.surplus)}
            onChange={value => set({ surplus: surplusOf(value) })}
          />
        )}
        {!has('currency') && (
          <TextField
            label="Currency of all entries"
            value={draft.currency}
            maxLength={3}
            autoComplete="off"
            onChange={value => set({ currency: value.toUpperCase() })}
          />
        )}
        {wordFields
          .filter(({ column }) => has(column))
          .map(({ kind, label }) => (
            <TextField
              key={kind}
              label={label}
              hint="Separated by commas"
              value={wordsText(draft, kind)}
              autoComplete="off"
              onChange={value => onChange(wordsOf(draft, kind, value))}
            />
          ))}
      </div>
      <CheckboxField
        label="Rows with neither date nor amount continue the text of the row above"
        checked={draft.continued ?? false}
        onChange={continued => set({ continued })}
      />
      <CheckboxField
        label="Rows without a date have the date of the row above"
        checked={draft.datesCarried ?? false}
        onChange={datesCarried => set({ datesCarried })}
      />
    </>
  )
}
