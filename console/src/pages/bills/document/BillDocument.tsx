/** What a bill was read from: the original to download, where each value was found, and the checks. */
import { useId } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { BillDetails } from '../../../../../src/contract/console/bills/billDetails.ts'
import type { Loaded } from '../../../api/useLoad.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonTable } from '../../../ui/feedback/Skeleton.tsx'
import { Fold } from '../../../ui/layout/Fold.tsx'
import layout from '../../../ui/layout/layout.module.css'
import styles from './BillDocument.module.css'
import { Checks, Problems } from './Checks.tsx'
import { Originals } from './Originals.tsx'
import { Sources } from './Sources.tsx'
import { fieldWords, sentence } from './words.ts'

interface BillDocumentProps {
  bill: Bill
  loaded: Loaded<BillDetails>
}

export function BillDocument({ bill, loaded: { data, error, reload } }: BillDocumentProps) {
  const title = useId()
  if (data && data.importId === null && data.documents.length === 0) return null
  return (
    <section className={styles.document} aria-labelledby={title}>
      <h3 id={title}>Document</h3>
      {data ? (
        <Content bill={bill} details={data} />
      ) : error ? (
        <ErrorState error={error} title="The document could not be loaded" onRetry={reload} />
      ) : (
        <SkeletonTable rows={3} columns={2} label="Loading document" />
      )}
    </section>
  )
}

function Content({ bill, details }: { bill: Bill; details: BillDetails }) {
  const { failure, missing } = details
  return (
    <>
      {failure && (
        <Notice tone="danger" title="The document could not be read">
          <p>{sentence(failure)}</p>
          {missing.length > 0 && <p>Missing: {missing.map(name => fieldWords[name]).join(', ')}.</p>}
        </Notice>
      )}
      <Originals documents={details.documents} />
      <Fold tight title="Where the values come from">
        <div className={layout.stack}>
          <Sources bill={bill} details={details} />
          <Checks checks={details.checks} />
          <Problems problems={details.problems} />
        </div>
      </Fold>
    </>
  )
}
