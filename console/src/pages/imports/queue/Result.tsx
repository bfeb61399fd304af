/** What a file did. */
import { Fragment } from 'react'
import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import { ButtonLink } from '../../../ui/actions/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FormActions } from '../../../ui/forms/Form.tsx'
import { ReportView } from '../report/ReportView.tsx'
import { outcomeText } from '../words.ts'
import { Refused } from './Preview.tsx'

export function Result({ reports, open }: { reports: readonly ImportReport[]; open: boolean }) {
  const imported = reports.filter(({ outcome }) => outcome === 'imported')
  const bills = imported.some(report => report.bills.length > 0)
  const transactions = imported.some(report => report.statements.length > 0)
  return (
    <>
      {reports.map((report, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files of a ZIP may have the same name, and never move
        <Fragment key={index}>
          {reports.length > 1 && <h3>{report.fileName}</h3>}
          <Refused report={report} />
          {report.outcome !== 'refused' && (
            <Notice tone={report.outcome === 'imported' ? 'success' : 'info'} live>
              {outcomeText(report, 'did')}
            </Notice>
          )}
          <ReportView report={report} tense="did" open={open && reports.length === 1} />
        </Fragment>
      ))}
      <FormActions>
        {transactions && <ButtonLink to="/transactions">View transactions</ButtonLink>}
        {bills && <ButtonLink to="/bills">View bills</ButtonLink>}
      </FormActions>
    </>
  )
}
