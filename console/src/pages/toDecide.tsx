/** One place that says what needs a person. */
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { SkeletonTable } from '../ui/feedback/Skeleton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useToDecide } from '../workspace/toDecide.ts'
import { DecideList } from './toDecide/DecideList.tsx'

export default function ToDecidePage() {
  const counts = useToDecide()
  return (
    <>
      <PageHeader title="To decide" description="What needs a person, in one place." />
      <Card>
        {!counts ? (
          <SkeletonTable rows={4} columns={1} label="Counting" />
        ) : counts.total === 0 ? (
          <EmptyState icon="check" title="Nothing to decide">
            Bills that are due, matches to confirm, documents that could not be read and keys that expire
            appear here.
          </EmptyState>
        ) : (
          <DecideList counts={counts} />
        )}
      </Card>
    </>
  )
}
