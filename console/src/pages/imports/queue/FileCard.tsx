/** One file to import: its progress, its preview or result, and the actions. */
import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import { FlorinConnectionError, messageOf, requestIdOf } from '../../../api/errors.ts'
import { Button, IconButton } from '../../../ui/actions/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FormActions } from '../../../ui/forms/Form.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge, type Tone } from '../../../ui/text/Badge.tsx'
import text from '../../../ui/text/text.module.css'
import { bytesText, counted, formatText, outcomeText, outcomeTone } from '../words.ts'
import type { Owners } from './Belonging.tsx'
import { type ImportQueue, type QueuedFile, reportsOf, type Stage } from './importQueue.ts'
import { Preview } from './Preview.tsx'
import { Progress } from './Progress.tsx'
import { Result } from './Result.tsx'

interface FileCardProps {
  queued: QueuedFile
  queue: ImportQueue
  owners: Owners
  /** Shows all of it: there is room, or it is the next one to check. */
  open: boolean
}

export function FileCard({ queued, queue, owners, open }: FileCardProps) {
  const { key, file, stage, shown } = queued
  const badge = badgeOf(queued)
  return (
    <Card
      title={file.name}
      description={[bytesText(file.size), formatIn(reportsOf(queued))].filter(Boolean).join(' · ')}
      actions={
        <>
          {badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
          {stage.is !== 'importing' && (
            <IconButton icon="close" label={`Remove ${file.name}`} onClick={() => queue.remove(key)} />
          )}
        </>
      }
      stacked
    >
      {'total' in stage && <Progress stage={stage} />}
      {shown && <Preview queued={queued} reports={shown} queue={queue} owners={owners} open={open} />}
      {stage.is === 'done' && <Result reports={stage.reports} open={open} />}
      {stage.is === 'failed' && <Failed stage={stage} onRetry={() => queue.retry(key)} />}
    </Card>
  )
}

/** Null for a ZIP, whose files have a format each. */
const formatIn = (reports: readonly ImportReport[]): string | null =>
  reports.length === 1 && reports[0] ? formatText(reports[0]) : null

function badgeOf(queued: QueuedFile): { words: string; tone: Tone } | null {
  const { stage } = queued
  if (stage.is === 'waiting') return { words: 'Waiting', tone: 'neutral' }
  if (stage.is === 'failed') return { words: 'Failed', tone: 'bad' }
  if (stage.is !== 'shown' && stage.is !== 'done') return null
  const [report, ...more] = reportsOf(queued)
  if (!report) return null
  if (more.length > 0) return { words: counted(more.length + 1, 'file'), tone: 'neutral' }
  const tense = stage.is === 'shown' ? 'would' : 'did'
  return { words: outcomeText(report, tense), tone: outcomeTone(report, tense) }
}

function Failed({ stage, onRetry }: { stage: Stage & { is: 'failed' }; onRetry: () => void }) {
  const { error, during } = stage
  const requestId = requestIdOf(error)
  return (
    <>
      <Notice tone="danger" live title={titles[during]}>
        <p>{messageOf(error)}</p>
        {during === 'importing' && error instanceof FlorinConnectionError && (
          <p>
            It is imported completely or not at all, and appears in the list below when it is done. Importing
            it again creates no duplicates.
          </p>
        )}
        {requestId && <p className={text.small}>Request {requestId}</p>}
      </Notice>
      <FormActions>
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      </FormActions>
    </>
  )
}

const titles = {
  sending: 'The file could not be uploaded',
  reading: 'The preview failed',
  importing: 'The import did not finish',
}
