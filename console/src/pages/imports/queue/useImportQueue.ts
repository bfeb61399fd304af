import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { runUploaded, sendFile } from '../../../api/importing.ts'
import { useWorkspace } from '../../../session.tsx'
import { useWorkspaceLists } from '../../../workspace/lists.tsx'
import { ImportQueue } from './importQueue.ts'

/** The files of this visit. Those that are not imported are dropped when the page closes. */
export function useImportQueue(onImported: () => void) {
  const { id, call } = useWorkspace()
  const { accounts } = useWorkspaceLists()
  const latest = useRef(onImported)
  useEffect(() => {
    latest.current = onImported
  })
  const [queue] = useState(
    () =>
      new ImportQueue({
        send: (file, watched) => sendFile({ id, call }, file, watched),
        run: async (request, watched) => {
          try {
            return await runUploaded({ id }, request, watched)
          } finally {
            // Imports create accounts, also when the connection is lost before they end.
            if (!request.dryRun) accounts.refresh()
          }
        },
        drop: uploadId => call('dropUpload', 'DELETE', '/uploads/{id}', { id: uploadId }),
        onImported: () => latest.current(),
      }),
  )
  useEffect(() => () => queue.removeAll(), [queue])
  const files = useSyncExternalStore(queue.subscribe, queue.files)
  return { queue, files }
}
