/** The fields of a rule, for creating and editing. */
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { classes } from '../../ui/classes.ts'
import { TextField } from '../../ui/forms/Field.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { wordsOf } from '../../ui/text/Badge.tsx'
import text from '../../ui/text/text.module.css'
import styles from './RuleFields.module.css'
import type { RuleDraft } from './ruleText.ts'
import type { RuleNames } from './useRuleNames.ts'

type Type = NonNullable<Transaction['type']>

const types = [
  'SepaCredit',
  'SepaDirect',
  'Card',
  'InternalCredit',
  'InternalDirectDebit',
  'FeeCredit',
  'FeeDebit',
  'Check',
  'Other',
] as const satisfies readonly Type[]

const typeOptions = [
  { value: '', label: 'Any type' },
  ...types.map(type => ({ value: type, label: wordsOf(type) })),
]

const sideOptions = [
  { value: '', label: 'Any direction' },
  { value: 'credit', label: 'Money in' },
  { value: 'debit', label: 'Money out' },
]

interface RuleFieldsProps {
  draft: RuleDraft
  onChange: (draft: RuleDraft) => void
  errors: Record<string, string>
  names: RuleNames
}

export function RuleFields({ draft, onChange, errors, names }: RuleFieldsProps) {
  const field = (name: keyof RuleDraft) => ({
    value: draft[name],
    error: errors[name],
    onChange: (text: string) => onChange({ ...draft, [name]: text }),
  })
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Name" autoComplete="off" {...field('name')} required />
        <SelectField label="Category" options={names.categories.options} {...field('categoryId')} />
      </div>
      <fieldset className={styles.conditions}>
        <legend>Conditions</legend>
        <p className={classes(text.muted, text.small)}>
          All conditions must match. Fill in at least one, and leave the others empty.
        </p>
        <TextField
          label="Counterparty"
          hint="Part of the counterparty or merchant name, or a whole IBAN. Case and accents are ignored."
          autoComplete="off"
          {...field('counterparty')}
        />
        <TextField
          label="Words"
          hint="Whole words in the description or reference. All must occur, in any order."
          autoComplete="off"
          {...field('words')}
        />
        <div className={styles.pair}>
          <SelectField label="Direction" options={sideOptions} {...field('side')} />
          <SelectField label="Type" options={typeOptions} {...field('type')} />
        </div>
        <div className={styles.amounts}>
          <TextField
            label="At least"
            inputMode="decimal"
            placeholder="10.00"
            autoComplete="off"
            {...field('amountMin')}
          />
          <TextField
            label="At most"
            inputMode="decimal"
            placeholder="500.00"
            autoComplete="off"
            {...field('amountMax')}
          />
          <TextField
            label="Currency"
            placeholder="EUR"
            maxLength={3}
            autoComplete="off"
            {...field('currency')}
          />
        </div>
        <SelectField label="Company" options={names.companies.options} {...field('companyId')} />
      </fieldset>
    </>
  )
}
