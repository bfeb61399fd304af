/** What a file would do, before it is imported. If it cannot be imported, says why and what can be done. */
import { Fragment } from 'react'
import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import { asSentence } from '../../../format/sentence.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FormActions } from '../../../ui/forms/Form.tsx'
import { Fold } from '../../../ui/layout/Fold.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { Badge } from '../../../ui/text/Badge.tsx'
import { namesBy } from '../../lists/useCompanies.ts'
import { accountName } from '../../transactions/names.ts'
import { CsvForm } from '../csv/CsvForm.tsx'
import type { Peeked } from '../csv/useLivePreview.ts'
import { PreviewRows } from '../report/PreviewRows.tsx'
import { ReportView } from '../report/ReportView.tsx'
import {
  isAboutPlace,
  isMendable,
  isUnknown,
  needsMapping,
  outcomeText,
  outcomeTone,
  reasonText,
} from '../words.ts'
import { Belonging, type Owners } from './Belonging.tsx'
import type { ImportQueue, QueuedFile } from './importQueue.ts'

interface PreviewProps {
  queued: QueuedFile
  reports: readonly ImportReport[]
  queue: ImportQueue
  owners: Owners
  open: boolean
}

export function Preview({ queued, reports, queue, owners, open }: PreviewProps) {
  const { key, choices, stage, because } = queued
  const alone = reports.length === 1
  const place = (
    <Belonging
      owners={owners}
      choices={choices}
      onChange={changed => queue.choose(key, { choices: changed })}
      hint={accountHint(reports, owners)}
    />
  )
  // A table rarely names its account, and the choice may have been wrong.
  const isPlaceAsked = reports.some(report => report.csv !== null || isAboutPlace(report))
  return (
    <>
      {because !== null && <Proposed owners={owners} choices={choices} because={because} />}
      {alone && reports.map(report => <Reason key={report.fileName} report={report} />)}
      {isPlaceAsked && place}
      {reports.map((report, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files of a ZIP may have the same name, and never move
        <Fragment key={index}>
          {!alone && <Name report={report} />}
          {!alone && <Reason report={report} />}
          <ReportView report={report} tense="would" open={open && alone} />
          <PreviewRows report={report} open={open && alone} />
          <Csv
            report={report}
            open={open}
            busy={stage.is !== 'shown'}
            peek={async mapping => peekedIn((await queue.peek(key, mapping))[index])}
            onConfirm={mapping => queue.choose(key, { mapping })}
          />
        </Fragment>
      ))}
      {!isPlaceAsked && !reports.every(isUnknown) && (
        <Fold tight title="Company and account" open={false}>
          {place}
        </Fold>
      )}
      <Actions
        busy={stage.is !== 'shown'}
        reports={reports}
        onImport={partial => queue.import(key, partial)}
      />
    </>
  )
}

/** Why it cannot be imported. The form of a table says itself what is missing. */
const Reason = ({ report }: { report: ImportReport }) => !needsMapping(report) && <Refused report={report} />

function peekedIn(report: ImportReport | undefined): Peeked | null {
  if (report === undefined) return null
  const [first] = report.problems.filter(({ severity }) => severity === 'error')
  return {
    entries: report.csv?.entries ?? [],
    problem: first ? `${first.line === null ? '' : `Line ${first.line}: `}${asSentence(first.reason)}` : null,
  }
}

function Proposed({
  owners,
  choices,
  because,
}: Pick<QueuedFile, 'choices'> & { owners: Owners; because: string }) {
  const company = owners.companies.find(({ id }) => id === choices.companyId)
  return (
    <Notice tone="info" title={`Proposed company: ${company?.name ?? 'unknown'}`}>
      <p>{because} You can choose another one below.</p>
    </Notice>
  )
}

/** Whose table it is: asked first, or known from the settings of an account whose tables have the same columns. */
function accountHint(reports: readonly ImportReport[], { accounts }: Owners): string | undefined {
  if (reports.some(needsMapping)) return 'Choose it first: its currency and number help to read the table.'
  const kept = reports.filter(({ csv }) => csv?.origin === 'kept').flatMap(({ statements }) => statements)
  const nameOf = namesBy(accounts, accountName)
  const names = [...new Set(kept.map(({ accountId, account }) => nameOf(accountId ?? '') ?? account))]
  if (names.length === 0) return undefined
  return `Read for ${names.join(', ')}, whose tables have the same columns. Choose another account if that is wrong.`
}

/** The name of a file in a ZIP. */
const Name = ({ report }: { report: ImportReport }) => (
  <div className={layout.rowSpread}>
    <h3>{report.fileName}</h3>
    <Badge tone={outcomeTone(report, 'would')}>{outcomeText(report, 'would')}</Badge>
  </div>
)

export function Refused({ report }: { report: ImportReport }) {
  if (report.outcome !== 'refused') return null
  return (
    <Notice tone={isMendable(report) ? 'warning' : 'danger'} live>
      {reasonText(report)}
    </Notice>
  )
}

interface CsvProps extends Pick<Parameters<typeof CsvForm>[0], 'peek' | 'onConfirm'> {
  report: ImportReport
  open: boolean
  /** The file is being read again, and corrections could be lost. */
  busy: boolean
}

function Csv({ report, open, busy, peek, onConfirm }: CsvProps) {
  if (!report.csv) return null
  // Keeps what a person has corrected, unless the settings have changed.
  const { origin, mapping } = report.csv
  return (
    <Fold tight title="How the table is read" open={open && needsMapping(report)}>
      <div inert={busy}>
        <CsvForm
          key={JSON.stringify([origin, mapping])}
          proposal={report.csv}
          isText={report.format === 'CSV'}
          peek={peek}
          onConfirm={onConfirm}
        />
      </div>
    </Fold>
  )
}

interface ActionsProps {
  reports: readonly ImportReport[]
  /** True while the preview is updated, and may change. */
  busy: boolean
  onImport: (partial: boolean) => void
}

function Actions({ reports, busy, onImport }: ActionsProps) {
  const ready = reports.some(({ outcome }) => outcome === 'imported')
  const mendable = reports.some(isMendable)
  if (!ready && !mendable) {
    const nothingNew = reports.some(({ outcome }) => outcome === 'nothing_new')
    return nothingNew && <p>Everything in this file has already been imported.</p>
  }
  return (
    <FormActions>
      {mendable && (
        <Button variant={ready ? 'secondary' : 'primary'} pending={busy} onClick={() => onImport(true)}>
          Import what can be read
        </Button>
      )}
      {ready && (
        <Button variant="primary" pending={busy} onClick={() => onImport(false)}>
          {reports.length > 1 && reports.some(({ outcome }) => outcome === 'refused')
            ? 'Import the others'
            : 'Import'}
        </Button>
      )}
    </FormActions>
  )
}
