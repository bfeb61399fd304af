/** The settings for reading a table: guessed, shown with the first rows, and used only after a person has confirmed them. */
import { useState } from 'react'
import type { CsvMapping, CsvProposal } from '../../../../../src/contract/console/csvMapping.ts'
import { asSentence } from '../../../format/sentence.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import text from '../../../ui/text/text.module.css'
import { CsvColumns } from './CsvColumns.tsx'
import { CsvEntries } from './CsvEntries.tsx'
import { AskedSettings, OtherSettings, otherQuestions } from './CsvSettings.tsx'
import { draftOf, mappingOf, meant, missingIn } from './csvDraft.ts'
import { placeText } from './csvOptions.ts'
import { columnQuestions, type Question } from './csvQuestions.ts'
import { type Peek, useLivePreview } from './useLivePreview.ts'

interface CsvFormProps {
  proposal: CsvProposal
  /** True for a text file, false for a workbook. */
  isText: boolean
  /** What the file would give with other settings. */
  peek: Peek
  onConfirm: (mapping: CsvMapping) => void
}

export function CsvForm({ proposal, isText, peek, onConfirm }: CsvFormProps) {
  const [draft, setDraft] = useState(() => draftOf(proposal))
  const [asked, setAsked] = useState(false)
  const missing = missingIn(draft, proposal)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(proposal))
  const live = useLivePreview(proposal, missing.length === 0 && isChanged ? mappingOf(draft) : null, peek)
  const settings = { draft, isText, questions: proposal.uncertain, onChange: setDraft }
  const { byColumn, rest } = columnQuestions(otherQuestions(settings), proposal)
  const confirm = () => {
    setAsked(true)
    if (missing.length === 0) onConfirm(mappingOf(draft))
  }
  return (
    <Form
      label="How the table is read"
      onSubmit={confirm}
      actions={
        <Button type="submit" variant="primary">
          {proposal.origin === 'guessed' ? 'Confirm and preview' : 'Preview again'}
        </Button>
      }
    >
      <Origin proposal={proposal} questions={rest} />
      <AskedSettings {...settings} />
      <CsvEntries live={live} missing={missing} />
      <CsvColumns
        draft={draft}
        questions={byColumn}
        onMeaning={(at, meaning) => setDraft(meant(draft, at, meaning))}
      />
      <OtherSettings {...settings} />
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

interface OriginProps {
  proposal: CsvProposal
  /** Those that are asked nowhere else. */
  questions: readonly Question[]
}

function Origin({ proposal: { origin, preset, uncertain }, questions }: OriginProps) {
  if (origin !== 'guessed') return <p className={text.muted}>{origins[origin]}</p>
  return (
    <Notice tone="warning" title="Check how this table is read">
      <p>
        {preset && `It looks like a table of ${preset}. `}
        {uncertain.length > questions.length && 'Answer the questions at the fields and columns. '}
        Check the entries, correct what is wrong, then confirm.
      </p>
      {questions.length > 0 && (
        <ul className={text.bullets}>
          {questions.map(({ at, reason }) => (
            <li key={`${at} ${reason}`}>
              <strong>{placeText(at)}</strong>: {asSentence(reason)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
