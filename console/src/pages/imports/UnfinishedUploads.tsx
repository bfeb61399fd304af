/** Files that were uploaded earlier and never imported. They take up space until they are deleted or expire. */
import type { UnfinishedUpload } from '../../../../src/contract/console/imports.ts'
import { messageOf } from '../../api/errors.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { bytesText } from './words.ts'

export function UnfinishedUploads() {
  const { id, call } = useWorkspace()
  // Loaded once, when the page opens: later uploads have their own card.
  const { data, reload } = useLoad(id, signal => call('listUploads', 'GET', '/uploads', { signal }))
  const drop = useMutation(
    (upload: UnfinishedUpload) => call('dropUpload', 'DELETE', '/uploads/{id}', { id: upload.id }),
    reload,
  )
  const uploads = data?.data ?? []
  const dropAll = useMutation(async () => {
    try {
      for (const upload of uploads) await call('dropUpload', 'DELETE', '/uploads/{id}', { id: upload.id })
    } finally {
      reload()
    }
  })
  const error = drop.error ?? dropAll.error
  const pending = drop.pending || dropAll.pending
  if (uploads.length === 0) return null
  return (
    <Card
      title="Unfinished uploads"
      description="You uploaded these files earlier but did not import them. To import one, choose it again."
      actions={
        uploads.length > 1 && (
          <Button size="small" pending={pending} onClick={dropAll.run}>
            Delete all
          </Button>
        )
      }
      flush
    >
      {error !== null && <Notice tone="danger">{messageOf(error)}</Notice>}
      <Table
        caption="Unfinished uploads, newest first"
        columns={columnsFor(drop.run, pending)}
        rows={uploads}
        rowKey={upload => upload.id}
      />
    </Card>
  )
}

const columnsFor = (
  onDrop: (upload: UnfinishedUpload) => void,
  pending: boolean,
): Column<UnfinishedUpload>[] => [
  { header: 'File', cell: ({ name }) => <span className={text.strong}>{name}</span>, wrap: true },
  {
    header: 'Received',
    cell: ({ bytes, receivedBytes }) => `${bytesText(receivedBytes)} of ${bytesText(bytes)}`,
  },
  { header: 'Uploaded', cell: ({ createdAt }) => <Instant value={createdAt} />, secondary: true },
  { header: 'Expires', cell: ({ expiresAt }) => <Instant value={expiresAt} /> },
  {
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: upload => (
      <Button
        size="small"
        pending={pending}
        onClick={() => onDrop(upload)}
        aria-label={`Delete ${upload.name}`}
      >
        Delete
      </Button>
    ),
  },
]
