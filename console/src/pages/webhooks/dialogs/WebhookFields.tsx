/** The fields of a webhook, for creating and editing. */

import { Choice } from '../../../ui/forms/Choice.tsx'
import field from '../../../ui/forms/Field.module.css'
import { TextField } from '../../../ui/forms/Field.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import { useCompanies } from '../../lists/useCompanies.ts'
import { includeWords } from '../webhookFacts.ts'
import { ResourcesField } from './ResourcesField.tsx'
import type { WebhookDraft } from './webhookDraft.ts'

const nameLengthMax = 100

const includeOptions = [
  {
    value: 'nothing',
    label: includeWords.nothing,
    hint: 'The message names what kind of data changed. The program then reads the changes with its API key, so no bank data is in the message.',
  },
  {
    value: 'objects',
    label: includeWords.objects,
    hint: 'Up to 50 rows in each message, as the API shows them. The program needs no API key.',
  },
] as const

const startOptions = [
  { value: 'now', label: 'Changes from now on' },
  { value: 'beginning', label: 'Existing data too' },
] as const

const startHints: Record<WebhookDraft['start'], string> = {
  now: 'The first message is sent when something changes.',
  beginning: 'The first messages are sent at once, about everything that is there already.',
}

interface WebhookFieldsProps {
  draft: WebhookDraft
  onChange: (draft: WebhookDraft) => void
  errors: Record<string, string>
  isNew: boolean
}

export function WebhookFields({ draft, onChange, errors, isNew }: WebhookFieldsProps) {
  const companies = useCompanies()
  const of = <Name extends keyof WebhookDraft>(name: Name) => ({
    value: draft[name],
    error: errors[name],
    onChange: (value: WebhookDraft[Name]) => onChange({ ...draft, [name]: value }),
  })
  const { value: chosen, ...resources } = of('resources')
  // "All companies" and the only one are the same.
  const hasCompanies = companies.options.length > 2 || draft.companyId !== ''
  return (
    <>
      <TextField
        label="Name"
        hint="What receives it, such as “Ledger, production”."
        maxLength={nameLengthMax}
        autoComplete="off"
        required
        {...of('name')}
      />
      <TextField
        label="URL"
        hint="Where messages are sent. Starts with https://, and must not redirect."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...of('url')}
      />
      <ResourcesField chosen={chosen} {...resources} />
      {hasCompanies && (
        <SelectField
          label="Company"
          options={companies.options}
          hint={draft.companyId && 'Categories belong to all companies, so their changes are sent too.'}
          {...of('companyId')}
        />
      )}
      <Choice label="Messages say" options={includeOptions} {...of('include')} />
      {isNew && (
        <div className={field.field}>
          <span className={field.label} aria-hidden="true">
            Send
          </span>
          <Segmented label="Send" options={startOptions} {...of('start')} />
          <p className={field.hint} role="status">
            {startHints[draft.start]}
          </p>
        </div>
      )}
    </>
  )
}
