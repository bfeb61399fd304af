/** The settings for reading a CSV: guessed, shown with the first rows, and used only after a person has confirmed them. */
import { useState } from 'react'
import type { CsvMapping, CsvProposal } from '../../../../../src/contract/console/csvMapping.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import layout from '../../../ui/layout/layout.module.css'
import text from '../../../ui/text/text.module.css'
import { CsvColumns } from './CsvColumns.tsx'
import { type CsvDraft, draftOf, mappingOf, meant, missingIn, parted } from './csvDraft.ts'
import {
  dateFormatOptions,
  decimalOptions,
  delimiterOptions,
  encodingOptions,
  placeText,
} from './csvOptions.ts'

interface CsvFormProps {
  proposal: CsvProposal
  onConfirm: (mapping: CsvMapping) => void
}

export function CsvForm({ proposal, onConfirm }: CsvFormProps) {
  const [draft, setDraft] = useState(() => draftOf(proposal))
  const [asked, setAsked] = useState(false)
  const missing = missingIn(draft)
  const set = (change: Partial<CsvDraft>) => setDraft({ ...draft, ...change })
  const confirm = () => {
    setAsked(true)
    if (missing.length === 0) onConfirm(mappingOf(draft))
  }
  return (
    <Form
      label="CSV settings"
      onSubmit={confirm}
      actions={
        <Button type="submit" variant="primary">
          {proposal.origin === 'guessed' ? 'Confirm and preview' : 'Preview again'}
        </Button>
      }
    >
      <Origin proposal={proposal} />
      <div className={layout.fieldGrid}>
        <SelectField
          label="Delimiter"
          options={delimiterOptions}
          value={draft.delimiter}
          onChange={value => setDraft(parted(draft, value as CsvDraft['delimiter']))}
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
        <SelectField
          label="Decimal separator"
          options={decimalOptions}
          value={draft.decimal}
          onChange={value => set({ decimal: value as CsvDraft['decimal'] })}
        />
        {!draft.meanings.includes('currency') && (
          <TextField
            label="Currency of all entries"
            value={draft.currency}
            maxLength={3}
            autoComplete="off"
            onChange={value => set({ currency: value.toUpperCase() })}
          />
        )}
      </div>
      <CsvColumns draft={draft} onMeaning={(at, meaning) => setDraft(meant(draft, at, meaning))} />
      {asked && missing.length > 0 && (
        <Notice tone="danger" live>
          {missing.join(' ')}
        </Notice>
      )}
    </Form>
  )
}

const origins: Record<Exclude<CsvProposal['origin'], 'guessed'>, string> = {
  kept: 'Uses the settings that were confirmed for this account before.',
  given: 'Uses the settings that you confirmed. They are saved with the account when the file is imported.',
}

function Origin({ proposal: { origin, uncertain } }: { proposal: CsvProposal }) {
  if (origin !== 'guessed') return <p className={text.muted}>{origins[origin]}</p>
  return (
    <Notice tone="warning" title="These CSV settings are a guess">
      <p>Check each column and its first values, correct what is wrong, then confirm.</p>
      {uncertain.length > 0 && (
        <ul className={text.bullets}>
          {uncertain.map(({ at, reason }) => (
            <li key={`${at} ${reason}`}>
              <strong>{placeText(at)}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
