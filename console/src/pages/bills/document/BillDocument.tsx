/** What a bill was read from: the original to download, where each value was found, and the checks. */
import { useId } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { BillDetails } from '../../../../../src/contract/console/billDetails.ts'
import { useLoad } from '../../../api/useLoad.ts'
import { useWorkspace } from '../../../session.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonTable } from '../../../ui/feedback/Skeleton.tsx'
import styles from './BillDocument.module.css'
import { Checks, Problems } from './Checks.tsx'
import { Originals } from './Originals.tsx'
import { Sources } from './Sources.tsx'
import { Steps } from './Steps.tsx'
import { fieldWords, sentence } from './words.ts'

export function BillDocument({ bill }: { bill: Bill }) {
  const { id, call } = useWorkspace()
  const { data, error, reload } = useLoad([id, bill.id, bill.updatedAt], signal =>
    call('getBillDetails', 'GET', '/bill-details/{id}', { id: bill.id, signal }),
  )
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
      <Sources bill={bill} details={details} />
      <Checks checks={details.checks} />
      <Problems problems={details.problems} />
      <Steps steps={details.steps} />
    </>
  )
}
