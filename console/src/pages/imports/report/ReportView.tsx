/** What one file would do, or did: a summary, then each statement, then the problems. */
import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import { formatCount } from '../../../format/money.ts'
import { formatSentence } from '../../../format/sentence.ts'
import { classes } from '../../../ui/classes.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Fold } from '../../../ui/layout/Fold.tsx'
import layout from '../../../ui/layout/layout.module.css'
import text from '../../../ui/text/text.module.css'
import { counted, isMendable, sentencesOf, type Tense } from '../words.ts'
import { BillsTable } from './BillsTable.tsx'
import { ProblemsTable } from './ProblemsTable.tsx'
import { StatementsTable } from './StatementsTable.tsx'

interface ReportViewProps {
  report: ImportReport
  tense: Tense
  /** Whether the tables start open, as for a single file. */
  open?: boolean
  /** There is no room for tables, as in a drawer. */
  narrow?: boolean
}

export function ReportView({ report, tense, open = true, narrow = false }: ReportViewProps) {
  const { statements, bills, counts } = report
  const sentences = sentencesOf(report, tense)
  if (sentences.length + statements.length + bills.length + counts.problems === 0) return null
  return (
    <div className={layout.stack}>
      {isMendable(report) && <p className={text.strong}>What can be read:</p>}
      {sentences.length > 0 && (
        <ul className={text.bullets}>
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Continuity report={report} />
      {statements.length > 0 && (
        <Fold tight title={counted(counts.statements, 'statement')} open={open}>
          <StatementsTable statements={statements} narrow={narrow} />
          <Rest shown={statements.length} all={counts.statements} />
        </Fold>
      )}
      {bills.length > 0 && (
        <Fold tight title={counted(bills.length, 'bill')} open={open}>
          <BillsTable bills={bills} narrow={narrow} />
        </Fold>
      )}
      {counts.problems > 0 && (
        <Fold
          tight
          title={counted(counts.problems, counts.leftOut > 0 ? 'problem' : 'note')}
          open={open && report.outcome === 'refused'}
        >
          <ProblemsTable problems={report.problems} narrow={narrow} />
          <Rest shown={report.problems.length} all={counts.problems} />
        </Fold>
      )}
    </div>
  )
}

/** Gaps and overlaps between statements. */
function Continuity({ report: { continuity } }: { report: ImportReport }) {
  if (continuity.length === 0) return null
  const gaps = continuity.filter(({ kind }) => kind === 'gap').length
  const overlaps = continuity.length - gaps
  const title = [gaps > 0 && counted(gaps, 'gap'), overlaps > 0 && counted(overlaps, 'overlap')]
  return (
    <Notice tone={gaps > 0 ? 'warning' : 'info'} title={title.filter(Boolean).join(', ')}>
      <ul className={text.bullets}>
        {continuity.map(({ sentence }) => (
          <li key={sentence}>{formatSentence(sentence)}</li>
        ))}
      </ul>
    </Notice>
  )
}

const Rest = ({ shown, all }: { shown: number; all: number }) =>
  shown < all && (
    <p className={classes(text.muted, text.small)}>
      The first {formatCount(shown)} of {formatCount(all)}.
    </p>
  )
