/** The document of a bill, beside its values: a PDF as it is, and an e-invoice as a readable page. */
import { useState } from 'react'
import type { ShownBillDetails } from '../../../../../src/contract/console/bills/billDetails.ts'
import { documentHref } from '../../../api/client.ts'
import { useWorkspace } from '../../../session.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import styles from './DocumentPane.module.css'
import { InvoicePaper } from './InvoicePaper.tsx'

interface DocumentPaneProps {
  details: ShownBillDetails
  currency: string | null
}

export function DocumentPane({ details: { documents, content }, currency }: DocumentPaneProps) {
  const { id: workspaceId } = useWorkspace()
  const pdf = documents.find(({ mediaType }) => mediaType === 'application/pdf')
  const [view, setView] = useState<'pdf' | 'data'>(pdf ? 'pdf' : 'data')
  if (!pdf && !content) return null
  return (
    <div className={styles.pane}>
      {pdf && content && (
        <Segmented
          label="Show"
          options={[
            { value: 'pdf', label: 'PDF' },
            { value: 'data', label: 'Data in it' },
          ]}
          value={view}
          onChange={value => setView(value as 'pdf' | 'data')}
        />
      )}
      {pdf && view === 'pdf' ? (
        <iframe
          className={styles.pdf}
          title={`Document ${pdf.name}`}
          src={`${documentHref(workspaceId, pdf.id)}?show=inline#navpanes=0`}
          referrerPolicy="no-referrer"
        />
      ) : (
        content && <InvoicePaper content={content} currency={currency} />
      )}
    </div>
  )
}

/** Whether there is anything to show beside the values. */
export const hasDocument = ({ documents, content }: ShownBillDetails): boolean =>
  content !== null || documents.some(({ mediaType }) => mediaType === 'application/pdf')
