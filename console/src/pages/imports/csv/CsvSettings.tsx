/** How the cells of a table are written: first what is asked, then the other settings, folded. */
import { useState } from 'react'
import { asSentence } from '../../../format/sentence.ts'
import { CheckboxField } from '../../../ui/forms/CheckboxField.tsx'
import { Fold } from '../../../ui/layout/Fold.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { type CsvField, type CsvFieldsProps, fieldsOf } from './CsvFields.tsx'
import styles from './CsvSettings.module.css'
import type { Question } from './csvQuestions.ts'

interface CsvSettingsProps extends CsvFieldsProps {
  questions: readonly Question[]
}

export function AskedSettings({ questions, ...props }: CsvSettingsProps) {
  const asked = fieldsOf(props).filter(field => questionFor(field, questions) !== undefined)
  if (asked.length === 0) return null
  return (
    <div className={layout.fieldGridWide}>
      {asked.map(field =>
        field.field(<span className={styles.question}>{questionFor(field, questions)}</span>),
      )}
    </div>
  )
}

export function OtherSettings({ questions, ...props }: CsvSettingsProps) {
  const { draft, onChange } = props
  const [open] = useState(draft.continued || draft.datesCarried || draft.blankAmounts)
  const rest = fieldsOf(props).filter(field => questionFor(field, questions) === undefined)
  return (
    <Fold tight title="Other settings" open={open}>
      <div className={layout.stack}>
        <div className={layout.fieldGridWide}>{rest.map(({ field }) => field())}</div>
        <CheckboxField
          label="Rows with neither date nor amount continue the text of the row above"
          checked={draft.continued ?? false}
          onChange={continued => onChange({ ...draft, continued })}
        />
        <CheckboxField
          label="Some dates are written as 2026-03-31, unlike the others"
          checked={draft.mixedDates ?? false}
          onChange={mixedDates => onChange({ ...draft, mixedDates })}
        />
        <CheckboxField
          label="Rows without a date have the date of the row above"
          checked={draft.datesCarried ?? false}
          onChange={datesCarried => onChange({ ...draft, datesCarried })}
        />
        <CheckboxField
          label="Rows with a date and no amount are left out"
          checked={draft.blankAmounts ?? false}
          onChange={blankAmounts => onChange({ ...draft, blankAmounts })}
        />
      </div>
    </Fold>
  )
}

function questionFor({ answers }: CsvField, questions: readonly Question[]): string | undefined {
  const found = questions.filter(({ at }) => answers.includes(at)).map(({ reason }) => asSentence(reason))
  return found.length === 0 ? undefined : found.join(' ')
}

/** Those that no field answers: about columns, or about rows of the file. */
export function otherQuestions({ questions, ...props }: CsvSettingsProps): readonly Question[] {
  const answered = new Set(fieldsOf(props).flatMap(({ answers }) => answers))
  return questions.filter(({ at }) => !answered.has(at))
}
