/** Invoices dropped anywhere on the Bills page: each with a preview, imported when the person says so. */
import { Batch } from '../../imports/queue/Batch.tsx'
import { BatchCompany } from '../../imports/queue/BatchCompany.tsx'
import { useOwners } from '../../imports/queue/Belonging.tsx'
import { DropZone } from '../../imports/queue/DropZone.tsx'
import { FileCard } from '../../imports/queue/FileCard.tsx'
import { useBatchChoices } from '../../imports/queue/useBatchChoices.ts'
import { useImportQueue } from '../../imports/queue/useImportQueue.ts'

export function BillDrop({ onImported }: { onImported: () => void }) {
  const owners = useOwners()
  const { queue, files } = useImportQueue(onImported)
  const { choices, choose } = useBatchChoices(queue)
  if (owners.loaded && owners.companies.length === 0) return null
  return (
    <>
      <DropZone
        compact
        kinds="E-invoices as XML, P7M or PDF, also in a ZIP. Other PDFs are kept, and you type their values."
        onFiles={added => queue.add(added, choices)}
      />
      {files.length > 0 && <BatchCompany owners={owners} choices={choices} onChange={choose} />}
      <Batch files={files} queue={queue} />
      {files.map(queued => (
        <FileCard key={queued.key} queued={queued} queue={queue} owners={owners} open={files.length === 1} />
      ))}
    </>
  )
}
