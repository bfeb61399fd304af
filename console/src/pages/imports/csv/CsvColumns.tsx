import { classes } from '../../../ui/classes.ts'
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { type Column, Table } from '../../../ui/tables/Table.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './CsvColumns.module.css'
import settings from './CsvSettings.module.css'
import type { ColumnName, CsvDraft } from './csvDraft.ts'
import { meaningOptions } from './csvOptions.ts'

interface CsvColumnsProps {
  draft: CsvDraft
  /** By the number of the column. */
  questions: ReadonlyMap<number, string>
  onMeaning: (at: number, meaning: ColumnName | '') => void
}

interface Row {
  at: number
  name: string
  samples: string[]
  meaning: ColumnName | ''
}

const samplesShown = 3

/** A row for each column of the file: its name, its first values, and what it contains. */
export function CsvColumns({ draft, questions, onMeaning }: CsvColumnsProps) {
  const rows = draft.meanings.map((meaning, at) => ({
    at,
    name: draft.header?.[at]?.trim() || `Column ${at + 1}`,
    samples: draft.rows.map(row => row[at]?.trim() ?? '').filter(Boolean),
    meaning,
  }))
  const columns: Column<Row>[] = [
    { header: 'Column', cell: ({ name }) => <span className={text.strong}>{name}</span>, wrap: true },
    {
      header: 'First values',
      cell: ({ samples }) =>
        samples.length === 0 ? (
          <span className={text.muted}>Empty</span>
        ) : (
          <span className={styles.samples}>
            {samples.slice(0, samplesShown).map((sample, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal values may repeat, and never move
              <span key={index} className={classes(text.mono, text.truncate)}>
                {sample}
              </span>
            ))}
          </span>
        ),
      wrap: true,
    },
    {
      header: 'Contains',
      cell: ({ at, name, meaning }) => (
        <SelectField
          label={`Content of ${name}`}
          labelHidden
          hint={questions.has(at) && <span className={settings.question}>{questions.get(at)}</span>}
          options={meaningOptions}
          value={meaning}
          onChange={value => onMeaning(at, value as ColumnName | '')}
        />
      ),
    },
  ]
  return (
    <div className={classes(layout.stackTight, styles.columns)}>
      <h3>Columns of the file</h3>
      <Table caption="Columns of the file" columns={columns} rows={rows} rowKey={({ at }) => String(at)} />
    </div>
  )
}
