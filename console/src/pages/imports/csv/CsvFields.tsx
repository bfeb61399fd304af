/** The fields for how the cells of a table are written. Each has the question about it as its hint. */
import type { ReactNode } from 'react'
import { TextField } from '../../../ui/forms/Field.tsx'
import { type Option, SelectField } from '../../../ui/forms/SelectField.tsx'
import { type CsvDraft, isYearless, parted, wordsOf, wordsText } from './csvDraft.ts'
import {
  amountOptions,
  creditOptions,
  dateFormatOptions,
  debitOptions,
  decimalOptions,
  delimiterOptions,
  encodingOptions,
  feeOptions,
  oldestOptions,
  otherDateOptions,
  signOptions,
  surplusOptions,
  unbookedOptions,
  wordFields,
} from './csvOptions.ts'

export interface CsvFieldsProps {
  draft: CsvDraft
  /** True for a text file: the cells of a workbook need no delimiter and no encoding. */
  isText: boolean
  onChange: (draft: CsvDraft) => void
}

export interface CsvField {
  label: string
  /** The questions that it answers, by the place that they name. */
  answers: readonly string[]
  field: (hint?: ReactNode) => ReactNode
}

/** Only the fields that matter for the columns of the draft. */
export const fieldsOf = (props: CsvFieldsProps): CsvField[] =>
  [...textFields(props), ...dateFields(props), ...amountFields(props), ...rowFields(props)].filter(
    field => field !== false,
  )

type Fields = (CsvField | false)[]

function selectField(
  label: string,
  answers: readonly string[],
  select: { options: readonly Option[]; value: string; onChange: (value: string) => void },
): CsvField {
  return { label, answers, field: hint => <SelectField key={label} label={label} hint={hint} {...select} /> }
}

function textField(
  label: string,
  answers: readonly string[],
  text: { value: string; hint?: string; maxLength?: number; onChange: (value: string) => void },
): CsvField {
  const { hint: usual, ...rest } = text
  return {
    label,
    answers,
    field: hint => <TextField key={label} label={label} hint={hint ?? usual} autoComplete="off" {...rest} />,
  }
}

const contains = (draft: CsvDraft, name: CsvDraft['meanings'][number]): boolean =>
  draft.meanings.includes(name)

const textFields = ({ draft, isText, onChange }: CsvFieldsProps): Fields => [
  isText &&
    selectField('Delimiter', ['delimiter'], {
      options: delimiterOptions,
      value: draft.delimiter,
      onChange: value => onChange(parted(draft, value as CsvDraft['delimiter'])),
    }),
  isText &&
    selectField('Encoding', ['encoding'], {
      options: encodingOptions,
      value: draft.encoding,
      onChange: value => onChange({ ...draft, encoding: value as CsvDraft['encoding'] }),
    }),
]

const dateFields = ({ draft, onChange }: CsvFieldsProps): Fields => [
  selectField('Dates', ['dateFormat'], {
    options: dateFormatOptions,
    value: draft.dateFormat,
    onChange: value => onChange({ ...draft, dateFormat: value as CsvDraft['dateFormat'] }),
  }),
  selectField('Other dates', ['otherDates'], {
    options: otherDateOptions,
    value: draft.otherDates ?? '',
    onChange: value =>
      onChange({ ...draft, otherDates: value === '' ? undefined : (value as CsvDraft['otherDates']) }),
  }),
  isYearless(draft) &&
    textField('Year of the first entry', ['year'], {
      value: draft.year === undefined ? '' : String(draft.year),
      hint: 'If the file does not say it',
      maxLength: 4,
      onChange: value => onChange({ ...draft, year: /^\d+$/.test(value) ? Number(value) : undefined }),
    }),
]

const amountFields = ({ draft, onChange }: CsvFieldsProps): Fields => [
  selectField('Decimal separator', ['decimal'], {
    options: decimalOptions,
    value: draft.decimal,
    onChange: value => onChange({ ...draft, decimal: value as CsvDraft['decimal'] }),
  }),
  selectField('Amounts', ['amounts'], {
    options: amountOptions,
    value: draft.amounts ?? 'major',
    onChange: value => onChange({ ...draft, amounts: value as NonNullable<CsvDraft['amounts']> }),
  }),
  contains(draft, 'amount') &&
    !contains(draft, 'side') &&
    selectField('Signs of amounts', ['sign'], {
      options: signOptions,
      value: draft.sign ?? 'written',
      onChange: value => onChange({ ...draft, sign: value as NonNullable<CsvDraft['sign']> }),
    }),
  draft.sign === 'balance' &&
    selectField('Direction of the oldest entry', ['sign'], {
      options: oldestOptions,
      value: draft.oldest ?? '',
      onChange: value =>
        onChange({ ...draft, oldest: value === '' ? undefined : (value as CsvDraft['oldest']) }),
    }),
  contains(draft, 'debit') &&
    selectField('Amounts in the column of money out', ['debit'], {
      options: debitOptions,
      value: draft.debits ?? '',
      onChange: value =>
        onChange({ ...draft, debits: value === '' ? undefined : (value as CsvDraft['debits']) }),
    }),
  contains(draft, 'credit') &&
    selectField('Amounts in the column of money in', ['credit'], {
      options: creditOptions,
      value: draft.credits ?? 'positive',
      onChange: value => onChange({ ...draft, credits: value as NonNullable<CsvDraft['credits']> }),
    }),
  contains(draft, 'fee') &&
    selectField('Fees', ['fees'], {
      options: feeOptions,
      value: draft.fees ?? '',
      onChange: value => onChange({ ...draft, fees: value === '' ? undefined : (value as CsvDraft['fees']) }),
    }),
  !contains(draft, 'currency') &&
    textField('Currency of all entries', ['currency'], {
      value: draft.currency,
      hint: 'Three letters, such as EUR',
      maxLength: 3,
      onChange: value => onChange({ ...draft, currency: value.toUpperCase() }),
    }),
]

const rowFields = ({ draft, onChange }: CsvFieldsProps): Fields => [
  selectField('Pending entries', ['unbooked'], {
    options: unbookedOptions,
    value: draft.unbooked ?? '',
    onChange: value =>
      onChange({ ...draft, unbooked: value === '' ? undefined : (value as CsvDraft['unbooked']) }),
  }),
  (draft.header !== null || draft.width !== undefined) &&
    selectField('Rows with too many cells', ['surplus'], {
      options: surplusOptions(draft.header ?? Array.from({ length: draft.width ?? 0 }, () => '')),
      value: draft.surplus === undefined ? '' : String(draft.surplus),
      onChange: value => onChange({ ...draft, surplus: surplusOf(value) }),
    }),
  ...wordFields
    .filter(({ column }) => contains(draft, column))
    .map(({ kind, column, label }) =>
      textField(label, [column], {
        value: wordsText(draft, kind),
        hint: 'Separated by commas',
        onChange: value => onChange(wordsOf(draft, kind, value)),
      }),
    ),
]

const surplusOf = (value: string): CsvDraft['surplus'] => {
  if (value === '') return undefined
  return value === 'refused' || value === 'decimals' ? value : Number(value)
}
