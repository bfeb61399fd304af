/** The upload area, for people who can import: the company and account, the drop zone, and each file. */
import { messageOf } from '../../../api/errors.ts'
import { Link } from '../../../router.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { needsMapping } from '../words.ts'
import { Batch } from './Batch.tsx'
import { Belonging, useOwners } from './Belonging.tsx'
import { DropZone } from './DropZone.tsx'
import { FileCard } from './FileCard.tsx'
import { type QueuedFile, reportsOf } from './importQueue.ts'
import { useBatchChoices } from './useBatchChoices.ts'
import { useImportQueue } from './useImportQueue.ts'

export function WayIn({ onImported }: { onImported: () => void }) {
  const owners = useOwners()
  const { queue, files } = useImportQueue(onImported)
  const { choices, choose } = useBatchChoices(queue)
  const unfolded = unfoldedOf(files)
  return (
    <>
      <Card>
        <div className={layout.stack}>
          {owners.error !== null && owners.error !== undefined && (
            <Notice tone="danger">{messageOf(owners.error)}</Notice>
          )}
          {owners.loaded && owners.companies.length === 0 ? (
            <NoCompany />
          ) : (
            <>
              <DropZone onFiles={added => queue.add(added, choices)} />
              {owners.loaded && <Belonging owners={owners} choices={choices} onChange={choose} />}
            </>
          )}
        </div>
      </Card>
      <Batch files={files} queue={queue} />
      {files.map(queued => (
        <FileCard
          key={queued.key}
          queued={queued}
          queue={queue}
          owners={owners}
          open={queued.key === unfolded}
        />
      ))}
    </>
  )
}

/** The only file, or else the first table to check: each shows all of it, one after the other. */
function unfoldedOf(files: readonly QueuedFile[]): number | undefined {
  const [first, ...more] = files
  return more.length === 0 ? first?.key : files.find(file => reportsOf(file).some(needsMapping))?.key
}

const NoCompany = () => (
  <Notice tone="warning" title="There is no company yet">
    Accounts and bills belong to a company, and this workspace has none.{' '}
    <Link to="/settings/workspace">Add a company</Link> first.
  </Notice>
)
