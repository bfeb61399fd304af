/** The settings for reading a CSV: guessed, shown with the first rows, and used only after a person has confirmed them. */
import { useState } from 'react'
import type { CsvMapping, CsvProposal } from '../../../../../src/contract/console/csvMapping.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import text from '../../../ui/text/text.module.css'
import { CsvColumns } from './CsvColumns.tsx'
import { CsvEntries } from './CsvEntries.tsx'
import { CsvSettings } from './CsvSettings.tsx'
import { draftOf, mappingOf, meant, missingIn } from './csvDraft.ts'
import { placeText } from './csvOptions.ts'
import { type Peek, useLivePreview } from './useLivePreview.ts'

interface CsvFormProps {
  proposal: CsvProposal
  /** What the file would give with other settings. */
  peek: Peek
  onConfirm: (mapping: CsvMapping) => void
}

export function CsvForm({ proposal, peek, onConfirm }: CsvFormProps) {
  const [draft, setDraft] = useState(() => draftOf(proposal))
  const [asked, setAsked] = useState(false)
  const missing = missingIn(draft)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(proposal))
  const live = useLivePreview(proposal, missing.length === 0 && isChanged ? mappingOf(draft) : null, peek)
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
      <CsvSettings draft={draft} onChange={setDraft} />
      <CsvColumns draft={draft} onMeaning={(at, meaning) => setDraft(meant(draft, at, meaning))} />
      <CsvEntries entries={live.entries} busy={live.busy} />
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

function Origin({ proposal: { origin, preset, uncertain } }: { proposal: CsvProposal }) {
  if (origin !== 'guessed') return <p className={text.muted}>{origins[origin]}</p>
  return (
    <Notice tone="warning" title="These CSV settings are a guess">
      {preset && <p>It looks like a table of {preset}.</p>}
      <p>Check the columns and the entries below, correct what is wrong, then confirm.</p>
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
